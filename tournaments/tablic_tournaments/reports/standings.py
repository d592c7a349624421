"""Standings and cross-table from board results; no I/O."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise, permutations
from statistics import fmean
from typing import NamedTuple

from tablic_tournaments.errors import RatingError
from tablic_tournaments.ratings.connectivity import groups, not_connected
from tablic_tournaments.ratings.elo import sequential_elo
from tablic_tournaments.ratings.joint import JointRatings
from tablic_tournaments.ratings.points import points_per_hand, variance_kept
from tablic_tournaments.ratings.pool import joint_ratings
from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.ratings.scores import Estimate, mean_score
from tablic_tournaments.ratings.tallies import tally
from tablic_tournaments.words import counted

__all__ = ["FaultCounts", "Finish", "Standing", "crosstable", "remarks", "standings"]


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
    rating: Estimate | None
    """The joint rating; None where bots never met the others."""
    unbounded: bool
    """Whether only the prior keeps the rating from infinity."""
    superiority: float | None
    """The likelihood that it is stronger than the next, 0 to 1; None in the last line."""
    elo: float
    """The sequential rating."""
    boards: int
    score: Estimate
    """The mean of its board scores, 0 to 1."""
    points: Estimate | None
    """The points less its opponents' mean, for each hand, faulted boards left out."""
    faulted_boards: int
    faults: Mapping[str, int]
    """How many it was charged with, by kind."""
    finish: Finish | None
    """None where every board had two sides: the score and the points say it all."""

    @property
    def mark(self) -> str:
        """Why only the prior keeps the rating from infinity; empty where results do."""
        if not self.unbounded:
            return ""
        if self.score.mean == 1:
            return "won all"
        return "lost all" if self.score.mean == 0 else "apart"


def standings(results: Iterable[BoardResult], faults: FaultCounts) -> list[Standing]:
    """A line for each bot that played, best first: by rating, then by board score and by points.

    Elo follows the boards in the order they are given.
    """
    played = list(results)
    if not played:
        return []
    ratings = _ratings(played)
    elo = sequential_elo(played)
    lines = []
    for label, own in _by_bot(played).items():
        fair = [(board, bot) for board, bot in own if not board.faulted]
        lines.append(
            Standing(
                label=label,
                rating=ratings.interval(label) if ratings else None,
                unbounded=bool(ratings and label in ratings.unbounded),
                superiority=None,
                elo=elo[label],
                boards=len(own),
                score=mean_score([board.score(bot) for board, bot in own]),
                points=points_per_hand(fair),
                faulted_boards=len(own) - len(fair),
                faults=faults.get(label, {}),
                finish=_finish(own),
            )
        )
    return _with_superiority(sorted(lines, key=_rank), ratings)


def remarks(results: Sequence[BoardResult]) -> list[str]:
    """What there is to say below standings, as sentences."""
    apart = not_connected(groups(tally(results)))
    said = [apart] if apart else []
    if faulted := sum(result.faulted for result in results):
        said.append(
            f"{counted(faulted, 'board')} with a fault: counted in scores and ratings, "
            f"left out of points."
        )
    if kept := variance_kept(results):
        said.append(
            f"Playing decks from every seat made the variance of points {kept:.2f} "
            f"of what it is with a deck for each game."
        )
    return said


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


def _ratings(played: Sequence[BoardResult]) -> JointRatings | None:
    try:
        return joint_ratings(played)
    except RatingError:
        return None


def _with_superiority(lines: Sequence[Standing], ratings: JointRatings | None) -> list[Standing]:
    if ratings is None:
        return list(lines)
    return [
        *(
            line._replace(superiority=ratings.superiority(line.label, below.label))
            for line, below in pairwise(lines)
        ),
        *lines[-1:],
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


def _rank(standing: Standing) -> tuple[float, float, float, str]:
    # Ratings that are equal but for rounding are decided by what follows.
    rating = round(standing.rating.mean, 3) if standing.rating else 0.0
    points = standing.points.mean if standing.points else 0.0
    return -rating, -standing.score.mean, -points, standing.label
