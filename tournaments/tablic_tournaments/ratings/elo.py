"""Elo's sequential rating, board by board (Elo, The Rating of Chessplayers, 1978)."""

from collections.abc import Iterable
from typing import Final

from tablic_tournaments.ratings.results import BoardResult

__all__ = ["START", "expected_score", "sequential_elo"]

START: Final = 1500.0
# A board is two games, so a step is twice that of 12 a game.
STEP: Final = 24.0
SCALE: Final = 400.0


def expected_score(difference: float) -> float:
    """The score expected of a bot rated so many points above its opponent."""
    return 1 / (1 + 10 ** (-difference / SCALE))


def sequential_elo(results: Iterable[BoardResult]) -> dict[str, float]:
    """The rating of every bot after these boards, in this order; all start at 1500."""
    ratings: dict[str, float] = {}
    for result in results:
        first = ratings.get(result.first, START)
        second = ratings.get(result.second, START)
        change = STEP * (result.score - expected_score(first - second))
        ratings[result.first] = first + change
        ratings[result.second] = second - change
    return ratings
