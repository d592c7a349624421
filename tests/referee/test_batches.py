"""Batches of honest bots: what the records depend on, and how they end early."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from tablic import GameRecord, parse_rules
from tablic.deals import board_seed, deck_of_hand
from tablic_server.launch import Program
from tablic_server.match import BatchResult, play_batch
from tablic_server.streams import MOST_OPENED, SeatStream

from ..tournaments.processes import wait_until
from .playing import BOTS, batch, example, misbehaving, played, processes_with

BOARDS = tuple(range(5))


def texts(*results: BatchResult) -> list[str]:
    return sorted(
        game.text() for result in results for board in result.boards for game in board.games
    )


def test_records_depend_on_the_boards_alone() -> None:
    bots = example("greedy"), example("random")
    together = texts(played(batch(*bots, boards=BOARDS)))
    assert together == texts(played(batch(*bots, boards=BOARDS, tables=1)))
    parts = [played(batch(*bots, boards=boards)) for boards in ((3, 1), (0, 2, 4))]
    assert together == texts(*parts)


def test_the_decks_of_a_board_are_the_same_in_every_seat_and_come_from_the_secret() -> None:
    given = batch(example("greedy"), example("random"), boards=(4,))
    (board,) = played(given).boards
    first, second = board.games
    assert first.seats == tuple(reversed(second.seats))
    deck = tuple(deck_of_hand(board_seed(given.secret, "test/4"), 0))
    assert first.hands[0].deck == second.hands[0].deck == deck


def test_every_rotation_has_fresh_processes(tmp_path: Path) -> None:
    result = played(batch(misbehaving("none", str(tmp_path)), example("random")))
    numbers = [re.findall(r"process (\d+) starts", report.log) for report in result.reports]
    own = [found for found in numbers if found]
    assert len(own) == 2
    assert own[0] != own[1]


@pytest.mark.parametrize(
    ("rules", "names", "seats"),
    [
        ("tablic-3p hands=1", "abc", ["abc", "cab", "bca"]),
        ("tablic-pairs hands=1", "ab", ["abab", "baba"]),
        ("tablic-pairs hands=1", "abcd", ["abcd", "dabc"]),
    ],
    ids=["three players", "a bot a side", "a bot a seat"],
)
def test_bots_move_by_a_seat_in_each_rotation(rules: str, names: str, seats: list[str]) -> None:
    bots = [example("random", label) for label in names]
    result = played(batch(*bots, boards=(0,), rules=parse_rules(rules)))
    (board,) = result.boards
    assert ["".join(game.seats) for game in board.games] == seats
    assert len({game.hands[0].deck for game in board.games}) == 1
    given = result.batch
    for rotation, game in enumerate(board.games):
        for seat, label in enumerate(game.seats):
            bot = given.bot_in(rotation, seat)
            assert names[bot] == label
            assert given.side_of(bot, rotation) == given.rules.side_of(seat)
    sat = [(report.rotation, names[report.bot]) for report in result.reports]
    assert sat == [(r, label) for r, labels in enumerate(seats) for label in labels]


def test_a_number_of_bots_that_fits_no_seats_is_refused() -> None:
    rules = parse_rules("tablic-pairs")
    bots = [example("random", label) for label in "abc"]
    sentence = "test: 3 bots cannot play tablic-pairs, which has 2 sides and 4 seats; give one a"
    with pytest.raises(ValueError, match=sentence):
        played(batch(*bots, rules=rules))


def test_a_stop_ends_a_batch_early_and_charges_nobody() -> None:
    given = batch(example("greedy"), example("random"), boards=tuple(range(300)), tables=1)

    async def stopped_after_a_moment() -> BatchResult:
        stop = asyncio.Event()
        asyncio.get_running_loop().call_later(0.5, stop.set)
        return await play_batch(given, stop)

    result = asyncio.run(stopped_after_a_moment())
    assert len(result.boards) < 300
    assert not result.faults


def test_a_bot_that_is_started_by_hand_has_no_clock(tmp_path: Path) -> None:
    by_hand = Program("me", (), str(tmp_path), "secret-token")
    given = batch(by_hand, example("random"))
    asked: list[tuple[str, str, str]] = []
    started: list[subprocess.Popen[bytes]] = []

    def announce(name: str, address: str, token: str) -> None:
        asked.append((name, address, token))
        environment = {**os.environ, "TABLIC_ADDRESS": address, "TABLIC_TOKEN": token}
        command = [sys.executable, "misbehave.py", "none"]
        started.append(
            subprocess.Popen(command, cwd=BOTS, env=environment, stderr=subprocess.DEVNULL)
        )

    result = asyncio.run(play_batch(given, announce=announce))
    assert [process.wait() for process in started] == [0, 0]
    assert len(result.boards) == 2
    assert [name for name, _, _ in asked] == ["me", "me"]
    assert {token for _, _, token in asked} == {"secret-token"}
    assert all(isinstance(game, GameRecord) for game in result.boards[0].games)


KILLED = """
import sys
from tests.referee.playing import batch, example, misbehaving, played
played(batch(misbehaving("sleep", sys.argv[1]), misbehaving("sleep", sys.argv[1])))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the parent-death signal is Linux's")
def test_bots_die_with_the_process_that_started_them(tmp_path: Path) -> None:
    mark = str(tmp_path)
    # A worker that is killed cannot remove its run folder, which needs a short path.
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        worker = subprocess.Popen(
            [sys.executable, "-c", KILLED, mark],
            cwd=Path(__file__).parents[2],
            env={**os.environ, "TMPDIR": folder},
        )
        assert wait_until(lambda: len(bots_with(mark)) >= 2)
        worker.send_signal(signal.SIGKILL)
        worker.wait()
        assert wait_until(lambda: not list(processes_with(mark)), seconds=5)


def bots_with(mark: str) -> list[str]:
    return [line for line in processes_with(mark) if "misbehave.py" in line]


def test_a_bot_that_opens_streams_after_its_match_is_ended_at_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opened: Counter[SeatStream] = Counter()
    open_one = SeatStream.opened

    def count(stream: SeatStream) -> None:
        opened[stream] += 1
        open_one(stream)

    monkeypatch.setattr(SeatStream, "opened", count)
    result = played(batch(misbehaving("streams-after", str(tmp_path)), example("random")))
    assert not result.faults
    assert len(result.boards) == 2
    assert MOST_OPENED <= max(opened.values()) <= MOST_OPENED + 20
