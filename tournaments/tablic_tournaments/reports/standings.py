"""Standings and cross-table from board results; no I/O."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tablic_tournaments.ratings.elo import sequential_elo
from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.ratings.scores import Estimate, mean_points, mean_score

__all__ = ["Standing", "crosstable", "standings"]


class Standing(NamedTuple):
    """One bot's line."""

    label: str
    elo: float
    boards: int
    score: Estimate
    """The mean of its board scores, 0 to 1."""
    points: Estimate | None
    """The mean margin of its boards in points a game, faulted ones left out."""
    faulted_boards: int
    faults: int


def standings(results: Iterable[BoardResult], faults: Mapping[str, int]) -> list[Standing]:
    """A line for each bot that played, best first: by board score, then by points.

    Elo follows the boards in the order they are given.
    """
    played = list(results)
    elo = sequential_elo(played)
    by_bot = _by_bot(played)
    lines = []
    for label, own in by_bot.items():
        fair = [result.margin for result in own if not result.faulted]
        lines.append(
            Standing(
                label=label,
                elo=elo[label],
                boards=len(own),
                score=mean_score([result.score for result in own]),
                points=mean_points(fair),
                faulted_boards=len(own) - len(fair),
                faults=faults.get(label, 0),
            )
        )
    return sorted(lines, key=_rank)


def crosstable(
    results: Iterable[BoardResult], labels: Sequence[str]
) -> list[list[tuple[float, int] | None]]:
    """For each row's bot against each column's: its mean board score, and how many boards."""
    scores: dict[tuple[str, str], list[float]] = defaultdict(list)
    for result in results:
        scores[result.first, result.second].append(result.score)
        scores[result.second, result.first].append(1 - result.score)
    return [
        [
            (sum(own) / len(own), len(own)) if (own := scores.get((row, column))) else None
            for column in labels
        ]
        for row in labels
    ]


def _by_bot(results: Iterable[BoardResult]) -> dict[str, list[BoardResult]]:
    """The results of each bot, from its own side."""
    by_bot: dict[str, list[BoardResult]] = defaultdict(list)
    for result in results:
        by_bot[result.first].append(result)
        by_bot[result.second].append(
            BoardResult(
                result.second, result.first, 1 - result.score, -result.margin, result.faulted
            )
        )
    return by_bot


def _rank(standing: Standing) -> tuple[float, float, str]:
    points = standing.points.mean if standing.points else 0.0
    return -standing.score.mean, -points, standing.label
