"""Whole games as readable texts: every state, what every seat sees, every legal play.

The game of ``tablic`` shows all views at every play; those of the other rule sets, of a hand or
two, show them where a hand and a deal begin and at the last play.

``pytest --regenerate`` writes the text anew; read the difference before it is committed.
"""

import re
from collections.abc import Iterator
from difflib import unified_diff
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from tablic.cards import card_name, cards_text
from tablic.deals import board_seed, deck_of_hand
from tablic.game import Game
from tablic.hand import Hand
from tablic.plays import made_play_text, play_text
from tablic.rules import parse_rules, rule_set_names
from tablic.view import View

from .playouts import NEVER, WITH_A_PLAY, claims_with

FOLDER = Path(__file__).parent / "golden"

SECRET = bytes(range(32))
PLAYS_SEED = 1


def game_text(rules_text: str, board: str, claimant: int, *, all_views: bool) -> Iterator[str]:
    """A game of random plays, line by line."""
    game = Game(parse_rules(rules_text))
    random = Random(PLAYS_SEED)
    seed = board_seed(SECRET, board)
    yield f"# {game.rules.text}: secret {SECRET.hex()}, board {board}, plays of seed {PLAYS_SEED}"
    while not game.result:
        number = len(game.hands)
        game.start_hand(deck_of_hand(seed, number, game.rules.deck))
        hand = game.hand
        yield f"\n== hand {number}, dealer {hand.dealer}, totals {game.totals}"
        yield f"deck: {cards_text(hand.deck)}"
        yield from opening_lines(game)
        while not hand.over and not game.result:
            yield f"\n-- hand {number}, play {len(hand.plays)}: seat {game.turn} to act"
            yield from decision_lines(game, all_views=all_views or deals_or_ends(hand))
            view = game.view(game.turn)
            play = view.random_play(random.random)
            game.play(play._replace(claim=view.can_claim and claims_with(game, play, claimant)))
            yield f"play: {made_play_text(hand.plays[-1])}"
        yield from end_lines(game)
    yield f"\n== {game.result}"


def opening_lines(game: Game) -> Iterator[str]:
    """The jacks that were turned up, and the talon that is offered; every other one is kept."""
    hand = game.hand
    for card, place in hand.turned_jacks:
        yield f"turned: {card_name(card)} is card {place} of those to be dealt"
    if hand.offered:
        yield f"\n-- offered to seat {game.turn}: {cards_text(hand.offered)}"
        yield from all_view_lines(game)
        game.keep_talon(kept=len(game.hands) % 2 == 1)
        yield f"kept: {hand.talon_kept}"


def deals_or_ends(hand: Hand) -> bool:
    """Whether cards have just been dealt, or the last card is about to be played."""
    sizes = {held.bit_count() for held in hand.held}
    dealt = len(sizes) == 1 and not len(hand.plays) % (hand.rules.players * hand.rules.hand)
    return dealt or hand.plays_left == 1


def decision_lines(game: Game, *, all_views: bool) -> Iterator[str]:
    yield from state_lines(game, with_pack=all_views)
    if all_views:
        yield from all_view_lines(game)
    legal = [play_text(play) for play in game.view(game.turn).legal_plays()]
    yield f"legal ({len(legal)}): {' '.join(legal)}"


def end_lines(game: Game) -> Iterator[str]:
    number = len(game.hands) - 1
    if game.made_claim:
        yield f"\n-- hand {number} ends with a claim: {game.made_claim}"
        yield from state_lines(game)
        yield f"totals before the hand: {game.totals}"
        return
    yield f"\n-- hand {number} is over, leftovers to side {game.hand.leftovers_to}"
    yield from state_lines(game)
    yield from (f"{field}: {value}" for field, value in game.scores[-1]._asdict().items())
    yield f"totals: {game.totals}"


def state_lines(game: Game, *, with_pack: bool = True) -> Iterator[str]:
    hand = game.hand
    pack = hand.pack[len(hand.pack) - hand.cards_left :]
    yield f"state table: {cards_text(hand.table)}"
    yield f"  held: {' | '.join(map(cards_text, hand.held))}"
    yield f"  piles: {' | '.join(map(cards_text, hand.piles))}"
    if with_pack:
        yield f"  pack: {cards_text(pack)}"
    yield f"  tablas {hand.tablas}, last capturer {hand.last_capturer}"


def all_view_lines(game: Game) -> Iterator[str]:
    for seat in range(game.rules.players):
        yield from view_lines(game.view(seat))


def view_lines(view: View) -> Iterator[str]:
    """Every field of a view, whichever there are."""
    yield f"view of {view.seat}"
    sets = {"hand", "table"}
    for field, value in view._asdict().items():
        if field == "rules":
            text = value.text
        elif field in sets or (field == "offered" and value):
            text = cards_text(value)
        elif field == "piles":
            text = " | ".join(map(cards_text, value))
        elif field == "plays":
            text = ", ".join(f"{made.seat} {made_play_text(made)}" for made in value)
        else:
            text = str(value)
        yield f"  {field}: {text}".rstrip()


TABLIC = ("tablic", "tablic target=51", "golden", NEVER)
# A hand or two of each, on boards where the game shows what is special: golden-260 turns two jacks
# in both hands, golden-40 all four; golden-1031 has a last card that scores; and tablas elsewhere.
OTHERS = [
    ("tabinet", "tabinet hands=2", "golden", NEVER),
    ("tablanette", "tablanette hands=2", "golden-260", NEVER),
    ("tablanette-3p", "tablanette-3p hands=1", "golden", NEVER),
    ("tablanette-pairs", "tablanette-pairs hands=1", "golden-40", NEVER),
    ("tablic-3p", "tablic-3p hands=1", "golden", NEVER),
    ("tablic-3p-40", "tablic-3p-40 hands=1", "golden", NEVER),
    ("tablic-3p-664", "tablic-3p-664 hands=1", "golden", NEVER),
    ("tablic-classic", "tablic-classic target=21", "golden", WITH_A_PLAY),
    ("tablic-forced", "tablic-forced hands=1", "golden", NEVER),
    ("tablic-house", "tablic-house hands=1", "golden-1031", NEVER),
    ("tablic-last", "tablic-last hands=1", "golden-7", NEVER),
    ("tablic-last-pairs", "tablic-last-pairs hands=1", "golden-3", NEVER),
    ("tablic-maximal", "tablic-maximal hands=1", "golden", NEVER),
    ("tablic-pairs", "tablic-pairs hands=1", "golden-3", NEVER),
    ("tablic-single", "tablic-single hands=1", "golden-11", NEVER),
]


@pytest.mark.parametrize(("name", "rules", "board", "claimant"), [TABLIC, *OTHERS])
def test_a_whole_game_is_as_it_was(
    name: str, rules: str, board: str, claimant: int, request: pytest.FixtureRequest
) -> None:
    path = FOLDER / f"{name}.txt"
    lines = game_text(rules, board, claimant, all_views=name == "tablic")
    text = "\n".join(line.rstrip() for line in lines) + "\n"
    if request.config.getoption("--regenerate"):
        path.write_text(text, encoding="utf-8")
    golden = path.read_text(encoding="utf-8")
    difference = unified_diff(golden.splitlines(), text.splitlines(), "golden", "now", lineterm="")
    assert text == golden, "\n".join(islice(difference, 40))


def test_every_rule_set_has_a_golden_game() -> None:
    assert {name for name, *_ in (TABLIC, *OTHERS)} == set(rule_set_names())


def test_the_golden_games_show_what_is_special() -> None:
    texts = {name: (FOLDER / f"{name}.txt").read_text("utf-8") for name in rule_set_names()}
    assert "kept: True" in texts["tabinet"]
    assert "kept: False" in texts["tabinet"]
    assert "MadeClaim(" in texts["tablic-classic"]
    assert "right=True" in texts["tablic-classic"]
    *_, last_play = re.findall("^play: .*$", texts["tablic-house"], re.MULTILINE)
    assert last_play.endswith("#")
    for name in ("tablic-last", "tablic-last-pairs"):
        assert "leftovers to side 1" in texts[name]  # seat 0 dealt
    for name in ("tablanette", "tablanette-3p", "tablanette-pairs"):
        assert "turned: J" in texts[name]
        assert re.search(r"^play: J.\*.*$", texts[name], re.MULTILINE)  # a jack sweeps
