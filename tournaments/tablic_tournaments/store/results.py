"""What was played: batches stored row by row, and board results read again."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from tablic_server.batch import Batch, BatchResult, Board
from tablic_server.faults import FaultKind

from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.store.database import Connection, Row
from tablic_tournaments.store.faults import limit_logs, save_fault

__all__ = [
    "Selection",
    "board_results",
    "fault_counts",
    "played_boards",
    "save_boards",
    "save_reports",
    "strikes",
]


class Selection(NamedTuple):
    """Which tournaments are looked at: one, those of a rule set, or all."""

    tournament: int | None = None
    rules: str | None = None

    @property
    def where(self) -> str:
        """The SQL condition, for the values that are chosen."""
        conditions = {"tournament.id = ?": self.tournament, "tournament.rules = ?": self.rules}
        chosen = [sql for sql, value in conditions.items() if value is not None]
        return f"WHERE {' AND '.join(chosen)}" if chosen else ""

    @property
    def values(self) -> Collection[int | str]:
        """The values of the condition."""
        return [value for value in self if value is not None]


def board_results(connection: Connection, selection: Selection) -> Iterator[BoardResult]:
    """Board results in board order."""
    rows = connection.rows(_RESULTS.format(where=selection.where), *selection.values)
    yield from _results(connection, rows)


def played_boards(
    connection: Connection, tournament: int, match: str, boards: range
) -> list[BoardResult] | None:
    """The results of these boards of a match, in their order; None while one is missing."""
    numbers = ", ".join(map(str, boards))
    where = f"WHERE tournament.id = ? AND board.match = ? AND board.number IN ({numbers})"
    rows = connection.rows(_RESULTS.format(where=where), tournament, match)
    results = list(_results(connection, rows))
    return results if len(results) == len(boards) else None


def _results(connection: Connection, rows: Iterator[Row]) -> Iterator[BoardResult]:
    labels = {row["id"]: row["label"] for row in connection.rows(_LABELS)}
    for _, of_board in groupby(rows, key=lambda row: row["board"]):
        yield _board_result(list(of_board), labels)


def fault_counts(connection: Connection, selection: Selection) -> dict[str, dict[str, int]]:
    """How many faults of each kind each version was charged with, by label."""
    counts: dict[str, dict[str, int]] = {}
    for row in connection.rows(_FAULTS.format(where=selection.where), *selection.values):
        if FaultKind(row["kind"]).charged:
            counts.setdefault(row["label"], {})[row["kind"]] = row["faults"]
    return counts


def strikes(connection: Connection, tournament: int, batch: Batch) -> tuple[int, ...]:
    """How many faults each bot of a batch was charged with in the stored boards of its match."""
    counts: Counter[str] = Counter()
    for row in connection.rows(_STRIKES, tournament, batch.match):
        if FaultKind(row["kind"]).charged:
            counts[row["label"]] += row["faults"]
    return tuple(counts[program.name] for program in batch.bots)


def save_boards(
    connection: Connection,
    tournament: int,
    batch: int,
    versions: Sequence[int],
    played: Sequence[tuple[Board, BoardResult]],
    match: str,
    stage: int,
) -> None:
    """Store boards of a batch, within a transaction."""
    for board, result in played:
        board_id = connection.insert(
            "board",
            tournament=tournament,
            match=match,
            number=board.number,
            faulted=result.faulted,
            stage=stage,
        )
        for game, points, places in zip(board.games, result.points, result.places, strict=True):
            game_id = connection.insert(
                "game", board=board_id, batch=batch, rotation=game.rotation, record=game.text()
            )
            _save_game_results(connection, game_id, versions, points, places)


def save_reports(
    connection: Connection,
    tournament: int,
    batch: int,
    versions: Sequence[int],
    result: BatchResult,
) -> None:
    """Store what the processes of a batch did, and the faults, within a transaction."""
    for report in result.reports:
        connection.insert(
            "process",
            batch=batch,
            version=versions[report.bot],
            rotation=report.rotation,
            decisions=report.decisions,
            thinking_seconds=report.thinking,
            cpu_seconds=report.cpu,
            wall_seconds=report.wall,
            log=report.log,
            sandbox=report.sandbox,
        )
    limit_logs(connection, tournament, [report.log for report in result.reports])
    for fault in result.faults:
        version = versions[result.batch.bot_in(fault.rotation, fault.seat)]
        save_fault(connection, batch, version, fault)


def _save_game_results(
    connection: Connection,
    game: int,
    versions: Sequence[int],
    points: Sequence[int],
    places: Sequence[int],
) -> None:
    for position, version in enumerate(versions):
        connection.insert(
            "result",
            game=game,
            position=position,
            version=version,
            points=points[position],
            place=places[position],
        )


def _board_result(rows: Sequence[Row], labels: dict[int, str]) -> BoardResult:
    """The result of the rows of a board: game by game, and in each a row for every bot."""
    games = [list(of_game) for _, of_game in groupby(rows, key=lambda row: row["game"])]
    return BoardResult(
        tuple(labels[row["version"]] for row in games[0]),
        tuple(tuple(row["points"] for row in game) for game in games),
        tuple(tuple(row["place"] for row in game) for game in games),
        bool(rows[0]["faulted"]),
        tuple(game[0]["hands"] for game in games),
    )


_LABELS = """
SELECT version.id, bot.name || ' ' || version.number AS label
FROM version JOIN bot ON bot.id = version.bot
"""

# CROSS JOIN keeps this order of the tables, in which their indexes give the rows sorted.
_RESULTS = """
SELECT board.id AS board, board.faulted, result.game, result.version, points, place,
    json_array_length(game.record, '$.hands') AS hands
FROM tournament
CROSS JOIN board ON board.tournament = tournament.id
CROSS JOIN game ON game.board = board.id
CROSS JOIN result ON result.game = game.id
{where}
ORDER BY tournament.id, board.number, board.match, game.rotation, result.position
"""

_FAULTS = """
SELECT bot.name || ' ' || version.number AS label, kind, count(*) AS faults
FROM fault
JOIN batch ON batch.id = fault.batch
JOIN tournament ON tournament.id = batch.tournament
JOIN version ON version.id = fault.version
JOIN bot ON bot.id = version.bot
{where}
GROUP BY version.id, kind
"""

_STRIKES = """
SELECT bot.name || ' ' || version.number AS label, kind, count(*) AS faults
FROM fault
JOIN batch ON batch.id = fault.batch
JOIN version ON version.id = fault.version
JOIN bot ON bot.id = version.bot
WHERE batch.tournament = ? AND batch.match = ?
GROUP BY version.id, kind
"""
