"""Bot processes that misuse their stream, stay, or leave children; and what a batch leaves behind.

Every single misdeed is a program of tests/hostile.
"""

import asyncio
import contextlib
import json
import os
import re
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tablic_server import match, supervisor
from tablic_server.faults import FaultKind
from tablic_server.launch import Program
from tablic_server.match import BatchResult, RefereeError, play_batch
from tablic_server.sandbox import BARE

from ..referee.playing import batch, example, played
from ..tournaments.processes import linux_only, processes_of

BOTS = Path(__file__).parent / "bots"


def program(name: str, *arguments: str) -> Program:
    return Program(name, (sys.executable, f"{name}_bot.py", *arguments), str(BOTS))


@pytest.fixture(autouse=True)
def temporary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of the test for run folders, short enough for sockets; bots leave soon.

    They are not in a sandbox: that of the sandbox is in test_sandbox.py.
    """
    monkeypatch.setattr(match, "find_sandbox", lambda: BARE)
    monkeypatch.setattr(supervisor, "LEAVE_SECONDS", 0.5)
    with tempfile.TemporaryDirectory(prefix="arena-", dir="/tmp") as folder:
        monkeypatch.setattr(tempfile, "tempdir", folder)
        yield Path(folder)


def check_clean(folder: Path) -> None:
    """No run folder, and no process that was started for the test."""
    assert not list(folder.iterdir())
    assert not processes_of(folder)


def faults_of(result: BatchResult) -> list[tuple[int, FaultKind, str]]:
    """Each fault by bot, kind and message."""
    return [((f.seat - f.rotation) % 2, f.kind, f.message) for f in result.faults]


def test_a_bot_that_fails_again_and_again_is_started_three_times_and_loses_the_rest(
    temporary: Path,
) -> None:
    given = batch(
        program("misusing", "garbage"), example("random"), boards=(0, 1, 2, 3, 4), tables=1
    )
    result = played(given)
    boards = [fault.boards for fault in result.faults]
    assert boards == [(0,), (1,), (2, 3, 4), (0, 1, 2, 3, 4)]
    assert [fault.kind for fault in result.faults] == ["protocol"] * 3 + ["strikes"]
    assert result.strikes == (3, 0)
    log = next(report.log for report in result.reports if report.bot == 0)
    assert log.count("[started again]") == 2
    assert all(game.places[game.rotation] == 2 for board in result.boards for game in board.games)
    check_clean(temporary)


def test_a_bot_that_stays_after_the_farewell_is_ended_without_a_fault(temporary: Path) -> None:
    result = played(batch(program("staying"), example("random")))
    assert not result.faults
    assert len(result.boards) == 2
    assert all("stays" in report.log for report in result.reports if report.bot == 0)
    check_clean(temporary)


def test_a_child_that_keeps_the_output_open_holds_nothing_up(temporary: Path) -> None:
    result = played(batch(program("breeding"), example("random")))
    logs = [report.log for report in result.reports if report.bot == 0]
    try:
        assert not result.faults
        assert len(result.boards) == 2
        assert not list(temporary.iterdir())
    finally:
        # Only a sandbox ends a process that has left the session of its bot.
        for found in re.findall(r"child (\d+)", "".join(logs)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(found), signal.SIGKILL)


def told(report: Any) -> dict[str, Any]:
    """What the telling bot saw."""
    seen: dict[str, Any] = json.loads(report.log.splitlines()[0])
    return seen


@linux_only
def test_a_bot_gets_its_token_and_nothing_of_the_environment_of_the_arena(
    monkeypatch: pytest.MonkeyPatch, temporary: Path
) -> None:
    monkeypatch.setenv("AN_API_KEY", "hidden")
    result = played(batch(program("telling", "0"), example("random"), boards=(0,)))
    first, second = [told(report) for report in result.reports if report.bot == 0]
    for seen in (first, second):
        environment = seen["environment"]
        assert "AN_API_KEY" not in environment
        assert environment["HOME"].startswith(str(temporary))
        assert environment["TMPDIR"] == environment["HOME"]
        assert not any(environment["TABLIC_TOKEN"] in argument for argument in seen["arguments"])
        assert len(environment["TABLIC_TOKEN"]) == 32
        assert (seen["folder"], seen["session"], seen["input"]) == (str(BOTS), True, "")
    assert first["environment"]["TABLIC_TOKEN"] != second["environment"]["TABLIC_TOKEN"]
    assert first["environment"]["HOME"] != second["environment"]["HOME"]


def test_a_stop_is_told_to_both_bots_and_costs_nobody_a_game(temporary: Path) -> None:
    bots = program("telling", "0.002"), program("telling", "0.002")
    given = batch(*bots, boards=tuple(range(99)), tables=1)

    async def stopped() -> BatchResult:
        stop = asyncio.Event()
        playing = asyncio.create_task(play_batch(given, stop))
        while len(list(temporary.rglob("plays"))) < 2:
            await asyncio.sleep(0.01)
        stop.set()
        return await playing

    result = asyncio.run(stopped())
    assert not result.faults
    assert not result.boards
    assert len(result.reports) == 2
    assert all("FAREWELL_REASON_STOPPED" in report.log for report in result.reports)
    check_clean(temporary)


def test_a_batch_that_is_cancelled_leaves_nothing(temporary: Path) -> None:
    ignoring = program("misusing", "ignore")

    async def cancelled() -> None:
        playing = asyncio.create_task(play_batch(batch(ignoring, ignoring)))
        while len(processes_of(temporary)) < 2:
            await asyncio.sleep(0.01)
        playing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await playing

    asyncio.run(cancelled())
    check_clean(temporary)


def test_a_folder_that_is_not_there_is_a_startup_fault(temporary: Path) -> None:
    lost = example("random")._replace(name="lost", folder=str(temporary / "nowhere"))
    result = played(batch(lost, example("random"), boards=(0,)))
    message = f"It cannot be started: No such file or directory: {lost.folder}."
    assert faults_of(result) == [(0, FaultKind.STARTUP, message)] * 2
    check_clean(temporary)


def test_a_socket_that_cannot_be_made_is_the_referees_own_failure(temporary: Path) -> None:
    by_hand = Program("by hand", (), str(temporary / "nowhere"), "token")
    with pytest.raises(RefereeError, match="the referee cannot listen"):
        played(batch(by_hand, example("random"), boards=(0,)))
    check_clean(temporary)


def open_things() -> tuple[int, int]:
    """How many descriptors this process has open, and how many threads it has."""
    return sum(1 for _ in Path("/proc/self/fd").iterdir()), threading.active_count()


@linux_only
def test_batches_leave_no_descriptors_and_no_threads(temporary: Path) -> None:
    bots = program("misusing", "close"), example("random")
    played(batch(*bots, boards=(0,)))  # whatever is made once and kept
    before = open_things()
    played(batch(*bots, boards=(0,)))
    assert open_things() == before
    check_clean(temporary)
