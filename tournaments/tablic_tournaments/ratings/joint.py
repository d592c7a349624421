"""Joint ratings: what all boards together say of every bot, and how sure it is."""

from collections.abc import Callable, Mapping
from math import log, sqrt
from statistics import NormalDist
from typing import Final, NamedTuple

import numpy as np

from tablic_tournaments.ratings.elo import SCALE, START
from tablic_tournaments.ratings.scores import Z95, Estimate
from tablic_tournaments.ratings.tallies import Chosen, Matrix, Vector

__all__ = ["POINT", "PRIOR", "Derivatives", "JointRatings", "fitted", "prior_boards"]

# Elo points in one unit of natural log odds.
POINT: Final = SCALE / log(10)
# How many boards are added for each bot, in which each order of the bots is equally likely.
PRIOR: Final = 2.0
# Newton's method: the longest step in log odds, when to stop, and when to give up.
LONGEST: Final = 2.0
CLOSE: Final = 1e-7
MOST_STEPS: Final = 200


class JointRatings(NamedTuple):
    """A rating of each bot, in Elo points: a difference of 400 is odds of 10 to 1."""

    labels: tuple[str, ...]
    elo: Vector
    covariance: Matrix
    """Clustered on boards, in squared points; of ratings relative to the mean or the anchors."""
    model_covariance: Matrix
    """What it would be if a board were one game and the model right: the inverse information."""
    unbounded: frozenset[str]
    """Bots whose rating only the prior keeps from infinity: they won all, or lost all."""

    def interval(self, label: str) -> Estimate:
        """The rating of a bot and its 95% interval."""
        bot = self.labels.index(label)
        return _estimate(self.elo[bot], self.covariance[bot, bot])

    def difference(self, first: str, second: str) -> Estimate:
        """How much higher the first is rated than the second, and its 95% interval."""
        one, two = self.labels.index(first), self.labels.index(second)
        covariance = self.covariance
        variance = covariance[one, one] + covariance[two, two] - 2 * covariance[one, two]
        return _estimate(self.elo[one] - self.elo[two], variance)

    def superiority(self, first: str, second: str) -> float:
        """The likelihood that the first is the stronger of the two: 0 to 1."""
        difference = self.difference(first, second)
        error = (difference.high - difference.mean) / Z95
        if error == 0:
            return 0.5 + 0.5 * float(np.sign(difference.mean))
        return NormalDist().cdf(difference.mean / error)

    def superiorities(self) -> dict[tuple[str, str], float]:
        """The likelihood of superiority of each bot (first) over each other (second)."""
        return {
            (first, second): self.superiority(first, second)
            for first in self.labels
            for second in self.labels
            if first != second
        }


class Derivatives(NamedTuple):
    """Of the log-likelihood, at some strengths."""

    gradient: Vector
    information: Matrix
    """Less the second derivatives."""
    clustered: Matrix
    """The sum over boards of the outer product of each one's gradient with itself."""
    boards: float
    """How many boards there are."""


def prior_boards(boards: Vector, of_each: Vector, prior: float) -> Vector:
    """How many boards a prior adds to each match.

    ``boards`` is how many each match has; ``of_each``, along its last axis, how many each of its
    bots has in all. A bot's are spread over its matches as its boards are.
    """
    share: Vector = boards * np.mean(1 / of_each, axis=-1)
    return prior * share


def fitted(
    labels: tuple[str, ...],
    derivatives: Callable[[Vector], Derivatives],
    anchors: Mapping[str, float],
    unbounded: frozenset[str],
) -> JointRatings:
    """The strengths that make the results most likely, by Newton's method.

    The covariance is the sandwich estimator (White, Maximum Likelihood Estimation of Misspecified
    Models, 1982), summed over boards, with the usual correction for the number of parameters. So
    the games of a board need not be independent, nor the model be right.
    """
    free = np.array([label not in anchors for label in labels], dtype=bool)
    strengths = np.array([(anchors.get(label, START) - START) / POINT for label in labels])
    for _ in range(MOST_STEPS):
        at = derivatives(strengths)
        step = np.linalg.solve(_regular(at.information, free), at.gradient * free)
        longest = float(np.max(np.abs(step), initial=0.0))
        strengths = strengths + step * min(1.0, LONGEST / max(longest, LONGEST))
        if longest < CLOSE:
            break
    inverse = _inverse(at.information, free)
    parameters = int(free.sum()) - (not anchors)
    correction = at.boards / max(1.0, at.boards - parameters)
    return JointRatings(
        labels,
        START + POINT * strengths,
        POINT**2 * correction * inverse @ at.clustered @ inverse,
        POINT**2 * inverse,
        unbounded,
    )


def _regular(information: Matrix, free: Chosen) -> Matrix:
    """The information, to which ratings of equal mean or fixed ones are no longer indifferent."""
    if free.all():
        return information + 1 / max(1, len(free))
    return information * np.outer(free, free) + np.diag(~free)


def _inverse(information: Matrix, free: Chosen) -> Matrix:
    """Its inverse, without what made it regular."""
    inverse = np.linalg.inv(_regular(information, free)).astype(np.float64, copy=False)
    if free.all():
        inverse -= 1 / max(1, len(free))
    else:
        inverse *= np.outer(free, free)
    return inverse


def _estimate(mean: float, variance: float) -> Estimate:
    error = Z95 * sqrt(max(0.0, float(variance)))
    return Estimate(float(mean), float(mean) - error, float(mean) + error)
