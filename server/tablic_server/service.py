"""The gRPC service: who connects, and the two tasks of each stream."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

import grpc
from google.protobuf.message import DecodeError
from tablic.rules import Rules
from tablic.v1 import events_pb2, referee_pb2
from tablic.wire import needed_decisions

from tablic_server.batch import RefereeError
from tablic_server.faults import FaultKind
from tablic_server.seat import Seat
from tablic_server.telling import PROTOCOL_VERSION
from tablic_server.transcript import Transcript

__all__ = ["Referee", "RefereeService", "SeatStream", "start_server"]

# What gRPC reads at all; the rotation allows less, and can name the fault.
MOST_BYTES_READ: Final = 1024 * 1024

# Streams that a connection may have open: a bot needs one, and thousands would hold up others.
MOST_STREAMS: Final = 64

# Streams that one process may open, one after the other or at once: each is work for the referee.
MOST_OPENED: Final = 100

SERVICE: Final = "tablic.v1.RefereeService"

# How long a stream stays open after the farewell for the bot to close its side.
FAREWELL_SECONDS: Final = 0.5

# How long events wait for others to be sent with them, while the bot is busy or not asked anything:
# a message costs as much as several turns.
GATHER_SECONDS: Final = 0.002

_OPTIONS: Final = [
    ("grpc.so_reuseport", 0),
    ("grpc.max_receive_message_length", MOST_BYTES_READ),
    ("grpc.max_concurrent_streams", MOST_STREAMS),
]


def _not_of_broken_headers(record: logging.LogRecord) -> bool:
    return not record.getMessage().startswith("Invalid encoding on")


# What a bot sends as a header is its affair, and gRPC reads on; the terminal is the organiser's.
logging.getLogger("grpc._cython.cygrpc").addFilter(_not_of_broken_headers)

# Messages are read and written as bytes, which the transcripts keep.
Context = grpc.aio.ServicerContext[bytes, bytes]


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
        if self._opened < MOST_OPENED or self.ended.is_set():
            return
        message = f"{MOST_OPENED} streams were opened; open one, and say hello on it."
        if self._seat.listening:
            self._referee.stream_fault(self._seat.number, FaultKind.PROTOCOL, message)
            self._wake()
        elif not self.greeted.is_set():
            self.refusal = message
            self.ended.set()

    async def serve(self, hello: referee_pb2.Hello, context: Context) -> None:
        """Carry messages both ways until the bot leaves, or a little after the farewell."""
        self._referee.greet(self._seat.number, hello)
        self.greeted.set()
        self.output.set()
        reader = asyncio.create_task(self._read(context))
        writer = asyncio.create_task(self._write(context))
        try:
            done, _ = await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            # An answer on its way to a stream that is over would break it at the bot's end, and
            # hide the farewell: let the bot close its side.
            await asyncio.wait({reader}, timeout=FAREWELL_SECONDS)
        finally:
            self.ended.set()
            reader.cancel()
            if self._seat.closing:
                # Its half was closed before the farewell is sent; gRPC hangs if that is cut off.
                await asyncio.wait({writer}, timeout=FAREWELL_SECONDS)
            writer.cancel()
            await asyncio.wait({reader, writer})

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
        return seat.closing or (seat.has_turns and (self._heard or not seat.clock.owed))

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


class RefereeService:
    """Hands each stream at the socket of a seat to the seat, if it has the token."""

    def __init__(self) -> None:
        self.failure: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._expected: dict[str, SeatStream] = {}
        self._last: SeatStream | None = None
        self._used: set[str] = set()

    def expect(self, stream: SeatStream) -> None:
        """Let one stream with the token of this one in."""
        self._expected[stream.token] = self._last = stream
        self._used.discard(stream.token)

    async def Play(self, _requests: Any, context: Context) -> None:  # noqa: N802  # generated name
        """Serve one stream. Whatever goes wrong in here that is not the bot's is reported."""
        try:
            if self._last:
                self._last.opened()
            data: Any = await context.read()
            hello = _hello_of(data)
            stream = await self._admit(hello, context)
            if stream and hello:
                stream.keep(data, time.monotonic())
                await stream.serve(hello, context)
        except (asyncio.CancelledError, grpc.aio.AioRpcError, grpc.aio.UsageError):
            raise
        except Exception as error:
            if not self.failure.done():
                self.failure.set_exception(error)
            raise

    async def _admit(self, hello: Any, context: Context) -> SeatStream | None:
        """The stream that a hello opens, or None: it was refused with the reason."""
        if hello is None:
            await _refuse(
                context,
                referee_pb2.REFUSAL_REASON_NO_HELLO,
                "The first message of a stream is a hello.",
            )
            return None
        stream = self._expected.pop(hello.token, None)
        if stream is None:
            used = hello.token in self._used
            message = (
                "This token has opened a stream before." if used else "This token is not known."
            )
            if self._last:
                self._last.refusal = message
            await _refuse(
                context,
                referee_pb2.REFUSAL_REASON_TOKEN_USED if used else referee_pb2.REFUSAL_REASON_TOKEN,
                message,
            )
            return None
        self._used.add(stream.token)
        refusal = _why_unfit(hello, stream.rules)
        if refusal:
            reason, stream.refusal = refusal
            stream.ended.set()
            await _refuse(context, reason, stream.refusal)
            return None
        return stream


def _hello_of(data: Any) -> referee_pb2.Hello | None:
    """The hello of a stream's first message; None where it has none, or there is no message."""
    if data is grpc.aio.EOF:  # type: ignore[attr-defined]  # not in the stubs
        return None
    try:
        request = referee_pb2.PlayRequest.FromString(data)
    except DecodeError:
        return None
    return request.hello if request.HasField("hello") else None


async def start_server(service: RefereeService, sockets: list[str]) -> grpc.aio.Server:
    """A server that listens on these Unix sockets, one for each seat."""
    server = grpc.aio.server(options=_OPTIONS)
    method = {"Play": grpc.stream_stream_rpc_method_handler(service.Play)}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, method),))
    try:
        for socket in sockets:
            server.add_insecure_port(f"unix:{socket}")
    except RuntimeError as error:
        await server.stop(None)
        raise RefereeError(f"the referee cannot listen: {error}") from None
    await server.start()
    return server


def _why_unfit(
    hello: referee_pb2.Hello, rules: Rules
) -> tuple[referee_pb2.RefusalReason, str] | None:
    """Why a bot with the right token cannot play."""
    if hello.protocol_version != PROTOCOL_VERSION:
        return (
            referee_pb2.REFUSAL_REASON_PROTOCOL_VERSION,
            f"The referee speaks protocol version {PROTOCOL_VERSION}, "
            f"the bot {hello.protocol_version}.",
        )
    if hello.session:
        return (
            referee_pb2.REFUSAL_REASON_SESSION,
            f"There is no session {hello.session!r} to go on with; say hello without one.",
        )
    able = hello.decision_kinds or [events_pb2.DECISION_KIND_PLAY]
    unable = [kind for kind in needed_decisions(rules) if kind not in able]
    if unable:
        names = " and ".join(map(events_pb2.DecisionKind.Name, unable))
        return (
            referee_pb2.REFUSAL_REASON_DECISION_KIND,
            f"This match ({rules.text}) asks for {names}, which the hello does not name.",
        )
    return None


async def _refuse(context: Context, reason: referee_pb2.RefusalReason, message: str) -> None:
    refusal = referee_pb2.Refusal(reason=reason, message=message)
    await context.write(referee_pb2.PlayResponse(refusal=refusal).SerializeToString())
