"""Keeps one seat of a rotation played: starts its bot, watches it, and starts it again."""

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from tablic_server.canary import Canary, is_to_blame
from tablic_server.cores import core_of, on_core
from tablic_server.faults import FaultKind, MachineError
from tablic_server.launch import BotProcess, Program
from tablic_server.limits import DEFAULT_LIMITS, Limits
from tablic_server.sandbox import BARE, Sandbox
from tablic_server.service import RefereeService
from tablic_server.streams import Referee, SeatStream
from tablic_server.transcript import Kept

__all__ = ["Cut", "Supervisor", "exit_text"]

# A deadline can come closer while it is waited for, so it is looked at this often.
LOOK_SECONDS: Final = 0.2
# How long a bot may take to leave after the farewell, and to be told of its fault.
LEAVE_SECONDS: Final = 2.0
FAULT_SECONDS: Final = 0.3
# How long one that closed its stream may take to end, for its exit code to be told.
EXIT_SECONDS: Final = 0.8
# gRPC ends a stream for a message that it does not read, and cannot be told from the bot then.
LOST: Final = "It closed its stream before the farewell, or sent a message of more than 1 MiB."


class Cut(NamedTuple):
    """What there is for the author of a bot at the time of its fault."""

    kept: Kept
    token: str
    log: Callable[[], str]
    """The end of what the process printed, also on its way out, if the fault ended it."""


class Supervisor:
    """One seat: the processes that played it, one after the other, and the stream of the last."""

    def __init__(
        self,
        referee: Referee,
        seat: int,
        program: Program,
        service: RefereeService,
        socket: str,
        announce: Callable[[str, str, str], None] | None,
        sandbox: Sandbox = BARE,
        limits: Limits = DEFAULT_LIMITS,
        canary: Canary | None = None,
    ) -> None:
        """``canary`` tells whether the machine is to blame for a time-out; without it, none is."""
        self.program = program
        self.processes: list[BotProcess] = []
        self.stream: SeatStream
        self._referee = referee
        self._seat = referee.seats[seat]
        self._service = service
        self._socket = socket
        self._announce = announce
        self._sandbox = sandbox
        self._limits = limits
        self._canary = canary
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """Send what piled up for the seat, and look at its state."""
        if self._seat.has_output:
            self.stream.output.set()
        if self._seat.closing or self._referee.finished:
            self._woken.set()

    async def start(self, startup: float, wake_all: Callable[[], None]) -> str | None:
        """Start the bot and wait for its hello; returns what went wrong, if anything.

        Raises MachineError where it was the machine.
        """
        began = time.monotonic()
        token = self.program.token or secrets.token_hex(16)
        self.stream = self._new_stream(token, wake_all)
        self._service.expect(self.stream)
        timeout: float | None = startup
        exits: list[asyncio.Future[Any]] = []
        if self.program.command:
            try:
                self._launch(token)
            except OSError as error:
                return f"It cannot be started: {error.strerror}: {error.filename}."
            exits.append(self._process.exited)
        else:
            assert self._announce  # noqa: S101  # given for programs without a command
            self._announce(self.program.name, f"unix:{self._socket}", token)
            timeout = startup if self.program.elsewhere else None
        await _first_of(timeout, [self.stream.greeted, self.stream.ended], exits)
        if self.stream.greeted.is_set():
            return None
        if not (self.stream.ended.is_set() or any(future.done() for future in exits)):
            self._look_at_machine(began, startup)
        return await self._why_not_started(startup)

    async def watch(self, startup: float, wake_all: Callable[[], None]) -> None:
        """Keep the seat played until the rotation is finished or the seat is out.

        Raises MachineError where the machine is to blame for a time-out.
        """
        while not self._referee.finished and not self._seat.out:
            fault = await self._next_fault()
            if fault is None:
                continue
            if not self._seat.closing:
                self._charge(*fault)
                wake_all()
            await self._end(FAULT_SECONDS)
            if not self._referee.finished and not self._seat.out:
                reason = await self.start(startup, wake_all)
                if reason:
                    self._referee.startup_fault({self._seat.number: reason})
                    wake_all()

    def cut(self, kind: FaultKind) -> Cut:
        """What its author may see of a fault that was charged just now."""
        log = ""
        if self.processes:
            process = self._process
            if kind is not FaultKind.ILLEGAL:
                return Cut(self.stream.transcript.kept(), self.stream.token, lambda: process.log)
            log = process.log_now
        return Cut(self.stream.transcript.kept(), self.stream.token, lambda: log)

    async def close(self) -> None:
        """Let the bot leave after the farewell, and kill what is left of it."""
        faultless = self._seat.connected and not self._seat.out
        await self._end(LEAVE_SECONDS if faultless else FAULT_SECONDS)

    @property
    def _process(self) -> BotProcess:
        return self.processes[-1]

    def _new_stream(self, token: str, wake_all: Callable[[], None]) -> SeatStream:
        return SeatStream(self._referee, self._seat.number, token, wake_all)

    def _charge(self, kind: FaultKind, message: str) -> None:
        self._referee.stream_fault(self._seat.number, kind, message)

    def _launch(self, token: str) -> None:
        core = core_of(self._seat.number, self._referee.tables_at_once)
        with on_core(core):
            process = BotProcess(self.program, self._socket, token, self._sandbox, self._limits)
        self.processes.append(process)

    async def _next_fault(self) -> tuple[FaultKind, str] | None:
        """Wait a little; returns the fault that has happened to the stream, if one has."""
        seat = self._seat
        await self._look(seat.clock.deadline)
        if self._referee.finished:
            return None
        if seat.closing:
            return FaultKind.PROTOCOL, ""
        if self.stream.ended.is_set():
            return FaultKind.CRASHED, await self._why_lost()
        if time.monotonic() > seat.clock.deadline:
            self._look_at_machine(seat.clock.since, seat.clock.allowed)
            return FaultKind.LATE, f"No answer came within {seat.clock.allowed:.3g} seconds."
        return None

    async def _look(self, deadline: float) -> None:
        """Wait a little, or until the deadline, or until something happens to the seat."""
        left = deadline - time.monotonic()
        await _first_of(max(0.0, min(left, LOOK_SECONDS)), [self._woken, self.stream.ended])
        self._woken.clear()

    def _look_at_machine(self, since: float, allowed: float) -> None:
        """Raise MachineError if it is to blame for what took longer than allowed since a time."""
        if self._canary is None:
            return
        now = time.monotonic()
        stolen, computed = self._canary.stolen(since, now), self._process.cpu_since(since)
        if is_to_blame(allowed, now - since, stolen, computed):
            raise MachineError(
                self._seat.number,
                f"A time-out was the fault of the machine: of {allowed:.3g} seconds allowed it "
                f"took {stolen:.3g} away, and the bot computed for {computed:.2g}. It was played "
                "again.",
            )

    async def _end(self, grace: float) -> None:
        """End the current stream and process, within so many seconds."""
        if not self.program.command:
            # One that has not come yet has nothing to be told.
            await _first_of(grace if self.stream.greeted.is_set() else 0, [self.stream.ended])
        elif self.processes:
            # One that opens stream after stream is waited for no longer.
            await _first_of(grace, [self.stream.flooded], [self._process.exited])
            await self._process.close(0)

    async def _why_lost(self) -> str:
        if not self.program.command:
            return LOST
        await asyncio.wait([self._process.exited], timeout=EXIT_SECONDS)
        if not self._process.exited.done():
            return LOST
        return f"It {self._how_it_ended()} before the farewell."

    async def _why_not_started(self, startup: float) -> str:
        """Say why there was no hello, and end what is left of the process."""
        exited = self._process.exited.done() if self.program.command else False
        await self._end(FAULT_SECONDS)
        if self.stream.refusal:
            return f"It was refused: {self.stream.refusal}"
        if exited:
            return f"It {self._how_it_ended()} before it said hello."
        return f"It did not say hello within {startup:g} seconds."

    def _how_it_ended(self) -> str:
        if self._process.overused:
            most = self._limits.memory
            return f"was killed for using more than {most} MiB in all its processes"
        return exit_text(self._process.exited.result())


async def _first_of(
    timeout: float | None,
    events: Sequence[asyncio.Event],
    futures: Sequence[asyncio.Future[Any]] = (),
) -> None:
    """Wait until an event is set or a future is done, or for so many seconds."""
    waits = [asyncio.ensure_future(event.wait()) for event in events]
    try:
        await asyncio.wait([*waits, *futures], timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()


def exit_text(code: int) -> str:
    """How a process ended, in a sentence."""
    return f"ended with exit code {code}" if code >= 0 else f"was ended by signal {-code}"
