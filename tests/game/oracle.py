"""A slow oracle for captures, written from the definition alone; it knows cards by their names.

A set of table cards may be taken by a card if and only if it is not empty and can be cut into
groups, every card in exactly one group, so that each group adds up to V, for one value V of the
card; each ace in the set counts 1 or 11, each on its own. It tries every way, so keep the table
below a dozen cards.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

ALL = tuple(rank + suit for rank in "A23456789TJQK" for suit in "CDHS")

_VALUES = {"A": (1, 11), "T": (10,), "J": (12,), "Q": (13,), "K": (14,)}


def values(name: str) -> tuple[int, ...]:
    """What a card may count."""
    return _VALUES.get(name[0]) or (int(name[0]),)


def captures(
    table: Sequence[str], card: str, most_groups: int | None = None
) -> set[frozenset[str]]:
    """Every set of table cards that a card may take."""
    return {
        frozenset(taken)
        for size in range(1, len(table) + 1)
        for taken in combinations(table, size)
        if can_take(card, taken, most_groups)
    }


def can_take(card: str, taken: Sequence[str], most_groups: int | None = None) -> bool:
    """Whether a card may take exactly these cards."""
    ranks = "".join(sorted(name[0] for name in taken))
    return bool(ranks) and any(
        groups <= (most_groups or len(ranks))
        for value in values(card)
        for groups in _group_numbers(ranks, value)
    )


@cache
def _group_numbers(ranks: str, value: int) -> frozenset[int]:
    """The numbers of groups that cards of these ranks can be cut into, each group a value."""
    if not ranks:
        return frozenset({0})
    first, others = ranks[0], ranks[1:]
    return frozenset(
        1 + groups
        for company, remainder in _divisions(others)
        if value in _totals(first + company)
        for groups in _group_numbers(remainder, value)
    )


def _divisions(ranks: str) -> Iterator[tuple[str, str]]:
    """Every way to divide some cards into two heaps."""
    for choice in range(1 << len(ranks)):
        chosen = [choice >> place & 1 for place in range(len(ranks))]
        yield (
            "".join(rank for rank, taken in zip(ranks, chosen, strict=True) if taken),
            "".join(rank for rank, taken in zip(ranks, chosen, strict=True) if not taken),
        )


@cache
def _totals(ranks: str) -> frozenset[int]:
    """What some cards can add up to, each ace at 1 or at 11."""
    totals = {0}
    for rank in ranks:
        totals = {total + worth for total in totals for worth in values(rank)}
    return frozenset(totals)
