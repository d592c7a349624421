"""What a player is told; ``pytest --regenerate`` writes the golden text anew."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from tablic.bot import HandStart
from tablic.game import Game
from tablic.plays import MadePlay, parse_play
from tablic.rules import parse_rules, rule_set_names
from tablic_tournaments.reports.faces import PLAIN, RED, USUAL, Faces
from tablic_tournaments.reports.view_text import Watcher, count_legal_plays

from .played import game_of

GOLDEN = Path(__file__).parent / "golden" / "views.txt"

DECK = "2C 3C 4C 5C 6C 7C 8C 9C TC QC KC AC AD TD TH KD"
VIEWS = {
    "tablic": (DECK, "6C*2C+4C AC", (40, 38)),
    "tablic-classic": (DECK, "6C*2C+4C AC", (38, 97)),
    "tablic-3p": (DECK, "6C KC*3C+5C+6C", ()),
    "tablic-pairs": (DECK, "6C KC AH", ()),
    "tabinet": (DECK, "", ()),
    "tablanette": ("2C JC 3C JD 4C TD TH 8C 9C AC AD AH", "TH*TD", ()),
}


def watcher(game: Game, faces: Faces = PLAIN) -> Watcher:
    names = ["ann", "bob", "carla", "dan"][: game.rules.players]
    names[game.turn] = "you"
    return Watcher(game.rules, tuple(names), faces)


def told(game: Game, faces: Faces = PLAIN) -> Iterator[str]:
    """The turn of the seat to act, and before it how the game and the hand began."""
    tells, view = watcher(game, faces), game.view(game.turn)
    hand = game.hand
    start = HandStart(
        view.hand_number, hand.dealer, 0, view.totals, hand.exposed, hand.turned_jacks
    )
    yield from tells.game_start(view.seat)
    yield from tells.hand_start(start)
    yield from map(tells.play, hand.plays)
    yield from tells.turn(view)
    if not view.offered:
        yield from tells.legal_plays(view, 3)


def texts() -> Iterator[str]:
    for rules, (deck, decisions, totals) in VIEWS.items():
        yield "\n".join(told(game_of(rules, deck, decisions, totals), Faces(symbols=True)))


def test_a_turn_is_told_as_it_was(request: pytest.FixtureRequest) -> None:
    text = "\n\n".join(texts()) + "\n"
    if request.config.getoption("--regenerate"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")


def test_faces_say_the_same() -> None:
    game = game_of("tablic", *VIEWS["tablic"])
    plain, coloured = (
        "\n".join(told(game, Faces(symbols=symbols, colour=symbols))) for symbols in (False, True)
    )
    bare = coloured.replace(RED, "").replace(USUAL, "")
    assert bare.translate(str.maketrans("♣♦♥♠", "CDHS")) == plain
    assert plain.isascii()
    assert set(re.findall(rf"{re.escape(RED)}(.)(.)", coloured)) <= {
        (rank, suit) for rank in "A23456789TJQK" for suit in "♦♥"
    }


def test_a_sentence_has_its_cards_as_the_table_has() -> None:
    sentence = "TS*4D is illegal: QC, which A may not (table: AH 4D, hand: TS)."
    assert PLAIN.sentence(sentence) == sentence
    shown = "T♠*4♦ is illegal: Q♣, which A may not (table: A♥ 4♦, hand: T♠)."
    assert Faces(symbols=True).sentence(sentence) == shown


@pytest.mark.parametrize(
    ("rules", "words"), [("tablic", "tabla!"), ("tablic tabla=value", "tabla for 22!")]
)
def test_a_tabla_is_told_with_its_points_where_they_differ(rules: str, words: str) -> None:
    made = MadePlay(0, parse_play("AH*AC"), tabla=True)
    tells = Watcher(parse_rules(rules), ("you", "bob"))
    assert tells.play(made) == f"  you  AH takes AC, {words}"


@pytest.mark.parametrize(
    ("name", "kept", "words"),
    [("you", True, "you keep the first cards"), ("ann", False, "ann lets the first cards lie")],
)
def test_the_talon_is_told(name: str, kept: bool, words: str) -> None:
    tells = Watcher(parse_rules("tabinet"), (name, "bob"))
    told = tells.talon(HandStart(0, 1, 0, (0, 0)), kept=kept, table=1)
    assert told == f"  {words}; on the table: AC"


def test_the_end_of_a_hand_and_of_a_game() -> None:
    game = Game(parse_rules("tablic hands=1"))
    game.start_hand(list(range(52)))
    while not game.result:
        game.play(game.view(game.turn).legal_plays()[-1])
    tells, score = watcher(game), game.scores[0]
    lines = list(tells.hand_end(0, score, game.totals, game.hand.table))
    assert lines[1].startswith("Hand 1 is over.")
    for side, line in enumerate(lines[3:]):
        words = line.split()
        columns = (score.cards, score.card_points, score.most_cards, score.tablas, score.total)
        assert list(map(int, words[1:])) == [*(c[side] for c in columns), game.totals[side]]
    assert list(tells.game_end((5, 9), (2, 1)))[1] == f"Won by {tells.names[1]}."
    assert list(tells.game_end((5, 5), (1, 1)))[1] == "The game is a draw."
    three = Watcher(parse_rules("tablic-3p"), ("ann", "you", "bob"))
    assert list(three.game_end((9, 9, 5), (1, 1, 3)))[1] == "Won by ann and you."


@pytest.mark.parametrize("name", rule_set_names())
def test_legal_plays_are_counted_as_they_are_listed(name: str) -> None:
    random = Random(5)
    game = Game(parse_rules(name))
    deck = list(range(game.rules.deck))
    random.shuffle(deck)
    game.start_hand(deck)
    if game.hand.offered:
        game.keep_talon(False)
    while not game.hand.over:
        view = game.view(game.turn)
        assert count_legal_plays(view) == len(view.legal_plays())
        game.push(view.random_play(random.random))
