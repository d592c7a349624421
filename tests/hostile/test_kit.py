"""Every hostile bot: the fault is named rightly, others are unharmed, and nothing is left over."""

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tablic_server.batch import BatchResult
from tablic_server.finding import find_sandbox

from .arena import board_alone, leaves_nothing, play_beside
from .kit import BOTS, KIT, Hostile

SANDBOX = find_sandbox()


@pytest.fixture
def temporary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The temporary folder of a test, short enough for sockets."""
    with tempfile.TemporaryDirectory(prefix="hostile-", dir="/tmp") as folder:
        monkeypatch.setattr(tempfile, "tempdir", folder)
        Path(folder, "other").mkdir()
        yield Path(folder)


@pytest.mark.parametrize("hostile", KIT, ids=[hostile.name for hostile in KIT])
def test_a_hostile_bot_harms_itself_alone(hostile: Hostile, temporary: Path) -> None:
    if hostile.confined and not SANDBOX.confines:
        pytest.skip(f"no sandbox: {SANDBOX.reason}")
    hidden = secrets_in(temporary)
    with leaves_nothing(temporary, SANDBOX.uids):
        outcome = asyncio.run(play_beside(hostile, temporary, hidden))
    assert outcome.overlapped
    assert outcome.beside == board_alone("Unhurried", "GreedyBot")
    assert outcome.cost < hostile.given + 1 + outcome.late
    check_result(hostile, outcome.result)
    assert all(hostile.message in fault.message for fault in outcome.result.faults)
    check_log(hostile, outcome.result)
    for report in outcome.result.reports:
        if report.bot == 0:
            assert [words for words in hostile.prints if words not in report.log] == []


def secrets_in(folder: Path) -> list[str]:
    """What a bot must not read: a database, other bots, and what is the system's."""
    database = folder / "other" / "arena.db"
    database.write_text("secret")
    return [str(database), str(BOTS.parents[1] / "server/bots"), "/etc/shadow"]


def check_result(hostile: Hostile, result: BatchResult) -> None:
    """The bot, and nobody else, was charged with its fault in both rotations, and lost them."""
    (board,) = result.boards
    faults = [(result.batch.bot_in(f.rotation, f.seat), f.kind) for f in result.faults]
    if hostile.kind is None:
        assert not faults, result.faults
        assert list(board.games) == board_alone(hostile.name, "GreedyBot")
    else:
        assert faults == [(0, hostile.kind)] * 2, result.faults
        assert [game.places[game.rotation] for game in board.games] == [2, 2]


def check_log(hostile: Hostile, result: BatchResult) -> None:
    """What the bot printed is kept, not without measure, and it got nowhere."""
    for report in result.reports:
        if report.bot == 0:
            assert "DONE" not in report.log
            assert len(report.log) < (hostile.limits.output << 10) + 100
