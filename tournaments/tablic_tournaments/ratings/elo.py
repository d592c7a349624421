"""Elo's sequential rating, board by board (Elo, The Rating of Chessplayers, 1978)."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from tablic_tournaments.ratings.results import BoardResult

__all__ = ["SCALE", "START", "elo_after_each", "expected_score", "sequential_elo"]

START: Final = 1500.0
# A board of two games makes one step, twice that of 12 a game.
STEP: Final = 24.0
SCALE: Final = 400.0


def expected_score(difference: float) -> float:
    """The score expected of a bot rated so many points above its opponent."""
    return 1 / (1 + 10 ** (-difference / SCALE))


def sequential_elo(
    results: Iterable[BoardResult], before: Mapping[str, float] | None = None
) -> dict[str, float]:
    """The rating of every bot after these boards, in this order.

    All start at 1500, but for those that had a rating before. All changes of a board come from the
    ratings before it, and add up to nothing.
    """
    ratings = dict(before or {})
    deque(elo_after_each(results, ratings), maxlen=0)
    return ratings


def elo_after_each(
    results: Iterable[BoardResult], ratings: dict[str, float]
) -> Iterator[BoardResult]:
    """The boards again, each when ``ratings`` has what came of it."""
    for result in results:
        before = [ratings.get(label, START) for label in result.bots]
        for bot, label in enumerate(result.bots):
            surprise = result.score(bot) - _expected_on_board(before, bot)
            ratings[label] = before[bot] + STEP * surprise
        yield result


def _expected_on_board(ratings: Sequence[float], bot: int) -> float:
    """The mean of the scores that a bot is expected to make against each of its opponents."""
    others = [rating for other, rating in enumerate(ratings) if other != bot]
    return sum(expected_score(ratings[bot] - rating) for rating in others) / len(others)
