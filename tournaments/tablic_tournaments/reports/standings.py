"""Standings and cross-table from board results; no I/O."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from statistics import fmean
from typing import NamedTuple

from tablic_tournaments.ratings.elo import sequential_elo
from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.ratings.scores import Estimate, mean_points, mean_score

__all__ = ["FaultCounts", "Finish", "Standing", "crosstable", "standings"]


FaultCounts = Mapping[str, Mapping[str, int]]
"""How many faults of each kind each bot was charged with, by label."""


class Finish(NamedTuple):
    """What there is to say of a bot that met several opponents at once."""

    wins: float
    """The share of its games that it won, 0 to 1."""
    place: float
    """The mean of its places."""
    points: float | None
    """The mean of its own points a game, faulted boards left out."""


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
    faults: Mapping[str, int]
    """How many it was charged with, by kind."""
    finish: Finish | None
    """None where every board had two sides: the score and the points say it all."""


def standings(results: Iterable[BoardResult], faults: FaultCounts) -> list[Standing]:
    """A line for each bot that played, best first: by board score, then by points.

    Elo follows the boards in the order they are given.
    """
    played = list(results)
    elo = sequential_elo(played)
    lines = []
    for label, own in _by_bot(played).items():
        fair = [board.margin(bot) for board, bot in own if not board.faulted]
        lines.append(
            Standing(
                label=label,
                elo=elo[label],
                boards=len(own),
                score=mean_score([board.score(bot) for board, bot in own]),
                points=mean_points(fair),
                faulted_boards=len(own) - len(fair),
                faults=faults.get(label, {}),
                finish=_finish(own),
            )
        )
    return sorted(lines, key=_rank)


def crosstable(
    results: Iterable[BoardResult], labels: Sequence[str]
) -> list[list[tuple[float, int] | None]]:
    """For each row's bot against each column's: its mean board score, and how many boards."""
    scores: dict[tuple[str, str], list[float]] = defaultdict(list)
    for result in results:
        for first, second in permutations(range(len(result.bots)), 2):
            pair = result.bots[first], result.bots[second]
            scores[pair].append(result.score_against(first, second))
    return [
        [
            (sum(own) / len(own), len(own)) if (own := scores.get((row, column))) else None
            for column in labels
        ]
        for row in labels
    ]


def _by_bot(results: Iterable[BoardResult]) -> dict[str, list[tuple[BoardResult, int]]]:
    """The results of each bot, with its position in them."""
    by_bot: dict[str, list[tuple[BoardResult, int]]] = defaultdict(list)
    for result in results:
        for bot, label in enumerate(result.bots):
            by_bot[label].append((result, bot))
    return by_bot


def _finish(own: Sequence[tuple[BoardResult, int]]) -> Finish | None:
    if all(len(board.bots) == 2 for board, _ in own):
        return None
    fair = [board.points_of(bot) for board, bot in own if not board.faulted]
    return Finish(
        wins=fmean(board.wins(bot) for board, bot in own),
        place=fmean(board.place(bot) for board, bot in own),
        points=fmean(fair) if fair else None,
    )


def _rank(standing: Standing) -> tuple[float, float, str]:
    points = standing.points.mean if standing.points else 0.0
    return -standing.score.mean, -points, standing.label
