"""Standings and cross-table from board results; no I/O."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise, permutations
from typing import NamedTuple

from tablic_tournaments.errors import RatingError
from tablic_tournaments.ratings.connectivity import groups, not_connected
from tablic_tournaments.ratings.elo import sequential_elo
from tablic_tournaments.ratings.joint import JointRatings
from tablic_tournaments.ratings.points import points_of, variance_kept
from tablic_tournaments.ratings.pool import rated
from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.ratings.scores import Estimate, score_of
from tablic_tournaments.ratings.sums import Ending, Stratum, Sums, sums_of
from tablic_tournaments.ratings.tallies import tally_of
from tablic_tournaments.words import counted

__all__ = [
    "FaultCounts",
    "Finish",
    "Standing",
    "crosstable",
    "remarks",
    "remarks_of",
    "standings",
    "standings_of",
]


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
    return standings_of(sums_of(played), sequential_elo(played), faults)


def standings_of(
    sums: Sums,
    elo: Mapping[str, float],
    faults: FaultCounts,
    anchors: Mapping[str, float] | None = None,
) -> list[Standing]:
    """The same from sums over the boards, the sequential rating of each bot, and anchors."""
    if not sums.endings:
        return []
    ratings = _ratings(sums, anchors)
    points, own_points = _points(sums)
    lines = []
    for label, own in _by_bot(sums).items():
        boards = sum(own.values())
        fair = sum(n for (ending, _), n in own.items() if not ending.faulted)
        scores = [(ending.board.score(bot), n) for (ending, bot), n in own.items()]
        lines.append(
            Standing(
                label=label,
                rating=ratings.interval(label) if ratings else None,
                unbounded=bool(ratings and label in ratings.unbounded),
                superiority=None,
                elo=elo[label],
                boards=boards,
                score=score_of(
                    boards, sum(s * n for s, n in scores), sum(s**2 * n for s, n in scores)
                ),
                points=points_of(list(points[label].values())),
                faulted_boards=boards - fair,
                faults=faults.get(label, {}),
                finish=_finish(own, own_points[label] / fair if fair else None),
            )
        )
    return _with_superiority(sorted(lines, key=_rank), ratings)


def remarks(results: Iterable[BoardResult]) -> list[str]:
    """What there is to say below standings, as sentences."""
    return remarks_of(sums_of(results))


def remarks_of(sums: Sums, anchors: Collection[str] = ()) -> list[str]:
    """The same from sums over the boards, with anchors; none where there are no boards."""
    if not sums.endings:
        return []
    apart = not_connected(groups(tally_of(sums.endings), anchors))
    said = [apart] if apart else []
    if faulted := sum(n for ending, n in sums.endings.items() if ending.faulted):
        said.append(
            f"{counted(faulted, 'board')} with a fault: counted in scores and ratings, "
            f"left out of points."
        )
    if kept := variance_kept(sums):
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


def _ratings(sums: Sums, anchors: Mapping[str, float] | None) -> JointRatings | None:
    try:
        return rated(tally_of(sums.endings), anchors)
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


def _by_bot(sums: Sums) -> dict[str, dict[tuple[Ending, int], int]]:
    """How often the boards of each bot ended how, with its position in them."""
    by_bot: dict[str, dict[tuple[Ending, int], int]] = defaultdict(dict)
    for ending, boards in sums.endings.items():
        for bot, label in enumerate(ending.bots):
            by_bot[label][ending, bot] = boards
    return by_bot


def _points(
    sums: Sums,
) -> tuple[dict[str, dict[frozenset[str], Stratum]], dict[str, float]]:
    """The sums of each bot's points against others, match by match, and of its own points."""
    strata: dict[str, dict[frozenset[str], Stratum]] = defaultdict(dict)
    own: dict[str, float] = defaultdict(float)
    for label, bots, points in sums.of_bots():
        strata[label][bots] = strata[label].get(bots, Stratum()).plus(points.stratum)
        own[label] += points.own
    return strata, own


def _finish(own: Mapping[tuple[Ending, int], int], points: float | None) -> Finish | None:
    if all(len(ending.bots) == 2 for ending, _ in own):
        return None
    boards = sum(own.values())
    return Finish(
        wins=sum(ending.board.wins(bot) * n for (ending, bot), n in own.items()) / boards,
        place=sum(ending.board.place(bot) * n for (ending, bot), n in own.items()) / boards,
        points=points,
    )


def _rank(standing: Standing) -> tuple[float, float, float, str]:
    # Ratings that are equal but for rounding are decided by what follows.
    rating = round(standing.rating.mean, 3) if standing.rating else 0.0
    points = standing.points.mean if standing.points else 0.0
    return -rating, -standing.score.mean, -points, standing.label
