"""Standings, meetings and histories as rows."""

from collections.abc import Iterable, Sequence

from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.ratings.scores import Estimate
from tablic_tournaments.reports.histories import Chapter
from tablic_tournaments.reports.meetings import Meeting
from tablic_tournaments.reports.standings import Finish, Standing, crosstable
from tablic_tournaments.words import counted_kinds

__all__ = [
    "COLUMNS",
    "CROSSTABLE_LEGEND",
    "FINISH_COLUMNS",
    "HISTORY_COLUMNS",
    "MEETING_COLUMNS",
    "RATING_COLUMNS",
    "SUPERIORITY_LEGEND",
    "crosstable_rows",
    "history_rows",
    "meeting_row",
    "standing_columns",
    "standing_rows",
    "superiority_rows",
]

RATING_COLUMNS = ["rating", "rating_error"]
COLUMNS = [
    "rank",
    "bot",
    *RATING_COLUMNS,
    "mark",
    "elo",
    "boards",
    "score_percent",
    "score_low",
    "score_high",
    "points_per_hand",
    "points_error",
    "superior_percent",
    "faulted_boards",
    "faults",
]
# The columns that stand before the points where a bot met several others at once.
FINISH_COLUMNS = ["wins_percent", "place", "own_points"]
MEETING_COLUMNS = [
    "bot",
    "opponent",
    "boards",
    "score_percent",
    "score_low",
    "score_high",
    "won",
    "drawn",
    "lost",
    "points_per_hand",
    "points_error",
    "elo_difference",
    "elo_error",
    "superior_percent",
]
HISTORY_COLUMNS = [
    "tournament",
    "started",
    "rules",
    "bot",
    "boards",
    "score_percent",
    "score_low",
    "score_high",
    "elo",
]
CROSSTABLE_LEGEND = "Board scores in percent, of the row's bot against the column's:"
SUPERIORITY_LEGEND = (
    "How likely the row's bot is stronger than the column's, by their boards, in percent:"
)


def standing_columns(standings: Sequence[Standing]) -> list[str]:
    """The columns of these standings: COLUMNS, and more where there is more to say.

    That is where matches had more than two sides, and where there were faults.
    """
    columns = [*COLUMNS, "fault_kinds"] if any(line.faults for line in standings) else COLUMNS
    if all(line.finish is None for line in standings):
        return columns
    before = columns.index("points_per_hand")
    return [*columns[:before], *FINISH_COLUMNS, *columns[before:]]


def standing_rows(standings: Sequence[Standing]) -> list[dict[str, object]]:
    """A row for each standing, with its columns in order."""
    columns = standing_columns(standings)
    return [{column: row[column] for column in columns} for row in _full_rows(standings)]


def _full_rows(standings: Sequence[Standing]) -> list[dict[str, object]]:
    return [
        {
            "rank": rank,
            "bot": line.label,
            **_with_error("rating", "rating_error", line.rating, None),
            "mark": line.mark,
            "elo": round(line.elo),
            "boards": line.boards,
            **_interval(("score_percent", "score_low", "score_high"), line.score, 100),
            **_finish(line.finish),
            **_with_error("points_per_hand", "points_error", line.points, 1),
            "superior_percent": _percent(line.superiority),
            "faulted_boards": line.faulted_boards,
            "faults": sum(line.faults.values()),
            "fault_kinds": counted_kinds(line.faults),
        }
        for rank, line in enumerate(standings, 1)
    ]


def crosstable_rows(
    results: Sequence[BoardResult], labels: Sequence[str]
) -> tuple[list[dict[str, object]], list[str]]:
    """The rows of a cross-table, and its columns: the bots by their rank."""
    cells = [[cell and cell[0] for cell in row] for row in crosstable(results, labels)]
    return _matrix_rows(labels, cells)


def superiority_rows(
    meetings: Iterable[Meeting], labels: Sequence[str]
) -> tuple[list[dict[str, object]], list[str]]:
    """The rows of a table of likelihoods of superiority, and its columns."""
    cells = {(met.bot, met.opponent): met.superiority for met in meetings}
    return _matrix_rows(labels, [[cells.get((row, column)) for column in labels] for row in labels])


def meeting_row(met: Meeting) -> dict[str, object]:
    """A row for what a bot got against another, with MEETING_COLUMNS."""
    return {
        "bot": met.bot,
        "opponent": met.opponent,
        "boards": met.boards,
        **_interval(("score_percent", "score_low", "score_high"), met.score, 100),
        "won": met.won,
        "drawn": met.drawn,
        "lost": met.lost,
        **_with_error("points_per_hand", "points_error", met.points, 1),
        **_with_error("elo_difference", "elo_error", met.difference, None),
        "superior_percent": _percent(met.superiority),
    }


def history_rows(chapters: Iterable[Chapter]) -> list[dict[str, object]]:
    """A row for each tournament that a version of a bot played in, with HISTORY_COLUMNS."""
    return [
        {
            "tournament": chapter.tournament,
            "started": chapter.started_at,
            "rules": chapter.rules,
            "bot": chapter.label,
            "boards": chapter.boards,
            **_interval(("score_percent", "score_low", "score_high"), chapter.score, 100),
            "elo": round(chapter.elo),
        }
        for chapter in chapters
    ]


def _matrix_rows(
    labels: Sequence[str], cells: Sequence[Sequence[float | None]]
) -> tuple[list[dict[str, object]], list[str]]:
    """Shares of each bot against each other, as percentages in columns of ranks."""
    columns = ["rank", "bot", *(f"v {rank}" for rank in range(1, len(labels) + 1))]
    rows = []
    for rank, (label, shares) in enumerate(zip(labels, cells, strict=True), 1):
        texts = ["-" if share is None else f"{100 * share:.1f}" for share in shares]
        rows.append(dict(zip(columns, [rank, label, *texts], strict=True)))
    return rows, columns


def _finish(finish: Finish | None) -> dict[str, float | None]:
    """Wins, place and own points, or three times nothing."""
    if finish is None:
        return dict.fromkeys(FINISH_COLUMNS)
    points = finish.points if finish.points is None else round(finish.points, 1)
    values = [round(100 * finish.wins, 1), round(finish.place, 1), points]
    return dict(zip(FINISH_COLUMNS, values, strict=True))


def _percent(share: float | None) -> float | None:
    return None if share is None else round(100 * share, 1)


def _with_error(
    name: str, error: str, estimate: Estimate | None, digits: int | None
) -> dict[str, float | None]:
    """A mean and half the width of its 95% interval, or twice nothing."""
    if estimate is None:
        return {name: None, error: None}
    half = (estimate.high - estimate.low) / 2
    return {name: round(estimate.mean, digits), error: round(half, digits)}


def _interval(
    names: tuple[str, str, str], estimate: Estimate, scale: float
) -> dict[str, float | None]:
    """A mean and the ends of its 95% interval."""
    return dict(zip(names, (round(scale * value, 1) for value in estimate), strict=True))
