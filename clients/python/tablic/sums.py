"""What can some of the table cards add up to? It shows at once which cards can capture anything.

*Sums* are an int with bit n set if there is a sum of n; those above every value are left out.
"""

from typing import Final

from tablic.cards import CardSet
from tablic.groups import RANK_VALUES, Counts, value_of

__all__ = ["SUMS", "SUMS_OF", "VALUES", "companies"]

_HIGHEST: Final = 14
SUMS: Final = (1 << _HIGHEST + 1) - 1
VALUES: Final = [RANK_VALUES[card >> 2] for card in range(52)]


class _SumsOf(dict[Counts, int]):
    """The sums of a table by the counts of its ranks, remembered."""

    def __missing__(self, counts: Counts) -> int:
        if not counts:
            return 1  # no cards add up to 0
        highest = (counts.bit_length() - 1) & ~3
        fewer = self[counts - (1 << highest)]
        with_it = fewer << RANK_VALUES[highest >> 2]
        # An ace counts 1 or 11.
        sums = (fewer | with_it if highest else fewer | with_it | fewer << 11) & SUMS
        self[counts] = sums
        return sums


SUMS_OF: Final = _SumsOf()


def companies(sums: int) -> list[CardSet | None]:
    """For each rank the cards that its groups could hold; None where it cannot capture at all.

    A card can be in a group where some table cards add up to the rest of the value.
    """
    rests = int(f"{sums:015b}"[::-1], 2)  # bit 14 - n is set if there is a sum of n
    return [
        _cards_worth(rests >> _HIGHEST - value_of(rank)) if sums >> value_of(rank) & 1 else None
        for rank in range(13)
    ]


def _cards_worth(values: int) -> CardSet:
    """All cards with one of these values, given as bits."""
    return _LOW_CARDS[values & 255] | _HIGH_CARDS[values >> 8]


def _cards_of_values(first: int, number: int) -> list[CardSet]:
    """For each set of so many values from the first on, all cards that have one of them."""
    cards = [0]
    for value in range(first, first + number):
        ranks = [rank for rank in range(13) if value in (RANK_VALUES[rank], value_of(rank))]
        more = sum(15 << 4 * rank for rank in ranks)
        cards += [fewer | more for fewer in cards]
    return cards


_LOW_CARDS: Final = _cards_of_values(0, 8)
_HIGH_CARDS: Final = _cards_of_values(8, 7)
