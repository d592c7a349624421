"""A play drawn uniformly from all legal plays, without listing them; and whole hands played so.

Suits do not matter, and a card takes no card of a higher rank than its own; an ace, which may
count 11, none above a ten. So the captures of a rank are counted once for the *counts* of the ranks
it can take, and remembered; the capture of a given index is then put together from the remembered
rank selections. A table with too many selections is not remembered: its captures are drawn by
rejection, or counted all at once where too few of all sets are captures.
"""

from collections.abc import Callable, Sequence
from itertools import combinations, islice
from math import comb
from typing import Final, TypeVar

from tablic.captures import can_take, capture_table, legal_selections, sweeps, table_for
from tablic.cards import TEN, Card, CardSet, cards_in
from tablic.groups import Counts, counts_of, groups_within
from tablic.plays import Play
from tablic.rules import Rules

__all__ = ["clear_memo", "random_play"]

# About 2 ms of counting; a table of 20 cards seldom has as many.
MOST_SELECTIONS: Final = 2_000
# All memos together hold at most so many rank selections of about 150 bytes: below 64 MB.
MEMO_SELECTIONS: Final = 400_000

# The ranks that a card of a rank can take.
_TAKABLE: Final = [(1 << 4 * (max_rank + 1)) - 1 for max_rank in (TEN, *range(1, 13))]
_CARDS_OF_RANK: Final = 15
_COMBINATIONS: Final = [[comb(n, wanted) for wanted in range(5)] for n in range(5)]
# For the cards of one rank (a nibble of the mask) and a number of them, every choice.
_CHOICES: Final = [
    [[sum(chosen) for chosen in combinations(bits, n)] for n in range(5)]
    for nibble in range(16)
    for bits in [[bit for bit in (1, 2, 4, 8) if nibble & bit]]
]


# The captures of a rank: how many, the rank selections, and how many there are of each. Plain
# tuples of ints, which the garbage collector need not watch.
_Counted = tuple[int, tuple[Counts, ...], tuple[int, ...]]

_TOO_MANY: Final[_Counted] = (-1, (), ())
_NONE: Final[_Counted] = (0, (), ())
_SWEEP: Final[_Counted] = (1, (), ())

T = TypeVar("T")


class _Memo:
    """The captures of every rank and table met so far, for one way of capturing."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.by_rank: list[dict[Counts, _Counted]] = [{} for _ in range(13)]
        self.size = 0

    def clear(self) -> None:
        """Forget everything."""
        for counted in self.by_rank:
            counted.clear()
        self.size = 0

    def add(self, rank: int, counts: Counts) -> _Counted:
        """Count the captures of a rank and remember them."""
        every = legal_selections(counts, rank, self.rules)
        parts = tuple(islice(every, MOST_SELECTIONS + 1))
        if not parts:
            counted = _NONE
        elif len(parts) > MOST_SELECTIONS:
            counted = _TOO_MANY
        else:
            ways = _ways(parts, counts)
            counted = (sum(ways), parts, ways)
        if self.size > MEMO_SELECTIONS:
            self.clear()
        self.size += len(counted[1]) + 1
        self.by_rank[rank][counts] = counted
        return counted


_MEMOS: Final[dict[tuple[int, str], _Memo]] = {}


def random_play(table: CardSet, hand: CardSet, rules: Rules, random: Callable[[], float]) -> Play:
    """A play of one of the cards in hand, uniform over all legal plays.

    ``random`` is called for uniform floats in [0, 1), as ``random.Random().random`` gives them.
    """
    memo = _memo_of(rules)
    counts = counts_of(table_for(table, rules))
    counted = []
    for card in cards_in(hand):
        rank = card >> 2
        low = counts & _TAKABLE[rank]
        if sweeps(card, rules):
            found = _SWEEP if table else _NONE
        else:
            found = memo.by_rank[rank].get(low) or memo.add(rank, low)
        if found is _TOO_MANY:
            return _of_too_many(table, hand, rules, random)
        counted.append((card, found[0], found))
    card, index, found = _drawn(counted, rules, random)
    if index < 0:
        return Play(card)
    return Play(card, table if found is _SWEEP else _capture_at(table, found, index))


def clear_memo() -> None:
    """Forget every table met so far."""
    _MEMOS.clear()


def _memo_of(rules: Rules) -> _Memo:
    key = rules.max_groups, rules.capture_extent
    memo = _MEMOS.get(key)
    if memo is None:
        memo = _MEMOS[key] = _Memo(rules)
    return memo


def _drawn(
    counted: Sequence[tuple[Card, int, T]], rules: Rules, random: Callable[[], float]
) -> tuple[Card, int, T]:
    """A card, the index of a capture (-1: it lies), and what was counted, uniform over all plays.

    The draw has 53 bits, and at most 10**14 captures are drawn from.
    """
    must = rules.must_capture
    captures = sum(number for _, number, _ in counted)
    forced = must == "hand" and captures > 0
    lays = [0 if forced or (must == "card" and number) else 1 for _, number, _ in counted]
    index = int(random() * (captures + sum(lays)))
    for (card, number, found), lay in zip(counted, lays, strict=True):
        if index < number + lay:
            return card, index - lay, found
        index -= number + lay
    raise AssertionError("the index is below the total")


def _of_too_many(
    table: CardSet, hand: CardSet, rules: Rules, random: Callable[[], float]
) -> Play:
    """A play where some card has too many captures to remember them."""
    if not rules.max_groups and rules.capture_extent == "any" and rules.must_capture == "never":
        return _by_rejection(table, hand, rules, random)
    counted = []
    for card in cards_in(hand):
        found = None if sweeps(card, rules) else capture_table(table, card, rules)
        counted.append((card, found.total if found else int(table > 0), found))
    card, index, found = _drawn(counted, rules, random)
    if index < 0:
        return Play(card)
    return Play(card, found.capture_at(table_for(table, rules), index) if found else table)


def _capture_at(table: CardSet, counted: _Counted, index: int) -> CardSet:
    """The capture of an index below the total."""
    _, parts, all_ways = counted
    place = 0
    while index >= all_ways[place]:
        index -= all_ways[place]
        place += 1
    part = parts[place]
    taken = shift = 0
    while part:
        if wanted := part & 15:
            choices = _CHOICES[table >> shift & 15][wanted]
            taken |= choices[index % len(choices)] << shift
            index //= len(choices)
        part >>= 4
        shift += 4
    return taken


def _ways(parts: tuple[Counts, ...], counts: Counts) -> tuple[int, ...]:
    """How many sets of cards have the ranks of each part."""
    ways = (1,) * len(parts)
    for shift in range(0, counts.bit_length(), 4):
        there = counts >> shift & 15
        if there > 1:
            chosen = _COMBINATIONS[there]
            ways = tuple(
                n * chosen[part >> shift & 15] for n, part in zip(ways, parts, strict=True)
            )
    return ways


def _by_rejection(table: CardSet, hand: CardSet, rules: Rules, random: Callable[[], float]) -> Play:
    """A uniform play from uniform (card, any usable cards): hundreds of tries for 26 cards.

    The draw has 53 bits, which are enough for tables of up to 47 usable cards.
    """
    usable_table = table_for(table, rules)
    counts = counts_of(usable_table)
    cards = list(cards_in(hand))
    usable = [
        [table] if sweeps(card, rules) else _usable(usable_table, groups_within(counts, card >> 2))
        for card in cards
    ]
    weights = [1 << len(bits) for bits in usable]
    while True:
        index = int(random() * sum(weights))
        for card, bits, weight in zip(cards, usable, weights, strict=True):
            if index < weight:
                taken = sum(bit for n, bit in enumerate(bits) if index >> n & 1)
                if not taken or can_take(table, card, taken, rules):
                    return Play(card, taken)
                break
            index -= weight


def _usable(table: CardSet, groups: list[Counts]) -> list[CardSet]:
    """The table cards, a mask each, whose rank is in some group."""
    ranks = 0
    for group in groups:
        ranks |= (group | group >> 1 | group >> 2) & 0x1111111111111
    of_ranks = table & ranks * _CARDS_OF_RANK
    return [1 << bit for bit in range(52) if of_ranks >> bit & 1]
