"""The number of ways to play on from fixed decks, counted by the library and by the oracle."""

from copy import deepcopy

import pytest
from tablic.cards import CARD_NAMES
from tablic.deals import board_seed, deck_of_hand
from tablic.hand import Hand
from tablic.perft import perft
from tablic.plays import Play
from tablic.rules import named_rules, parse_rules, rule_set_names

from . import oracle
from .bookkeeper import Books
from .cards_for_tests import stacked
from .test_hand import state

SEED = board_seed(bytes(range(32)), "golden")


def fixed_hand(rules_text: str, number: int, talon_kept: bool = False) -> Hand:
    """The hand of a fixed deck, the talon decided."""
    rules = parse_rules(rules_text)
    hand = Hand(rules, deck_of_hand(SEED, number, rules.deck), dealer=number % rules.players)
    if hand.offered:
        hand.keep_talon(talon_kept)
    return hand


def slow_count(books: Books, depth: int) -> int:
    """The same number by the oracle and the bookkeeper, from names."""
    if books.turn is None or not depth:
        return not depth
    seat, number = books.turn, 0
    for card, taken in oracle.legal_plays(books.table, books.held[seat], books.knobs):
        after = deepcopy(books)
        after.play(seat, card, taken)
        number += slow_count(after, depth - 1)
    return number


def books_of(hand: Hand) -> Books:
    deck = [CARD_NAMES[card] for card in hand.deck]
    return Books(hand.rules.knobs(), deck, hand.dealer, hand.talon_kept)


GOLDEN = {  # by the number of plays, from none to four
    ("tablic", 0): [1, 10, 131, 1068, 12001],
    ("tablic", 1): [1, 9, 115, 1019, 11788],
    ("tablic-single", 0): [1, 10, 121, 946, 9491],
    ("tablic-3p-40", 0): [1, 4, 34, 361, 1634],
    ("tablic-3p-664", 2): [1, 8, 79, 754, 6882],
    ("tablic-pairs", 3): [1, 9, 65, 493, 6149],
    ("tabinet", 1): [1, 9, 115, 1019, 11788],
    ("tablanette", 0): [1, 9, 119, 860, 11394],
    ("tablanette-3p", 1): [1, 5, 45, 365, 1946],
    ("tablic-forced", 0): [1, 4, 15, 49, 125],
    ("tablic-forced", 1): [1, 3, 8, 23, 100],
    ("tablic-maximal", 0): [1, 4, 15, 49, 121],
    ("tablic hand=1", 0): [1, 2, 2, 4, 5],  # four deals
}


@pytest.mark.parametrize(("rules", "number"), GOLDEN)
def test_the_numbers_of_ways_to_play_on_are_as_they_were(rules: str, number: int) -> None:
    hand = fixed_hand(rules, number)
    before = state(hand)
    assert [perft(hand, depth) for depth in range(5)] == GOLDEN[rules, number]
    assert state(hand) == before


@pytest.mark.parametrize("name", rule_set_names())
@pytest.mark.parametrize("kept", [False, True])
def test_the_oracle_counts_the_same_ways(name: str, *, kept: bool) -> None:
    if kept > named_rules(name).talon_offer:
        return
    for number in (0, 1):
        hand = fixed_hand(name, number, kept)
        for depth in (1, 2):
            assert perft(hand, depth) == slow_count(books_of(hand), depth)


@pytest.mark.parametrize(("rules", "number"), GOLDEN)
def test_the_oracle_counts_three_plays_too(rules: str, number: int) -> None:
    hand = fixed_hand(rules, number)
    assert slow_count(books_of(hand), 3) == GOLDEN[rules, number][3]


def test_the_ways_end_with_the_hand() -> None:
    hand = Hand(parse_rules("tablic talon=48 hand=1"), stacked(), dealer=0)
    hand.push(Play(48))
    hand.push(Play(49))
    hand.table = 0b11 << 4  # 2C 2D
    hand.held = [1 << 6, 1 << 7]  # 2H for the dealer, 2S first
    # 2S is laid, or takes 2C, 2D or both. Then 2H is laid or takes any of 3, 1, 1 or 0 twos.
    assert perft(hand, 0) == 1
    assert perft(hand, 1) == 4
    assert perft(hand, 2) == 8 + 2 + 2 + 1
    assert perft(hand, 3) == 0


def test_the_ways_across_deals_are_counted_and_taken_back() -> None:
    hand = Hand(parse_rules("tablic-3p-664 talon=46 hand=1"), stacked(), dealer=2)
    hand.table = 0
    before = state(hand)
    assert perft(hand, 4) == slow_count_of(hand, 4)
    assert state(hand) == before


def slow_count_of(hand: Hand, depth: int) -> int:
    """By copies of the hand and the oracle's plays."""
    if not depth:
        return 1
    number = 0
    held = [CARD_NAMES[card] for card in range(52) if hand.held[hand.turn] >> card & 1]
    table = [CARD_NAMES[card] for card in range(52) if hand.table >> card & 1]
    for card, taken in oracle.legal_plays(table, held, hand.rules.knobs()):
        after = deepcopy(hand)
        after.push(Play(CARD_NAMES.index(card), sum(1 << CARD_NAMES.index(name) for name in taken)))
        number += slow_count_of(after, depth - 1)
    return number


def test_no_way_begins_while_a_talon_is_offered() -> None:
    rules = named_rules("tabinet")
    hand = Hand(rules, deck_of_hand(SEED, 0, 52), dealer=0)
    assert [perft(hand, depth) for depth in (0, 1, 2)] == [1, 0, 0]
