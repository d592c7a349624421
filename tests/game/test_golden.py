"""One whole game as a readable text: every state, both views, every legal play.

``pytest --regenerate`` writes the text anew; read the difference before it is committed.
"""

from collections.abc import Iterator
from difflib import unified_diff
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from tablic.cards import cards_text
from tablic.deals import board_seed, deck_of_hand
from tablic.game import Game
from tablic.plays import made_play_text, play_text
from tablic.rules import parse_rules
from tablic.view import View

FOLDER = Path(__file__).parent / "golden"

SECRET = bytes(range(32))
BOARD = "golden"
PLAYS_SEED = 1


def game_text(rules_text: str) -> Iterator[str]:
    """A game of random plays, line by line."""
    game = Game(parse_rules(rules_text))
    random = Random(PLAYS_SEED)
    seed = board_seed(SECRET, BOARD)
    yield f"# {game.rules.text}: secret {SECRET.hex()}, board {BOARD}, plays of seed {PLAYS_SEED}"
    while not game.result:
        number = len(game.hands)
        game.start_hand(deck_of_hand(seed, number, game.rules.deck))
        hand = game.hand
        yield f"\n== hand {number}, dealer {hand.dealer}, totals {game.totals}"
        yield f"deck: {cards_text(hand.deck)}"
        while not hand.over:
            yield f"\n-- hand {number}, play {len(hand.plays)}: seat {game.turn} to act"
            yield from state_lines(game)
            for seat in range(game.rules.players):
                yield from view_lines(game.view(seat))
            view = game.view(game.turn)
            legal = [play_text(play) for play in view.legal_plays()]
            yield f"legal ({len(legal)}): {' '.join(legal)}"
            game.play(view.random_play(random.random))
            yield f"play: {made_play_text(hand.plays[-1])}"
        yield f"\n-- hand {number} is over, leftovers to side {hand.leftovers_to}"
        yield from state_lines(game)
        yield from (f"{field}: {value}" for field, value in game.scores[-1]._asdict().items())
        yield f"totals: {game.totals}"
    yield f"\n== {game.result}"


def state_lines(game: Game) -> Iterator[str]:
    hand = game.hand
    pack = hand.deck[len(hand.deck) - hand.cards_left :]
    yield f"state table: {cards_text(hand.table)}"
    yield f"  held: {' | '.join(map(cards_text, hand.held))}"
    yield f"  piles: {' | '.join(map(cards_text, hand.piles))}"
    yield f"  pack: {cards_text(pack)}"
    yield f"  tablas {hand.tablas}, last capturer {hand.last_capturer}"


def view_lines(view: View) -> Iterator[str]:
    """Every field of a view, whichever there are."""
    yield f"view of {view.seat}"
    sets = {"hand", "table"}
    for field, value in view._asdict().items():
        if field == "rules":
            text = value.text
        elif field in sets:
            text = cards_text(value)
        elif field == "piles":
            text = " | ".join(map(cards_text, value))
        elif field == "plays":
            text = ", ".join(f"{made.seat} {made_play_text(made)}" for made in value)
        else:
            text = str(value)
        yield f"  {field}: {text}".rstrip()


@pytest.mark.parametrize(("name", "rules"), [("tablic", "tablic target=51")])
def test_a_whole_game_is_as_it_was(name: str, rules: str, request: pytest.FixtureRequest) -> None:
    path = FOLDER / f"{name}.txt"
    text = "\n".join(line.rstrip() for line in game_text(rules)) + "\n"
    if request.config.getoption("--regenerate"):
        path.write_text(text, encoding="utf-8")
    golden = path.read_text(encoding="utf-8")
    difference = unified_diff(golden.splitlines(), text.splitlines(), "golden", "now", lineterm="")
    assert text == golden, "\n".join(islice(difference, 40))
