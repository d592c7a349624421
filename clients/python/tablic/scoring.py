"""What is a hand worth, and is the game over?"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from tablic.captures import sweeps
from tablic.cards import ACE, JACK, TEN, TEN_OF_DIAMONDS, TWO_OF_CLUBS, Card, CardSet, rank_of
from tablic.groups import counts_of, group_number, value_of
from tablic.rules import Rules

__all__ = [
    "GameResult",
    "HandScore",
    "card_points",
    "claim_result",
    "forfeit_result",
    "places",
    "score_hand",
    "tabla_points",
    "winner",
]

_ACES: Final[CardSet] = 15 << 4 * ACE
_TENS: Final[CardSet] = 15 << 4 * TEN & ~(1 << TEN_OF_DIAMONDS)
_COURTS: Final[CardSet] = 0xFFF << 4 * JACK
_CLUBS: Final[CardSet] = 0x1111111111111


class HandScore(NamedTuple):
    """The score of one hand; every field has one number a side."""

    cards: tuple[int, ...]
    card_points: tuple[int, ...]
    most_cards: tuple[int, ...]
    tablas: tuple[int, ...]
    total: tuple[int, ...]


class GameResult(NamedTuple):
    """How a game ended, a number for each side."""

    totals: tuple[int, ...]
    places: tuple[int, ...]
    """1 for the winner; sides that are equal share a place."""


def card_points(cards: CardSet, rules: Rules) -> int:
    """The points of the cards alone."""
    return (
        rules.points_ace * (cards & _ACES).bit_count()
        + rules.points_court * (cards & _COURTS).bit_count()
        + rules.points_ten * (cards & _TENS).bit_count()
        + rules.points_ten_diamonds * (cards >> TEN_OF_DIAMONDS & 1)
        + rules.points_two_clubs * (cards >> TWO_OF_CLUBS & 1)
        + rules.points_each_club * (cards & _CLUBS).bit_count()
    )


def tabla_points(card: Card, taken: CardSet, rules: Rules) -> int:
    """The points of a capture that empties the table; a sweeping jack scores none."""
    if sweeps(card, rules):
        return 0
    if rules.tabla == "points":
        return rules.tabla_points
    rank = rank_of(card)
    return value_of(rank) * (group_number(counts_of(taken), rank) + 1)


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


def claim_result(totals: Sequence[int], side: int, rules: Rules) -> GameResult:
    """How a game ends with the claim of a side, the totals counted as for a claim.

    The side is first if it has reached the target, even where another stands higher, and last if it
    has not; the other sides rank by their totals.
    """
    right = totals[side] >= rules.target
    others = places([total for other, total in enumerate(totals) if other != side])
    ranks = [place + right for place in others]
    ranks.insert(side, 1 if right else len(totals))
    return GameResult(tuple(totals), tuple(ranks))


def forfeit_result(seats: Iterable[int], rules: Rules) -> GameResult:
    """How a game ends that some seats lose by a fault: the other sides get the target."""
    losers = set(map(rules.side_of, seats))
    totals = tuple(0 if side in losers else rules.target for side in range(rules.sides))
    return GameResult(totals, places(totals))


def _most_cards(cards: Sequence[int], rules: Rules) -> tuple[int, ...]:
    top = max(cards)
    tied = cards.count(top)
    if tied == 1 or rules.most_tie == "all":
        share = rules.most_cards
    else:
        share = rules.most_cards // tied if rules.most_tie == "split" else 0
    return tuple(share if count == top else 0 for count in cards)
