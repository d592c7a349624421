"""Every rule set through real processes: records, what bots are told, and who cannot play it."""

import sys
import tempfile
from pathlib import Path

import pytest
from tablic import Bot, parse_rules, play_board
from tablic.examples.greedy_bot import GreedyBot
from tablic.examples.random_bot import RandomBot
from tablic.rules import named_rules, rule_set_names
from tablic_server.faults import FaultKind
from tablic_server.launch import Program
from tablic_server.match import Batch, BatchResult

from .bots.recording_bot import RecordingBot, told_to
from .playing import BOTS, QUICK, batch, example, misbehaving, played

SEED = 7
# One for two, three and four players, and one with every kind of decision.
SHORT = ("tablic", "tablic-3p", "tablic-pairs", "tabinet")
PLAYERS: list[type[Bot]] = [RecordingBot, GreedyBot, RandomBot]
PROGRAMS = [
    Program("RecordingBot", (sys.executable, "recording_bot.py"), str(BOTS)),
    example("greedy", "GreedyBot"),
    example("random", "RandomBot"),
]


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def small(name: str) -> str:
    """A rule set with a target for a game of a hand or two, whose log is kept whole."""
    return f"{name} target={80 if named_rules(name).tabla == 'value' else 20}"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(small(name), marks=() if name in SHORT else pytest.mark.long)
        for name in rule_set_names()
    ],
)
def test_processes_play_and_are_told_what_a_local_game_says(text: str) -> None:
    rules = parse_rules(text)
    secret = SEED.to_bytes(32, "big", signed=True)
    bots = tuple(PROGRAMS[: rules.sides])
    result = played(Batch("local", (SEED,), bots, rules, secret, 1, QUICK, trusted=True))
    RecordingBot.told.clear()
    local = play_board(PLAYERS[: rules.sides], SEED, rules)
    assert not result.faults
    assert list(result.boards[0].games) == local
    lines = list(RecordingBot.told)
    for report in result.reports:
        if report.bot == 0:
            check_log(report.log, lines)


def check_log(log: str, lines: list[str]) -> None:
    """A process printed what the local bot was told in one of the seats and games."""
    printed = log.splitlines()
    seat = int(printed[0].removeprefix("seat ").partition(":")[0])
    own = told_to(seat, lines)
    starts = [number for number, line in enumerate(own) if line == printed[0]]
    assert any(own[start : start + len(printed)] == printed for start in starts)


def lost_by_first(result: BatchResult) -> None:
    """The first bot lost every game, and no other."""
    for board in result.boards:
        for game in board.games:
            side = result.batch.side_of(0, game.rotation)
            assert game.places[side] == max(game.places)
            assert {result.batch.bot_in(game.rotation, fault.seat) for fault in game.faults} == {0}


def test_a_talon_that_is_thought_about_for_too_long_is_a_late_fault(temporary: Path) -> None:
    bots = misbehaving("sleep-talon", str(temporary)), example("greedy")
    result = played(batch(*bots, boards=(0,), rules=parse_rules("tabinet hands=1")))
    assert {fault.kind for fault in result.faults} == {FaultKind.LATE}
    # Seat 1 decides in the first hand, so the bot is late where it sits there.
    assert [fault.rotation for fault in result.faults] == [1]
    lost = result.boards[0].games[1]
    assert (lost.totals, lost.hands[0].talon_kept, lost.hands[0].plays) == ((101, 0), None, ())


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("tabinet hands=1", "DECISION_KIND_KEEP_TALON"),
        ("tablic-classic target=20", "DECISION_KIND_PLAY_OR_CLAIM"),
        (
            "tabinet claim=true target=20",
            "DECISION_KIND_PLAY_OR_CLAIM and DECISION_KIND_KEEP_TALON",
        ),
    ],
)
def test_a_bot_that_only_plays_is_refused_where_more_is_asked(
    text: str, kind: str, temporary: Path
) -> None:
    bots = misbehaving("only-plays", str(temporary)), example("greedy")
    result = played(batch(*bots, boards=(0, 1), rules=parse_rules(text)))
    lost_by_first(result)
    sentence = f"This match ({result.batch.rules.text}) asks for {kind}, which the hello"
    assert [fault.boards for fault in result.faults] == [(0, 1), (0, 1)]
    for fault in result.faults:
        assert fault.kind is FaultKind.STARTUP
        assert fault.message.startswith(f"It was refused: {sentence}")
    logs = [report.log for report in result.reports if report.bot == 0]
    assert all(sentence in log for log in logs)


@pytest.mark.parametrize("text", ["tablic hands=1", "tablic-3p hands=1"])
def test_a_bot_that_only_plays_may_play_where_nothing_else_is_asked(
    text: str, temporary: Path
) -> None:
    bots = [example("random", label) for label in "ab"][: parse_rules(text).players - 1]
    first = misbehaving("only-plays", str(temporary))
    assert not played(batch(first, *bots, boards=(0,), rules=parse_rules(text))).faults


@pytest.mark.parametrize(("mode", "kind"), [("exit", FaultKind.CRASHED), ("sleep", FaultKind.LATE)])
@pytest.mark.parametrize("text", ["tablic-3p hands=1", "tablic-pairs hands=1"])
def test_a_failing_bot_among_three_or_four_loses_alone_or_with_its_partner(
    text: str, mode: str, kind: FaultKind, temporary: Path
) -> None:
    rules = parse_rules(text)
    bots = [example("random", label) for label in "ab"][: rules.sides - 1]
    first = misbehaving(mode, str(temporary))
    result = played(batch(first, *bots, boards=(0,), rules=rules))
    lost_by_first(result)
    assert {fault.kind for fault in result.faults} == {kind}
    for game in result.boards[0].games:
        assert sorted(game.totals) == [0] + [101] * (rules.sides - 1)
        assert len(game.faults) == 1
