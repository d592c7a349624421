"""A bot on a stream: how the stream can end, and what its author sees of it."""

import asyncio
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

import grpc
import pytest
from tablic import Bot, Play, View, named_rules
from tablic.client import ADDRESS_VARIABLE, TOKEN_VARIABLE, serve
from tablic.errors import BotError, ConnectionLostError, RefusedError
from tablic.examples.random_bot import RandomBot
from tablic.v1 import referee_pb2
from tablic.v1.referee_pb2_grpc import RefereeServiceServicer, add_RefereeServiceServicer_to_server
from tablic.wire import rules_message, write_turn
from tablic_server.tables import Deal, Table

Context = Any
Part = Callable[[Context], Awaitable[None]]
Response = referee_pb2.PlayResponse
MOST_SECONDS = 60
BOT = Path(sys.modules[RandomBot.__module__].__file__ or "")


class Playing(RefereeServiceServicer):
    """A referee that plays its part when it has read the hello."""

    def __init__(self, part: Part) -> None:
        self.part = part
        self.hellos: list[referee_pb2.Hello] = []

    async def Play(self, _requests: Any, context: Context) -> None:  # noqa: N802  # generated name
        self.hellos.append((await context.read()).hello)
        await self.part(context)


def with_referee(part: Part, story: Callable[[str], Coroutine[Any, Any, None]]) -> Playing:
    """Run a story with the address of a referee; returns the referee."""
    referee = Playing(part)

    async def main() -> None:
        with tempfile.TemporaryDirectory(prefix="client-", dir="/tmp") as folder:
            server = grpc.aio.server()
            add_RefereeServiceServicer_to_server(referee, server)  # type: ignore[no-untyped-call]
            server.add_insecure_port(f"unix:{folder}/referee.sock")
            await server.start()
            try:
                async with asyncio.timeout(MOST_SECONDS):
                    await story(f"unix:{folder}/referee.sock")
            finally:
                await server.stop(0)

    asyncio.run(main())
    return referee


def turn() -> Response:
    """The first message of a match with one game, in which the bot is to act."""
    rules = named_rules()
    table = Table(rules, Deal(bytes(32), "a", 0), ("a", "b"))
    table.start_hand()
    response = Response()
    response.match_started.rules.CopyFrom(rules_message(rules))
    response.events.add(table=0, number=1).game_started.seat = 1
    event = response.events.add(table=0, number=2)
    write_turn(table.game.view(1), event.turn, 0)
    event.turn.turn = 5
    return response


async def leave(_context: Context) -> None:
    """End the stream without a farewell."""


async def abort(context: Context) -> None:
    await context.abort(grpc.StatusCode.UNAVAILABLE, "the power is off")


async def refuse(context: Context) -> None:
    response = Response()
    response.refusal.reason = referee_pb2.REFUSAL_REASON_TOKEN
    response.refusal.message = "This token is not known."
    await context.write(response)


async def leave_after_a_turn(context: Context) -> None:
    await context.write(turn())
    await context.read()


@pytest.mark.parametrize(
    ("part", "error", "words"),
    [
        (leave, ConnectionLostError, "left without a farewell"),
        (leave_after_a_turn, ConnectionLostError, "left without a farewell"),
        (abort, ConnectionLostError, "is lost: the power is off"),
        (refuse, RefusedError, "the referee refuses: This token is not known."),
    ],
)
def test_every_end_but_a_farewell_is_an_error(
    part: Part, error: type[BotError], words: str
) -> None:
    async def story(address: str) -> None:
        with pytest.raises(error) as caught:
            await serve(RandomBot, address, "token")
        assert words in str(caught.value)

    with_referee(part, story)


def test_a_farewell_ends_the_stream_from_both_sides() -> None:
    ends: list[object] = []

    async def say_farewell(context: Context) -> None:
        response = Response()
        response.farewell.reason = referee_pb2.FAREWELL_REASON_FINISHED
        await context.write(response)
        ends.append(await context.read())

    async def story(address: str) -> None:
        await serve(RandomBot, address, "token")

    referee = with_referee(say_farewell, story)
    assert ends == [grpc.aio.EOF]  # type: ignore[attr-defined]  # not in the stubs
    (hello,) = referee.hellos
    assert (hello.protocol_version, hello.token, hello.bot_name) == (1, "token", "RandomBot")
    assert hello.sdk_version


def test_what_a_bot_raises_reaches_the_caller() -> None:
    class Puzzled(Bot):
        def choose(self, view: View) -> Play:
            raise LookupError(f"no idea on seat {view.seat}")

    async def story(address: str) -> None:
        with pytest.raises(LookupError, match="no idea on seat 1"):
            await serve(Puzzled, address, "token")

    with_referee(leave_after_a_turn, story)


@pytest.mark.parametrize(
    ("part", "sentence"),
    [
        (refuse, "RandomBot: the referee refuses: This token is not known."),
        (abort, "RandomBot: the referee at ADDRESS is lost: the power is off"),
        (leave, "RandomBot: the referee at ADDRESS left without a farewell"),
    ],
)
def test_the_author_sees_one_sentence_and_the_exit_code_says_that_it_failed(
    part: Part, sentence: str
) -> None:
    async def story(address: str) -> None:
        errors = await errors_of(BOT, address)
        assert errors.splitlines() == [sentence.replace("ADDRESS", address)]

    with_referee(part, story)


async def errors_of(bot: Path, address: str) -> str:
    """What a bot prints to stderr that fails."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(bot),
        env={**os.environ, ADDRESS_VARIABLE: address, TOKEN_VARIABLE: "token"},
        stderr=asyncio.subprocess.PIPE,
    )
    _, errors = await process.communicate()
    assert process.returncode == 1
    return errors.decode()


CHOOSES = """\
from tablic import Bot, run

class Chooser(Bot):
    def choose(self, view):
        {}

run(Chooser)
"""


def test_a_traceback_begins_in_the_code_of_the_bot(tmp_path: Path) -> None:
    bot = tmp_path / "chooser.py"
    bot.write_text(CHOOSES.format("return list(view.captures('none'))"), encoding="utf-8")

    async def story(address: str) -> None:
        head, first, code, *rest = (await errors_of(bot, address)).splitlines()
        assert head == "Traceback (most recent call last):"
        assert first == f'  File "{bot}", line 5, in choose'
        assert code == "    return list(view.captures('none'))"
        assert "asyncio" not in "".join(rest)
        assert "/tablic/" in "".join(rest), "the library has a part where the bot calls it"
        assert rest[-1].startswith("TypeError: ")

    with_referee(leave_after_a_turn, story)


def test_a_forgotten_return_is_one_sentence(tmp_path: Path) -> None:
    bot = tmp_path / "chooser.py"
    bot.write_text(CHOOSES.format("view.legal_plays(1)"), encoding="utf-8")

    async def story(address: str) -> None:
        (sentence,) = (await errors_of(bot, address)).splitlines()
        assert sentence.startswith("Chooser.choose returned None, and not a Play; the turn was: ")

    with_referee(leave_after_a_turn, story)
