"""The gRPC service: who may connect, and what is said to those who may not."""

import asyncio
import logging
from typing import Any, Final

import grpc
from google.protobuf.message import DecodeError
from tablic.rules import Rules
from tablic.v1 import events_pb2, referee_pb2
from tablic.wire import needed_decisions

from tablic_server.batch import RefereeError
from tablic_server.streams import Context, Refused, SeatStream
from tablic_server.telling import PROTOCOL_VERSION

__all__ = ["SERVICE", "RefereeService", "start_server"]

# What gRPC reads at all; the rotation allows less, and can name the fault.
MOST_BYTES_READ: Final = 1024 * 1024

# Streams that a connection may have open: a bot needs one, and thousands would hold up others.
MOST_STREAMS: Final = 64

SERVICE: Final = "tablic.v1.RefereeService"

_OPTIONS: Final = [
    ("grpc.so_reuseport", 0),
    ("grpc.max_receive_message_length", MOST_BYTES_READ),
    ("grpc.max_concurrent_streams", MOST_STREAMS),
]

_NO_HELLO: Final = (
    referee_pb2.REFUSAL_REASON_NO_HELLO,
    "The first message of a stream is a hello.",
)
_TOKEN_UNKNOWN: Final = (referee_pb2.REFUSAL_REASON_TOKEN, "This token is not known.")
_TOKEN_USED: Final = (
    referee_pb2.REFUSAL_REASON_TOKEN_USED,
    "This token has opened a stream before.",
)


def _not_of_broken_headers(record: logging.LogRecord) -> bool:
    return not record.getMessage().startswith("Invalid encoding on")


# What a bot sends as a header is its affair, and gRPC reads on; the terminal is the organiser's.
logging.getLogger("grpc._cython.cygrpc").addFilter(_not_of_broken_headers)


class RefereeService:
    """Hands each stream at the socket of a seat to the seat, if it has the token."""

    def __init__(self) -> None:
        self.failure: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._expected: dict[str, SeatStream] = {}
        self._last: SeatStream | None = None
        self._known: dict[str, SeatStream] = {}
        self._used: set[str] = set()

    def expect(self, stream: SeatStream) -> None:
        """Let one stream with the token of this one in."""
        self._expected[stream.token] = self._known[stream.token] = self._last = stream
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
                await stream.serve(hello, data, context)
        except (asyncio.CancelledError, grpc.aio.AioRpcError, grpc.aio.UsageError):
            raise
        except Exception as error:
            if not self.failure.done():
                self.failure.set_exception(error)
            raise

    async def _admit(self, hello: Any, context: Context) -> SeatStream | None:
        """The stream that a hello opens, or None: it was refused with the reason."""
        stream, refused = self._stream_of(hello)
        if refused:
            await _refuse(context, *refused)
            return None
        return stream

    def _stream_of(
        self, hello: referee_pb2.Hello | None
    ) -> tuple[SeatStream | None, Refused | None]:
        """The stream that a hello opens or comes back to, and why it may not, if so."""
        if hello is None:
            return None, _NO_HELLO
        known = self._known.get(hello.token)
        if known and known.takes_back(hello):
            return known, _why_not_back(known, hello)
        return self._first(hello)

    def _first(self, hello: referee_pb2.Hello) -> tuple[SeatStream | None, Refused | None]:
        """The stream that is expected with a token, and why it is refused, as its seat is told."""
        stream = self._expected.pop(hello.token, None)
        if stream is None:
            unknown = _TOKEN_USED if hello.token in self._used else _TOKEN_UNKNOWN
            if self._last:
                self._last.refusal = unknown[1]
            return None, unknown
        self._used.add(stream.token)
        refused = _why_unfit(hello, stream.rules)
        if refused:
            stream.refusal = refused[1]
            stream.ended.set()
        return stream, refused


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


def _why_not_back(stream: SeatStream, hello: referee_pb2.Hello) -> Refused | None:
    """Why a bot cannot come back. Its seat is not harmed by that: the bot may still come."""
    refused = stream.why_not_back(hello)
    if refused is None and not hello.session:
        return _why_unfit(hello, stream.rules)
    return refused


def _why_unfit(hello: referee_pb2.Hello, rules: Rules) -> Refused | None:
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
            f"There is no session {hello.session[:40]!r} to go on with; say hello without one.",
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
