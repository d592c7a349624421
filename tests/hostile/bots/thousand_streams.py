"""Opens a thousand streams beside its own, and plays on it."""

import asyncio
import os
from typing import Any, cast

import grpc
from tablic.client import ADDRESS_VARIABLE, TOKEN_VARIABLE, Player, serve_player
from tablic.examples.random_bot import RandomBot

from .misdeeds import PLAY

STREAMS = 1000


async def main() -> None:
    address, token = os.environ[ADDRESS_VARIABLE], os.environ[TOKEN_VARIABLE]
    playing = asyncio.create_task(serve_player(Player(RandomBot), address, token))
    # Twenty connections: channels to one address share one otherwise.
    channels = [
        grpc.aio.insecure_channel(address, options=[("grpc.use_local_subchannel_pool", 1)])
        for _ in range(20)
    ]
    opening = [cast("Any", channels[n % 20]).stream_stream(PLAY)() for n in range(STREAMS)]
    for call in opening:
        asyncio.create_task(call.write(b"")).add_done_callback(lambda done: done.exception())
    await playing
    os._exit(0)


asyncio.run(main())
