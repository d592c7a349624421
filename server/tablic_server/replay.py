"""Says to a bot again what it was told before a fault, without a clock, and notes its answers."""

import asyncio
import math
import signal
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from tablic.errors import IllegalPlayError, InvalidPlayError
from tablic.game import Game
from tablic.rules import Rules
from tablic.v1 import events_pb2, referee_pb2
from tablic.wire import view_of

from tablic_server.batch import DEFAULT_STARTUP
from tablic_server.bundle import Bundle
from tablic_server.clock import StreamClock, TimeControl
from tablic_server.faults import FaultKind
from tablic_server.folders import run_folder
from tablic_server.host import Announce
from tablic_server.judging import ProtocolError, decide, open_answers
from tablic_server.launch import Program
from tablic_server.limits import Limits
from tablic_server.sandbox import Sandbox
from tablic_server.seat import Seat
from tablic_server.seating import socket_path
from tablic_server.service import RefereeService, start_server
from tablic_server.streams import MOST_GATHERED
from tablic_server.strikes import Strikes
from tablic_server.supervisor import Supervisor, exit_text

__all__ = ["Given", "Replay", "replay", "why_illegal"]

FAREWELL: Final = "The replay is over."


class Given(NamedTuple):
    """What is answered to a turn now, and what was answered then, if anything was."""

    event: events_pb2.Event
    now: referee_pb2.Answer
    then: referee_pb2.Answer | None
    seconds: float
    """How long the answer took: since the turn was sent, or since the answer before it."""

    @property
    def differs(self) -> bool:
        """Whether another answer was given then."""
        return self.then is not None and self.now != self.then


class Replay:
    """The referee of a replay: no cards are dealt and nothing is decided, what was sent is sent.

    Each message is sent once the turns are answered that had been answered before it. An answer is
    awaited for so many seconds.
    """

    def __init__(self, bundle: Bundle, seconds: float, now: Callable[[], float]) -> None:
        self.rules: Rules = bundle.rules
        self.given: list[Given] = []
        self.fault: tuple[FaultKind, str] | None = None
        """What the bot did wrong this time but for its answers, if anything."""
        self.finished = False
        self.hello: referee_pb2.Hello | None = None
        self._seat = _Seat(StreamClock(TimeControl(math.inf, 0.0, seconds), 1))
        self._seat.clock.game_started()
        self.seats = [self._seat]
        self.tables_at_once = 1
        self._stops_there = bundle.kind is FaultKind.ILLEGAL
        self._now = now
        self._left = deque(said.message for said in bundle.said)
        self._then: dict[tuple[int, int], referee_pb2.Answer] = {}
        for message in self._left:
            if isinstance(message, referee_pb2.PlayRequest):
                for answer in message.answers:
                    self._then.setdefault((answer.table, answer.turn), answer)
        self._turns: dict[tuple[int, int], events_pb2.Event] = {}
        self._said: dict[int, int] = {}
        self._asked_at = 0.0

    def greet(self, _number: int, hello: referee_pb2.Hello) -> None:
        """Take the hello, and begin."""
        self.hello = hello
        self._seat.connected = True
        self._go_on()

    def receive(self, number: int, request: referee_pb2.PlayRequest, now: float) -> None:
        """Note answers, and say what was said after them."""
        seat = self._seat
        if not seat.listening:
            return
        try:
            answers = open_answers(seat, request)
        except ProtocolError as error:
            self.stream_fault(number, FaultKind.PROTOCOL, str(error))
            return
        for table, answer in answers:
            turn = table, answer.turn
            seconds = now - self._asked_at
            self.given.append(Given(self._turns[turn], answer, self._then.get(turn), seconds))
        if answers:
            seat.clock.answered(len(answers), now)
            self._asked_at = now
            self._go_on()

    def unreadable(self, number: int, reason: str) -> None:
        """Note bytes that are no request."""
        self.stream_fault(number, FaultKind.PROTOCOL, f"A message could not be read: {reason}.")

    def stream_fault(self, _number: int, kind: FaultKind, message: str) -> None:
        """Note a fault, which ends the replay."""
        self.fault = kind, message
        self._end(referee_pb2.FAREWELL_REASON_FAULT, message)

    def startup_fault(self, messages: dict[int, str]) -> None:
        """Note that the bot did not start."""
        self.stream_fault(0, FaultKind.STARTUP, messages[0])

    def ended(self, code: int) -> None:
        """Note how the process ended: it may have failed after its last answer."""
        if not self.fault and code not in (0, -signal.SIGKILL):
            self.fault = FaultKind.CRASHED, f"It {exit_text(code)}."

    def _go_on(self) -> None:
        """Say what can be said before the bot has to answer."""
        while self._left and not self._awaited(self._left[0]):
            message = self._left.popleft()
            if isinstance(message, referee_pb2.PlayResponse):
                self._say(message)
        if not self._left and (self._stops_there or not self._seat.open_turns):
            self._end(referee_pb2.FAREWELL_REASON_STOPPED, FAREWELL)

    def _awaited(self, message: object) -> bool:
        """Whether a message held an answer to a turn that is open now."""
        opened = self._seat.open_turns
        return isinstance(message, referee_pb2.PlayRequest) and any(
            opened.get(answer.table) == answer.turn for answer in message.answers
        )

    def _say(self, message: referee_pb2.PlayResponse) -> None:
        seat = self._seat
        message = self._without_what_was_said(message)
        if message.HasField("welcome"):
            seat.tables = message.welcome.tables
        turns = [event for event in message.events if event.HasField("turn")]
        for event in turns:
            seat.open_turns[event.table] = event.turn.turn
            self._turns[event.table, event.turn.turn] = event
        if turns:
            self._asked_at = self._now()
            seat.clock.sent(len(turns), self._asked_at)
        seat.say(message)

    def _without_what_was_said(self, message: referee_pb2.PlayResponse) -> referee_pb2.PlayResponse:
        """A message without events that were sent again to a bot that came back."""
        fresh = referee_pb2.PlayResponse()
        fresh.CopyFrom(message)
        del fresh.events[:]
        for event in message.events:
            if event.number > self._said.get(event.table, 0):
                fresh.events.append(event)
                self._said[event.table] = event.number
        return fresh

    def _end(self, reason: referee_pb2.FarewellReason, message: str) -> None:
        farewell = referee_pb2.Farewell(reason=reason, message=message)
        self._seat.say(referee_pb2.PlayResponse(farewell=farewell))
        self._seat.closing = self.finished = True


class _Seat(Seat):
    """A seat that is sent messages as they were, each of its own."""

    def __init__(self, clock: StreamClock) -> None:
        super().__init__(0, clock, Strikes())
        self._messages: deque[referee_pb2.PlayResponse] = deque()

    @property
    def unsent_turns(self) -> int:
        """Enough, always: messages went out like this, and nothing is gathered."""
        return MOST_GATHERED

    def say(self, message: referee_pb2.PlayResponse) -> None:
        """Send a message after those that wait."""
        self._messages.append(message)
        self.has_output = True

    def take_outbox(self, now: float) -> referee_pb2.PlayResponse:
        """The next message to be sent."""
        del now  # the clock runs since it was said
        message = self._messages.popleft()
        self.has_output = bool(self._messages)
        return message


async def replay(
    bundle: Bundle,
    program: Program,
    sandbox: Sandbox,
    limits: Limits,
    seconds: float = math.inf,
    announce: Announce | None = None,
) -> tuple[Replay, str]:
    """Play a fault again with a program; also returns what the program printed.

    It may take so many seconds for an answer. ``announce`` is told of a program that its author
    starts by hand.
    """
    judge = Replay(bundle, seconds, time.monotonic)
    with run_folder() as folder:
        return judge, await _played(judge, program, folder, sandbox, limits, announce)


async def _played(
    judge: Replay,
    program: Program,
    folder: Path,
    sandbox: Sandbox,
    limits: Limits,
    announce: Announce | None,
) -> str:
    service = RefereeService()
    socket = socket_path(folder, 0, program, [])
    supervisor = Supervisor(judge, 0, program, service, socket, announce, sandbox, limits)
    server = await start_server(service, [socket])
    watching = asyncio.create_task(_watch(judge, supervisor))
    waits: list[asyncio.Future[None]] = [watching, service.failure]
    try:
        done, _ = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for future in done:
            future.result()
    finally:
        for future in waits:
            future.cancel()
        supervisor.wake()
        await supervisor.close()
        await server.stop(0)
    for process in supervisor.processes:
        judge.ended(process.exited.result())
    return "".join(process.log for process in supervisor.processes)


async def _watch(judge: Replay, supervisor: Supervisor) -> None:
    """Start the bot, and keep it watched until the replay is over."""
    problem = await supervisor.start(DEFAULT_STARTUP, supervisor.wake)
    if problem:
        judge.startup_fault({0: problem})
    else:
        await supervisor.watch(DEFAULT_STARTUP, supervisor.wake)


def why_illegal(event: events_pb2.Event, answer: referee_pb2.Answer, rules: Rules) -> str:
    """Why an answer to a turn is illegal; empty for one that is legal."""
    game = Game.from_view(view_of(event.turn, rules), Random(0))  # noqa: S311  # hidden cards
    try:
        decide(game, answer)
    except (InvalidPlayError, IllegalPlayError) as error:
        return str(error)
    return ""
