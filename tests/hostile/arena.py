"""Plays hostile bots beside an honest match, on one loop, and looks at what that cost and left."""

import asyncio
import os
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from tablic import GameRecord, Play, View, parse_rules
from tablic.bot import Bot
from tablic.client import Player, serve_player
from tablic.examples.greedy_bot import GreedyBot
from tablic.examples.random_bot import RandomBot
from tablic.local import play_board
from tablic.v1 import referee_pb2
from tablic_server.clock import TimeControl
from tablic_server.launch import Program
from tablic_server.match import Batch, BatchResult, play_batch

from ..tournaments.processes import wait_until
from .kit import Hostile

__all__ = ["Left", "Outcome", "Sitting", "board_alone", "leaves_nothing", "play_beside"]

ONE_HAND: Final = parse_rules("tablic hands=1")
BOARD: Final = 7
# What an honest bot waits for in each turn while a hostile one is in play.
PACE_SECONDS: Final = 0.2


def batch_of(*bots: Program, cap: float, startup: float) -> Batch:
    """A batch of the board that ``board_alone`` plays."""
    secret = BOARD.to_bytes(32, "big")
    control = TimeControl(bank=60.0, increment=0.0, cap=cap)
    return Batch("local", (BOARD,), bots, ONE_HAND, secret, 1, control, startup, trusted=True)


def board_alone(*names: str) -> list[GameRecord]:
    """The records of the board where the game library plays it alone, with these names."""
    records = play_board((RandomBot, GreedyBot), BOARD, ONE_HAND)
    labels = dict(zip(("RandomBot", "GreedyBot"), names, strict=True))
    return [
        record._replace(seats=tuple(labels[seat] for seat in record.seats)) for record in records
    ]


class Watching(Player):
    """Notes when games start and when the stream ends."""

    def __init__(self, bot_class: type[Bot], times: list[float]) -> None:
        super().__init__(bot_class)
        self.times = times

    def answers(self, response: referee_pb2.PlayResponse) -> Iterator[referee_pb2.PlayRequest]:
        if any(event.HasField("game_started") for event in response.events):
            self.times.append(time.monotonic())
        return super().answers(response)


class Sitting:
    """Bots of this process that sit at the referee's sockets, as those started by hand do."""

    def __init__(self) -> None:
        self.announced: list[float] = []
        self.games: list[float] = []
        self._bots: dict[str, tuple[type[Bot], bool]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    def program(self, bot_class: type[Bot], folder: Path, in_thread: bool = False) -> Program:
        """A bot class as a program that nobody needs to start."""
        self._bots[bot_class.__name__] = bot_class, in_thread
        return Program(bot_class.__name__, (), str(folder), secrets.token_hex(16))

    def announce(self, name: str, address: str, token: str) -> None:
        """Have the bot connect."""
        self.announced.append(time.monotonic())
        bot_class, in_thread = self._bots[name]
        player = Watching(bot_class, self.games)
        self._tasks.append(
            asyncio.create_task(serve_player(player, address, token, in_thread=in_thread))
        )

    async def left(self) -> None:
        """Wait for the farewells; raises what went wrong at a bot."""
        await asyncio.gather(*self._tasks)


class Outcome(NamedTuple):
    """What became of a hostile bot and of the match beside it."""

    result: BatchResult
    beside: list[GameRecord]
    overlapped: bool
    """Whether the match beside was in play for all of the time."""
    cost: float
    """The most seconds of a rotation that the hostile bot used up, but for starting up."""
    late: float
    """Seconds by which this process was held up meanwhile, all in all."""


async def play_beside(hostile: Hostile, folder: Path, secret_files: list[str]) -> Outcome:
    """Play a hostile bot, and an honest match beside it that takes longer."""
    over = threading.Event()

    class Unhurried(RandomBot):
        def choose(self, view: View) -> Play:
            over.wait(PACE_SECONDS)
            return super().choose(view)

    honest = Sitting()
    names = honest.program(Unhurried, folder, True), honest.program(GreedyBot, folder)
    beside = asyncio.create_task(
        play_batch(batch_of(*names, cap=60, startup=60), announce=honest.announce)
    )
    opponent = Sitting()
    other = opponent.program(GreedyBot, folder / "other")
    arguments = [other.token] if hostile.name == "other_seats_token" else secret_files
    given = batch_of(hostile.program(*arguments), other, cap=hostile.cap, startup=hostile.startup)
    lateness = asyncio.create_task(_lateness())
    result = await play_batch(given._replace(limits=hostile.limits), announce=opponent.announce)
    ended = time.monotonic()
    overlapped = bool(honest.games) and not beside.done()
    over.set()
    lateness.cancel()
    await opponent.left()
    (board,) = (await beside).boards
    await honest.left()
    return Outcome(result, list(board.games), overlapped, _cost(opponent, ended), await lateness)


def _cost(opponent: Sitting, ended: float) -> float:
    """From the start of a game to the start of the next rotation's processes, or the end."""
    ends = [*opponent.announced[1:], ended]
    starts = opponent.games or opponent.announced
    return max(end - start for start, end in zip(starts, ends, strict=True))


async def _lateness() -> float:
    late, step = 0.0, 0.02
    try:
        while True:
            before = time.monotonic()
            await asyncio.sleep(step)
            late += max(0.0, time.monotonic() - before - step)
    except asyncio.CancelledError:
        return late


class Left(NamedTuple):
    """What can be left over: processes, descriptors, mounts, cgroups, sockets and files."""

    processes: set[str]
    descriptors: int
    mounts: set[str]
    cgroups: set[str]
    sockets: set[str]
    files: set[str]

    @classmethod
    def now(cls, folder: Path, uids: range) -> "Left":
        """What there is now; files are those of a folder and of the users that bots run as."""
        places = ("/tmp", "/var/tmp", "/dev/shm")
        own = [path for place in places for path in Path(place).iterdir() if _uid(path) in uids]
        return cls(
            _descendants(os.getpid()),
            len(list(Path("/proc/self/fd").iterdir())),
            set(Path("/proc/self/mountinfo").read_text().splitlines()),
            {str(path) for root in _cgroups() for path in root.rglob("*") if path.is_dir()},
            {word for word in Path("/proc/net/unix").read_text().split() if str(folder) in word},
            {str(path) for path in (*folder.rglob("*"), *own)},
        )

    def beyond(self, before: "Left") -> dict[str, object]:
        """What is there that was not before; what earlier tests left may go meanwhile."""
        sets = {
            "processes": self.processes - before.processes,
            "mounts": self.mounts - before.mounts,
            "cgroups": self.cgroups - before.cgroups,
            "sockets": self.sockets - before.sockets,
            "files": self.files - before.files,
        }
        more = max(0, self.descriptors - before.descriptors)
        return {what: left for what, left in [*sets.items(), ("descriptors", more)] if left}


@contextmanager
def leaves_nothing(folder: Path, uids: range) -> Iterator[None]:
    """All that is left over after what is done was there before it."""
    before = Left.now(folder, uids)
    yield
    # What the referee closes without waiting, such as gRPC's sockets, is gone a little later.
    wait_until(lambda: not Left.now(folder, uids).beyond(before), seconds=5)
    left = Left.now(folder, uids).beyond(before)
    assert not left, f"left over: {left}"


def _uid(path: Path) -> int:
    try:
        return path.lstat().st_uid
    except OSError:
        return -1


def _descendants(parent: int) -> set[str]:
    """The processes that come from one, those that it adopted included."""
    parents: dict[str, str] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[stat.parent.name] = stat.read_text().rpartition(")")[2].split()[1]
        except OSError:
            continue  # it ended
    found, new = set[str](), {str(parent)}
    while new:
        new = {child for child, of in parents.items() if of in new}
        found |= new
    return found


def _cgroups() -> Iterator[Path]:
    """The folders of the cgroups that this process is in."""
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, kind, place = line.split(":", 2)
        root = Path("/sys/fs/cgroup", kind.removeprefix("name=") or "unified", place[1:])
        if place != "/" and root.is_dir():
            yield root
