"""Bots that run elsewhere and mean no good: each is refused with a sentence, and all goes on."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

import grpc
import pytest
from tablic.v1 import arena_pb2 as pb
from tablic.v1 import events_pb2, referee_pb2
from tablic_server.service import SERVICE
from tablic_server.telling import PROTOCOL_VERSION
from tablic_tournaments.serving.gate import MOST_CALLS
from tablic_tournaments.store.tokens import Role

from tests.tournaments.processes import DEADLINE, wait_until

from .served import Served
from .test_connected import begun, elsewhere, faults, finished, is_there, rows
from .test_serving import serving_with_tls

T = TypeVar("T")
Reason: Final = referee_pb2.RefusalReason


@pytest.fixture(autouse=True)
def all_goes_on(served: Served) -> Iterator[None]:
    """Whatever a test did, nobody is left in the lobby, and the server answers others."""
    yield
    assert wait_until(
        lambda: all(row.get("elsewhere") != "connected" for row in rows(served).values())
    )
    assert served.events("defect") == []


def hello(served: Served, name: str = "eve", **fields: Any) -> bytes:
    """The first message of a bot, with the token of an author unless there is another."""
    facts = {
        "protocol_version": PROTOCOL_VERSION,
        "token": served.tokens[Role.AUTHOR],
        "bot_name": name,
        "decision_kinds": [events_pb2.DECISION_KIND_PLAY],
        **fields,
    }
    return referee_pb2.PlayRequest(hello=referee_pb2.Hello(**facts)).SerializeToString()


@asynccontextmanager
async def opened(served: Served, *messages: bytes) -> AsyncIterator[Any]:
    """A stream over a connection of its own, on which these were said."""
    options = [("grpc.use_local_subchannel_pool", 1)]
    async with grpc.aio.insecure_channel(served.address, options=options) as channel:
        stream: Any = channel.stream_stream(f"/{SERVICE}/Play")()  # type: ignore[call-arg]
        for message in messages:
            await stream.write(message)
        yield stream
        stream.cancel()


async def refusal(stream: Any) -> tuple[int, str]:
    """The reason and the sentence that a stream ends with."""
    said = referee_pb2.PlayResponse.FromString(await stream.read())
    assert await stream.read() is grpc.aio.EOF  # type: ignore[attr-defined]
    return said.refusal.reason, said.refusal.message


def refused(served: Served, *messages: bytes) -> tuple[int, str]:
    async def story() -> tuple[int, str]:
        async with opened(served, *messages) as stream:
            return await refusal(stream)

    return within(story)


def within(story: Callable[[], Awaitable[T]]) -> T:
    """What a story gives, which takes no longer than tests may."""

    async def timed() -> T:
        async with asyncio.timeout(DEADLINE):
            return await story()

    return asyncio.run(timed())


@pytest.mark.parametrize(
    ("token", "words"),
    [
        ("", "the token is unknown to this arena; ask an organiser for one"),
        ("1." + "0" * 64, "the token is unknown to this arena"),
        ("x" * 10_000, "the token is unknown to this arena"),
        (Role.SPECTATOR, "this is for the role author, and sue is spectator here"),
    ],
)
def test_only_an_author_is_let_in(token: str, words: str, served: Served) -> None:
    text = served.tokens[token] if isinstance(token, Role) else token
    reason, sentence = refused(served, hello(served, token=text))
    assert reason == Reason.REFUSAL_REASON_TOKEN
    assert sentence.startswith(words)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"name": ""}, "'' is not a name for a bot"),
        ({"name": "\x1b[2J"}, r"'\x1b[2J' is not a name for a bot"),
        ({"name": "ev\u202ee"}, r"'ev\u202ee' is not a name for a bot"),
        ({"name": "x" * 10_000}, "xxxx' is not a name for a bot"),
        ({"bot_version": "1\n2"}, r"'1\n2' is not the version of a bot"),
        ({"bot_version": "\u202e1"}, r"'\u202e1' is not the version of a bot"),
        ({"bot_version": "1" * 10_000}, "1111' is not the version of a bot"),
        ({"name": "random"}, "random is not a bot of ann"),
        ({"session": "x" * 32}, "the match of eve 1 is over; say hello anew"),
        ({"protocol_version": 2}, "the arena speaks protocol version 1, the bot 2"),
    ],
)
def test_a_bot_is_what_it_may_be(fields: dict[str, Any], words: str, served: Served) -> None:
    _, sentence = refused(served, hello(served, **fields))
    assert words in sentence
    assert len(sentence) < 300
    assert "\x1b" not in served.log.read_text("utf-8")


def test_a_bot_of_another_author_is_theirs(served: Served) -> None:
    token = served.run("token", "create", "bob", "--role", "author").stdout.strip()
    with elsewhere(served, "anns"):
        assert wait_until(lambda: is_there(served, "anns 1"))
        for version in ("1.0", "2.0"):
            reason, sentence = refused(
                served, hello(served, "anns", bot_version=version, token=token)
            )
            assert reason == Reason.REFUSAL_REASON_TOKEN
            assert sentence.startswith("anns is not a bot of bob")
        assert is_there(served, "anns 1")


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"\xff" * 100,
        referee_pb2.PlayRequest(pong=referee_pb2.Pong(number=1)).SerializeToString(),
        referee_pb2.PlayRequest(
            hello=referee_pb2.Hello(sdk_name="x" * 100_000)
        ).SerializeToString(),
    ],
    ids=["nothing", "bytes", "no hello", "a long hello"],
)
def test_a_stream_begins_with_a_hello(message: bytes, served: Served) -> None:
    reason, sentence = refused(served, message)
    assert reason == Reason.REFUSAL_REASON_NO_HELLO
    assert sentence == "the first message of a stream is a hello, sent within 10 seconds"


def test_who_says_nothing_is_not_waited_for(served: Served) -> None:
    reason, _ = refused(served)
    assert reason == Reason.REFUSAL_REASON_NO_HELLO


def test_a_token_that_is_revoked_ends_its_connections(served: Served) -> None:
    token = served.run("token", "create", "rev", "--role", "author").stdout.strip()
    number = int(token.partition(".")[0])

    async def story() -> tuple[int, str]:
        async with opened(served, hello(served, "revoked", token=token)) as stream:
            await asyncio.to_thread(wait_until, lambda: is_there(served, "revoked 1"))
            await asyncio.to_thread(served.run, "token", "revoke", str(number))
            return await refusal(stream)

    reason, sentence = within(story)
    assert reason == Reason.REFUSAL_REASON_TOKEN
    assert sentence == f"token {number} of rev was revoked; ask an organiser for a new one"
    assert "was revoked" in refused(served, hello(served, "revoked", token=token))[1]


def test_a_token_has_so_many_bots_however_many_connect(served: Served) -> None:
    token = served.run("token", "create", "many", "--role", "author").stdout.strip()
    most, connections = MOST_CALLS, 1_000

    async def told(stack: AsyncExitStack, number: int) -> str:
        message = hello(served, "many", bot_version=str(number % 20), token=token)
        stream = await stack.enter_async_context(opened(served, message))
        return (await refusal(stream))[1]

    async def story() -> list[str]:
        async with AsyncExitStack() as stack:
            waiting = {asyncio.create_task(told(stack, number)) for number in range(connections)}
            done: set[asyncio.Task[str]] = set()
            while len(done) < connections - most:
                some, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                done |= some
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
            return [task.result() for task in done]

    sentences = within(story)
    known = ("bots at once", "calls a second", "is connected already", "uploads an hour")
    assert {
        sentence for sentence in sentences if not any(words in sentence for words in known)
    } == set()
    assert any("calls a second" in sentence for sentence in sentences)


def test_garbage_after_the_hello_costs_its_bot_alone(served: Served) -> None:
    async def story() -> None:
        async with opened(served, hello(served, "garbage"), b"\xff" * 100):
            assert await asyncio.to_thread(wait_until, lambda: is_there(served, "garbage 1"))
            number = await asyncio.to_thread(begun, served, "garbage", "greedy", boards=1)
            assert (await asyncio.to_thread(finished, served, number)).boards_played == 1
            assert "protocol" in await asyncio.to_thread(faults, served, number)

    within(story)


def test_who_never_reads_costs_nobody_else(served: Served) -> None:
    async def story() -> int:
        async with opened(served, hello(served, "mute")):
            assert await asyncio.to_thread(wait_until, lambda: is_there(served, "mute 1"))
            spec = (
                'bots = ["mute", "greedy", "random"]\nboards = 1\nstartup = 5\n'
                'rules = "tablic hands=1"\nclock = "1+0/1 grace=1"'
            )
            with served.remote() as remote:
                request = pb.CreateTournamentRequest(spec_toml=spec)
                number = int(remote.call("CreateTournament", request).tournament)
                start = pb.StartTournamentRequest(tournament=number)
                remote.call("StartTournament", start)
            state = await asyncio.to_thread(finished, served, number)
            assert state.boards_played == 3
            return number

    number = within(story)
    with served.remote() as remote:
        charged = {row["bot"] for row in remote.ask("faults", tournament=number).tables[0].rows}
    assert charged == {"mute 1"}


def test_half_a_connection_is_no_bot(served: Served) -> None:
    host, _, port = served.address.rpartition(":")
    preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(3) + b"\x04" + bytes(5)
    for data in (b"", preface, preface + b"\x00\x40\x00\x01\x04\x00\x00\x00\x01half"):
        with socket.create_connection((host, int(port))) as half:
            half.sendall(data)
            half.shutdown(socket.SHUT_WR)
            assert "random 1" in rows(served)


def test_plain_text_gets_nothing_of_a_server_with_tls(tmp_path: Path) -> None:
    for served in serving_with_tls(tmp_path):
        authority, served.tls_ca = served.tls_ca, None
        with elsewhere(served, "plain") as bot:
            _, errors = bot.communicate(timeout=DEADLINE)
        assert bot.returncode == 1
        assert f"the arena at {served.address} is lost: " in errors
        assert "Traceback" not in errors
        served.tls_ca = authority
        assert "plain 1" not in rows(served)
