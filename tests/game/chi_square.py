"""Pearson's test, as a plain number that a test compares with a bound."""

from collections.abc import Iterable
from math import sqrt


def chi_square(counts: Iterable[int], expected: float) -> float:
    """The statistic of counts that should all be the same."""
    return sum((count - expected) ** 2 for count in counts) / expected


def bound(freedom: int) -> float:
    """What the statistic passes once in 100,000 times (Wilson and Hilferty's approximation)."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + 4.265 * sqrt(spread)) ** 3)
