"""Real streams over a real socket: who is let in, and how streams end."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import grpc
import pytest
from tablic import Rules, parse_rules
from tablic.client import Player, serve
from tablic.errors import ConnectionLostError, RefusedError
from tablic.examples.random_bot import RandomBot
from tablic.v1 import events_pb2, referee_pb2
from tablic.v1.referee_pb2_grpc import RefereeServiceStub
from tablic_server.clock import DEFAULT_TIME
from tablic_server.rotation import Rotation
from tablic_server.service import RefereeService, start_server
from tablic_server.streams import SeatStream
from tablic_server.tables import Deal, Table

RULES = parse_rules("tablic hands=1")
Body = Callable[["Referee"], Awaitable[None]]


class Referee:
    """A service with one game, its tokens "zero" and "one", and a socket."""

    def __init__(self, folder: Path, rules: Rules = RULES) -> None:
        self.address = f"unix:{folder}/referee.sock"
        self.socket = f"{folder}/referee.sock"
        table = Table(rules, Deal(bytes(32), "board", 0), ("a", "b"))
        self.rotation = Rotation(
            [table], rules, ("a", "b"), [DEFAULT_TIME] * 2, b"c", asyncio.get_running_loop().time
        )
        self.service = RefereeService()
        self.streams = [
            SeatStream(self.rotation, seat, token, self.wake)
            for seat, token in enumerate(("zero", "one"))
        ]
        for stream in self.streams:
            self.service.expect(stream)

    def wake(self) -> None:
        for seat, stream in zip(self.rotation.seats, self.streams, strict=True):
            if seat.has_output:
                stream.output.set()

    async def play(self) -> None:
        """Let both seats play their game to its end, and check that they could."""
        bots = [asyncio.create_task(serve(RandomBot, self.address, t)) for t in ("zero", "one")]
        for stream in self.streams:
            await stream.greeted.wait()
        self.rotation.start()
        self.wake()
        await asyncio.gather(*bots)
        assert self.rotation.finished
        assert not self.rotation.faults


def with_referee(folder: Path, body: Body, rules: Rules = RULES) -> None:
    async def main() -> None:
        referee = Referee(folder, rules)
        server = await start_server(referee.service, [referee.socket])
        try:
            await body(referee)
            assert not referee.service.failure.done()
        finally:
            referee.service.failure.cancel()
            await server.stop(0)

    asyncio.run(main())


async def first_response(address: str, request: referee_pb2.PlayRequest) -> Any:
    async with grpc.aio.insecure_channel(address) as channel:
        stream = RefereeServiceStub(channel).Play()  # type: ignore[no-untyped-call]
        await stream.write(request)
        return await stream.read()


def hello(**changes: Any) -> referee_pb2.PlayRequest:
    request = Player(RandomBot).hello("zero")
    for name, value in changes.items():
        if isinstance(value, list):
            request.hello.ClearField(name)
            getattr(request.hello, name).extend(value)
        else:
            setattr(request.hello, name, value)
    return request


def test_two_bots_play_to_the_farewell(tmp_path: Path) -> None:
    with_referee(tmp_path, Referee.play)


@pytest.mark.parametrize(
    ("request_of", "reason", "words"),
    [
        (lambda: hello(token="guess"), "TOKEN", "not known"),
        (referee_pb2.PlayRequest, "NO_HELLO", "first message"),
    ],
)
def test_a_stranger_is_refused_and_harms_nobody(
    request_of: Callable[[], referee_pb2.PlayRequest], reason: str, words: str, tmp_path: Path
) -> None:
    async def body(referee: Referee) -> None:
        response = await first_response(referee.address, request_of())
        expected = f"REFUSAL_REASON_{reason}"
        assert referee_pb2.RefusalReason.Name(response.refusal.reason) == expected
        assert words in response.refusal.message
        await referee.play()

    with_referee(tmp_path, body)


def test_a_token_opens_one_stream_and_a_second_use_does_not_harm_it(tmp_path: Path) -> None:
    async def body(referee: Referee) -> None:
        playing = asyncio.create_task(referee.play())
        await referee.streams[0].greeted.wait()
        with pytest.raises(RefusedError, match="opened a stream before"):
            await serve(RandomBot, referee.address, "zero")
        await playing

    with_referee(tmp_path, body)


@pytest.mark.parametrize(
    ("changes", "reason", "words"),
    [
        ({"protocol_version": 9}, "PROTOCOL_VERSION", "version 1, the bot 9"),
        ({"session": "gone"}, "SESSION", "'gone'"),
        (
            {"decision_kinds": [events_pb2.DECISION_KIND_KEEP_TALON]},
            "DECISION_KIND",
            "DECISION_KIND_PLAY",
        ),
    ],
)
def test_a_bot_that_does_not_fit_is_told_why(
    changes: dict[str, Any], reason: str, words: str, tmp_path: Path
) -> None:
    async def body(referee: Referee) -> None:
        response = await first_response(referee.address, hello(**changes))
        expected = f"REFUSAL_REASON_{reason}"
        assert referee_pb2.RefusalReason.Name(response.refusal.reason) == expected
        assert words in response.refusal.message
        await referee.streams[0].ended.wait()
        assert referee.streams[0].refusal == response.refusal.message

    with_referee(tmp_path, body)


PLAY = events_pb2.DECISION_KIND_PLAY
CLAIM = events_pb2.DECISION_KIND_PLAY_OR_CLAIM
KEEP = events_pb2.DECISION_KIND_KEEP_TALON


@pytest.mark.parametrize(
    ("rules", "kinds", "missing"),
    [
        ("tabinet", [], "DECISION_KIND_KEEP_TALON"),
        ("tabinet", [PLAY, CLAIM], "DECISION_KIND_KEEP_TALON"),
        ("tablic-classic", [], "DECISION_KIND_PLAY_OR_CLAIM"),
        ("tablic-classic", [PLAY, KEEP], "DECISION_KIND_PLAY_OR_CLAIM"),
        ("tablic-classic", [CLAIM, KEEP], "DECISION_KIND_PLAY"),
        ("tabinet claim=true", [PLAY], "DECISION_KIND_PLAY_OR_CLAIM and DECISION_KIND_KEEP_TALON"),
    ],
)
def test_a_bot_that_lacks_a_decision_is_told_which(
    rules: str, kinds: list[events_pb2.DecisionKind], missing: str, tmp_path: Path
) -> None:
    async def body(referee: Referee) -> None:
        response = await first_response(referee.address, hello(decision_kinds=kinds))
        assert response.refusal.reason == referee_pb2.REFUSAL_REASON_DECISION_KIND
        sentence = f"This match ({rules}) asks for {missing}, which the hello does not name."
        assert response.refusal.message == sentence

    with_referee(tmp_path, body, parse_rules(rules))


@pytest.mark.parametrize("rules", ["tabinet", "tablic-classic", "tabinet claim=true"])
def test_the_library_answers_every_kind_of_decision(rules: str, tmp_path: Path) -> None:
    with_referee(tmp_path, Referee.play, parse_rules(rules))


@pytest.mark.parametrize("leave", ["cancel", "half-close", "too large"])
def test_a_stream_that_ends_early_ends_for_the_referee_too(leave: str, tmp_path: Path) -> None:
    async def body(referee: Referee) -> None:
        async with grpc.aio.insecure_channel(referee.address) as channel:
            stream = RefereeServiceStub(channel).Play()  # type: ignore[no-untyped-call]
            await stream.write(hello())
            await stream.read()
            if leave == "cancel":
                stream.cancel()
            elif leave == "half-close":
                await stream.done_writing()
            else:
                await stream.write(hello(bot_name="x" * 2_000_000))
            await referee.streams[0].ended.wait()

    with_referee(tmp_path, body)


def test_an_arena_that_is_not_there_is_a_lost_connection(tmp_path: Path) -> None:
    with pytest.raises(ConnectionLostError, match="is lost"):
        asyncio.run(serve(RandomBot, f"unix:{tmp_path}/nothing.sock", "zero"))
