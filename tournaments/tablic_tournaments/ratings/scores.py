"""The mean score of boards and how far it can be trusted."""

from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

__all__ = ["Z95", "Estimate", "mean_score", "score_of", "student95"]

# The 97.5th percentile of the normal distribution: intervals hold 95%.
Z95: Final = 1.959964


class Estimate(NamedTuple):
    """A mean and its 95% interval."""

    mean: float
    low: float
    high: float


def mean_score(scores: Sequence[float]) -> Estimate:
    """The mean of board scores between 0 and 1; (0.5, 0, 1) for no boards.

    Boards are independent, the games of a board are not, so the board is the unit. The interval is
    that of the boards with one won and one lost added, so that it does not shrink to nothing when
    all boards end alike (the adjustment of Agresti and Coull, 1998, for a score with a measured
    variance).
    """
    return score_of(len(scores), sum(scores), sum(score**2 for score in scores))


def score_of(boards: int, total: float, squares: float) -> Estimate:
    """The same from the number of boards, the sum of their scores, and that of the squares."""
    if not boards:
        return Estimate(0.5, 0.0, 1.0)
    count, mean = boards + 2, (total + 1) / (boards + 2)
    variance = max(0.0, squares + 1 - count * mean**2) / (count - 1)
    error = Z95 * sqrt(variance / count)
    return Estimate(total / boards, max(0.0, mean - error), min(1.0, mean + error))


def student95(freedom: int) -> float:
    """The 97.5th percentile of Student's t, within 1% from three degrees of freedom on.

    It is the expansion about that of the normal distribution (Abramowitz and Stegun, Handbook of
    Mathematical Functions, 1964, 26.7.5).
    """
    z, n = Z95, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )
