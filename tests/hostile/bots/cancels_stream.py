"""Cancels its stream, and stays."""

from .misdeeds import Stream, on_stream


async def cancel(stream: Stream) -> None:
    await stream.hello()
    await stream.turn()
    stream.call.cancel()


on_stream(cancel)
