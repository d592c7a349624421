"""Sends a message that is none of the protocol."""

from .misdeeds import Stream, on_stream


async def babble(stream: Stream) -> None:
    await stream.hello()
    await stream.turn()
    await stream.call.write(b"\xff" * 10)


on_stream(babble)
