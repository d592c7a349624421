"""Closes its half of the stream, and stays."""

from .misdeeds import Stream, on_stream


async def close(stream: Stream) -> None:
    await stream.hello()
    await stream.turn()
    await stream.call.done_writing()


on_stream(close)
