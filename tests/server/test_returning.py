"""Who may come back to a session: the bot that it was given to, and nobody else harms it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from tablic import remote
from tablic.client import Player, serve
from tablic.errors import ConnectionLostError
from tablic.examples.random_bot import RandomBot
from tablic.v1 import referee_pb2
from tablic_server.faults import FaultKind
from tablic_server.streams import MOST_OPENED

from .breaking import linked
from .sockets import Client, Referee, Story, client, hello, with_referee

Response = referee_pb2.PlayResponse


def story(body: Story) -> None:
    with_referee(body, elsewhere=True)


class Coming:
    """A bot in seat 0 that reads by hand, one stream after the other."""

    def __init__(self) -> None:
        self.player = Player(RandomBot)

    def hello(self, **changes: Any) -> bytes:
        return self.player.hello(changes.pop("token", "token 0")).SerializeToString()

    async def read(self, stream: Client) -> Response:
        response = Response.FromString(await stream.call.read())
        self.player.note(response)
        return response

    async def answer(self, stream: Client, response: Response) -> None:
        for request in self.player.answers(response):
            await stream.send(request.SerializeToString())

    async def play(self, stream: Client) -> None:
        while not self.player.done:
            await self.answer(stream, await self.read(stream))
        await stream.call.done_writing()

    @asynccontextmanager
    async def stream(self, referee: Referee, **changes: Any) -> AsyncIterator[Client]:
        async with client(referee) as stream:
            await stream.send(self.hello(**changes))
            yield stream


async def refused(referee: Referee, opening: bytes) -> referee_pb2.Refusal:
    async with client(referee) as stream:
        await stream.send(opening)
        (response,) = await stream.rest()
        return response.refusal


async def begun(referee: Referee, coming: Coming, stream: Client) -> list[asyncio.Task[None]]:
    """Let the opponent come and the games begin."""
    tasks = [asyncio.create_task(referee.honest(1)), asyncio.create_task(referee.begin())]
    await coming.answer(stream, await coming.read(stream))
    return tasks


@pytest.mark.parametrize(
    ("changes", "reason", "words"),
    [
        ({}, "TOKEN_USED", "plays with this token already"),
        ({"session": "seat 0"}, "SESSION", "There is no session 'seat 0'"),
        ({"session": "x" * 100_000}, "SESSION", "xxx"),
        ({"session": "\u202e\0"}, "SESSION", "no session"),
        ({"token": "token 9"}, "TOKEN", "not known"),
        ({"token": "token 9", "session": "seat 0"}, "TOKEN", "not known"),
    ],
)
def test_a_stranger_is_refused_and_the_bot_plays_on(
    changes: dict[str, Any], reason: str, words: str
) -> None:
    async def body(referee: Referee) -> None:
        coming = Coming()
        async with coming.stream(referee) as stream:
            tasks = await begun(referee, coming, stream)
            refusal = await refused(referee, hello(**changes))
            assert refusal.reason == referee_pb2.RefusalReason.Value(f"REFUSAL_REASON_{reason}")
            assert words in refusal.message
            assert len(refusal.message) < 200
            await coming.play(stream)
            await asyncio.gather(*tasks)
        assert not referee.rotation.faults

    story(body)


def test_a_second_program_with_the_token_gives_up_and_says_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(remote, "START_SECONDS", 0.3)

    async def body(referee: Referee) -> None:
        coming = Coming()
        async with coming.stream(referee) as stream, linked(referee.sockets[0]) as link:
            tasks = await begun(referee, coming, stream)
            with pytest.raises(ConnectionLostError, match="plays with this token already"):
                await serve(RandomBot, link.address, "token 0")
            assert link.opened > 1
            await coming.play(stream)
            await asyncio.gather(*tasks)
        assert not referee.rotation.faults

    story(body)


def test_a_hello_with_a_session_before_there_is_one_harms_nobody() -> None:
    async def body(referee: Referee) -> None:
        refusal = await refused(referee, hello(session="early"))
        assert refusal.reason == referee_pb2.REFUSAL_REASON_SESSION
        assert not referee.streams[0].refusal
        await referee.play()

    story(body)


def test_one_with_the_right_session_takes_the_place_of_a_stream_that_looks_alive() -> None:
    async def body(referee: Referee) -> None:
        coming = Coming()
        async with coming.stream(referee) as stream:
            tasks = await begun(referee, coming, stream)
            async with coming.stream(referee) as another:
                first = await coming.read(another)
                assert first.welcome.session == coming.player.session
                await stream.rest()
                await coming.answer(another, first)
                await coming.play(another)
                await asyncio.gather(*tasks)
        assert not referee.rotation.faults

    story(body)


@pytest.mark.parametrize("last", [{0: 4_000_000_000}, {99: 1}, {}])
def test_last_events_that_cannot_be_are_refused_and_the_true_ones_are_not(
    last: dict[int, int],
) -> None:
    async def body(referee: Referee) -> None:
        coming = Coming()
        async with coming.stream(referee) as stream:
            tasks = await begun(referee, coming, stream)
            await coming.answer(stream, await coming.read(stream))
            while not referee.rotation.seats[0].decisions:
                await asyncio.sleep(0.001)
        made_up = Player(RandomBot)
        made_up.session, made_up.last_events = coming.player.session, last
        refusal = await refused(referee, made_up.hello("token 0").SerializeToString())
        assert refusal.reason == referee_pb2.REFUSAL_REASON_SESSION
        assert refusal.message.startswith("The session cannot go on: event ")
        async with coming.stream(referee) as stream:
            await coming.play(stream)
        await asyncio.gather(*tasks)
        assert not referee.rotation.faults

    story(body)


def test_a_program_that_was_started_again_plays_on() -> None:
    async def body(referee: Referee) -> None:
        first = Coming()
        async with first.stream(referee) as stream:
            tasks = await begun(referee, first, stream)
        while not referee.rotation.connected(0).away:
            await asyncio.sleep(0.001)
        second = Coming()
        async with second.stream(referee) as stream:
            await second.play(stream)
        await asyncio.gather(*tasks)
        assert second.player.session != first.player.session
        assert not referee.rotation.faults

    story(body)


def test_who_comes_back_in_a_loop_and_never_answers_breaks_the_protocol() -> None:
    async def body(referee: Referee) -> None:
        coming = Coming()
        async with coming.stream(referee) as stream:
            tasks = [asyncio.create_task(referee.honest(1)), asyncio.create_task(referee.begin())]
            await coming.read(stream)
        for _ in range(MOST_OPENED):
            if referee.rotation.faults:
                break
            async with coming.stream(referee) as stream:
                await stream.call.read()
        (fault,) = referee.rotation.faults
        assert fault.kind is FaultKind.PROTOCOL
        await asyncio.gather(*tasks)
        assert referee.rotation.finished

    story(body)
