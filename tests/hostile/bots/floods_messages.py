"""Sends messages that hold nothing as fast as it can."""

from tablic.v1 import referee_pb2

from .misdeeds import Stream, on_stream


async def flood(stream: Stream) -> None:
    await stream.hello()
    await stream.turn()
    while True:
        await stream.send(referee_pb2.PlayRequest())


on_stream(flood)
