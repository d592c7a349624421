"""A connection that breaks: a TCP proxy before a socket, which cuts, falls silent, or delays."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

__all__ = ["Link", "linked"]

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Link:
    """The way to a socket. ``cuts`` are the numbers of bytes after which it breaks next."""

    def __init__(self, target: str | tuple[str, int]) -> None:
        self.target = target
        self.address = ""
        self.cuts: list[int] = []
        self.delay = 0.0
        self.silent = False
        self.carried = 0
        self.opened = 0
        self.most_opened = 1_000
        self._closed = False
        self._serving: set[asyncio.Task[None]] = set()
        self._near: list[asyncio.StreamWriter] = []
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def listen(self) -> asyncio.Server:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.address = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        return server

    def cut(self) -> None:
        """Break every connection."""
        for writer in self._writers:
            writer.transport.abort()

    def cut_near(self) -> None:
        """Break the connections at the bot's end alone."""
        for writer in self._near:
            writer.transport.abort()

    def fall_silent(self) -> None:
        """Carry nothing any more over the connections that are open, and close none of them."""
        for task in self._tasks:
            task.cancel()

    async def close(self) -> None:
        """Break all that is open, and what is being opened."""
        self._closed = True
        self.fall_silent()
        await asyncio.gather(*self._tasks, *self._serving, return_exceptions=True)
        self.cut()
        for writer in self._writers:
            with suppress(OSError):
                await writer.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._near.append(writer)
        self._writers.add(writer)
        serving = asyncio.current_task()
        assert serving
        self._serving.add(serving)
        serving.add_done_callback(self._serving.discard)
        if self._closed or self.opened >= self.most_opened:
            writer.transport.abort()
            return
        try:
            if isinstance(self.target, str):
                ahead, behind = await asyncio.open_unix_connection(self.target)
            else:
                ahead, behind = await asyncio.open_connection(*self.target)
        except OSError:
            writer.transport.abort()
            return
        self.opened += 1
        self._writers.add(behind)
        for source, target in ((reader, behind), (ahead, writer)):
            task = asyncio.create_task(self._carry(source, target))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        with suppress(OSError):
            while data := await source.read(65536):
                if self.cuts and self.carried + len(data) >= self.cuts[0]:
                    target.write(data[: self.cuts.pop(0) - self.carried])
                    self.carried = 0
                    await target.drain()
                    self.cut()
                    return
                self.carried += len(data)
                if self.delay:
                    loop.call_later(self.delay, target.write, data)
                else:
                    target.write(data)
        if self.delay:
            await asyncio.sleep(self.delay)
        target.transport.abort()


@asynccontextmanager
async def linked(target: str | tuple[str, int]) -> AsyncIterator[Link]:
    """A link to a socket."""
    link = Link(target)
    server = await link.listen()
    try:
        yield link
    finally:
        server.close()
        await link.close()
