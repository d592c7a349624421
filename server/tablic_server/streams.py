"""The stream of a seat: what reads from it, what writes to it, and when.

A message costs as much as several turns, so that events wait for others where the bot does not wait
for them.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

import grpc
from google.protobuf.message import DecodeError
from tablic.rules import Rules
from tablic.v1 import referee_pb2

from tablic_server.faults import FaultKind
from tablic_server.seat import Seat
from tablic_server.transcript import Transcript

__all__ = ["MOST_GATHERED", "Context", "Referee", "Refused", "SeatStream"]

# Streams that one process may open, one after the other or at once: each is work for the referee.
MOST_OPENED: Final = 100

# How long a stream stays open after the farewell for the bot to close its side.
FAREWELL_SECONDS: Final = 0.5

# How long events wait for others, while the bot is busy or is asked nothing.
GATHER_SECONDS: Final = 0.002

# So many turns are sent at once: else the bots of a match would wait for each other.
MOST_GATHERED: Final = 8

# Messages are read and written as bytes, which the transcripts keep.
Context = grpc.aio.ServicerContext[bytes, bytes]
Refused = tuple[referee_pb2.RefusalReason, str]


class Referee(Protocol):
    """Who decides what is said on the streams: a rotation, or a replay."""

    @property
    def rules(self) -> Rules:
        """The rule set of the games."""

    @property
    def seats(self) -> Sequence[Seat]:
        """The seats, with what is to be sent to them."""

    @property
    def finished(self) -> bool:
        """Whether there is nothing left to say."""

    @property
    def tables_at_once(self) -> int:
        """How many games are played at once at most."""

    def greet(self, number: int, hello: referee_pb2.Hello) -> None:
        """Welcome a stream."""

    def receive(self, number: int, request: referee_pb2.PlayRequest, now: float) -> None:
        """Take in a request."""

    def unreadable(self, number: int, reason: str) -> None:
        """Take in bytes that are no request."""

    def stream_fault(self, number: int, kind: FaultKind, message: str) -> None:
        """Charge a fault of a stream or process."""

    def startup_fault(self, messages: dict[int, str]) -> None:
        """Charge the seats that could not start."""


class SeatStream:
    """The stream of one bot process: expected, then greeted, then ended."""

    def __init__(self, referee: Referee, seat: int, token: str, wake: Callable[[], None]) -> None:
        self.token = token
        self.greeted = asyncio.Event()
        self.ended = asyncio.Event()
        self.flooded = asyncio.Event()
        self.refusal = ""
        self.output = asyncio.Event()
        self.transcript = Transcript()
        self._opened = 0
        self._heard = True
        self._due = False
        self._referee = referee
        self._seat = referee.seats[seat]
        self._wake = wake

    @property
    def rules(self) -> Rules:
        """The rule set of the games it plays."""
        return self._referee.rules

    def keep(self, data: bytes, now: float, *, sent: bool = False) -> None:
        """Keep a message for the transcript."""
        self.transcript.add(now, self._seat.clock.left(now), data, sent=sent)

    def opened(self) -> None:
        """One more stream was opened at the socket of the seat; too many are a fault."""
        self._opened += 1
        if self._opened < MOST_OPENED:
            return
        self.flooded.set()
        if self.ended.is_set():
            return
        message = f"{MOST_OPENED} streams were opened; open one, and say hello on it."
        if self._seat.listening:
            self._referee.stream_fault(self._seat.number, FaultKind.PROTOCOL, message)
            self._wake()
        elif not self.greeted.is_set():
            self.refusal = message
            self.ended.set()

    def takes_back(self, hello: referee_pb2.Hello) -> bool:
        """Whether a hello with its token is one of a bot that comes back."""
        del hello
        return False

    def why_not_back(self, hello: referee_pb2.Hello) -> Refused | None:
        """Why its bot cannot come back with this hello."""
        del hello
        return None

    async def serve(self, hello: referee_pb2.Hello, data: bytes, context: Context) -> None:
        """Carry messages both ways until the bot leaves, or a little after the farewell."""
        self.keep(data, time.monotonic())
        self._referee.greet(self._seat.number, hello)
        await self._carry(context)

    async def _carry(self, context: Context, *ends: asyncio.Task[Any]) -> None:
        """Carry messages until then, or until one of these tasks is done."""
        self.greeted.set()
        self.output.set()
        reader = asyncio.create_task(self._read(context))
        writer = asyncio.create_task(self._write(context))
        try:
            waits = {reader, writer, *ends}
            done, _ = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            if done.isdisjoint(ends):
                # An answer on its way to a stream that is over would break it at the bot's end, and
                # hide the farewell: let the bot close its side.
                await asyncio.wait({reader}, timeout=FAREWELL_SECONDS)
        finally:
            self._left()
            reader.cancel()
            if self._seat.closing:
                # Its half was closed before the farewell is sent; gRPC hangs if that is cut off.
                await asyncio.wait({writer}, timeout=FAREWELL_SECONDS)
            writer.cancel()
            await asyncio.wait({reader, writer})

    def _left(self) -> None:
        """The stream is over."""
        self.ended.set()

    async def _read(self, context: Context) -> None:
        """Hand every request to the rotation before the next is read; ends with the stream."""
        while True:
            data: Any = await context.read()
            if data is grpc.aio.EOF:  # type: ignore[attr-defined]  # not in the stubs
                return
            now = time.monotonic()
            self.keep(data, now)
            self._heard = True
            try:
                request = referee_pb2.PlayRequest.FromString(data)
            except DecodeError as error:
                # The writer ends the stream once the farewell is sent.
                self._referee.unreadable(self._seat.number, str(error))
            else:
                self._referee.receive(self._seat.number, request, now)
            self._wake()

    async def _write(self, context: Context) -> None:
        """Send what piles up in the outbox; ends after the farewell."""
        while True:
            await self.output.wait()
            self.output.clear()
            while self._seat.has_output:
                if not self._urgent:
                    await self._gather()
                now = time.monotonic()
                response = self._seat.take_outbox(now)
                self._heard = False
                data = response.SerializeToString()
                self.keep(data, now, sent=True)
                await context.write(data)
                if response.HasField("farewell"):
                    return

    @property
    def _urgent(self) -> bool:
        """Whether the bot waits for what is in the outbox: it has a turn there, and is not busy."""
        seat = self._seat
        if seat.closing or seat.unsent_turns >= MOST_GATHERED:
            return True
        return seat.unsent_turns > 0 and (self._heard or not seat.clock.owed)

    async def _gather(self) -> None:
        """Let more events come in until the bot waits for them, but only for a moment."""
        self._due = False
        timer = asyncio.get_running_loop().call_later(GATHER_SECONDS, self._end_gathering)
        while not (self._due or self._urgent):
            await self.output.wait()
            self.output.clear()
        timer.cancel()

    def _end_gathering(self) -> None:
        self._due = True
        self.output.set()
