"""A play drawn uniformly from all legal plays, without listing them.

Suits do not matter for what adds up, so the captures of a rank are counted once for the *counts* of
the table ranks that can be in a group, and remembered. What some of the table cards can add up to
(the *sums*) shows at once which cards can capture anything, and which ranks can be in a group. The
capture of an index is then put together from the remembered rank selections. A table with too many
of them is not remembered: its captures are counted as a whole.
"""

from collections.abc import Callable, Iterator
from itertools import combinations, islice
from math import comb
from typing import Final

from tablic.captures import capture_at, count_captures, legal_selections
from tablic.cards import JACK, JACKS, CardSet, cards_in
from tablic.groups import (
    RANK_VALUES,
    Counts,
    counts_of,
    unlimited_selections,
    value_of,
)
from tablic.plays import Play
from tablic.rules import Rules

__all__ = [
    "ACE_OF_SPADES",
    "RANK_OF_BIT",
    "SUMS",
    "VALUE_OF_BIT",
    "Sampler",
    "forget",
    "numbered_capture",
    "random_play",
    "sampler_of",
]

# About 2 ms of counting; a table of 20 cards seldom has as many.
MOST_SELECTIONS: Final = 2_000
# All samplers together remember at most so many rank selections of about 150 bytes: below 64 MB.
MEMO_SELECTIONS: Final = 400_000

# The captures of a rank: how many, the rank selections, and how many there are of each. Plain
# tuples of ints, which the garbage collector need not watch.
_Counted = tuple[int, tuple[Counts, ...], tuple[int, ...]]

_TOO_MANY: Final[_Counted] = (-1, (), ())
_SWEEP: Final[_Counted] = (1, (), ())

SUMS: Final = (1 << 15) - 1
ACE_OF_SPADES: Final[CardSet] = 1 << 3
_MORE_THAN_ONE: Final[Counts] = 0xEEEEEEEEEEEEE
RANK_OF_BIT: Final = {1 << card: card >> 2 for card in range(52)}
VALUE_OF_BIT: Final = {1 << card: RANK_VALUES[card >> 2] for card in range(52)}
_COMBINATIONS: Final = [[comb(n, wanted) for wanted in range(5)] for n in range(5)]
# For the cards of one rank (a nibble of the mask) and a number of them, every choice.
_CHOICES: Final = [
    [[sum(chosen) for chosen in combinations(bits, n)] for n in range(5)]
    for nibble in range(16)
    for bits in [[bit for bit in (1, 2, 4, 8) if nibble & bit]]
]


class _Rows(dict[int, tuple[CardSet, list[CardSet]]]):
    """For the sums of a table: the cards that can capture, and for each rank its possible company.

    The company of a rank is every card that some group of it could hold; its own cards are left out
    where they are ``apart``. There are at most 2**14 sums: nothing is always one of them.
    """

    def __init__(self, apart: bool) -> None:
        super().__init__()
        self.company = [list(_company(rank, apart)) for rank in range(13)]

    def __missing__(self, sums: int) -> tuple[CardSet, list[CardSet]]:
        able = 0
        companies = [0] * 13
        for rank in range(13):
            if sums >> value_of(rank) & 1:
                able |= 15 << 4 * rank
                companies[rank] = sum(cards for cards, rests in self.company[rank] if sums & rests)
        self[sums] = able, companies
        return able, companies


def _company(rank: int, apart: bool) -> Iterator[tuple[CardSet, int]]:
    """The cards of each rank that can be in a group, and the sums of the group without one."""
    for other, worth in enumerate(RANK_VALUES):
        # An ace counts 1 or 11.
        rests = [value_of(rank) - n for n in ((1, 11) if other == 0 else (worth,))]
        if max(rests) >= 0 and not (apart and rank and other == rank):
            yield 15 << 4 * other, sum(1 << rest for rest in rests if rest >= 0)


# Two for all samplers, so that the rule sets met do not multiply them: 8 MB each at most.
_ROWS: Final = {apart: _Rows(apart) for apart in (False, True)}


class Sampler:
    """Draws plays under one rule set, and remembers the captures of every rank and table met."""

    remembered = 0
    """How many rank selections all samplers remember."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.sweep = rules.jack == "sweep"
        self.must = rules.must_capture
        self.plain = not self.sweep and self.must == "never"
        self.usable = ~JACKS if self.sweep else -1
        # Any cards of the rank itself go with any other capture, where nothing limits groups. But
        # an ace on the table can be in a group with others.
        self.apart = not rules.max_groups and rules.capture_extent == "any"
        self.own = [15 << 4 * rank if self.apart and rank else 0 for rank in range(13)]
        self.rows = _ROWS[self.apart]
        self.by_rank: list[dict[Counts, _Counted]] = [{} for _ in range(13)]

    def draw(
        self, table: CardSet, hand: CardSet, sums: int, random: Callable[[], float]
    ) -> tuple[CardSet, CardSet]:
        """A card of the hand, as a set, and what it takes, uniform over all legal plays.

        ``sums`` are those of the table, as ``sums_of`` adds them up.
        """
        able, companies = self.rows[sums]
        able &= hand
        lays, usable = hand, table
        if not self.plain:
            able = self._able(table, able, hand)
            lays = self._layable(hand, able)
            usable = table & self.usable
        total = number_of_lays = lays.bit_count()
        counted = []
        if able:
            counts = counts_of(usable)
            by_rank, own_of = self.by_rank, self.own
            rest = able
            while rest:
                bit = rest & -rest
                rest ^= bit
                rank = RANK_OF_BIT[bit]
                own = usable & own_of[rank]
                among = counts & companies[rank]
                found = by_rank[rank].get(among) or self.count(rank, among)
                number = found[0]
                if number < 0:
                    return self._draw_of_many(table, able, lays, random)
                total += ((number + 1) << own.bit_count()) - 1 if own else number
                counted.append((total, bit, own, found))
        index = int(random() * total)
        if index < number_of_lays:
            while index:
                lays &= lays - 1
                index -= 1
            return lays & -lays, 0
        for up_to, bit, own, found in counted:
            if index < up_to:
                return bit, numbered_capture(table, own, found, up_to - index)
        raise AssertionError("the index is below the total")

    def sums_of(self, table: CardSet, sums: int = 1) -> int:
        """What some of the table cards can add up to: bit n is set if there is a sum of n.

        Sums above every value are left out. ``sums`` are those of cards that lie there besides.
        """
        table &= self.usable
        while table:
            bit = table & -table
            table ^= bit
            with_it = sums << VALUE_OF_BIT[bit]
            sums |= with_it if bit > ACE_OF_SPADES else with_it | sums << 11
        return sums & SUMS

    def _able(self, table: CardSet, able: CardSet, hand: CardSet) -> CardSet:
        """The cards of the hand that can capture, where a jack may sweep."""
        if not self.sweep:
            return able
        return able & ~JACKS | (hand & JACKS if table else 0)

    def _layable(self, hand: CardSet, able: CardSet) -> CardSet:
        """The cards that may be laid where captures are forced."""
        if self.must == "never":
            return hand
        if self.must == "card":
            return hand & ~able
        return 0 if able else hand

    def count(self, rank: int, counts: Counts) -> _Counted:
        """Count the captures of a rank and remember them."""
        if self.sweep and rank == JACK:
            return _SWEEP
        if self.apart:
            parts = unlimited_selections(counts, rank, MOST_SELECTIONS)
        else:
            parts = list(islice(legal_selections(counts, rank, self.rules), MOST_SELECTIONS + 1))
        if len(parts) > MOST_SELECTIONS:
            counted = _TOO_MANY
        else:
            ways = _ways(parts, counts)
            counted = sum(ways), tuple(parts), tuple(ways)
        if Sampler.remembered > MEMO_SELECTIONS:
            forget()
        Sampler.remembered += len(counted[1]) + 1
        self.by_rank[rank][counts] = counted
        return counted

    def _draw_of_many(
        self, table: CardSet, able: CardSet, lays: CardSet, random: Callable[[], float]
    ) -> tuple[CardSet, CardSet]:
        """A play where some card has too many captures to remember them.

        The draw has 53 bits, and there are at most 10**14 captures.
        """
        rules = self.rules
        numbers = [(card, count_captures(table, card, rules)) for card in cards_in(able)]
        index = int(random() * (lays.bit_count() + sum(number for _, number in numbers)))
        if index < lays.bit_count():
            return 1 << list(cards_in(lays))[index], 0
        index -= lays.bit_count()
        for card, number in numbers:
            if index < number:
                return 1 << card, capture_at(table, card, rules, index)
            index -= number
        raise AssertionError("the index is below the total")


_SAMPLERS: Final[dict[tuple[object, ...], Sampler]] = {}


def sampler_of(rules: Rules) -> Sampler:
    """The sampler of the rules, shared by all that capture alike."""
    key = rules.jack, rules.max_groups, rules.must_capture, rules.capture_extent
    sampler = _SAMPLERS.get(key)
    if sampler is None:
        sampler = _SAMPLERS[key] = Sampler(rules)
    return sampler


def random_play(table: CardSet, hand: CardSet, rules: Rules, random: Callable[[], float]) -> Play:
    """A play of one of the cards in hand, uniform over all legal plays.

    ``random`` is called for uniform floats in [0, 1), as ``random.Random().random`` gives them.
    Raises ValueError where the hand is empty, as it is while a talon is offered.
    """
    if not hand:
        raise ValueError("the hand is empty, as it is while a talon is offered: nothing to play")
    sampler = sampler_of(rules)
    bit, taken = sampler.draw(table, hand, sampler.sums_of(table), random)
    return Play(bit.bit_length() - 1, taken)


def forget() -> None:
    """Forget every table met so far."""
    Sampler.remembered = 0
    for rows in _ROWS.values():
        rows.clear()
    for sampler in _SAMPLERS.values():
        for counted in sampler.by_rank:
            counted.clear()


def numbered_capture(table: CardSet, own: CardSet, counted: _Counted, number: int) -> CardSet:
    """The capture of a number from 1 on: of the table cards counted, and of the rank's own."""
    if counted is _SWEEP:
        return table
    _, parts, all_ways = counted
    taken = 0
    while own:
        bit = own & -own
        own ^= bit
        if number & 1:
            taken |= bit
        number >>= 1
    if not number:
        return taken
    place = 0
    index = number - 1
    while index >= all_ways[place]:
        index -= all_ways[place]
        place += 1
    part = parts[place]
    while part:
        shift = ((part & -part).bit_length() - 1) & ~3
        wanted = part >> shift & 15
        part ^= wanted << shift
        choices = _CHOICES[table >> shift & 15][wanted]
        if len(choices) == 1:
            taken |= choices[0] << shift
        else:
            taken |= choices[index % len(choices)] << shift
            index //= len(choices)
    return taken


def _ways(parts: list[Counts], counts: Counts) -> list[int]:
    """How many sets of cards have the ranks of each part."""
    ways = [1] * len(parts)
    shared = counts & _MORE_THAN_ONE
    while shared:
        shift = (shared.bit_length() - 1) & ~3
        shared &= (1 << shift) - 1
        chosen = _COMBINATIONS[counts >> shift & 15]
        ways = [n * chosen[part >> shift & 15] for n, part in zip(ways, parts, strict=True)]
    return ways
