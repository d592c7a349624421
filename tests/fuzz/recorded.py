"""What the connection of an honest bot carries to the referee, taken down on the way."""

import asyncio
from functools import cache

from tablic.client import serve
from tablic.examples.random_bot import RandomBot

from ..server.sockets import Referee, with_referee

__all__ = ["recorded"]


@cache
def recorded() -> tuple[bytes, bytes]:
    """The bytes with the hello, whose token is ``token 0``, and those after it.

    To be asked for before there is a loop: gRPC does not bear two of them.
    """
    parts: list[tuple[bytes, bytes]] = []
    with_referee(lambda referee: _record(referee, parts))
    return parts[0]


async def _record(referee: Referee, parts: list[tuple[bytes, bytes]]) -> None:
    taken, split = bytearray(), list[int]()
    closed = asyncio.Event()

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, kept: bool) -> None:
        while data := await reader.read(1 << 16):
            if kept:
                taken.extend(data)
            writer.write(data)
        writer.close()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_unix_connection(referee.sockets[0])
        await asyncio.gather(carry(reader, there[1], True), carry(there[0], writer, False))
        closed.set()

    async def greeted() -> None:
        await referee.streams[0].greeted.wait()
        split.append(len(taken))

    path = referee.sockets[0] + ".recorded"
    server = await asyncio.start_unix_server(connected, path)
    async with server:
        bot = serve(RandomBot, f"unix:{path}", "token 0")
        await asyncio.gather(bot, referee.honest(1), greeted(), referee.begin())
        await closed.wait()
    parts.append((bytes(taken[: split[0]]), bytes(taken[split[0] :])))
