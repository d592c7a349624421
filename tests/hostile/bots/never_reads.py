"""Says hello, asks for every event and all legal plays, and never reads."""

from .misdeeds import Stream, on_stream


async def hear_nothing(stream: Stream) -> None:
    await stream.hello(omit_legal_plays=False, turns_only=False)


on_stream(hear_nothing)
