"""The way in for bots that run elsewhere: a stream from outside, carried to the referee of a match.

Messages are carried as bytes, one at a time each way, so that nothing piles up here: who does not
read is not read from either. Both streams end together.
"""

import asyncio
from typing import Any, Final, cast

import grpc
from tablic.v1 import referee_pb2

from tablic_server.service import SERVICE
from tablic_server.streams import Context

__all__ = ["DOOR_OPTIONS", "SLOW_SECONDS", "hello_with", "pump"]

# How long a bot may leave a message unread when its connection takes no more: some 64 KiB wait.
SLOW_SECONDS: Final = 10.0

# How a server listens outside. A peer that vanished without a word is noticed within four seconds,
# before the cap of an answer is over; pings of the bots are welcome, but not a flood of them.
DOOR_OPTIONS: Final = [
    ("grpc.so_reuseport", 0),
    ("grpc.max_receive_message_length", 1 << 20),
    ("grpc.max_concurrent_streams", 8),
    ("grpc.keepalive_time_ms", 2_000),
    ("grpc.keepalive_timeout_ms", 2_000),
    ("grpc.http2.ping_timeout_ms", 2_000),  # else it is a minute, and the one above has no effect
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.http2.min_ping_interval_without_data_ms", 5_000),
]


def hello_with(hello: referee_pb2.Hello, token: str) -> bytes:
    """The first message of a stream to a referee: the hello of a bot, with the token in there."""
    inner = referee_pb2.Hello()
    inner.CopyFrom(hello)
    inner.token = token
    return referee_pb2.PlayRequest(hello=inner).SerializeToString()


async def pump(context: Context, opening: bytes, address: str) -> None:
    """Carry messages between a stream from outside and the referee at an address.

    It ends when either of them does, or when the bot leaves a message unread for too long, and then
    ends the stream to the referee. The caller returns then, and so ends the other.
    """
    async with grpc.aio.insecure_channel(address) as channel:
        # Without serializers, messages are bytes; the stubs want more than there is.
        inner = cast("Any", channel).stream_stream(f"/{SERVICE}/Play")()
        inward = asyncio.create_task(_inward(context, inner, opening))
        outward = asyncio.create_task(_outward(context, inner))
        try:
            await asyncio.wait({inward, outward}, return_when=asyncio.FIRST_EXCEPTION)
        finally:
            for task in (inward, outward):
                task.cancel()
            inner.cancel()
            await asyncio.gather(inward, outward, return_exceptions=True)


async def _inward(context: Context, inner: Any, opening: bytes) -> None:
    await inner.write(opening)
    while isinstance(data := await context.read(), bytes):
        await inner.write(data)
    await inner.done_writing()


async def _outward(context: Context, inner: Any) -> None:
    while isinstance(data := await inner.read(), bytes):
        async with asyncio.timeout(SLOW_SECONDS):
            await context.write(data)
    raise EOFError
