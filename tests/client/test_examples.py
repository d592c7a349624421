"""The bots that come with the library: short, legal, and as strong as they should be."""

import ast
import importlib
import json
import subprocess
import sys
from pathlib import Path

import pytest
import tablic.examples
from tablic import Bot, Rules, parse_rules, play_board, play_game
from tablic.bot import wants_events
from tablic.examples.careful_bot import CarefulBot
from tablic.examples.greedy_bot import GreedyBot
from tablic.examples.random_bot import RandomBot
from tablic.examples.searching_bot import SearchingBot
from tablic.rules import named_rules, rule_set_names

BOTS: list[type[Bot]] = [RandomBot, GreedyBot, CarefulBot]
FOLDER = Path(tablic.examples.__path__[0])
ONE_HAND = parse_rules("tablic hands=1")

# Plays a game and prints what is loaded then, and when ``run`` has been looked up.
LOADED = """
import json, sys, tablic

class FirstBot(tablic.Bot):
    def choose(self, view):
        return view.legal_plays(1)[0]

def loaded():
    return sorted({name.partition(".")[0] for name in sys.modules} & {"grpc", "google"})

tablic.play_game([FirstBot, FirstBot])
played = loaded()
tablic.run
print(json.dumps([played, loaded()]))
"""


def wins(first: type[Bot], second: type[Bot], boards: int, rules: Rules) -> float:
    """How many games of so many boards the first bot wins; an equal score is half a win."""
    won = 0.0
    for seed in range(boards):
        for record in play_board([first, second], seed, rules):
            own, other = record.totals[record.rotation], record.totals[1 - record.rotation]
            won += (own > other) + (own == other) / 2
    return won


def test_every_example_is_a_bot_and_a_script() -> None:
    names = sorted(path.stem for path in FOLDER.glob("*_bot.py"))
    assert names == ["careful_bot", "greedy_bot", "random_bot", "searching_bot"]
    for name in names:
        module = importlib.import_module(f"tablic.examples.{name}")
        source = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
        (bot,) = [node.name for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
        assert issubclass(getattr(module, bot), Bot)
        assert source.endswith(f'\n\nif __name__ == "__main__":\n    run({bot})\n')


@pytest.mark.parametrize(
    ("bot", "most"), [("random", 20), ("greedy", 35), ("careful", 50), ("searching", 60)]
)
def test_examples_fit_on_a_screen(bot: str, most: int) -> None:
    source = (FOLDER / f"{bot}_bot.py").read_text(encoding="utf-8")
    assert len(source.splitlines()) <= most


@pytest.mark.parametrize(
    "rules", ["tablic hands=1", "tablic-last hands=1", "tablic-single hands=1"]
)
def test_examples_play_legal_games_to_the_end(rules: str) -> None:
    # An illegal play or an exception of a bot would be raised here.
    given = parse_rules(rules)
    for seed in range(70):
        first, second = BOTS[seed % 3], BOTS[seed // 3 % 3]
        record = play_game([first, second], seed, given)
        assert sum(len(hand.plays) for hand in record.hands) == 48


@pytest.mark.parametrize("name", rule_set_names())
def test_the_searching_bot_plays_every_rule_set(name: str) -> None:
    rules = parse_rules(f"{name} target={60 if named_rules(name).tabla == 'value' else 12}")
    others = BOTS[: rules.players - 1]
    record = play_game([SearchingBot, *others], 3, rules)
    assert max(record.totals) >= rules.target
    *_, game = record.replay()
    assert game.result == (record.totals, record.places)


@pytest.mark.parametrize("bot", [*BOTS, SearchingBot])
def test_examples_play_a_game_again_the_same_way(bot: type[Bot]) -> None:
    assert play_game([bot, bot], 5, ONE_HAND) == play_game([bot, bot], 5, ONE_HAND)
    assert play_game([bot, bot], 5, ONE_HAND) != play_game([bot, bot], 6, ONE_HAND)


@pytest.mark.parametrize("bot", [*BOTS, SearchingBot])
def test_examples_are_sent_turns_alone(bot: type[Bot]) -> None:
    assert not wants_events(bot)


@pytest.mark.parametrize(
    ("better", "worse", "least"), [(GreedyBot, RandomBot, 0.9), (CarefulBot, RandomBot, 0.9)]
)
def test_what_looks_at_points_beats_chance(
    better: type[Bot], worse: type[Bot], least: float
) -> None:
    assert wins(better, worse, 50, ONE_HAND) > least * 100


def test_a_search_beats_the_bot_that_it_begins_with() -> None:
    assert wins(SearchingBot, CarefulBot, 10, ONE_HAND) > 0.6 * 20


def test_the_library_loads_no_grpc_until_a_bot_runs() -> None:
    printed = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True
    ).stdout
    assert json.loads(printed) == [[], ["google", "grpc"]]
