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
        if hello is None:
            await _refuse(
                context,
                referee_pb2.REFUSAL_REASON_NO_HELLO,
                "The first message of a stream is a hello.",
            )
            return None
        known = self._known.get(hello.token)
        if known and known.takes_back(hello):
            # Whatever is wrong with it, the seat is not harmed: its bot may still come.
            refused = known.why_not_back(hello)
            if refused is None and not hello.session:
                refused = _why_unfit(hello, known.rules)
            if refused:
                await _refuse(context, *refused)
                return None
            return known
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
