"""A bot as its author starts it: a process, over TLS, through the door, cut now and then."""

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest
from tablic import parse_rules
from tablic.environment import ADDRESS_VARIABLE, CA_VARIABLE, TOKEN_VARIABLE
from tablic.v1 import referee_pb2
from tablic_server.batch import Batch, BatchResult
from tablic_server.clock import TimeControl
from tablic_server.door import DOOR_OPTIONS, hello_with, pump
from tablic_server.launch import Program
from tablic_server.match import play_batch
from tablic_server.service import SERVICE
from tablic_server.streams import Context

from ..referee.playing import EXAMPLES, example
from .breaking import linked

MOST_SECONDS = 60
TIME = TimeControl(bank=60.0, increment=0.0, cap=30.0)

needs_openssl = pytest.mark.skipif(not shutil.which("openssl"), reason="openssl makes its key")


class Arena:
    """A door with TLS; the bot with the token "mine" is let into the match that waits for it."""

    def __init__(self, folder: Path) -> None:
        self.certificate, key = folder / "cert.pem", folder / "key.pem"
        command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
        command += ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
        command += ["-keyout", str(key), "-out", str(self.certificate)]
        subprocess.run(command, check=True, capture_output=True)
        pair = (key.read_bytes(), self.certificate.read_bytes())
        self._credentials = grpc.ssl_server_credentials([pair])
        self._match: asyncio.Future[tuple[str, str]]
        self.port = 0

    def announce(self, _name: str, address: str, token: str) -> None:
        if self._match.done():
            self._match = asyncio.get_running_loop().create_future()
        self._match.set_result((address, token))

    async def Play(self, _requests: Any, context: Context) -> None:  # noqa: N802  # generated name
        hello = referee_pb2.PlayRequest.FromString(await context.read()).hello
        if hello.token != "mine":
            refusal = referee_pb2.Refusal(
                reason=referee_pb2.REFUSAL_REASON_TOKEN, message="This token is revoked."
            )
            await context.write(referee_pb2.PlayResponse(refusal=refusal).SerializeToString())
            return
        address, token = await self._match
        await pump(context, hello_with(hello, token), address)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        self._match = asyncio.get_running_loop().create_future()
        server = grpc.aio.server(options=DOOR_OPTIONS)
        method = {"Play": grpc.stream_stream_rpc_method_handler(self.Play)}
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, method),))
        self.port = server.add_secure_port("127.0.0.1:0", self._credentials)
        await server.start()
        try:
            yield
        finally:
            await server.stop(0)

    def bot(self, port: int, token: str = "mine", ca: str = "") -> subprocess.Popen[str]:
        """A bot that its author starts."""
        variables = {
            ADDRESS_VARIABLE: f"localhost:{port}",
            TOKEN_VARIABLE: token,
            CA_VARIABLE: ca or str(self.certificate),
        }
        return subprocess.Popen(
            [sys.executable, str(EXAMPLES / "random_bot.py")],
            env={**os.environ, **variables},
            stderr=subprocess.PIPE,
            text=True,
        )


@pytest.fixture(scope="module")
def arena() -> Any:
    with tempfile.TemporaryDirectory(prefix="door-", dir="/tmp") as folder:
        yield Arena(Path(folder))


async def played(arena: Arena, cuts: list[int]) -> tuple[BatchResult, int]:
    """A match against a bot that the arena starts, over a connection that is cut."""
    far = Program("far", (), "", "inner", elsewhere=True)
    rules = parse_rules("tablic hands=1")
    batch = Batch(
        "m", (0, 1), (example("greedy"), far), rules, bytes(32), 8, TIME, 30.0, trusted=True
    )
    async with (
        asyncio.timeout(MOST_SECONDS),
        arena.open(),
        linked(("127.0.0.1", arena.port)) as link,
    ):
        link.cuts = cuts
        bot = arena.bot(int(link.address.partition(":")[2]))
        try:
            return await play_batch(batch, announce=arena.announce), link.opened
        finally:
            bot.kill()
            await asyncio.to_thread(bot.communicate)


@needs_openssl
def test_a_bot_stays_for_every_rotation_and_comes_back_whenever_it_is_cut(arena: Arena) -> None:
    undisturbed, _ = asyncio.run(played(arena, []))
    assert not undisturbed.faults
    assert len(undisturbed.boards) == 2
    disturbed, opened = asyncio.run(played(arena, [6_000, 7_000, 9_000]))
    assert not disturbed.faults
    assert disturbed.boards == undisturbed.boards
    assert opened > 2


@needs_openssl
@pytest.mark.parametrize(
    ("token", "ca", "words"),
    [
        ("stolen", "", "refuses: This token is revoked."),
        (
            "mine",
            "/nowhere.pem",
            f"{CA_VARIABLE} names /nowhere.pem, which cannot be read: No such",
        ),
    ],
)
def test_who_is_not_let_in_is_told_why_in_one_sentence(
    token: str, ca: str, words: str, arena: Arena
) -> None:
    async def story() -> tuple[str, int]:
        async with asyncio.timeout(MOST_SECONDS), arena.open():
            bot = arena.bot(arena.port, token, ca)
            _, errors = await asyncio.to_thread(bot.communicate)
            return errors, bot.returncode

    errors, code = asyncio.run(story())
    assert code == 1
    (line,) = [line for line in errors.splitlines() if "RandomBot" in line]
    assert words in line
    assert "Traceback" not in errors
