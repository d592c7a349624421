"""Connects, opens a stream and says nothing."""

from .misdeeds import Stream, on_stream


async def say_nothing(stream: Stream) -> None:
    await stream.call.wait_for_connection()


on_stream(say_nothing)
