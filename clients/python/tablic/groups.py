"""Which ranks add up? The captures of a rank, suits left out.

Everything here works on *counts*: an int with four bits a rank, aligned with the card masks, which
hold how many cards of the rank there are (0 to 4). A *group* adds up to the value of the card that
takes it; a *selection* can be cut into groups.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final

from tablic.cards import CardSet

__all__ = [
    "RANK_VALUES",
    "Counts",
    "can_grow",
    "counts_of",
    "fits",
    "group_number",
    "groups_within",
    "has_group",
    "is_selection",
    "ranks_of",
    "selections",
    "unlimited_selections",
    "value_of",
]

Counts = int

# Every card and every group is counted with aces at 1; an ace at 11 appears as its own groups.
RANK_VALUES: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14)

# Sets of fewer cards are judged faster by trying groups than by adding them up first.
MANY_CARDS: Final = 9

_ODD_BITS: Final = 0x5555555555555
_PAIRS: Final = 0x3333333333333
_ONES: Final = 0x1111111111111
_HIGHER_RANKS: Final = _ONES >> 20 << 20  # from 6 on
_HIGH: Final = 0x8888888888888


def counts_of(cards: CardSet) -> Counts:
    """How many cards of each rank a set holds."""
    cards -= (cards >> 1) & _ODD_BITS
    return (cards & _PAIRS) + ((cards >> 2) & _PAIRS)


def fits(part: Counts, whole: Counts) -> bool:
    """Whether the whole has at least as many cards of every rank as the part."""
    return ((whole | _HIGH) - part) & _HIGH == _HIGH


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


def unlimited_selections(counts: Counts, rank: int, most: int) -> list[Counts]:
    """All of ``selections`` without a limit on groups, faster; not all where there are more."""
    room = counts | _HIGH
    parts = [0]
    for group in _groups_of_ranks(rank, ranks_of(counts)):
        left = room - group
        if left & _HIGH != _HIGH:
            continue
        grown = []
        # A comprehension costs more than the few parts there are.
        for part in parts:
            if (left - part) & _HIGH == _HIGH:
                grown.append(part + group)  # noqa: PERF401
        if (left - group) & _HIGH == _HIGH:  # it fits more than once
            for part in grown:  # which grows as it is read
                if (left - part) & _HIGH == _HIGH:
                    grown.append(part + group)  # noqa: PERF401
        parts = list(dict.fromkeys(parts + grown))
        if len(parts) > most + 1:
            break
    return parts[1:]


def groups_within(counts: Counts, rank: int) -> list[Counts]:
    """The groups that a card of a rank could take from these counts, one at a time."""
    room = counts | _HIGH
    candidates = _groups_of_ranks(rank, ranks_of(counts))
    return [group for group in candidates if (room - group) & _HIGH == _HIGH]


@cache
def _groups_of_ranks(rank: int, present: int) -> list[Counts]:
    """The groups whose ranks are all present: at most 2**13 short lists a rank, 27 MB in all."""
    # The few lists with all the higher ranks serve many others.
    wider = present | _HIGHER_RANKS
    candidates = _GROUPS[rank] if wider == present else _groups_of_ranks(rank, wider)
    absent = ~(present * 15)
    return [group for group in candidates if not group & absent]


def has_group(counts: Counts, rank: int) -> bool:
    """Whether a card of a rank could take anything from these counts."""
    room = counts | _HIGH
    candidates = _groups_of_ranks(rank, ranks_of(counts))
    return any((room - group) & _HIGH == _HIGH for group in candidates)


def is_selection(counts: Counts, rank: int, max_groups: int) -> bool:
    """Whether a card of a rank may take exactly these counts, in at most so many groups (0: any).

    Bounded for any input: nothing is enumerated.
    """
    if _card_number(counts) >= MANY_CARDS and not _sum_fits(counts, rank, max_groups):
        return False
    return _cut(counts, rank, max_groups or 52, set())


def can_grow(part: Counts, rest: Counts, rank: int, max_groups: int) -> bool:
    """Whether a selection is contained in a larger one, made with some of the remaining cards."""
    if not rest:
        return False
    # One more group of the rest alone; below, some extra card is in a group with needed ones.
    one_more = not max_groups or group_number(part, rank) < max_groups
    if one_more and has_group(rest, rank):
        return True
    return _cover(part, rest, False, rank, max_groups or 52, set())


def value_of(rank: int) -> int:
    """The one value that all captures of a rank can be cut into: 11 for an ace."""
    return RANK_VALUES[rank] if rank else 11


def group_number(counts: Counts, rank: int) -> int:
    """How many groups a selection is cut into; every way to cut it has the same number."""
    value, total = value_of(rank), _total(counts)
    return next((total + 10 * n) // value for n in range(5) if (total + 10 * n) % value == 0)


def _sum_fits(counts: Counts, rank: int, max_groups: int) -> bool:
    """Whether the total can be that of a few groups, with some aces counted 11.

    It refuses at once most of the sets that are hard to refuse by trying groups. For an ace the
    value is 11, and an ace that is a group by itself is one counted 11 too.
    """
    value, total = value_of(rank), _total(counts)
    totals = range(total, total + 10 * (counts & 15) + 1, 10)
    most = (max_groups or 52) * value
    return any(total % value == 0 and total <= most for total in totals)


def _total(counts: Counts) -> int:
    """What the cards add up to with every ace at 1."""
    return sum((counts >> 4 * n & 15) * RANK_VALUES[n] for n in range(13))


def _card_number(counts: Counts) -> int:
    return sum(counts >> 4 * n & 15 for n in range(13))


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


def _cover(
    need: Counts,
    extra: Counts,
    grown: bool,
    rank: int,
    groups_left: int,
    failed: set[tuple[Counts, Counts, bool]],
) -> bool:
    """Whether groups can take all that is needed, and one of the extra cards unless grown."""
    if not need:
        return grown
    if (need, extra, grown) in failed or not _may_be_filled(need, extra, grown, rank, groups_left):
        return False
    highest = (need.bit_length() - 1) // 4
    for group in _GROUPS_WITH[rank][highest]:
        if fits(group, need + extra):
            from_need = _smaller(group, need)
            more = group - from_need
            remaining = need - from_need, extra - more, grown or more > 0
            if _cover(*remaining, rank, groups_left - 1, failed):
                return True
    failed.add((need, extra, grown))
    return False


def _may_be_filled(need: Counts, extra: Counts, grown: bool, rank: int, groups_left: int) -> bool:
    """Whether the needed cards and some of the extra ones can have the total of a few groups."""
    total, aces = _total(need), (need & 15) + (extra & 15)
    missing = 0  # a bit for each total that the extra cards may have
    for elevens in range(aces + 1):
        missing |= _TOTALS[rank][groups_left] >> total + 10 * elevens
    if not grown:
        missing &= ~1
    sums, rest = 1, extra
    while rest:
        highest = (rest.bit_length() - 1) // 4
        sums |= sums << RANK_VALUES[highest]
        rest -= 1 << 4 * highest
    return missing & sums > 0


def _smaller(one: Counts, other: Counts) -> Counts:
    """For each rank the smaller of two counts."""
    one_is_larger = (((one | _HIGH) - other) & _HIGH) >> 3
    return other & one_is_larger * 15 | one & ~(one_is_larger * 15)


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


def ranks_of(counts: Counts) -> int:
    """A bit for each rank that is there, at the lowest bit of the rank."""
    return (counts | counts >> 1 | counts >> 2) & _ONES


_GROUPS: Final = [_groups(rank) for rank in range(13)]
_GROUPS_BY_HIGHEST: Final = [
    [[g for g in groups if (g.bit_length() - 1) // 4 == highest] for highest in range(13)]
    for groups in _GROUPS
]
_GROUPS_WITH: Final = [
    [[g for g in groups if g >> 4 * rank & 15] for rank in range(13)] for groups in _GROUPS
]
# For each rank and number of groups, a bit for each total that so many groups or fewer have.
_TOTALS: Final = [
    [sum(1 << value_of(rank) * n for n in range(groups + 1)) for groups in range(53)]
    for rank in range(13)
]
