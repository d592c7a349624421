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
    "score_95",
    "points_per_game",
    "points_95",
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
            "score_percent": round(100 * line.score.mean, 1),
            "score_95": _interval(line.score, 100),
            "points_per_game": round(line.points.mean, 1) if line.points else None,
            "points_95": _interval(line.points, 1) if line.points else "",
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


def _interval(estimate: Estimate, scale: float) -> str:
    return f"{scale * estimate.low:.1f} to {scale * estimate.high:.1f}"
