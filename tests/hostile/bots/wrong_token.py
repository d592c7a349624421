"""Guesses a token."""

from .misdeeds import Stream, on_stream, tell


async def guess(stream: Stream) -> None:
    await stream.hello(token="0" * 32)
    tell(await stream.told())


on_stream(guess, stay=False)
