"""The client without a stream: what it makes of responses, and when it answers."""

import itertools
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tablic import (
    Bot,
    GameResult,
    HandScore,
    HandStart,
    MadePlay,
    Play,
    View,
    parse_rules,
    play_board,
    play_game,
)
from tablic.client import Player
from tablic.errors import RefusedError
from tablic.examples.greedy_bot import GreedyBot
from tablic.examples.random_bot import RandomBot
from tablic.v1 import referee_pb2

from ..server.driver import Driver

SHORT = parse_rules("tablic hands=1")


class Recorder(Bot):
    """Writes down what it is told, and plays its first card."""

    told: list[tuple[Any, ...]] = []  # noqa: RUF012  # shared on purpose: read by the test

    def choose(self, view: View) -> Play:
        self.told.append(("choose", view))
        return Play(view.cards()[0])

    def game_started(self) -> None:
        self.told.append(("game_started", self.seat, self.rules, self.random.random()))

    def hand_started(self, start: HandStart) -> None:
        self.told.append(("hand_started", start))

    def cards_dealt(self, hand: int) -> None:
        self.told.append(("cards_dealt", hand))

    def play_made(self, made: MadePlay) -> None:
        self.told.append(("play_made", made))

    def hand_finished(self, score: HandScore) -> None:
        self.told.append(("hand_finished", score))

    def game_finished(self, result: GameResult) -> None:
        self.told.append(("game_finished", result))


def test_a_bot_is_told_the_same_by_the_referee_and_by_a_local_game() -> None:
    Recorder.told = []
    play_game([Recorder, RandomBot], 7, parse_rules("tablic hands=2"))
    local = Recorder.told
    Recorder.told = []
    driver = Driver([Recorder, RandomBot], rules=parse_rules("tablic hands=2"))
    driver.begin()
    driver.run()
    assert Recorder.told == local
    assert len(local) > 100


class Forgetful(Bot):
    """Forgets to return what it has decided."""

    def choose(self, view: View) -> Play:
        view.legal_plays(1)
        return None  # type: ignore[return-value]  # the mistake

    def keep_talon(self, view: View) -> bool:
        return view.offered  # type: ignore[return-value]  # the mistake


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ("tablic", r"Forgetful.choose returned None, and not a Play; the turn was: table .*, hand"),
        ("tablic-classic", r"Forgetful.choose returned None, and not a Play or a Claim; the turn "),
        ("tabinet", r"Forgetful.keep_talon returned \d+, and not a bool; the turn was: offered .*"),
    ],
)
def test_what_decides_nothing_is_a_type_error(rules: str, sentence: str) -> None:
    with pytest.raises(TypeError, match=sentence):
        play_game([Forgetful, Forgetful], rules=parse_rules(rules))
    driver = Driver([Forgetful, Forgetful], rules=parse_rules(rules))
    driver.begin()
    with pytest.raises(TypeError, match=sentence):
        driver.run()


@pytest.mark.parametrize("count", [1, 3])
def test_a_local_game_has_a_bot_a_seat_and_a_local_board_a_bot_a_side(count: int) -> None:
    with pytest.raises(ValueError, match=f"tablic is for 2 players, not {count}"):
        play_game([RandomBot] * count)
    with pytest.raises(ValueError, match=f"tablic has 2 sides with a bot each, not {count}"):
        play_board([RandomBot] * count)
    with pytest.raises(ValueError, match="tablic-pairs has 2 sides with a bot each, not 4"):
        play_board([RandomBot] * 4, rules=parse_rules("tablic-pairs"))


def test_every_game_has_an_object_of_its_own() -> None:
    driver = Driver([GreedyBot, RandomBot], ["a", "b", "c"], SHORT)
    driver.begin()
    driver.step()
    bots = driver.players[0].bots
    assert len({id(bot) for bot in bots.values()}) == 3
    driver.run()
    assert not bots


def test_hooks_decide_whether_events_are_asked_for() -> None:
    assert Player(RandomBot).hello("t").hello.turns_only
    assert not Player(Recorder).hello("t").hello.turns_only


@pytest.mark.parametrize(("seconds", "requests"), [(0.0001, 1), (0.0015, 2), (0.01, 3)])
def test_answers_wait_for_their_batch_but_not_for_long(
    seconds: float, requests: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = Driver([GreedyBot, RandomBot], [f"{n}" for n in range(5)], SHORT)
    driver.begin()
    times = itertools.count(0.0, seconds)
    monkeypatch.setattr("tablic.client.time.monotonic", lambda: next(times))
    sent = list(driver.players[1].answers(driver.take(1)))
    assert len(sent) == requests
    assert sum(len(request.answers) for request in sent) == 5


def test_the_time_left_is_that_of_the_turn() -> None:
    driver = Driver([GreedyBot, RandomBot], rules=SHORT)
    driver.begin()
    list(driver.players[1].answers(driver.take(1)))
    assert driver.players[1].bots[0].time_left == 5.0


def test_a_refusal_raises_the_reason_of_the_referee() -> None:
    refusal = referee_pb2.PlayResponse(refusal=referee_pb2.Refusal(message="No seat is free."))
    with pytest.raises(RefusedError, match="No seat is free"):
        list(Player(RandomBot).answers(refusal))


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        (referee_pb2.FAREWELL_REASON_FAULT, "It was so.\n"),
        (referee_pb2.FAREWELL_REASON_FINISHED, ""),
        (referee_pb2.FAREWELL_REASON_STOPPED, ""),
    ],
)
def test_a_farewell_for_a_fault_is_printed_for_the_author(
    reason: referee_pb2.FarewellReason, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    player = Player(RandomBot)
    response = referee_pb2.PlayResponse()
    response.farewell.reason = reason
    response.farewell.message = "It was so."
    assert not list(player.answers(response))
    assert player.done
    assert capsys.readouterr().err == told


def test_a_fault_in_a_game_that_never_began_is_no_matter() -> None:
    response = referee_pb2.PlayResponse()
    response.events.add(table=4).fault.seat = 1
    assert not list(Player(RandomBot).answers(response))


def test_a_bot_that_no_arena_started_says_how_it_is_started() -> None:
    script = Path(sys.modules[RandomBot.__module__].__file__ or "")
    result = subprocess.run(
        [sys.executable, script], env={}, capture_output=True, text=True, check=False
    )
    assert result.returncode == 2
    assert "is a bot for an arena" in result.stderr
    assert "Traceback" not in result.stderr


def test_the_game_library_needs_no_grpc() -> None:
    code = "import sys, tablic; print([m for m in ('grpc', 'google') if m in sys.modules])"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"


def test_the_bundled_bots_are_as_strong_as_their_names() -> None:
    wins = 0
    for seed in range(20):
        record = play_game([GreedyBot, RandomBot], seed)
        wins += record.places[0] == 1
    assert wins >= 19


@pytest.mark.parametrize(("given", "level"), [({}, "ERROR"), ({"GRPC_VERBOSITY": "INFO"}, "INFO")])
def test_grpc_logs_errors_alone_unless_the_author_wants_more(
    given: dict[str, str], level: str
) -> None:
    program = "import os; from tablic import run; print(os.environ['GRPC_VERBOSITY'])"
    others = {name: value for name, value in os.environ.items() if name != "GRPC_VERBOSITY"}
    printed = subprocess.check_output(
        [sys.executable, "-c", program], env={**others, **given}, text=True
    )
    assert printed == f"{level}\n"
