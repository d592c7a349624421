"""Speaks a version of the protocol that does not exist."""

from .misdeeds import Stream, on_stream, tell


async def speak(stream: Stream) -> None:
    await stream.hello(protocol_version=99)
    tell(await stream.told())


on_stream(speak)
