"""One pack played out: how it is dealt, and how plays are taken back."""

from copy import deepcopy
from itertools import islice, pairwise
from random import Random

import pytest
from tablic.captures import captures
from tablic.cards import cards_in, mask_of
from tablic.hand import Hand
from tablic.plays import Play
from tablic.rules import named_rules, parse_rules
from tablic.sampling import random_play

from .cards_for_tests import shuffled, stacked

RULES = [
    "tablic",
    "tablic-last",
    "tablic-single",
    "tablic deck=40",
    "tablic hand=7 tabla_points=4",
    "tablic talon=48 tabla_last_card=true",
]


def state(hand: Hand) -> dict[str, object]:
    """A copy of everything that a hand knows."""
    return {name: deepcopy(getattr(hand, name)) for name in Hand.__slots__}


def push_random(hand: Hand, random: Random, plays: int) -> None:
    for _ in range(plays):
        hand.push(random_play(hand.table, hand.held[hand.turn], hand.rules, random.random))


@pytest.mark.parametrize("dealer", [0, 1])
def test_the_table_is_dealt_first_then_six_to_each_from_the_seat_after_the_dealer(
    dealer: int,
) -> None:
    deck = shuffled(Random(1))
    hand = Hand(named_rules(), deck, dealer)
    assert hand.table == mask_of(deck[:4])
    assert hand.held[1 - dealer] == mask_of(deck[4:10])
    assert hand.held[dealer] == mask_of(deck[10:16])
    assert hand.turn == 1 - dealer
    assert hand.cards_left == 36
    assert (hand.piles, hand.tablas, hand.plays) == ([0, 0], [0, 0], [])
    assert hand.last_capturer is None
    assert not hand.over


@pytest.mark.parametrize("dealer", [0, 1])
def test_later_deals_put_nothing_on_the_table_and_keep_the_dealer(dealer: int) -> None:
    random = Random(2)
    deck = shuffled(random)
    hand = Hand(named_rules(), deck, dealer)
    for first in (16, 28, 40):
        push_random(hand, random, 11)
        table = hand.table
        push_random(hand, random, 1)
        card, taken, _ = hand.plays[-1].play
        assert hand.table == table ^ (taken or 1 << card)
        assert hand.held[1 - dealer] == mask_of(deck[first : first + 6])
        assert hand.held[dealer] == mask_of(deck[first + 6 : first + 12])
        assert (hand.turn, hand.dealer) == (1 - dealer, dealer)
        assert hand.cards_left == 52 - first - 12


@pytest.mark.parametrize(
    ("rules", "sizes"),
    [
        ("tablic", [6, 6, 6, 6]),
        ("tablic hand=7", [7, 7, 7, 3]),
        ("tablic hand=24", [24]),
        ("tablic deck=40", [6, 6, 6]),
        ("tablic talon=48", [2]),
    ],
)
def test_the_sizes_of_the_deals(rules: str, sizes: list[int]) -> None:
    random = Random(3)
    parsed = parse_rules(rules)
    hand = Hand(parsed, shuffled(random, parsed.deck), dealer=0)
    for size in sizes:
        assert [held.bit_count() for held in hand.held] == [size, size]
        push_random(hand, random, 2 * size)
    assert hand.over
    assert hand.held == [0, 0]


@pytest.mark.parametrize("dealer", [0, 1])
def test_the_seats_alternate_and_the_dealer_plays_last(dealer: int) -> None:
    random = Random(4)
    deck = shuffled(random)
    hand = Hand(named_rules(), deck, dealer)
    push_random(hand, random, 48)
    assert hand.plays[0].seat == 1 - dealer
    assert hand.plays[-1].seat == dealer
    assert all(made.seat != following.seat for made, following in pairwise(hand.plays))
    played = {made.play.card: made.seat for made in hand.plays}
    assert sorted(played) == sorted(deck[4:])
    assert played[deck[-1]] == dealer


@pytest.mark.parametrize("rules", RULES)
def test_pop_restores_everything_that_push_changed(rules: str) -> None:
    parsed = parse_rules(rules)
    for seed in range(10):
        random = Random(seed)
        hand = Hand(parsed, shuffled(random, parsed.deck), dealer=seed % 2)
        states = []
        while not hand.over:
            states.append(state(hand))
            push_random(hand, random, 1)
        for before, made in reversed(list(zip(states, hand.plays, strict=True))):
            assert hand.pop() == made
            assert state(hand) == before


def test_a_search_of_many_lines_leaves_the_hand_as_it_was() -> None:
    hand = Hand(parse_rules("tablic talon=40 hand=3"), shuffled(Random(5)), dealer=1)
    push_random(hand, Random(6), 4)
    before = state(hand)
    assert lines(hand, depth=5) > 100  # across a deal
    assert state(hand) == before


def lines(hand: Hand, depth: int) -> int:
    """The number of lines of some plays: each card laid, or with one of its first captures."""
    if not depth:
        return 1
    found = 0
    for card in cards_in(hand.held[hand.turn]):
        for taken in (0, *islice(captures(hand.table, card, hand.rules), 2)):
            hand.push(Play(card, taken))
            found += lines(hand, depth - 1)
            hand.pop()
    return found


def test_taking_back_and_playing_again_comes_to_the_same_end() -> None:
    random = Random(7)
    hand = Hand(named_rules(), shuffled(random), dealer=0)
    push_random(hand, random, 48)
    end = state(hand)
    taken_back = [hand.pop() for _ in range(30)]
    for made in reversed(taken_back):
        assert made.seat == hand.turn
        hand.play(made.play)
    assert state(hand) == end


def test_two_hands_from_one_deck_share_nothing() -> None:
    deck = stacked()
    one, other = Hand(named_rules(), deck, 0), Hand(named_rules(), deck, 0)
    before = state(other)
    push_random(one, Random(8), 20)
    assert state(other) == before
    assert deck == stacked()
