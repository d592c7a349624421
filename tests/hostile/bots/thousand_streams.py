"""Opens a thousand streams beside its own, on twenty connections."""

import asyncio
import os
from contextlib import suppress
from typing import Any, cast

import grpc
from tablic.client import ADDRESS_VARIABLE

from .misdeeds import PLAY, Stream, on_stream

STREAMS = 1000


async def write(call: Any) -> None:
    with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
        await call.write(b"")


async def open_all(stream: Stream) -> None:
    await stream.hello()
    await stream.turn()
    # Channels to one address share one connection otherwise.
    options = [("grpc.use_local_subchannel_pool", 1)]
    address = os.environ[ADDRESS_VARIABLE]
    channels = [grpc.aio.insecure_channel(address, options=options) for _ in range(20)]
    calls = [cast("Any", channels[n % 20]).stream_stream(PLAY)() for n in range(STREAMS)]
    await asyncio.gather(*map(write, calls))


on_stream(open_all)
