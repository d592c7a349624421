"""A play drawn uniformly from all legal plays, without listing them.

Suits do not matter for what adds up, so the captures of a rank are counted once for the *counts* of
the table ranks that can be in a group, and remembered. What some of the table cards can add up to
(the *sums*) shows at once which cards can capture anything, and which ranks can be in a group. The
capture of an index is then put together from the remembered rank selections. A table with too many
of them is not remembered: its captures are counted as a whole.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, combinations, islice
from math import comb
from typing import Final

from tablic.captures import capture_at, count_captures, legal_selections
from tablic.cards import JACK, JACKS, Card, CardSet, cards_in
from tablic.groups import Counts, counts_of, ranks_of, unlimited_selections
from tablic.plays import Play
from tablic.rules import Rules
from tablic.sums import SUMS_OF, companies

__all__ = ["Sampler", "forget", "numbered_capture", "random_play", "sampler_of"]

# About 2 ms of counting; a table of 20 cards seldom has as many.
MOST_SELECTIONS: Final = 2_000
# All samplers together remember at most so many rank selections of about 150 bytes: below 64 MB.
MEMO_SELECTIONS: Final = 400_000
# What the sums of a table show takes as much memory as so many rank selections.
SELECTIONS_OF_A_ROW: Final = 8

# The captures of a rank: how many, the rank selections, and how many captures they are up to each.
# Plain tuples of ints, which the garbage collector need not watch.
_Counted = tuple[int, tuple[Counts, ...], tuple[int, ...]]
# For a rank that can capture: the cards its groups could hold, the captures counted so far, and the
# cards of its own, any of which go with any other capture.
_Known = tuple[CardSet, dict[Counts, _Counted], CardSet]

# Below zero whatever is added: a table has at most 10**14 captures.
_TOO_MANY: Final[_Counted] = (-(1 << 64), (), ())
_SWEEP: Final[_Counted] = (1, (), ())

_ONES: Final[Counts] = 0x1111111111111
_MORE_THAN_ONE: Final[Counts] = 0xEEEEEEEEEEEEE
_COMBINATIONS: Final = [[comb(n, wanted) for wanted in range(5)] for n in range(5)]
# For the cards of one rank (a nibble of the mask) and a number of them, every choice.
_CHOICES: Final = [
    [[sum(chosen) for chosen in combinations(bits, n)] for n in range(5)]
    for nibble in range(16)
    for bits in [[bit for bit in (1, 2, 4, 8) if nibble & bit]]
]


class _Rows(dict[int, list[_Known | None]]):
    """What is known of each rank by the sums of a table; None for one that cannot capture."""

    def __init__(self, sampler: "Sampler") -> None:
        super().__init__()
        self._sampler = sampler

    def __missing__(self, sums: int) -> list[_Known | None]:
        Sampler.remembered += SELECTIONS_OF_A_ROW
        row = [
            None if company is None else self._sampler.known(rank, company)
            for rank, company in enumerate(companies(sums))
        ]
        self[sums] = row
        return row


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
        self.by_rank: list[dict[Counts, _Counted]] = [{} for _ in range(13)]
        self.rows = _Rows(self)

    def known(self, rank: int, company: CardSet) -> _Known:
        """What is known of a rank whose groups could hold these cards."""
        own = 15 << 4 * rank if self.apart and rank else 0
        return company & ~own, self.by_rank[rank], own

    def draw(
        self, table: CardSet, hand: Sequence[Card], random: Callable[[], float]
    ) -> tuple[Card, CardSet]:
        """A card of the hand, which is sorted, and what it takes, uniform over all legal plays."""
        counted = list(self._counted(table, hand))
        able = [card for card, _, _, _ in counted]
        lays = self._layable(hand, able)
        total = len(lays) + sum(number for _, number, _, _ in counted)
        if total < 0:
            return self._draw_of_many(table, able, lays, random)
        index = int(random() * total)
        if index < len(lays):
            return lays[index], 0
        index -= len(lays)
        for card, number, own, found in counted:
            if index < number:
                return card, numbered_capture(table, own, found, number - index)
            index -= number
        raise AssertionError("the index is below the total")

    def count(self, rank: int, counts: Counts) -> _Counted:
        """Count the captures of a rank and remember them."""
        if self.apart:
            parts = unlimited_selections(counts, rank, MOST_SELECTIONS)
        else:
            parts = list(islice(legal_selections(counts, rank, self.rules), MOST_SELECTIONS + 1))
        if len(parts) > MOST_SELECTIONS:
            counted = _TOO_MANY
        else:
            up_to = tuple(accumulate(_ways(parts, counts)))
            counted = up_to[-1] if up_to else 0, tuple(parts), up_to
        if Sampler.remembered + len(SUMS_OF) > MEMO_SELECTIONS:
            forget()
        Sampler.remembered += len(counted[1]) + 1
        self.by_rank[rank][counts] = counted
        return counted

    def _counted(
        self, table: CardSet, hand: Sequence[Card]
    ) -> Iterator[tuple[Card, int, CardSet, _Counted]]:
        """The cards that can capture: how often, with which of their own rank, and the others."""
        usable = table & self.usable
        counts = counts_of(usable)
        row = self.rows[SUMS_OF[counts]]
        for card in hand:
            rank = card >> 2
            if self.sweep and rank == JACK:
                if table:
                    yield card, 1, 0, _SWEEP
            elif known := row[rank]:
                company, by_counts, own = known
                found = by_counts.get(counts & company) or self.count(rank, counts & company)
                own &= usable
                yield card, ((found[0] + 1) << own.bit_count()) - 1, own, found

    def _layable(self, hand: Sequence[Card], able: Sequence[Card]) -> Sequence[Card]:
        """The cards that may be laid where captures are forced."""
        if self.must == "never" or not able:
            return hand
        return [card for card in hand if card not in able] if self.must == "card" else ()

    def _draw_of_many(
        self,
        table: CardSet,
        able: Sequence[Card],
        lays: Sequence[Card],
        random: Callable[[], float],
    ) -> tuple[Card, CardSet]:
        """A play where some card has too many captures to remember them.

        The draw has 53 bits, and there are at most 10**14 captures.
        """
        numbers = [count_captures(table, card, self.rules) for card in able]
        index = int(random() * (len(lays) + sum(numbers)))
        if index < len(lays):
            return lays[index], 0
        index -= len(lays)
        for card, number in zip(able, numbers, strict=True):
            if index < number:
                return card, capture_at(table, card, self.rules, index)
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
    return Play(*sampler_of(rules).draw(table, list(cards_in(hand)), random))


def forget() -> None:
    """Forget every table met so far."""
    Sampler.remembered = 0
    SUMS_OF.clear()
    for sampler in _SAMPLERS.values():
        sampler.rows.clear()
        for counted in sampler.by_rank:
            counted.clear()


def numbered_capture(table: CardSet, own: CardSet, counted: _Counted, number: int) -> CardSet:
    """The capture of a number from 1 on: of the table cards counted, and of the rank's own."""
    if counted is _SWEEP:
        return table
    _, parts, up_to = counted
    taken = 0
    while own:
        bit = own & -own
        own ^= bit
        if number & 1:
            taken |= bit
        number >>= 1
    if not number:
        return taken
    place = bisect_right(up_to, number - 1)
    part = parts[place]
    before = up_to[place - 1] if place else 0
    if up_to[place] == before + 1:
        return taken | table & ranks_of(part) * 15
    index = number - 1 - before
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
    pairs = counts >> 1 & _ONES
    if not (counts & pairs | counts >> 2 & _ONES):
        # One of a pair can be taken in two ways, and nothing else is a choice.
        return [1 << (part & pairs).bit_count() for part in parts]
    ways = [1] * len(parts)
    shared = counts & _MORE_THAN_ONE
    while shared:
        shift = (shared.bit_length() - 1) & ~3
        shared &= (1 << shift) - 1
        chosen = _COMBINATIONS[counts >> shift & 15]
        ways = [n * chosen[part >> shift & 15] for n, part in zip(ways, parts, strict=True)]
    return ways
