"""What may a card take?

Capture values: 2 to 10 as printed, jack 12, queen 13, king 14, ace 1 or 11. A set of table cards
may be taken by a card if and only if it can be cut into groups, every card in exactly one, so that
each group adds up to the same value of the card; each ace in the set counts 1 or 11 on its own.

Some rule sets have a jack that sweeps: it takes the whole table or nothing, and a jack on the table
is in no group. Some allow so many groups only, or only captures that no larger one contains.
"""

from collections.abc import Iterator
from itertools import combinations, islice, product
from typing import Final

from tablic.cards import JACK, JACKS, Card, CardSet, cards_in, rank_of
from tablic.counting import CaptureTable
from tablic.groups import (
    Counts,
    can_grow,
    counts_of,
    groups_within,
    has_group,
    is_selection,
    selections,
)
from tablic.plays import Play
from tablic.rules import Rules

__all__ = [
    "can_capture",
    "can_take",
    "capture_at",
    "captures",
    "count_captures",
    "cut_into_groups",
    "legal_plays",
    "legal_selections",
    "sweeps",
    "table_for",
]

# So many selections are looked through one by one for those that no other contains; where there are
# more, all of them are worked out at once.
FEW_SELECTIONS: Final = 200


def can_take(table: CardSet, card: Card, taken: CardSet, rules: Rules) -> bool:
    """Whether a card may take exactly this set. Bounded for any input: nothing is enumerated."""
    if not taken or taken & ~table:
        return False
    if sweeps(card, rules):
        return taken == table
    usable = table_for(table, rules)
    if taken & ~usable:
        return False
    part, rank = counts_of(taken), rank_of(card)
    if not is_selection(part, rank, rules.max_groups):
        return False
    if rules.capture_extent == "any":
        return True
    return not can_grow(part, counts_of(usable & ~taken), rank, rules.max_groups)


def cut_into_groups(cards: CardSet, card: Card, rules: Rules) -> list[CardSet] | None:
    """A way to cut a set into groups as a card takes them, lowest first; None if there is none.

    A jack that sweeps takes all as one group. Bounded for any input, as ``can_take`` is.
    """
    if not can_take(cards, card, cards, rules):
        return None
    if sweeps(card, rules):
        return [cards]
    groups = []
    while cards:
        groups.append(_group_of_highest(cards, rank_of(card)))
        cards ^= groups[-1]
    return sorted(groups, key=lambda group: group & -group)


def can_capture(table: CardSet, card: Card, rules: Rules) -> bool:
    """Whether a card may take anything at all."""
    if sweeps(card, rules):
        return bool(table)
    return has_group(counts_of(table_for(table, rules)), rank_of(card))


def captures(table: CardSet, card: Card, rules: Rules) -> Iterator[CardSet]:
    """Every set a card may take, lazily and each once; small rank selections come first.

    There can be more than 10**13 of them: take what you need with ``itertools.islice``. The cost
    of the first n is proportional to n, whatever is on the table; but where only captures count
    that no larger one contains, those of a table with many are all worked out for the first one.
    """
    if sweeps(card, rules):
        if table:
            yield table
        return
    table = table_for(table, rules)
    for part in legal_selections(counts_of(table), rank_of(card), rules):
        yield from _card_sets(table, part)


def legal_plays(table: CardSet, hand: CardSet, rules: Rules) -> Iterator[Play]:
    """Every play a hand may make, lazily and each once: cards laid, then the captures."""
    for card in _layable(table, list(cards_in(hand)), rules):
        yield Play(card)
    for card in cards_in(hand):
        for taken in captures(table, card, rules):
            yield Play(card, taken)


def count_captures(table: CardSet, card: Card, rules: Rules) -> int:
    """How many sets a card may take, exactly: the fullest tables take less than a second."""
    if sweeps(card, rules):
        return 1 if table else 0
    return _capture_table(table, card, rules).total


def capture_at(table: CardSet, card: Card, rules: Rules, index: int) -> CardSet:
    """The capture of an index below the count, in a fixed order."""
    if not sweeps(card, rules):
        return _capture_table(table, card, rules).capture_at(table, index)
    if index or not table:
        raise IndexError(f"a jack that sweeps has no capture with the index {index}")
    return table


def legal_selections(counts: Counts, rank: int, rules: Rules) -> Iterator[Counts]:
    """The rank counts of every set that a card of a rank may take, lazily and each once."""
    max_groups = rules.max_groups
    every = selections(counts, rank, max_groups)
    if rules.capture_extent == "any":
        return every
    first = list(islice(every, FEW_SELECTIONS + 1))
    if len(first) > FEW_SELECTIONS:
        return CaptureTable(counts, rank, max_groups, maximal=True).selections()
    return (part for part in first if not can_grow(part, counts - part, rank, max_groups))


def _capture_table(table: CardSet, card: Card, rules: Rules) -> CaptureTable:
    counts = counts_of(table_for(table, rules))
    maximal = rules.capture_extent == "maximal"
    return CaptureTable(counts, rank_of(card), rules.max_groups, maximal)


def sweeps(card: Card, rules: Rules) -> bool:
    """Whether a card takes the whole table or nothing."""
    return rules.jack == "sweep" and rank_of(card) == JACK


def table_for(table: CardSet, rules: Rules) -> CardSet:
    """The table cards that can be in a group."""
    return table & ~JACKS if rules.jack == "sweep" else table


def _layable(table: CardSet, cards: list[Card], rules: Rules) -> list[Card]:
    """The cards that may be laid on the table: all of them, unless a capture is forced."""
    if rules.must_capture == "never":
        return cards
    unable = [card for card in cards if not can_capture(table, card, rules)]
    return unable if rules.must_capture == "card" or len(unable) == len(cards) else []


def _group_of_highest(cards: CardSet, rank: int) -> CardSet:
    """The smallest group with the highest card that leaves a rest to be cut, or nothing."""
    counts = counts_of(cards)
    shift = 4 * rank_of(cards.bit_length() - 1)
    parts = [part for part in groups_within(counts, rank) if part >> shift & 15]
    groups = sorted((next(_card_sets(cards, part)) for part in parts), key=int.bit_count)
    return next(g for g in groups if is_selection(counts - counts_of(g), rank, 0))


def _card_sets(table: CardSet, part: Counts) -> Iterator[CardSet]:
    """Every way to take these many of each rank from the table."""
    choices = [
        [sum(1 << card for card in chosen) for chosen in combinations(cards_in(of_rank), wanted)]
        for shift in range(0, part.bit_length(), 4)
        if (wanted := part >> shift & 15)
        for of_rank in [table & 15 << shift]
    ]
    return map(sum, product(*choices))
