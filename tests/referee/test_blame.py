"""Time-outs for which the machine is to blame: real bots, and a canary that is told what to say."""

import asyncio
import shutil
from pathlib import Path

import pytest
from tablic_server.canary import Canary
from tablic_server.faults import Fault, FaultKind
from tablic_server.launch import BotProcess, Program
from tablic_server.match import BatchResult, play_batch

from .playing import BOTS, QUICK, batch, example, misbehaving, processes_with

SHORT = QUICK._replace(cap=1.5)
FAIR = example("greedy")


class Busy(Canary):
    """Says that a share of the time was stolen; once asked, it lets bots go that were held up."""

    def __init__(self, share: float, released: Path | None = None) -> None:
        super().__init__()
        self.share = share
        self.released = released

    def stolen(self, since: float, now: float) -> float:
        if self.released:
            self.released.touch()
        return self.share * (now - since)


def played(bot: Program, canary: Canary, startup: float = 10.0) -> BatchResult:
    """The result of one board on a machine that the canary is in."""
    given = batch(FAIR, bot, boards=(0,), time=SHORT, startup=startup)
    return asyncio.run(play_batch(given, canary=canary))


def held_up(mode: str, folder: Path) -> Program:
    """A bot in a folder of its own, which others may read, and in which it waits for a file."""
    folder.mkdir()
    shutil.copy(BOTS / "misbehave.py", folder)
    return misbehaving(mode, str(folder))._replace(folder=str(folder))


def kinds(result: BatchResult) -> list[str]:
    return [fault.kind for fault in result.faults]


def test_a_bot_that_the_machine_held_up_once_is_charged_with_nothing(tmp_path: Path) -> None:
    bot = held_up("sleep-until", tmp_path / "bot")
    result = played(bot, Busy(0.9, tmp_path / "bot/released"))
    honest = played(bot, Canary())  # nothing holds it up any more
    assert kinds(result) == ["referee"]
    assert result.boards == honest.boards
    assert honest.faults == ()
    assert result.strikes == (0, 0)
    (fault,) = result.faults
    assert (fault.rotation, fault.seat, fault.boards) == (0, 1, ())
    assert fault.message.startswith("A time-out was the fault of the machine: of 1.5 seconds")
    assert not list(processes_with(str(tmp_path)))


def test_the_machine_is_blamed_twice_in_a_batch_at_most(tmp_path: Path) -> None:
    result = played(misbehaving("sleep", str(tmp_path)), Busy(0.9))
    assert kinds(result) == ["referee", "referee", "late", "late"]
    assert [fault.boards for fault in result.faults] == [(), (), (0,), (0,)]
    assert result.strikes == (0, 2)


@pytest.mark.parametrize(
    ("share", "computed"), [(0.4, 0.0), (0.9, 30.0)], ids=["little stolen", "the bot computes"]
)
def test_a_bot_that_was_not_held_up_is_late(
    share: float, computed: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BotProcess, "cpu_since", lambda _process, _since: computed)
    assert kinds(played(misbehaving("sleep", str(tmp_path)), Busy(share))) == ["late", "late"]


def test_a_start_can_be_held_up_as_well(tmp_path: Path) -> None:
    # The budget is that of a busy machine: a bot that is not held up starts within it.
    bot = held_up("no-hello-until", tmp_path / "bot")
    result = played(bot, Busy(0.9, tmp_path / "bot/released"), startup=5.0)
    assert kinds(result) == ["referee"]
    assert len(result.boards) == 1


def test_strikes_of_a_void_rotation_are_not_counted() -> None:
    fault = Fault(0, 1, FaultKind.REFEREE, "It was so.", ())
    result = BatchResult(batch(FAIR, FAIR), (), (fault, fault, fault), ())
    assert result.strikes == (0, 0)
