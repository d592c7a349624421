"""Bots that misbehave, as real processes, at many boards or with nothing to start.

Every single misdeed is a program of tests/hostile.
"""

import tempfile
from pathlib import Path

import pytest
from tablic_server.faults import FaultKind
from tablic_server.launch import Program

from .playing import batch, example, misbehaving, played

STARTUP = FaultKind.STARTUP


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


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


def test_both_seats_may_fail(temporary: Path) -> None:
    bots = [misbehaving("exit-at-once", str(temporary))._replace(name=name) for name in "ab"]
    result = played(batch(*bots, boards=(0,)))
    assert [game.totals for game in result.boards[0].games] == [(0, 0), (0, 0)]
    assert [fault.seat for fault in result.faults] == [0, 1, 0, 1]
