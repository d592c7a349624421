"""A referee on real sockets of which every trace is looked at when its story is over."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from ..server.sockets import Referee, with_referee

__all__ = ["open_files", "watched"]


class _Kept(logging.Handler):
    """Keeps what is logged, by us or by a library."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(self.format(record))


def watched(story: Callable[[Referee], Coroutine[Any, Any, None]], boards: int = 2) -> None:
    """Run a story: no error may be logged or stay in a task, and every handler has to end."""
    kept = _Kept()

    async def looked_at(referee: Referee) -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: kept.texts.append(str(context)))
        before = asyncio.all_tasks()
        await story(referee)
        while left := {task for task in asyncio.all_tasks() - before if not _of_server(task)}:
            await asyncio.wait(left)

    logging.getLogger().addHandler(kept)
    try:
        with_referee(looked_at, boards)
    finally:
        logging.getLogger().removeHandler(kept)
    assert kept.texts == []


def open_files() -> int:
    """How many descriptors this process has."""
    return len(list(Path("/proc/self/fd").iterdir()))


def _of_server(task: asyncio.Task[Any]) -> bool:
    """Whether a task waits for the next stream, as gRPC does for as long as it serves."""
    return getattr(task.get_coro(), "__name__", "").startswith(("_request", "_server_main"))
