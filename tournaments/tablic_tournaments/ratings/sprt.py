"""The sequential test of two bots: play on until one of two hypotheses is clearly likelier.

The generalised sequential probability ratio test compares how likely the results are at best under
either hypothesis (Van den Bergh, The Generalized Sequential Probability Ratio Test, 2020, and
Normalized Elo, 2020). A board of two games has one of five scores, so it is pentanomial.
"""

from collections.abc import Iterable, Sequence
from math import ceil, log, sqrt
from statistics import NormalDist, fmean, stdev
from typing import Final, NamedTuple

from tablic_tournaments.ratings.elo import expected_score
from tablic_tournaments.ratings.joint import POINT
from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.ratings.scores import Z95, Estimate

__all__ = [
    "Bounds",
    "MatchElo",
    "bounds",
    "logistic_llr",
    "margin_llr",
    "match_elo",
    "normal_llr",
    "normalized_llr",
    "pentanomial",
]

# Normalized Elo in one standard deviation of a game.
NORMALIZED: Final = 2 * POINT
# And in one of a board of two games.
BOARD: Final = NORMALIZED / sqrt(2)
# What stands for a result that never came, so that no likelihood is 0.
NEVER: Final = 1e-3
# How a distribution is approached: how far at once, how often, and when it is near enough.
STRIDE: Final = 0.25
STEPS: Final = 20
NEAR: Final = 1e-9
CLOSE: Final = 1e-12

Shares = Sequence[tuple[float, float]]
"""Scores between 0 and 1, and the share of each; shares add up to 1."""


class Bounds(NamedTuple):
    """Where the log-likelihood ratio ends a test."""

    lower: float
    """At or below, the first hypothesis is taken."""
    upper: float
    """At or above, the second is."""


class MatchElo(NamedTuple):
    """How much stronger one of two bots is."""

    elo: Estimate
    """By the mean score, and its 95% interval."""
    normalized: Estimate
    """By the mean score in standard deviations of a game, and its 95% interval."""
    superiority: float
    """The likelihood that it is the stronger, 0 to 1."""


def bounds(alpha: float = 0.05, beta: float = 0.05) -> Bounds:
    """Wald's bounds (Sequential Analysis, 1947), for these rates of errors.

    ``alpha`` is how often the second hypothesis is taken though the first is true, ``beta`` how
    often the first though the second is.
    """
    return Bounds(log(beta / (1 - alpha)), log((1 - beta) / alpha))


def pentanomial(results: Iterable[BoardResult], first: str) -> list[int]:
    """How many boards of two games a bot ended with 0, 1/4, 1/2, 3/4 and all of the score."""
    counts = [0] * 5
    for result in results:
        counts[round(4 * result.score(result.bots.index(first)))] += 1
    return counts


def logistic_llr(counts: Sequence[float], elo0: float, elo1: float) -> float:
    """The log-likelihood ratio of two differences in Elo, positive where elo1 is likelier.

    ``counts`` is how many boards had each score, the scores evenly spaced from 0 to 1: five for
    boards of two games, three for single games.
    """
    shares = _shares(counts)
    zero, one = (_likeliest(shares, expected_score(elo)) for elo in (elo0, elo1))
    return _ratio(counts, zero, one)


def normalized_llr(counts: Sequence[float], elo0: float, elo1: float) -> float:
    """The same of two differences in normalized Elo.

    Normalized Elo is the excess of the mean score over 1/2 in standard deviations of a game, times
    800 / ln 10. How long a test takes depends on it alone, not on how often games are drawn.
    """
    shares = _shares(counts)
    scale = NORMALIZED / sqrt((len(counts) - 1) / 2)
    zero, one = (_likeliest_normalized(shares, elo / scale) for elo in (elo0, elo1))
    return _ratio(counts, zero, one)


def margin_llr(margins: Sequence[float], elo0: float, elo1: float) -> float:
    """The same of point margins of boards of two games, taken as normally distributed.

    Normalized Elo is here the mean margin in standard deviations of a game. 0 for fewer than two
    boards.
    """
    if len(margins) < 2:
        return 0.0
    mean, spread = fmean(margins), stdev(margins)
    effect = mean / max(spread, abs(mean) * NEVER, NEVER)
    return normal_llr(len(margins), effect, elo0 / BOARD, elo1 / BOARD)


def normal_llr(count: float, effect: float, zero: float, one: float) -> float:
    """The same of normally distributed values with unknown variance, so many of them.

    ``effect`` is their mean in standard deviations, ``zero`` and ``one`` what it is supposed to be.
    """
    return count / 2 * log((1 + (effect - zero) ** 2) / (1 + (effect - one) ** 2))


def match_elo(counts: Sequence[float]) -> MatchElo:
    """Both differences in Elo, and how sure they are, by how many boards had each score.

    A mean score of 0 or 1 counts as half a board less than all, and so do the ends of intervals.
    """
    boards = sum(counts)
    shares = _shares(counts)
    mean, spread = _mean_and_spread(shares)
    error = spread / sqrt(boards)
    scale = NORMALIZED / sqrt((len(counts) - 1) / 2)
    ends = [_elo(score, boards) for score in (mean, mean - Z95 * error, mean + Z95 * error)]
    normalized, doubt = scale * (mean - 0.5) / spread, scale * Z95 / sqrt(boards)
    return MatchElo(
        Estimate(*ends),
        Estimate(normalized, normalized - doubt, normalized + doubt),
        NormalDist().cdf((mean - 0.5) / error),
    )


def _elo(score: float, boards: float) -> float:
    least = 0.5 / (boards + 1)
    inside = min(max(score, least), 1 - least)
    return POINT * log(inside / (1 - inside))


def _shares(counts: Sequence[float]) -> Shares:
    """The share of each score, where none is quite 0."""
    filled = [count or NEVER for count in counts]
    total = sum(filled)
    return [(place / (len(counts) - 1), count / total) for place, count in enumerate(filled)]


def _mean_and_spread(shares: Shares) -> tuple[float, float]:
    mean = sum(score * share for score, share in shares)
    return mean, sqrt(sum(share * (score - mean) ** 2 for score, share in shares))


def _ratio(counts: Sequence[float], zero: Shares, one: Shares) -> float:
    filled = [count or NEVER for count in counts]
    parts = zip(filled, zero, one, strict=True)
    return sum(count * log(high / low) for count, (_, low), (_, high) in parts)


def _likeliest(shares: Shares, mean: float) -> Shares:
    """The distribution with this mean that makes the shares most likely."""
    return _tilted(shares, [score - mean for score, _ in shares])


def _likeliest_normalized(shares: Shares, effect: float) -> Shares:
    """The same with a mean so many standard deviations above 1/2, approached in strides."""
    found: Shares = [(score, 1 / len(shares)) for score, _ in shares]
    strides = ceil(abs(effect) / STRIDE) or 1
    for stride in range(1, strides + 1):
        found = _approached(shares, effect * stride / strides, found)
    return found


def _approached(shares: Shares, effect: float, found: Shares) -> Shares:
    """The same, from a distribution that is near it."""
    for _ in range(STEPS):
        mean, spread = _mean_and_spread(found)
        # What must have the mean 0, made linear about the last distribution.
        excess = [
            score - 0.5 - effect * spread * (1 + ((mean - score) / spread) ** 2) / 2
            for score, _ in shares
        ]
        if not min(excess) < 0 < max(excess):
            break
        before, found = found, _tilted(shares, excess)
        if max(abs(old[1] - new[1]) for old, new in zip(before, found, strict=True)) < NEAR:
            break
    return found


def _tilted(shares: Shares, excess: Sequence[float]) -> Shares:
    """The likeliest distribution in which the mean of an excess is 0: shares over 1 + x * excess.

    x is the root of a falling function, between the values where a share would be infinite.
    """
    low, high = -1 / max(excess), -1 / min(excess)
    x = 0.0
    for _ in range(100):
        terms = [own / (1 + x * own) for own in excess]
        value = sum(share * term for (_, share), term in zip(shares, terms, strict=True))
        low, high = (x, high) if value > 0 else (low, x)
        slope = sum(share * term**2 for (_, share), term in zip(shares, terms, strict=True))
        step = value / slope
        if not low < x + step < high:
            step = (low + high) / 2 - x
        x += step
        if abs(step) <= CLOSE * (high - low + abs(x)):
            break
    return [
        (score, share / (1 + x * own)) for (score, share), own in zip(shares, excess, strict=True)
    ]
