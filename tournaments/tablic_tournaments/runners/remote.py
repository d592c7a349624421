"""What a worker of a cluster does: has each batch played by a process of its own, and watches it.

That process, the player, is kept for the next batch, as a local worker is. It ends when the worker
does, when the tournament is stopped or gone, and when it has had nothing to play for a while.
"""

import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from importlib.metadata import version
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final, NamedTuple

from distributed import get_worker
from tablic_server.batch import Batch, BatchResult, RefereeError
from tablic_server.finding import find_sandbox

from tablic_tournaments.errors import PlayError
from tablic_tournaments.runners.local import core_shares
from tablic_tournaments.runners.shipping import Parcel, unpacked

__all__ = ["SLOTS", "BatchKey", "check", "play", "software", "stop"]

# The resource of a worker that a batch in play takes one of.
SLOTS: Final = "tablic_slots"
# How often it is looked whether anybody waits for a result, in seconds.
LOOK_SECONDS: Final = 0.2
# How long a player is kept without a batch.
IDLE_SECONDS: Final = 10.0

BatchKey = tuple[str, tuple[int, ...]]


def software() -> str:
    """What has to be the same on all machines."""
    python = ".".join(map(str, sys.version_info[:2]))
    return f"tablic-arena {version('tablic-arena')} with Python {python}"


def play(run: str, sent_by: str, batch: Batch, parcels: Mapping[str, Parcel]) -> BatchResult | None:
    """Play a batch of a run, whose bots are addressed.

    None where this worker lacks the content of one, and it is not among the parcels, by SHA-256.
    Raises PlayError where the worker is not fit to play, and RefereeError where the player was
    killed.
    """
    worker = get_worker()
    check(worker.address, sent_by, batch.trusted)
    root = Path(worker.local_directory, "tablic-bots")
    bots = [unpacked(bot, root, parcels.get(bot.folder)) for bot in batch.bots]
    there = tuple(bot for bot in bots if bot)
    if len(there) < len(bots):
        return None
    here = batch._replace(bots=there)
    key = worker.get_current_task()
    slots = int(worker.state.total_resources[SLOTS])

    def is_wanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state != "cancelled"

    return _players.play(run, here, slots, is_wanted)


def stop(run: str) -> list[BatchKey]:
    """Cut the batches of a run short; returns which are in play here."""
    return _players.stop(run)


def check(address: str, sent_by: str, trusted: bool) -> None:
    """Raise PlayError where this worker has other software, or no sandbox for strangers."""
    if sent_by != software():
        raise PlayError(
            f"the worker {address} has {software()}, and the tournament {sent_by}; install the "
            "same on all machines"
        )
    sandbox = find_sandbox()
    if not sandbox.confines and not trusted:
        raise PlayError(
            f"no sandbox can be had on the worker {address} ({sandbox.reason}), so bots could do "
            "whatever it can; give --trust-bots if you trust every one of them, or see "
            "docs/security.md"
        )


class _Player:
    """A process that plays one batch after another."""

    def __init__(self, cores: set[int]) -> None:
        self.cores = cores
        self._batches, batches = Pipe()
        alive, self._alive = Pipe(duplex=False)
        stop, self._stop = Pipe(duplex=False)
        ends: tuple[Connection, ...] = (batches, alive, stop)
        numbers = [end.fileno() for end in ends]
        command = [sys.executable, "-m", "tablic_tournaments.runners.player", *map(str, numbers)]
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=numbers)
        for end in ends:
            end.close()
        self._batches.send(cores)

    def play(self, batch: Batch, is_wanted: Callable[[], bool]) -> BatchResult:
        """The result of a batch; raises RefereeError where the process or the wish for it ends."""
        try:
            self._batches.send(batch)
            while not self._batches.poll(LOOK_SECONDS):
                if not is_wanted():
                    raise RefereeError("nobody waits for the result any more")
            outcome = self._batches.recv()
        except (EOFError, OSError):
            raise RefereeError("a worker process was killed") from None
        if isinstance(outcome, Exception):
            raise outcome
        assert isinstance(outcome, BatchResult)  # noqa: S101  # for the type checker
        return outcome

    def stop(self) -> None:
        """Cut the batch in play short. There can be none after it."""
        self._stop.close()

    @property
    def stopped(self) -> bool:
        return self._stop.closed

    def close(self) -> None:
        """End the process and its bots, and wait for that."""
        for end in (self._alive, self._stop, self._batches):
            end.close()
        self._process.wait()


class _InPlay(NamedTuple):
    """A batch in play."""

    run: str
    batch: Batch


class _Players:
    """The players of this worker, idle or not; used by its threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._free_cores: list[set[int]] | None = None
        self._idle: dict[_Player, threading.Timer] = {}
        self._playing: dict[_Player, _InPlay] = {}
        self._stopped: set[str] = set()

    def play(
        self, run: str, batch: Batch, slots: int, is_wanted: Callable[[], bool]
    ) -> BatchResult:
        """Have a batch played by an idle player, or a new one."""
        player = self._take(_InPlay(run, batch), slots)
        try:
            result = player.play(batch, is_wanted)
        except BaseException:
            self._end(player)
            raise
        self._put_back(player)
        return result

    def stop(self, run: str) -> list[BatchKey]:
        """Cut the batches of a run short, and end who is idle."""
        with self._lock:
            self._stopped.add(run)
            of_run = {player: of for player, of in self._playing.items() if of.run == run}
            for player in of_run:
                player.stop()
            idle = list(self._idle)
        for player in idle:
            self._end_if_idle(player)
        return [(of.batch.match, of.batch.boards) for of in of_run.values()]

    def _take(self, in_play: _InPlay, slots: int) -> _Player:
        with self._lock:
            if self._free_cores is None:
                self._free_cores = core_shares(slots)
            if self._idle:
                player, timer = self._idle.popitem()
                timer.cancel()
            else:
                player = _Player(self._free_cores.pop() if self._free_cores else set())
            self._playing[player] = in_play
            if in_play.run in self._stopped:
                player.stop()
            return player

    def _put_back(self, player: _Player) -> None:
        timer = threading.Timer(IDLE_SECONDS, self._end_if_idle, [player])
        timer.daemon = True
        with self._lock:
            if not player.stopped:
                del self._playing[player]
                self._idle[player] = timer
                timer.start()
                return
        self._end(player)

    def _end_if_idle(self, player: _Player) -> None:
        with self._lock:
            timer = self._idle.pop(player, None)
        if timer:
            timer.cancel()
            self._end(player)

    def _end(self, player: _Player) -> None:
        player.close()
        with self._lock:
            self._playing.pop(player, None)
            if self._free_cores is not None:
                self._free_cores.append(player.cores)


_players: Final = _Players()
