"""Misuses its stream as its argument says, as soon as it owes an answer."""

import asyncio
import os
import sys
from typing import Any, cast

import grpc
from tablic.client import ADDRESS_VARIABLE, TOKEN_VARIABLE, Player
from tablic.examples.random_bot import RandomBot
from tablic.v1 import referee_pb2

PLAY = "/tablic.v1.RefereeService/Play"


async def misuse(call: Any, mode: str) -> None:
    if mode == "garbage":
        await call.write(b"\xff" * 10)
    elif mode == "close":
        await call.done_writing()
    else:
        assert mode == "ignore"
    await asyncio.sleep(3600)


def has_turn(response: referee_pb2.PlayResponse) -> bool:
    return any(event.HasField("turn") for event in response.events)


async def main() -> None:
    async with grpc.aio.insecure_channel(os.environ[ADDRESS_VARIABLE]) as channel:
        # Without serializers, messages are bytes; the stubs want more than there is.
        call = cast("Any", channel).stream_stream(PLAY)()
        await call.write(Player(RandomBot).hello(os.environ[TOKEN_VARIABLE]).SerializeToString())
        while not has_turn(referee_pb2.PlayResponse.FromString(await call.read())):
            pass
        await misuse(call, sys.argv[1])


asyncio.run(main())
