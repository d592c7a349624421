"""When are events sent? At once to a bot that waits for a turn, else a moment later together."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from tablic.v1 import referee_pb2
from tablic.wire import view_of
from tablic_server import streams

from .sockets import Client, Referee, client, hello, with_referee

FOREVER = 3600.0


async def turns(one: Client, table: int) -> AsyncIterator[referee_pb2.PlayResponse]:
    """The messages up to the first with a turn at a table."""
    while True:
        response = referee_pb2.PlayResponse.FromString(await one.call.read())
        yield response
        if any(event.table == table and event.HasField("turn") for event in response.events):
            return


async def message_with_turn(one: Client, table: int) -> referee_pb2.PlayResponse:
    return [response async for response in turns(one, table)][-1]


def answered(referee: Referee, response: referee_pb2.PlayResponse, table: int) -> bytes:
    """An answer to the turn of a table in a message: the first card is laid."""
    turn = next(e.turn for e in response.events if e.table == table and e.HasField("turn"))
    card = view_of(turn, referee.rotation.rules).hand
    request = referee_pb2.PlayRequest()
    answer = request.answers.add(table=table, turn=turn.turn)
    answer.play.card = (card & -card).bit_length()  # type: ignore[assignment]  # an enum value
    return request.SerializeToString()


def plays_made(response: referee_pb2.PlayResponse) -> list[tuple[int, int]]:
    """The tables and seats of the plays that a message tells of."""
    events = response.events
    return [(e.table, e.play_made.seat) for e in events if e.HasField("play_made")]


def test_turns_for_a_busy_bot_go_out_with_what_its_answer_brings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(streams, "GATHER_SECONDS", FOREVER)

    async def story(referee: Referee) -> None:
        async with client(referee, 0) as dealer, client(referee, 1) as first:
            await dealer.send(hello(0, turns_only=False))
            await first.send(hello(1, turns_only=False))
            await referee.begin()
            start = await message_with_turn(first, 1)
            await first.send(answered(referee, start, 0))
            busy_with = await message_with_turn(dealer, 0)
            await first.send(answered(referee, start, 1))
            while not referee.rotation.seats[0].unsent_turns:
                await asyncio.sleep(0)
            await dealer.send(answered(referee, busy_with, 0))
            then = await message_with_turn(dealer, 1)
            assert plays_made(then) == [(1, 1), (0, 0)]

    with_referee(story, boards=2)


def test_a_bot_that_does_not_answer_is_told_all_the_same() -> None:
    async def story(referee: Referee) -> None:
        async with client(referee, 0) as dealer, client(referee, 1) as first:
            await dealer.send(hello(0, turns_only=False))
            await first.send(hello(1, turns_only=False))
            await referee.begin()
            start = await message_with_turn(first, 1)
            await first.send(answered(referee, start, 0))
            await message_with_turn(dealer, 0)
            await first.send(answered(referee, start, 1))
            assert plays_made(await message_with_turn(dealer, 1)) == [(1, 1)]

    with_referee(story, boards=2)
