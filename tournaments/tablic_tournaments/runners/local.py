"""Batches played by worker processes of this machine: one for two cores."""

import multiprocessing
import os
import threading
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Self

from tablic_server.batch import Batch, BatchResult
from tablic_server.host import Announce

from tablic_tournaments.runners import worker

if TYPE_CHECKING:
    from multiprocessing.queues import SimpleQueue

__all__ = ["LocalRunner", "core_shares", "default_workers"]


class LocalRunner:
    """An executor of batches. A match fills the cores of one worker: two bots and the referee."""

    def __init__(self, workers: int | None = None, announce: Announce | None = None) -> None:
        """``announce`` is told in a thread where a bot that runs elsewhere is waited for."""
        self.workers = workers or default_workers()
        context = multiprocessing.get_context("spawn")
        alive_end, self._alive = context.Pipe(duplex=False)
        stop_end, self._stop = context.Pipe(duplex=False)
        self._ends = (alive_end, stop_end)
        self._context = context
        self._announce = announce
        self._announced: SimpleQueue[tuple[str, str, str] | None] = context.SimpleQueue()
        self._telling = threading.Thread(target=self._tell, daemon=True)
        self._telling.start()
        self._pool = self._new_pool()

    def submit(self, batch: Batch) -> Future[BatchResult]:
        """The future result of a batch.

        The future raises BrokenProcessPool where a worker was killed, also that of another batch:
        submit again what has no result. All workers are replaced then.
        """
        try:
            return self._pool.submit(worker.play, batch)
        except BrokenProcessPool:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = self._new_pool()
            return self._pool.submit(worker.play, batch)

    def stop(self) -> None:
        """Cut the batches in play short: their futures give the boards that are finished."""
        self._stop.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Stop what is still in play and end the workers."""
        self.stop()
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._announced.put(None)
        self._telling.join()
        self._announced.close()
        for end in (self._alive, *self._ends):
            end.close()

    def _tell(self) -> None:
        while called := self._announced.get():
            if self._announce:
                self._announce(*called)

    def _new_pool(self) -> ProcessPoolExecutor:
        cores = self._context.SimpleQueue()
        for share in core_shares(self.workers):
            cores.put(share)
        return ProcessPoolExecutor(
            self.workers,
            self._context,
            worker.start_worker,
            initargs=(*self._ends, cores, self._announced),
        )


def core_shares(workers: int) -> list[set[int]]:
    """The cores of each worker, so that bots of different matches do not meet on one."""
    if not hasattr(os, "sched_getaffinity"):
        return [set()] * workers
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2 * workers:
        return [set(cores)] * workers
    size = len(cores) // workers
    return [set(cores[n * size : (n + 1) * size]) for n in range(workers)]


def default_workers() -> int:
    """One worker for two of the cores this process may use, at least one."""
    if hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    else:
        cores = os.cpu_count() or 1
    return max(1, cores // 2)
