"""Standings and cross-tables as rows."""

from collections.abc import Sequence

from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.ratings.scores import Estimate
from tablic_tournaments.reports.standings import Standing, crosstable

__all__ = ["COLUMNS", "CROSSTABLE_LEGEND", "crosstable_rows", "standing_rows"]

COLUMNS = [
    "rank",
    "bot",
    "elo",
    "boards",
    "score_percent",
    "score_low",
    "score_high",
    "points_per_game",
    "points_low",
    "points_high",
    "faults",
]
CROSSTABLE_LEGEND = "Board scores in percent, of the row's bot against the column's:"


def standing_rows(standings: Sequence[Standing]) -> list[dict[str, object]]:
    """A row for each standing, in the columns of COLUMNS."""
    return [
        {
            "rank": rank,
            "bot": line.label,
            "elo": round(line.elo),
            "boards": line.boards,
            **_interval(("score_percent", "score_low", "score_high"), line.score, 100),
            **_interval(("points_per_game", "points_low", "points_high"), line.points, 1),
            "faults": line.faults,
        }
        for rank, line in enumerate(standings, 1)
    ]


def crosstable_rows(
    results: Sequence[BoardResult], labels: Sequence[str]
) -> tuple[list[dict[str, object]], list[str]]:
    """The rows of a cross-table, and its columns: the bots by their rank."""
    columns = ["rank", "bot", *(f"v {rank}" for rank in range(1, len(labels) + 1))]
    rows = []
    for rank, (label, cells) in enumerate(zip(labels, crosstable(results, labels), strict=True), 1):
        row: dict[str, object] = {"rank": rank, "bot": label}
        for column, cell in zip(columns[2:], cells, strict=True):
            row[column] = f"{100 * cell[0]:.1f}" if cell else "-"
        rows.append(row)
    return rows, columns


def _interval(
    names: tuple[str, str, str], estimate: Estimate | None, scale: float
) -> dict[str, float | None]:
    """A mean and the ends of its 95% interval, or three times nothing."""
    values = [round(scale * value, 1) for value in estimate] if estimate else [None] * 3
    return dict(zip(names, values, strict=True))
