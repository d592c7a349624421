"""What is a hand worth, and is the game over?"""

from collections.abc import Sequence
from typing import NamedTuple

from tablic.cards import ACE, JACK, TEN, TEN_OF_DIAMONDS, TWO_OF_CLUBS, CardSet, cards_in, rank_of
from tablic.rules import Rules

__all__ = ["HandScore", "card_points", "places", "score_hand", "winner"]


class HandScore(NamedTuple):
    """The score of one hand; every field has one number a side."""

    cards: tuple[int, ...]
    card_points: tuple[int, ...]
    most_cards: tuple[int, ...]
    tablas: tuple[int, ...]
    total: tuple[int, ...]


def card_points(cards: CardSet, rules: Rules) -> int:
    """The points of the cards alone."""
    return sum(_points_of(card, rules) for card in cards_in(cards))


def score_hand(piles: Sequence[CardSet], tablas: Sequence[int], rules: Rules) -> HandScore:
    """The score of a hand from the sides' piles, leftovers given, and their tabla points."""
    cards = tuple(pile.bit_count() for pile in piles)
    points = tuple(card_points(pile, rules) for pile in piles)
    most = _most_cards(cards, rules)
    total = tuple(map(sum, zip(points, most, tablas, strict=True)))
    return HandScore(cards, points, most, tuple(tablas), total)


def winner(totals: Sequence[int], rules: Rules) -> int | None:
    """The side that has won a game to a target after a hand, or None: another hand is played."""
    top = max(totals)
    if top < rules.target or totals.count(top) > 1:
        return None
    return totals.index(top)


def places(totals: Sequence[int]) -> tuple[int, ...]:
    """The place of each side, 1 for the highest total; equal totals share a place."""
    return tuple(1 + sum(other > total for other in totals) for total in totals)


def _points_of(card: int, rules: Rules) -> int:
    rank = rank_of(card)
    points = rules.points_each_club if card % 4 == 0 else 0
    if card == TEN_OF_DIAMONDS:
        points += rules.points_ten_diamonds
    elif rank == TEN:
        points += rules.points_ten
    elif rank == ACE:
        points += rules.points_ace
    elif rank >= JACK:
        points += rules.points_court
    elif card == TWO_OF_CLUBS:
        points += rules.points_two_clubs
    return points


def _most_cards(cards: Sequence[int], rules: Rules) -> tuple[int, ...]:
    top = max(cards)
    tied = cards.count(top)
    if tied == 1 or rules.most_tie == "all":
        share = rules.most_cards
    else:
        share = rules.most_cards // tied if rules.most_tie == "split" else 0
    return tuple(share if count == top else 0 for count in cards)
