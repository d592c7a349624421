"""A worker process: plays one batch after another until its parent stops it or dies."""

import asyncio
import os
import signal
import threading
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Final

from tablic_server.batch import Batch, BatchResult
from tablic_server.launch import kill_all
from tablic_server.match import play_batch

if TYPE_CHECKING:
    from multiprocessing.queues import SimpleQueue

__all__ = ["play", "prepare", "start_worker"]

# How long a batch may take to end when its parent is gone.
LAST_SECONDS: Final = 3.0


class _State:
    """What the watching thread and the playing one share."""

    stopping = threading.Event()
    orphaned = threading.Event()
    playing = threading.Event()
    current: tuple[asyncio.AbstractEventLoop, asyncio.Event] | None = None
    announced: "SimpleQueue[tuple[str, str, str] | None] | None" = None


def start_worker(
    alive: Connection,
    stop: Connection,
    cores: "SimpleQueue[set[int]]",
    announced: "SimpleQueue[tuple[str, str, str] | None]",
) -> None:
    """Prepare a worker: nothing is ever sent, each end of file is the signal.

    ``alive`` ends when the parent dies: the bots are killed and the worker ends. ``stop`` ends when
    the tournament is stopped: the batch in play is cut short and its finished boards returned. The
    queue has the cores of each worker; into the other goes who is waited for, and where.
    """
    _State.announced = announced
    prepare(alive, stop, cores.get())


def prepare(alive: Connection, stop: Connection, cores: set[int]) -> None:
    """The same with the cores of this worker alone; all where there are none."""
    if cores:
        os.sched_setaffinity(0, cores)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the group; the parent decides
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_watch, args=(alive, stop), daemon=True).start()


def play(batch: Batch) -> BatchResult:
    """Play a batch in this worker."""
    _State.playing.set()
    try:
        return asyncio.run(_play(batch))
    finally:
        _State.playing.clear()
        if _State.orphaned.is_set():
            os._exit(1)


async def _play(batch: Batch) -> BatchResult:
    stop = asyncio.Event()
    _State.current = asyncio.get_running_loop(), stop
    if _State.stopping.is_set():
        stop.set()
    try:
        return await play_batch(batch, stop, _announce)
    finally:
        _State.current = None


def _announce(name: str, address: str, token: str) -> None:
    if _State.announced:
        _State.announced.put((name, address, token))


def _watch(alive: Connection, stop: Connection) -> None:
    ended = wait([alive, stop])
    _State.stopping.set()
    if current := _State.current:
        loop, event = current
        loop.call_soon_threadsafe(event.set)
    if alive not in ended:
        wait([alive])
    _State.orphaned.set()
    if _State.playing.is_set():
        threading.Event().wait(LAST_SECONDS)
    kill_all()
    os._exit(1)
