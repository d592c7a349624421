"""What a play does: refused with the reason, laid, capturing, a tabla; and the leftovers."""

from copy import deepcopy

import pytest
from tablic.cards import card_name, cards_text
from tablic.errors import IllegalPlayError
from tablic.hand import Hand
from tablic.plays import MadePlay, Play, parse_play
from tablic.rules import named_rules, parse_rules

from .cards_for_tests import FULL, cards, position, stacked


def play_all(hand: Hand, texts: str) -> None:
    for text in texts.split():
        hand.play(parse_play(text))


def lay_the_rest(hand: Hand) -> None:
    """Every seat lays its lowest card until the hand is over."""
    while not hand.over:
        held = hand.held[hand.turn]
        hand.play(Play((held & -held).bit_length() - 1))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("8S", "8S is not in the hand"),
        ("8S*8C", "8S is not in the hand"),
        ("TC", "TC is not in the hand"),
        ("TS*TH", "TH is not on the table"),
        ("TS*5D+TC+TH", "5D TH is not on the table"),
        ("TS*TS", "TS is not on the table"),
        ("TS*AS", "AS is not on the table"),
        ("TS*4D", "TS cannot take 4D"),
        ("TS*4D+TC", "TS cannot take 4D TC"),
        ("TS*3S+4D+6H", "TS cannot take 3S 4D 6H"),
        ("TS*3S+4D+6H+7C+8C+TC", "TS cannot take 3S 4D 6H 7C 8C TC"),
        ("AS*TC", "AS cannot take TC"),
        ("TS*TC!", "this rule set has no claims"),
        ("TS!", "this rule set has no claims"),
    ],
)
def test_an_illegal_play_is_refused_with_the_reason_and_changes_nothing(
    text: str, reason: str
) -> None:
    hand = position("TC 4D 6H 3S 7C 8C", "TS AS")
    before = {name: deepcopy(getattr(hand, name)) for name in Hand.__slots__}
    with pytest.raises(IllegalPlayError) as caught:
        hand.play(parse_play(text))
    assert str(caught.value) == (
        f"{text} is illegal: {reason} (table: 3S 4D 6H 7C 8C TC, hand: AS TS)"
    )
    assert {name: getattr(hand, name) for name in Hand.__slots__} == before


def test_the_refusal_says_so_where_the_table_is_empty() -> None:
    with pytest.raises(IllegalPlayError) as caught:
        position("", "9C").check(parse_play("9C*9D"))
    assert str(caught.value) == "9C*9D is illegal: 9D is not on the table (table: empty, hand: 9C)"


def test_the_other_seats_cards_are_refused() -> None:
    hand = Hand(named_rules(), stacked(), dealer=0)
    for card in [n for n in range(52) if not hand.held[1] >> n & 1]:
        with pytest.raises(IllegalPlayError, match=f"{card_name(card)} is not in the hand"):
            hand.check(Play(card))


def test_where_a_play_takes_one_group_two_are_refused() -> None:
    for text in ("9S*9C+9D", "9S*4C+5C+9C"):
        position("9C 9D 4C 5C", "9S").check(parse_play(text))
        with pytest.raises(IllegalPlayError, match="9S cannot take"):
            position("9C 9D 4C 5C", "9S", "tablic-single").check(parse_play(text))


def test_a_card_may_be_laid_or_take_any_part() -> None:
    hand = position("TC 4D 6H 3S 7C", "TS")
    for text in ("TS", "TS*TC", "TS*4D+6H", "TS*3S+7C", "TS*3S+4D+6H+7C", "TS*3S+4D+6H+7C+TC"):
        hand.check(parse_play(text))


def test_a_capture_goes_to_the_pile_with_the_card_that_took_it() -> None:
    hand = position("TC 4D 6H 3S", "TS 2C")
    hand.play(parse_play("TS*4D+6H"))
    assert hand.table == cards("TC 3S")
    assert hand.piles == [cards("TS 4D 6H"), 0]
    assert hand.held[0] == cards("2C")
    assert hand.last_capturer == 0
    assert hand.turn == 1
    assert hand.plays == [MadePlay(0, parse_play("TS*4D+6H"), tabla=False)]


def test_a_card_that_takes_nothing_lies_on_the_table() -> None:
    hand = position("TC", "TS 2C")
    hand.play(parse_play("TS"))
    assert hand.table == cards("TC TS")
    assert hand.piles == [0, 0]
    assert hand.last_capturer is None


@pytest.mark.parametrize(
    ("text", "points", "tablas"),
    [
        ("TS*4D+6H+TC", 1, [1, 0]),
        ("TS*4D+6H+TC", 5, [5, 0]),
        ("TS*4D+6H+TC", 0, [0, 0]),
        ("TS*4D+6H", 1, [0, 0]),
        ("TS", 1, [0, 0]),
    ],
)
def test_a_tabla_is_a_capture_that_empties_the_table(
    text: str, points: int, tablas: list[int]
) -> None:
    hand = position("TC 4D 6H", "TS 2C", f"tablic tabla_points={points}")
    hand.play(parse_play(text))
    assert hand.plays[-1].tabla == (hand.table == 0)
    assert hand.tablas == tablas


def sweeps(rules: str) -> Hand:
    """Four plays in deals of one: a king takes 48 cards, two threes are laid, a six takes them."""
    last = "KC 3C 3D 6C"
    table = cards_text(FULL & ~cards(last))
    hand = Hand(parse_rules(f"{rules} talon=48 hand=1"), stacked(table, last), dealer=0)
    play_all(hand, "KC*" + table.replace(" ", "+") + " 3C 3D 6C*3C+3D")
    return hand


@pytest.mark.parametrize("rules", ["tablic", "tablic-last"])
def test_the_last_play_of_a_hand_captures_without_a_tabla(rules: str) -> None:
    hand = sweeps(rules)
    assert hand.over
    assert hand.table == 0
    assert [made.tabla for made in hand.plays] == [True, False, False, False]
    assert hand.tablas == [0, 1]
    assert hand.piles[0] == cards("3C 3D 6C")
    assert hand.score().total == (0, 22 + 3 + 1)


def test_the_last_play_may_be_a_tabla_where_the_rules_say_so() -> None:
    hand = sweeps("tablic tabla_last_card=true")
    assert [made.tabla for made in hand.plays] == [True, False, False, True]
    assert hand.tablas == [1, 1]


def test_the_last_play_of_an_earlier_deal_may_be_a_tabla_and_counts_once() -> None:
    hand = Hand(parse_rules("tablic hand=1"), stacked("2C 3C 4C 5C", "KC", "3D"), dealer=0)
    hand.play(parse_play("KC"))
    hand.table = cards("3C")
    hand.play(parse_play("3D*3C"))
    assert hand.held[1]  # the next deal is there
    assert [made.tabla for made in hand.plays] == [False, True]
    assert hand.tablas == [1, 0]


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize(("rules", "to_capturer"), [("tablic", False), ("tablic-last", True)])
def test_leftovers_go_to_the_dealer_or_to_the_last_capturer(
    rules: str, to_capturer: bool, dealer: int
) -> None:
    deck = stacked("2C 3C 4C 5C", "2D 6C 7C 8C 9C TC")
    hand = Hand(named_rules(rules), deck, dealer)
    hand.play(parse_play("2D*2C"))
    lay_the_rest(hand)
    assert hand.table == FULL & ~cards("2C 2D")
    taker = 1 - dealer if to_capturer else dealer
    assert hand.leftovers_to == taker
    score = hand.score()
    assert score.cards[taker] == (52 if to_capturer else 50)
    assert sum(score.cards) == 52
    assert score.tablas == (0, 0)


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("rules", ["tablic", "tablic-last"])
def test_where_nobody_captured_the_dealer_has_all(rules: str, dealer: int) -> None:
    hand = Hand(named_rules(rules), stacked(), dealer)
    lay_the_rest(hand)
    assert hand.table == FULL
    assert hand.score().total[dealer] == 25
    assert hand.score().total[1 - dealer] == 0


def test_scoring_gives_the_leftovers_without_moving_a_card() -> None:
    hand = Hand(named_rules(), stacked(), dealer=0)
    lay_the_rest(hand)
    assert hand.score() == hand.score()
    assert (cards_text(hand.table), hand.piles) == (cards_text(FULL), [0, 0])
