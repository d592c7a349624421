"""Streams that carry what no bot should send: the sender alone pays for it, on real sockets."""

import asyncio

import grpc
import pytest
from tablic.client import serve
from tablic.errors import RefusedError
from tablic.examples.random_bot import RandomBot
from tablic.v1 import referee_pb2
from tablic_server.faults import FaultKind
from tablic_server.judging import MOST_BYTES
from tablic_server.service import MOST_BYTES_READ

from .sockets import Referee, client, hello, with_referee

GARBAGE = b"\xff\xff\xff\xff"
NOT_UTF8 = b"\x0a\x04\x22\x02\xff\xfe"
EMPTY = b""
LARGE = referee_pb2.PlayRequest(
    answers=[referee_pb2.Answer(play={"taken": [1] * MOST_BYTES})]
).SerializeToString()
MANY_ANSWERS = referee_pb2.PlayRequest(
    answers=[referee_pb2.Answer(table=n) for n in range(3)]
).SerializeToString()


@pytest.mark.parametrize(
    ("messages", "words"),
    [
        ([GARBAGE], "could not be read"),
        ([NOT_UTF8], "could not be read"),
        ([LARGE], f"more than {MOST_BYTES} bytes"),
        ([MANY_ANSWERS], "3 answers came in one message for 2 tables"),
        ([hello()], "second hello"),
        ([GARBAGE] * 50, "could not be read"),
        ([hello()] * 50, "second hello"),
        ([EMPTY] * 200, "100 answers were empty or named a turn that is not open"),
        ([LARGE, hello(), MANY_ANSWERS, GARBAGE], f"more than {MOST_BYTES} bytes"),
    ],
)
def test_what_breaks_the_protocol_is_one_fault_that_says_why(
    messages: list[bytes], words: str
) -> None:
    async def story(referee: Referee) -> None:
        opponent = asyncio.create_task(referee.honest(1))
        async with client(referee) as hostile:
            await hostile.send(hello())
            await referee.begin()
            await hostile.send(*messages)
            await hostile.call.done_writing()
            responses = await hostile.rest()
        farewell = responses[-1].farewell
        assert farewell.reason == referee_pb2.FAREWELL_REASON_FAULT
        assert words in farewell.message
        await referee.replace(0)
        await opponent
        (fault,) = referee.rotation.faults
        assert (fault.seat, fault.kind) == (0, FaultKind.PROTOCOL)
        assert words in fault.message
        assert referee.rotation.finished

    with_referee(story, boards=2)


@pytest.mark.parametrize("first", [GARBAGE, NOT_UTF8, EMPTY, MANY_ANSWERS])
def test_a_stream_that_does_not_open_with_a_hello_is_refused_and_harms_nobody(first: bytes) -> None:
    async def story(referee: Referee) -> None:
        async with client(referee) as hostile:
            await hostile.send(first)
            (response,) = await hostile.rest()
        assert response.refusal.reason == referee_pb2.REFUSAL_REASON_NO_HELLO
        assert response.refusal.message == "The first message of a stream is a hello."
        await referee.play()

    with_referee(story)


@pytest.mark.parametrize("greeted", [False, True])
def test_a_message_that_grpc_does_not_even_read_ends_its_stream_alone(greeted: bool) -> None:
    async def story(referee: Referee) -> None:
        opponent = asyncio.create_task(referee.honest(1))
        async with client(referee) as hostile:
            if greeted:
                # Else gRPC may end the stream before the hello was handed on.
                await hostile.send(hello())
                await referee.streams[0].greeted.wait()
            await hostile.send(b"x" * (MOST_BYTES_READ + 1))
            await hostile.rest()  # the status comes behind the welcome
            assert await hostile.call.code() == grpc.StatusCode.RESOURCE_EXHAUSTED
        if greeted:
            await asyncio.gather(referee.replace(0), referee.begin(), opponent)
        else:
            await asyncio.gather(referee.honest(0), referee.begin(), opponent)
        assert referee.rotation.finished
        assert not referee.rotation.faults

    with_referee(story)


def test_strangers_at_the_door_do_not_disturb_a_game() -> None:
    async def story(referee: Referee) -> None:
        async def stranger(number: int) -> None:
            async with client(referee, number % 2) as hostile:
                await hostile.send(hello(token=f"guess {number}"))
                (response,) = await hostile.rest()
                assert response.refusal.reason == referee_pb2.REFUSAL_REASON_TOKEN

        await asyncio.gather(referee.play(), *[stranger(n) for n in range(30)])

    with_referee(story, boards=3)


def test_a_stream_that_says_nothing_holds_nothing_up() -> None:
    async def story(referee: Referee) -> None:
        async with client(referee) as silent:
            await silent.call.wait_for_connection()
            await referee.play()

    with_referee(story)


def test_a_second_use_of_a_token_is_refused_at_either_socket() -> None:
    async def story(referee: Referee) -> None:
        playing = asyncio.create_task(referee.play())
        await referee.streams[0].greeted.wait()
        for socket in referee.sockets:
            with pytest.raises(RefusedError, match="opened a stream before"):
                await serve(RandomBot, f"unix:{socket}", "token 0")
        await playing

    with_referee(story)


def test_a_seat_is_expected_again_only_with_its_new_token() -> None:
    async def story(referee: Referee) -> None:
        opponent = asyncio.create_task(referee.honest(1))
        async with client(referee) as leaver:
            await leaver.send(hello())
            await referee.begin()
        await referee.streams[0].ended.wait()
        with pytest.raises(RefusedError, match="opened a stream before"):
            await serve(RandomBot, f"unix:{referee.sockets[0]}", "token 0")
        await asyncio.gather(referee.replace(0), opponent)
        assert referee.rotation.finished

    with_referee(story)


def test_a_bot_that_closes_its_side_with_its_last_answer_has_played_its_game() -> None:
    async def story(referee: Referee) -> None:
        opponent = asyncio.create_task(referee.honest(1))
        async with client(referee) as hasty:
            await hasty.send(hello(omit_legal_plays=False))
            await referee.begin()
            for _ in range(24):
                turn = None
                while turn is None:
                    response = referee_pb2.PlayResponse.FromString(await hasty.call.read())
                    turn = next((e.turn for e in response.events if e.HasField("turn")), None)
                answer = referee_pb2.Answer(turn=turn.turn, play=turn.legal_plays[0])
                await hasty.send(referee_pb2.PlayRequest(answers=[answer]).SerializeToString())
            await hasty.call.done_writing()
            await hasty.rest()
        await opponent
        assert referee.rotation.finished
        assert not referee.rotation.faults

    with_referee(story)


def test_a_stop_reaches_both_bots_as_a_farewell() -> None:
    async def story(referee: Referee) -> None:
        async with client(referee, 0) as first, client(referee, 1) as second:
            await first.send(hello(0))
            await second.send(hello(1))
            await referee.begin()
            referee.rotation.stop()
            referee.wake()
            for each in (first, second):
                farewell = (await each.rest())[-1].farewell
                assert farewell.reason == referee_pb2.FAREWELL_REASON_STOPPED
                assert farewell.message == "The tournament was stopped."
        assert not referee.rotation.faults

    with_referee(story)
