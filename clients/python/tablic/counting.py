"""How many captures are there, and which is the n-th? Exactly, without listing them.

51 cards can lie on the table, and a king then has more than 10**13 captures, so this works on all
rank selections at once. A rank is an *axis*, and a selection is a point with one coordinate, the
number of cards taken, an axis. Let V be the value of the card played. A *low* rank counts at most
V/2. A *high* rank counts more, so a high card is in a group with low cards only, its company. A
card that counts V is a group by itself, and *equal* cards are kept apart.

A *family* is a set of points: for each choice of high cards (a block) an int with a bit for each
choice of low cards, so that adding a group to all points of a block is one shift. The blocks grow
from those with one high card less, and at most 3,125 blocks of 78,125 bits are needed.

A point stands for as many captures as there are ways to choose its cards by suit. To add these
numbers up, one axis after the other is summed out; what is left holds numbers instead of bits, and
stays an int for each binary digit of them. Walking the same steps back finds the n-th capture.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations
from math import comb
from typing import NamedTuple

from tablic.cards import CardSet, cards_in
from tablic.groups import RANK_VALUES, Counts, groups_within

__all__ = ["CaptureTable"]

# A bit for each choice of low cards; a family has one for each choice of high cards.
_Block = int
_Family = list[_Block]
# A number for each choice of low cards: a block for each binary digit, lowest first.
_Numbers = list[_Block]


class _Axis(NamedTuple):
    """A rank, its cards on the table, and how far apart neighbours lie: in bits or in blocks."""

    rank: int
    most: int
    bits: int
    blocks: int


class CaptureTable:
    """All captures that a card of a rank has on a table with these rank counts.

    With ``max_groups`` a capture may have so many groups, 0 is any number; with ``maximal`` only
    those count that no other of them contains. The fullest tables take 100 MB while one is kept.
    """

    def __init__(
        self, counts: Counts, rank: int, max_groups: int = 0, maximal: bool = False
    ) -> None:
        value = RANK_VALUES[rank] if rank else 11
        groups = groups_within(counts, rank)
        self._rank, self._equal = rank, counts >> 4 * rank & 15 if rank else 0
        self._axes = _axes(counts, groups, value)
        family = _legal(self._axes, groups)
        # One family for each number of equal cards, each of them a group.
        families = [family] * (self._equal + 1)
        if max_groups:
            limits = range(max_groups, max_groups - self._equal - 1, -1)
            families = [_limited(family, self._axes, value, most) for most in limits]
        if maximal:
            families = _maximal(families, self._axes)
        self._families = families
        # Taking nothing is the first point, and no capture; it is maximal if there is no other.
        self._nothing = families[0][0] & 1

    @cached_property
    def _sums(self) -> list["_Sums"]:
        # Listing the selections does without, and it is most of the work.
        return _all_sums(self._families, self._axes)

    @cached_property
    def _numbers(self) -> list[int]:
        return [comb(self._equal, n) * sums.total for n, sums in enumerate(self._sums)]

    @property
    def total(self) -> int:
        """The number of captures: sets of cards, suits and all."""
        return sum(self._numbers) - self._nothing

    def capture_at(self, table: CardSet, index: int) -> CardSet:
        """The capture of an index below the total, in a fixed order, on a table of these counts."""
        if not 0 <= index < self.total:
            raise IndexError(f"there are {self.total} captures, none with the index {index}")
        index += self._nothing
        equal = 0
        while index >= self._numbers[equal]:
            index -= self._numbers[equal]
            equal += 1
        choice, index = divmod(index, self._sums[equal].total)
        taken = _chosen(table, self._rank, equal, choice)
        return taken | self._sums[equal].cards_at(table, index)

    def selections(self) -> Iterator[Counts]:
        """The rank counts of the captures, lazily and each once."""
        for equal, family in enumerate(self._families):
            for place, block in enumerate(family):
                for bit in _bits(block):
                    counts = (equal << 4 * self._rank) + _counts_at(self._axes, place, bit)
                    if counts:
                        yield counts


def _axes(counts: Counts, groups: list[Counts], value: int) -> list[_Axis]:
    """The ranks that are in some group, lowest first, equal cards left out."""
    used = 0
    for group in groups:
        used |= group
    axes = []
    bits = blocks = 1
    for rank in range(13):
        most = counts >> 4 * rank & 15
        if not used >> 4 * rank & 15 or RANK_VALUES[rank] == value:
            continue
        if 2 * RANK_VALUES[rank] <= value:
            axes.append(_Axis(rank, most, bits, 0))
            bits *= most + 1
        else:
            axes.append(_Axis(rank, most, 0, blocks))
            blocks *= most + 1
    return axes


def _legal(axes: list[_Axis], groups: list[Counts]) -> _Family:
    """Every point that can be cut into groups, the empty one too."""
    low = [axis for axis in axes if axis.bits]
    low_ranks = sum(15 << 4 * axis.rank for axis in low)
    family = [_low_points(low, [group for group in groups if not group & ~low_ranks])]
    for axis in axes:
        if axis.blocks:
            head = 1 << 4 * axis.rank
            companies = [_addition(low, group - head) for group in groups if group & head]
            layer = family
            for _ in range(axis.most):
                layer = [_with_any(block, companies) for block in layer]
                family = family + layer
    return family


def _low_points(low: list[_Axis], groups: list[Counts]) -> _Block:
    points = 1
    for group in groups:
        room, distance = _addition(low, group)
        grown = points
        while grown:
            grown = (grown & room) << distance & ~points
            points |= grown
    return points


def _addition(low: list[_Axis], part: Counts) -> tuple[_Block, int]:
    """The points with room for some more low cards, and how far these move them."""
    more = [part >> 4 * axis.rank & 15 for axis in low]
    room = _box(low, [range(axis.most - n + 1) for axis, n in zip(low, more, strict=True)])
    return room, sum(n * axis.bits for axis, n in zip(low, more, strict=True))


def _with_any(block: _Block, additions: list[tuple[_Block, int]]) -> _Block:
    points = 0
    if block:
        for room, distance in additions:
            points |= (block & room) << distance
    return points


def _box(low: list[_Axis], sides: Iterable[range]) -> _Block:
    """The points with each coordinate in its range."""
    points = 1
    for axis, side in zip(low, sides, strict=True):
        line, points = points, 0
        for n in side:
            points |= line << n * axis.bits
    return points


def _limited(family: _Family, axes: list[_Axis], value: int, most: int) -> _Family:
    """The points with so many groups at most.

    The cards of a point with aces at 1, and ten more for each ace counted 11, add up to the value
    times the groups. Only one number of aces at 11 gives a multiple of a value above ten.
    """
    totals = {n * value - 10 * elevens for n in range(most + 1) for elevens in range(5)}
    low_points = _low_points_by_total([axis for axis in axes if axis.bits])
    high_totals = [0]
    for axis in axes:
        if axis.blocks:
            larger = [n * RANK_VALUES[axis.rank] for n in range(axis.most + 1)]
            high_totals = [more + total for more in larger for total in high_totals]
    allowed = {high: _united(low_points, totals, high) for high in set(high_totals)}
    return [block & allowed[high] for block, high in zip(family, high_totals, strict=True)]


def _low_points_by_total(low: list[_Axis]) -> dict[int, _Block]:
    by_total = {0: 1}
    for axis in low:
        lines, by_total = by_total, {}
        for total, points in lines.items():
            for n in range(axis.most + 1):
                larger = total + n * RANK_VALUES[axis.rank]
                by_total[larger] = by_total.get(larger, 0) | points << n * axis.bits
    return by_total


def _united(low_points: dict[int, _Block], totals: set[int], high: int) -> _Block:
    united = 0
    for low, points in low_points.items():
        if low + high in totals:
            united |= points
    return united


def _maximal(families: list[_Family], axes: list[_Axis]) -> list[_Family]:
    """The points that no other contains, with as many equal cards or with more."""
    kept: list[_Family] = []
    covered = [0] * len(families[0])  # by a point with at least as many equal cards
    for family in reversed(families):
        inside = list(covered)  # another point
        if any(block & ~other for block, other in zip(family, covered, strict=True)):
            covered = [block | other for block, other in zip(family, covered, strict=True)]
            for axis in axes:
                _cover(covered, inside, axis, axes)
        kept.append([block & ~other for block, other in zip(family, inside, strict=True)])
    return kept[::-1]


def _cover(covered: _Family, inside: _Family, axis: _Axis, axes: list[_Axis]) -> None:
    """Let every covered point cover those with less of one rank, which are inside it."""
    if axis.blocks:
        for place in reversed(range(len(covered) - axis.blocks)):
            if place // axis.blocks % (axis.most + 1) < axis.most:
                inside[place] |= covered[place + axis.blocks]
                covered[place] |= covered[place + axis.blocks]
        return
    low = [other for other in axes if other.bits]
    positive = _box(low, [range(other is axis, other.most + 1) for other in low])
    for place, block in enumerate(covered):
        lower = block
        for _ in range(axis.most if block else 0):
            lower = (lower & positive) >> axis.bits
            inside[place] |= lower
            covered[place] |= lower


class _Sums:
    """The captures of one family by rank: how many, and which is the n-th.

    A level holds the numbers of captures for the axes not yet summed out; the last has one number.
    """

    def __init__(self, family: _Family, axes: list[_Axis]) -> None:
        self._axes = axes
        self._levels = [[[block] for block in family]]
        for axis in reversed(axes):
            self._levels.append(_sum_out(self._levels[-1], axis))
        self.total = _number(self._levels[-1][0], 0)

    def cards_at(self, table: CardSet, index: int) -> CardSet:
        """The cards of an index below the total."""
        taken = place = bit = 0
        for axis, level in zip(self._axes, self._levels[-2::-1], strict=True):
            n = 0
            while index >= (many := comb(axis.most, n) * (number := _number(level[place], bit))):
                index -= many
                n += 1
                place += axis.blocks
                bit += axis.bits
            choice, index = divmod(index, number)
            taken |= _chosen(table, axis.rank, n, choice)
        return taken


def _all_sums(families: list[_Family], axes: list[_Axis]) -> list[_Sums]:
    """The sums of each family, computed once where all are the same."""
    if all(family is families[0] for family in families):
        return [_Sums(families[0], axes)] * len(families)
    return [_Sums(family, axes) for family in families]


def _sum_out(level: list[_Numbers], axis: _Axis) -> list[_Numbers]:
    """The numbers of captures summed over the last axis."""
    if axis.blocks:
        parts = [level[n * axis.blocks : (n + 1) * axis.blocks] for n in range(axis.most + 1)]
        return [_weighted_sum(column) for column in zip(*parts, strict=True)]
    [numbers] = level
    part = (1 << axis.bits) - 1
    return [
        _weighted_sum(
            [[digit >> n * axis.bits & part for digit in numbers] for n in range(axis.most + 1)]
        )
    ]


def _weighted_sum(column: Sequence[_Numbers]) -> _Numbers:
    """The numbers for 0, 1, ... cards of a rank added up, each by the ways to choose the cards."""
    total: _Numbers = []
    for n, numbers in enumerate(column):
        for shift in _bits(comb(len(column) - 1, n)):
            for place, digit in enumerate(numbers, shift):
                _add(total, place, digit)
    return total


def _add(numbers: _Numbers, place: int, carry: _Block) -> None:
    while carry:
        while place >= len(numbers):
            numbers.append(0)
        numbers[place], carry = numbers[place] ^ carry, numbers[place] & carry
        place += 1


def _counts_at(axes: list[_Axis], place: int, bit: int) -> Counts:
    """The rank counts of a point: a bit of a block."""
    return sum(
        (place // axis.blocks if axis.blocks else bit // axis.bits) % (axis.most + 1)
        << 4 * axis.rank
        for axis in axes
    )


def _number(numbers: _Numbers, bit: int) -> int:
    return sum((digit >> bit & 1) << place for place, digit in enumerate(numbers))


def _bits(block: _Block) -> Iterator[int]:
    """The places of the bits that are set, lowest first, in time proportional to the block."""
    text = f"{block:b}"[::-1]
    bit = text.find("1")
    while bit >= 0:
        yield bit
        bit = text.find("1", bit + 1)


def _chosen(table: CardSet, rank: int, many: int, choice: int) -> CardSet:
    """One of the ways to choose so many cards of a rank."""
    cards = cards_in(table & 15 << 4 * rank)
    return sum(1 << card for card in list(combinations(cards, many))[choice])
