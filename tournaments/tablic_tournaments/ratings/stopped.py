"""What a sequential test says of the difference once it has stopped.

A test stops when the results look extreme, so their mean exaggerates. The estimate here is
median-unbiased: as often too high as too low. Ends are ordered as in Siegmund (Sequential Analysis,
1985): the sooner the upper bound was met, the more they say for the first bot; the sooner the
lower, the more against it.
"""

from math import erfc, exp, log, pi, sqrt
from typing import Final, NamedTuple

from tablic_tournaments.ratings.scores import Estimate
from tablic_tournaments.ratings.sprt import BOARD, Bounds

__all__ = ["Stop", "estimate_after_stop", "met_upper_by"]

# How far a sum of steps of variance 1 goes beyond a bound in the mean (Siegmund, 1985, X).
OVERSHOOT: Final = 0.5826
# Farther out, the tail of the normal distribution is taken by its expansion.
FAR: Final = -30.0
IMAGES: Final = 20
# After so many squared widths a motion has met a bound.
LONG: Final = 16
HALVINGS: Final = 60


class Stop(NamedTuple):
    """How a test of boards of two games ended."""

    boards: int
    for_first: bool
    """Whether the second hypothesis was taken, the one that is better for the first bot."""
    elo0: float
    """The first hypothesis, in normalized Elo."""
    elo1: float
    limits: Bounds
    boards_a_look: int = 1
    """How many boards were played before each look at the ratio."""

    def as_extreme(self, elo: float) -> float:
        """The probability, were this the difference, of an end that says as much or more for it.

        The log-likelihood ratio is a random walk whose drift is the difference less the mean of the
        hypotheses. It is taken as a Brownian motion, with the bounds moved by the mean overshoot.
        """
        width = (self.elo1 - self.elo0) / BOARD
        drift = (elo - (self.elo0 + self.elo1) / 2) / BOARD
        overshoot = OVERSHOOT * sqrt(self.boards_a_look)
        # The bound was met some time since the look before.
        time = self.boards - (self.boards_a_look - 1) / 2
        below = -self.limits.lower / width + overshoot
        above = self.limits.upper / width + overshoot
        if self.for_first:
            return met_upper_by(time, drift, below, above)
        return 1 - met_upper_by(time, -drift, above, below)


def estimate_after_stop(stop: Stop) -> Estimate:
    """The difference in normalized Elo, median-unbiased, and its 95% interval."""
    return Estimate(*(_difference(stop, share) for share in (0.5, 0.025, 0.975)))


def met_upper_by(time: float, drift: float, below: float, above: float) -> float:
    """The probability that a Brownian motion meets an upper bound by a time, and no lower before.

    Its variance is 1 a unit of time; the bounds are so far below and above its start. It is the sum
    over images of the start (Feller, An Introduction to Probability Theory II, 1971, X.5).
    """
    width = below + above
    time = min(time, LONG * width**2)
    total = 0.0
    for image in range(-IMAGES, IMAGES + 1):
        way = above + 2 * image * width
        past = abs(way)
        near = drift * (above - past) + _log_normal((drift * time - past) / sqrt(time))
        far = drift * (above + past) + _log_normal((-drift * time - past) / sqrt(time))
        parts = exp(min(near, 0.0)) + exp(min(far, 0.0))
        total += parts if way > 0 else -parts
    return min(1.0, max(0.0, total))


def _difference(stop: Stop, share: float) -> float:
    """The difference of which an end as extreme as this has this probability."""
    reach = BOARD
    while not stop.as_extreme(-reach) < share < stop.as_extreme(reach):
        reach *= 2
    low, high = -reach, reach
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if stop.as_extreme(middle) < share else (low, middle)
    return (low + high) / 2


def _log_normal(value: float) -> float:
    """The logarithm of the normal distribution function."""
    if value > FAR:
        return log(erfc(-value / sqrt(2)) / 2)
    return -(value**2) / 2 - log(-value * sqrt(2 * pi))
