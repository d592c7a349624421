"""Says hello twice on its stream."""

from .misdeeds import Stream, on_stream


async def greet(stream: Stream) -> None:
    await stream.hello()
    await stream.turn()
    await stream.hello()


on_stream(greet)
