"""What may a card take?

Capture values: 2 to 10 as printed, jack 12, queen 13, king 14, ace 1 or 11. A set of table cards
may be taken by a card if and only if it can be cut into groups, every card in exactly one, so that
each group adds up to the same value of the card; each ace in the set counts 1 or 11 on its own.

Suits do not matter, so everything here works on *counts*: an int with four bits a rank, aligned
with the card masks, which hold how many cards of the rank there are (0 to 4).
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import Final

from tablic.cards import Card, CardSet, cards_in, rank_of
from tablic.rules import Rules

__all__ = ["can_take", "captures", "counts_of", "fits", "groups_within", "selections"]

Counts = int

# Every card and every group is counted with aces at 1; an ace at 11 appears as its own groups.
RANK_VALUES: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14)

# Sets of fewer cards are judged faster by trying groups than by adding them up first.
MANY_CARDS: Final = 9

_ODD_BITS: Final = 0x5555555555555
_PAIRS: Final = 0x3333333333333
_ONES: Final = 0x1111111111111
_HIGH: Final = 0x8888888888888


def counts_of(cards: CardSet) -> Counts:
    """How many cards of each rank a set holds."""
    cards -= (cards >> 1) & _ODD_BITS
    return (cards & _PAIRS) + ((cards >> 2) & _PAIRS)


def fits(part: Counts, whole: Counts) -> bool:
    """Whether the whole has at least as many cards of every rank as the part."""
    return ((whole | _HIGH) - part) & _HIGH == _HIGH


def can_take(table: CardSet, card: Card, taken: CardSet, rules: Rules) -> bool:
    """Whether a card may take exactly this set. Bounded for any input: nothing is enumerated."""
    if not taken or taken & ~table:
        return False
    counts, rank = counts_of(taken), rank_of(card)
    if taken.bit_count() >= MANY_CARDS and not _sum_fits(counts, rank):
        return False
    return _cut(counts, rank, rules.max_groups or 52, set())


def captures(table: CardSet, card: Card, rules: Rules) -> Iterator[CardSet]:
    """Every set a card may take, lazily and each once; small rank selections come first.

    There can be more than 10**13 of them: take what you need with ``itertools.islice``. The cost
    of the first n is proportional to n, whatever is on the table.
    """
    for part in selections(counts_of(table), rank_of(card), rules.max_groups):
        yield from _card_sets(table, part)


def selections(counts: Counts, rank: int, max_groups: int) -> Iterator[Counts]:
    """The rank counts of every set that a card of a rank may take, lazily and each once."""
    groups = groups_within(counts, rank)
    room = counts | _HIGH
    depths = {0: 0}
    parts = [0]
    for part in parts:  # which grows as it is read
        depth = depths[part] + 1
        if depth == max_groups + 1 != 1:
            return
        for group in groups:
            larger = part + group
            if (room - larger) & _HIGH == _HIGH and larger not in depths:
                depths[larger] = depth
                parts.append(larger)
                yield larger


def groups_within(counts: Counts, rank: int) -> list[Counts]:
    """The groups that a card of a rank could take from these counts, one at a time."""
    room = counts | _HIGH
    candidates = _groups_of_ranks(rank, _ranks(counts))
    return [group for group in candidates if (room - group) & _HIGH == _HIGH]


@cache
def _groups_of_ranks(rank: int, present: int) -> list[Counts]:
    """The groups whose ranks are all present: at most 2**13 lists, most of them short."""
    return [group for group in _GROUPS[rank] if not _ranks(group) & ~present]


def _sum_fits(counts: Counts, rank: int) -> bool:
    """Whether the total can be a multiple of the card's value, with some aces counted 11.

    It refuses at once most of the sets that are hard to refuse by trying groups. For an ace the
    value is 11, and an ace that is a group by itself is one counted 11 too.
    """
    value = RANK_VALUES[rank] if rank else 11
    total = sum((counts >> 4 * n & 15) * RANK_VALUES[n] for n in range(13))
    return any((total + 10 * elevens) % value == 0 for elevens in range((counts & 15) + 1))


def _cut(counts: Counts, rank: int, groups_left: int, failed: set[Counts]) -> bool:
    """Whether the counts can be cut into groups; the failed remainders are remembered."""
    if not counts:
        return True
    if not groups_left or counts in failed:
        return False
    highest = (counts.bit_length() - 1) // 4
    for group in _GROUPS_BY_HIGHEST[rank][highest]:
        if fits(group, counts) and _cut(counts - group, rank, groups_left - 1, failed):
            return True
    failed.add(counts)
    return False


def _card_sets(table: CardSet, part: Counts) -> Iterator[CardSet]:
    """Every way to take these many of each rank from the table."""
    choices = [
        [sum(1 << card for card in chosen) for chosen in combinations(cards_in(of_rank), wanted)]
        for shift in range(0, part.bit_length(), 4)
        if (wanted := part >> shift & 15)
        for of_rank in [table & 15 << shift]
    ]
    return map(sum, product(*choices))


def _groups(rank: int) -> list[Counts]:
    """Every group a card of a rank can take: rank counts that add up to a value of the card."""
    if rank == 0:
        return [1, *(group for group in _adding_up_to(11) if group != 1)]
    return _adding_up_to(RANK_VALUES[rank])


def _adding_up_to(value: int) -> list[Counts]:
    # Two aces at 11 are 22, above every value, so at most one ace of a group counts 11.
    low_aces = _sums(value, 12)
    high_ace = [group + 1 for group in _sums(value - 11, 12) if group & 15 < 4]
    return list(dict.fromkeys(low_aces + high_ace))


def _sums(value: int, rank: int) -> list[Counts]:
    """The counts of ranks up to this one, at most four a rank, with aces at 1."""
    if rank < 0 or value < 0:
        return [0] if value == 0 else []
    most = min(4, value // RANK_VALUES[rank])
    return [
        (n << 4 * rank) + rest
        for n in range(most + 1)
        for rest in _sums(value - n * RANK_VALUES[rank], rank - 1)
    ]


def _ranks(counts: Counts) -> int:
    """A bit for each rank that is there, at the lowest bit of the rank."""
    return (counts | counts >> 1 | counts >> 2) & _ONES


_GROUPS: Final = [_groups(rank) for rank in range(13)]
_GROUPS_BY_HIGHEST: Final = [
    [[g for g in groups if (g.bit_length() - 1) // 4 == highest] for highest in range(13)]
    for groups in _GROUPS
]
