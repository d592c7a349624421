"""Bots that misbehave, as real processes: the right fault, an honest win, nothing left behind."""

import tempfile
from pathlib import Path

import pytest
from tablic_server.faults import FaultKind
from tablic_server.launch import Program
from tablic_server.limits import DEFAULT_LIMITS

from .playing import batch, example, misbehaving, played, processes_with

LATE = FaultKind.LATE
CRASHED = FaultKind.CRASHED
STARTUP = FaultKind.STARTUP


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    ("mode", "kind", "message"),
    [
        ("exit-at-once", STARTUP, "It ended with exit code 0 before it said hello."),
        ("silent", STARTUP, "It did not say hello within 2 seconds."),
        ("wrong-token", STARTUP, "It ended with exit code 1 before it said hello."),
        ("exit", CRASHED, "It ended with exit code 3 before the farewell."),
        ("raise", CRASHED, "It ended with exit code 1 before the farewell."),
        ("segfault", CRASHED, "It was ended by signal 11 before the farewell."),
        ("sleep", LATE, "No answer came within 1 seconds."),
        ("stop", LATE, "No answer came within 1 seconds."),
    ],
)
def test_a_failing_bot_is_charged_and_its_opponent_wins(
    mode: str, kind: FaultKind, message: str, temporary: Path
) -> None:
    startup = 2.0 if mode == "silent" else 10.0
    mark = str(temporary)
    bots = misbehaving(mode, mark), example("greedy")
    result = played(batch(*bots, boards=(0,), startup=startup))
    (board,) = result.boards
    assert [game.places[game.rotation] for game in board.games] == [2, 2]
    assert {fault.kind for fault in result.faults} == {kind}
    assert {fault.message for fault in result.faults} == {message}
    bots_at_fault = {result.batch.bot_in(fault.rotation, fault.seat) for fault in result.faults}
    assert bots_at_fault == {0}
    assert not list(processes_with(mark))
    assert not list(temporary.glob("tablic-*"))


def test_an_illegal_play_loses_its_game_and_the_bot_plays_on(temporary: Path) -> None:
    bots = misbehaving("illegal", str(temporary)), example("greedy")
    result = played(batch(*bots, boards=(0, 1)))
    assert {fault.kind for fault in result.faults} == {FaultKind.ILLEGAL}
    assert [fault.boards for fault in result.faults] == [(0,), (1,), (0,), (1,)]
    assert all("is not in the hand" in report.log for report in result.reports if report.bot == 0)


def test_a_command_that_is_not_there_is_a_startup_fault_with_the_reason() -> None:
    nothing = Program("nothing", ("./not-there",), str(Path(__file__).parent))
    result = played(batch(nothing, example("random"), boards=(0,)))
    assert {fault.kind for fault in result.faults} == {STARTUP}
    assert "not-there cannot be started: No such file or directory" in result.reports[0].log


@pytest.mark.parametrize("mode", ["flood", "stdout", "child"])
def test_what_a_bot_prints_or_starts_breaks_nothing(mode: str, temporary: Path) -> None:
    mark = str(temporary)
    result = played(batch(misbehaving(mode, mark), example("random")))
    assert not result.faults
    assert len(result.boards) == 2
    assert not list(processes_with(mark))
    log = next(report.log for report in result.reports if report.bot == 0)
    assert len(log) < DEFAULT_LIMITS.output * 1024 + 100
    if mode == "flood":
        assert log.startswith("[")
        assert log.rstrip().endswith("the last words")


def test_both_seats_may_fail(temporary: Path) -> None:
    bots = [misbehaving("exit-at-once", str(temporary))._replace(name=name) for name in "ab"]
    result = played(batch(*bots, boards=(0,)))
    assert [game.totals for game in result.boards[0].games] == [(0, 0), (0, 0)]
    assert [fault.seat for fault in result.faults] == [0, 1, 0, 1]
