"""Sends answers at full rate for ten seconds, on one stream after another."""

import asyncio
import os
import time

import grpc
from tablic.client import ADDRESS_VARIABLE
from tablic.v1 import referee_pb2

from .misdeeds import Stream, tell

SECONDS = 10.0
TASKS = 16


async def flood(channel: grpc.aio.Channel, end: float) -> int:
    answer = referee_pb2.Answer(turn=1, play={"card": 1, "taken": [2, 3]})
    request = referee_pb2.PlayRequest(answers=[answer])
    sent = 0
    while time.monotonic() < end:
        stream = Stream(channel)
        try:
            while time.monotonic() < end:
                await stream.send(request)
                sent += 1
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            pass
    return sent


async def main() -> None:
    end = time.monotonic() + SECONDS
    async with grpc.aio.insecure_channel(os.environ[ADDRESS_VARIABLE]) as channel:
        tell("sent", sum(await asyncio.gather(*[flood(channel, end) for _ in range(TASKS)])))


asyncio.run(main())
