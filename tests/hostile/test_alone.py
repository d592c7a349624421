"""What takes long or needs the machine for itself: ``make test-hostile`` runs it, one after other.

All hostile bots at once beside honest matches, and what those that compute or flood cost others.
"""

import asyncio
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.resource_tracker import ensure_running
from pathlib import Path

import pytest
from tablic.examples.greedy_bot import GreedyBot
from tablic.examples.random_bot import RandomBot
from tablic_server.finding import find_sandbox
from tablic_server.launch import Program
from tablic_server.match import BatchResult, play_batch

from ..referee.playing import example
from .arena import Sitting, batch_of, board_alone, leaves_nothing
from .kit import KIT, SHORT_CAP, SHORT_STARTUP, Hostile
from .test_kit import check_log, check_result, secrets_in

SANDBOX = find_sandbox()
WORKERS = 4
HONEST = 8
# Others have the machine too: nobody is late, or slow to start, for the work of the others.
PATIENCE = 120.0

pytestmark = [
    pytest.mark.alone,
    pytest.mark.skipif(not SANDBOX.confines, reason=f"no sandbox: {SANDBOX.reason}"),
]


@pytest.fixture
def temporary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The temporary folder of a test, also that of its workers."""
    with tempfile.TemporaryDirectory(prefix="hostile-", dir="/tmp") as folder:
        monkeypatch.setattr(tempfile, "tempdir", folder)
        monkeypatch.setenv("TMPDIR", folder)
        Path(folder, "other").mkdir()
        yield Path(folder)


async def play_hostile(hostile: Hostile, hidden: list[str]) -> BatchResult:
    """A hostile bot against one of this process, with the time that all at once need."""
    opponent = Sitting()
    other = opponent.program(GreedyBot, Path("/nowhere", "x" * 100))
    arguments = [other.token] if hostile.name == "other_seats_token" else hidden
    startup = hostile.startup if hostile.startup == SHORT_STARTUP else PATIENCE
    cap = hostile.cap if hostile.cap == SHORT_CAP else PATIENCE
    given = batch_of(hostile.program(*arguments), other, cap=cap, startup=startup)
    result = await play_batch(given._replace(limits=hostile.limits), announce=opponent.announce)
    await opponent.left()
    return result


async def play_honest() -> BatchResult:
    """A match of two honest bots in sandboxes."""
    bots = example("random", "RandomBot"), example("greedy", "GreedyBot")
    return await play_batch(batch_of(*bots, cap=PATIENCE, startup=PATIENCE))


def play_share(number: int, hidden: list[str]) -> tuple[list[BatchResult], list[BatchResult]]:
    """What one worker plays at once: its share of the hostile bots and of the honest matches."""

    async def share() -> tuple[list[BatchResult], list[BatchResult]]:
        hostile = [play_hostile(each, hidden) for each in KIT[number::WORKERS]]
        honest = [play_honest() for _ in range(HONEST // WORKERS)]
        results = await asyncio.gather(*hostile, *honest)
        return list(results[: len(hostile)]), list(results[len(hostile) :])

    return asyncio.run(share())


def test_all_hostile_bots_at_once_harm_no_honest_match(temporary: Path) -> None:
    hidden = secrets_in(temporary)
    context = multiprocessing.get_context("spawn")
    ensure_running()  # the tracker of spawned processes stays
    with (
        leaves_nothing(temporary, SANDBOX.uids),
        ProcessPoolExecutor(WORKERS, context) as pool,
    ):
        shares = list(pool.map(play_share, range(WORKERS), [hidden] * WORKERS))
    for number, (hostile, honest) in enumerate(shares):
        for each, result in zip(KIT[number::WORKERS], hostile, strict=True):
            check_result(each, result)
            check_log(each, result)
        for result in honest:
            assert list(result.boards[0].games) == board_alone("RandomBot", "GreedyBot")
            assert not result.faults


def charged_beside(opponent: Program) -> float:
    """The seconds that a bot is charged which thinks for the same CPU time in each turn."""
    given = batch_of(Hostile("computes").program(), opponent, cap=PATIENCE, startup=PATIENCE)
    result = asyncio.run(play_batch(given))
    assert not result.faults
    return sum(report.thinking for report in result.reports if report.bot == 0)


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="bots share the one core")
def test_eight_spinning_threads_do_not_stretch_the_time_of_the_opponent() -> None:
    alone = min(charged_beside(example("random")) for _ in range(2))
    beside = min(charged_beside(Hostile("spinning_threads").program()) for _ in range(2))
    assert beside < 1.5 * alone, (beside, alone)


def games_beside(folder: Path, hostile: Program) -> float:
    """The games a second of an honest match beside a hostile bot that starts up for ever."""

    async def games() -> float:
        honest, opponent = Sitting(), Sitting()
        bots = honest.program(RandomBot, folder), honest.program(GreedyBot, folder)
        given = batch_of(*bots, cap=PATIENCE, startup=PATIENCE)._replace(
            boards=tuple(range(20_000))
        )
        stop = asyncio.Event()
        beside = asyncio.create_task(play_batch(given, stop, honest.announce))
        other = opponent.program(GreedyBot, folder / "other")
        start, before = time.monotonic(), len(honest.games)
        given = batch_of(hostile, other, cap=1, startup=5)
        await play_batch(given, announce=opponent.announce)
        rate = (len(honest.games) - before) / (time.monotonic() - start)
        stop.set()
        await asyncio.gather(beside, honest.left(), opponent.left())
        return rate

    return asyncio.run(games())


def test_answers_at_full_rate_for_ten_seconds_cost_another_match_less_than_a_tenth(
    temporary: Path,
) -> None:
    # A bot that uses its core, and sends nothing, is what the flood is compared with.
    spinning = Program("spinning", (sys.executable, "-c", "while True: pass"), str(temporary))
    alone = games_beside(temporary, spinning)
    beside = games_beside(temporary, Hostile("full_rate").program())
    assert beside > 0.9 * alone, (beside, alone)
