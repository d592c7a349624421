"""Has got hold of the token of the other seat, which its argument is."""

import sys

from .misdeeds import Stream, on_stream, tell


async def steal(stream: Stream) -> None:
    await stream.hello(token=sys.argv[1])
    tell(await stream.told())


on_stream(steal, stay=False)
