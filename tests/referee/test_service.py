"""The service on real streams: who is let in, who is refused and why, and how streams end."""

import asyncio
from collections.abc import Callable

import grpc
import pytest
from tablic.client import Player
from tablic.v1 import events_pb2, referee_pb2
from tablic_server.faults import FaultKind

from .arena import Arena, Client, arena, client, hello

Change = Callable[[referee_pb2.Hello], object]

LARGE = 64 * 1024 + 1


def check_played(given: Arena) -> None:
    """Every game was played out, and nobody was charged."""
    assert given.rotation.finished
    assert not given.rotation.faults
    assert all(table.record and not table.record.faults for table in given.tables)


async def refused(one: Client, request: referee_pb2.PlayRequest) -> referee_pb2.Refusal:
    """The refusal that a first message gets; the stream ends after it, as streams should."""
    await one.send(request)
    response = await one.read()
    assert response
    assert [field.name for field, _ in response.ListFields()] == ["refusal"]
    assert await one.read() is None
    assert await one.code() == grpc.StatusCode.OK
    return response.refusal


def other_version(one: referee_pb2.Hello) -> None:
    one.protocol_version = 7


def other_kind(one: referee_pb2.Hello) -> None:
    one.decision_kinds[:] = [events_pb2.DECISION_KIND_KEEP_TALON]


def old_session(one: referee_pb2.Hello) -> None:
    one.session = "seat 0"


@pytest.mark.parametrize(
    ("change", "reason", "message"),
    [
        (
            other_version,
            referee_pb2.REFUSAL_REASON_PROTOCOL_VERSION,
            "The referee speaks protocol version 1, the bot 7.",
        ),
        (
            other_kind,
            referee_pb2.REFUSAL_REASON_DECISION_KIND,
            "This match asks for DECISION_KIND_PLAY, which the hello does not name.",
        ),
        (
            old_session,
            referee_pb2.REFUSAL_REASON_SESSION,
            "There is no session 'seat 0' to go on with; say hello without one.",
        ),
    ],
)
def test_a_bot_that_does_not_fit_is_refused_and_its_seat_told_why(
    change: Change, reason: int, message: str
) -> None:
    async def story() -> None:
        async with arena() as given, client(given) as stranger:
            waiting = asyncio.create_task(given.bot(1))
            await given.streams[1].greeted.wait()
            refusal = await refused(stranger, hello(given.streams[0].token, change))
            assert refusal.reason == reason
            assert refusal.message == message
            assert given.streams[0].refusal == message
            assert given.streams[0].ended.is_set()
            assert not given.streams[0].greeted.is_set()
            await given.play_on(waiting)
            check_played(given)

    asyncio.run(story())


def test_an_unknown_token_is_refused_and_the_seat_stays_open() -> None:
    async def story() -> None:
        async with arena() as given, client(given) as stranger:
            waiting = asyncio.create_task(given.bot(1))
            await given.streams[1].greeted.wait()
            refusal = await refused(stranger, hello("guessed"))
            assert refusal.reason == referee_pb2.REFUSAL_REASON_TOKEN
            assert refusal.message == "This token is not known."
            assert not given.streams[0].ended.is_set()
            await asyncio.gather(waiting, given.bot(0), given.begin())
            check_played(given)

    asyncio.run(story())


def test_a_token_opens_one_stream() -> None:
    async def story() -> None:
        async with arena() as given, client(given, 1) as stranger:
            waiting = asyncio.create_task(given.bot(1))
            await given.streams[1].greeted.wait()
            refusal = await refused(stranger, hello(given.streams[1].token))
            assert refusal.reason == referee_pb2.REFUSAL_REASON_TOKEN_USED
            assert refusal.message == "This token has opened a stream before."
            assert not given.streams[1].ended.is_set()
            await asyncio.gather(waiting, given.bot(0), given.begin())
            check_played(given)

    asyncio.run(story())


@pytest.mark.parametrize(
    "request_", [referee_pb2.PlayRequest(), referee_pb2.PlayRequest(answers=[{"turn": 1}])]
)
def test_the_first_message_must_be_a_hello(request_: referee_pb2.PlayRequest) -> None:
    async def story() -> None:
        async with arena() as given, client(given) as stranger:
            refusal = await refused(stranger, request_)
            assert refusal.reason == referee_pb2.REFUSAL_REASON_NO_HELLO
            assert refusal.message == "The first message of a stream is a hello."
            assert not given.streams[0].ended.is_set()
            await asyncio.gather(given.bot(0), given.bot(1), given.begin())
            check_played(given)

    asyncio.run(story())


def test_a_stream_without_a_message_is_refused() -> None:
    async def story() -> None:
        async with arena() as given, client(given) as stranger:
            await stranger.call.done_writing()
            response = await stranger.read()
            assert response
            assert response.refusal.reason == referee_pb2.REFUSAL_REASON_NO_HELLO
            assert await stranger.read() is None
            await asyncio.gather(given.bot(0), given.bot(1), given.begin())
            check_played(given)

    asyncio.run(story())


def test_the_welcome_says_what_the_match_is_and_the_farewell_that_it_is_over() -> None:
    farewells: list[referee_pb2.Farewell] = []

    class Listening(Player):
        def answers(self, response):  # type: ignore[no-untyped-def]  # as the class above
            if response.HasField("welcome"):
                assert response.welcome.protocol_version == 1
                assert response.welcome.tables == 2
                assert response.welcome.commitment == b"published"
                assert list(response.match_started.seats) == ["first", "second"]
            if response.HasField("farewell"):
                farewells.append(response.farewell)
            return super().answers(response)

    async def story() -> None:
        async with arena(boards=2) as given:
            bots = [given.bot(seat, player=Listening) for seat in range(2)]
            await asyncio.gather(*bots, given.begin())
            for stream in given.streams:
                await stream.ended.wait()
            check_played(given)

    asyncio.run(story())
    assert [one.reason for one in farewells] == [referee_pb2.FAREWELL_REASON_FINISHED] * 2
    assert [one.message for one in farewells] == ["All games are over."] * 2


async def half_close(one: Client) -> None:
    """Say that nothing more will be sent, and read to the end."""
    await one.call.done_writing()
    while response := await one.read():
        assert not response.HasField("farewell")
    assert await one.code() == grpc.StatusCode.OK


async def disconnect(one: Client) -> None:
    """Leave without a word."""
    one.call.cancel()


async def send_too_much(one: Client) -> None:
    """Send a message that is larger than any set of answers."""
    await one.send(b"x" * LARGE)
    assert await one.code() == grpc.StatusCode.RESOURCE_EXHAUSTED


async def send_garbage(one: Client) -> None:
    """Send bytes that are no message."""
    await one.send(b"\xff" * 100)
    assert await one.code() != grpc.StatusCode.OK


ENDINGS = [half_close, disconnect, send_too_much, send_garbage]
Ending = Callable[[Client], object]


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_stream_that_ends_early_ends_alone(ending: Ending) -> None:
    async def story() -> None:
        async with arena(boards=2) as given:
            waiting = asyncio.create_task(given.bot(1))
            async with client(given) as leaver:
                await leaver.send(hello(given.streams[0].token))
                response = await leaver.read()
                assert response
                assert response.HasField("welcome")
                await given.begin()
                await ending(leaver)  # type: ignore[misc]  # a coroutine
                await given.streams[0].ended.wait()
            assert not given.streams[1].ended.is_set()
            given.rotation.stream_fault(0, FaultKind.CRASHED, "It left.")
            await given.play_on(waiting)
            assert given.rotation.finished
            assert {fault.seat for fault in given.rotation.faults} == {0}

    asyncio.run(story())


@pytest.mark.parametrize("ending", [disconnect, send_too_much, send_garbage])
def test_a_stream_that_ends_before_its_hello_leaves_the_seat_open(ending: Ending) -> None:
    async def story() -> None:
        async with arena() as given:
            async with client(given) as leaver:
                await leaver.call.wait_for_connection()
                await ending(leaver)  # type: ignore[misc]  # a coroutine
            assert not given.streams[0].ended.is_set()
            await asyncio.gather(given.bot(0), given.bot(1), given.begin())
            check_played(given)

    asyncio.run(story())


def test_a_second_hello_is_told_as_a_fault_before_the_stream_ends() -> None:
    async def story() -> None:
        async with arena() as given:
            async with client(given) as twice:
                request = hello(given.streams[0].token)
                await twice.send(request)
                await twice.read()
                await twice.send(request)
                response = await twice.read()
                assert response
                assert response.farewell.reason == referee_pb2.FAREWELL_REASON_FAULT
                assert "second hello" in response.farewell.message
                assert await twice.read() is None
            (fault,) = given.rotation.faults
            assert (fault.seat, fault.kind) == (0, FaultKind.PROTOCOL)

    asyncio.run(story())
