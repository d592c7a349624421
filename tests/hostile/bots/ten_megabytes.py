"""Sends a message of 10 MB."""

from .misdeeds import Stream, on_stream


async def swamp(stream: Stream) -> None:
    await stream.hello()
    await stream.turn()
    await stream.call.write(b"x" * 10_000_000)


on_stream(swamp)
