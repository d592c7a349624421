"""Tournaments: what was asked, what is played, what is missing."""

import json
from collections.abc import Iterator
from typing import NamedTuple

from tablic.deals import commitment, new_secret
from tablic_server.match import BatchResult, Board

from tablic_tournaments.errors import UnknownNameError
from tablic_tournaments.ratings.results import BoardResult, board_result
from tablic_tournaments.spec import TournamentSpec
from tablic_tournaments.store.bots import now
from tablic_tournaments.store.database import Connection, Row

__all__ = ["Tournament", "Tournaments"]


class Tournament(NamedTuple):
    """A tournament as it is stored; its secret stays in here until it is finished."""

    id: int
    spec: TournamentSpec
    secret: bytes
    started_at: str
    finished_at: str | None
    boards_played: int

    @property
    def finished(self) -> bool:
        """Whether every board is played."""
        return self.finished_at is not None


class Tournaments:
    """The tournaments of an arena."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, spec: TournamentSpec, secret: bytes | None = None) -> Tournament:
        """Store a new tournament and the commitment to its secret, before the first card."""
        secret = secret or new_secret()
        with self._connection.transaction():
            number = self._connection.insert(
                "tournament",
                spec=spec.text(),
                commitment=commitment(secret).hex(),
                secret=secret.hex(),
                started_at=now(),
            )
        return self.get(number)

    def all(self) -> Iterator[Tournament]:
        """Every tournament, oldest first."""
        return map(_tournament, self._connection.rows(f"{_SELECT} ORDER BY id"))

    def get(self, number: int) -> Tournament:
        """The tournament of an id; raises UnknownNameError."""
        row = self._connection.row(f"{_SELECT} WHERE id = ?", number)
        if row is None:
            raise UnknownNameError(
                f"there is no tournament {number}; list them with: tablic-arena tournaments"
            )
        return _tournament(row)

    def finish(self, number: int) -> bool:
        """Mark a tournament as finished if every board is played; returns whether it is."""
        with self._connection.transaction():
            tournament = self.get(number)
            spec = tournament.spec
            if tournament.boards_played < spec.matches * spec.boards:
                return False
            sql = "UPDATE tournament SET finished_at = ? WHERE id = ?"
            self._connection.execute(sql, now(), number)
        return True

    def missing(self, number: int, match: str, boards: range) -> tuple[int, ...]:
        """The boards of a pairing that are not stored yet."""
        sql = "SELECT number FROM board WHERE tournament = ? AND match = ? AND number IN ({})"
        wanted = ", ".join(map(str, boards))
        rows = self._connection.rows(sql.format(wanted), number, match)
        played = {row["number"] for row in rows}
        return tuple(board for board in boards if board not in played)

    def save(self, tournament: Tournament, result: BatchResult) -> list[BoardResult]:
        """Store a batch whole, and return its board results."""
        versions = self._version_ids(tournament.spec)
        ids = [versions[program.name] for program in result.batch.bots]
        results = [board_result(result.batch, board) for board in result.boards]
        with self._connection.transaction():
            batch = self._connection.insert(
                "batch", tournament=tournament.id, match=result.batch.match, played_at=now()
            )
            for board, outcome in zip(result.boards, results, strict=True):
                self._save_board(tournament.id, batch, ids, board, outcome, result.batch.match)
            self._save_reports(batch, ids, result)
        return results

    def results(self, tournament: int | None = None) -> Iterator[BoardResult]:
        """The board results of a tournament, or of all, in board order."""
        where = "WHERE tournament = ?" if tournament else ""
        sql = _RESULTS.format(where=where)
        rows = self._connection.rows(sql, *([tournament] if tournament else []))
        return (
            BoardResult(
                row["first"], row["second"], row["score"], row["margin"], bool(row["faulted"])
            )
            for row in rows
        )

    def fault_counts(self, tournament: int | None = None) -> dict[str, int]:
        """How many faults each version was charged with, by label."""
        where = "WHERE batch.tournament = ?" if tournament else ""
        rows = self._connection.rows(
            _FAULTS.format(where=where), *([tournament] if tournament else [])
        )
        return {row["label"]: row["faults"] for row in rows}

    def _version_ids(self, spec: TournamentSpec) -> dict[str, int]:
        sql = (
            "SELECT version.id FROM version JOIN bot ON bot.id = bot WHERE name = ? AND number = ?"
        )
        ids = {}
        for entrant in spec.entrants:
            row = self._connection.row(sql, entrant.name, entrant.version)
            if row is None:
                raise UnknownNameError(f"{entrant.label} is not in this arena any more")
            ids[entrant.label] = row["id"]
        return ids

    def _save_board(
        self,
        tournament: int,
        batch: int,
        versions: list[int],
        board: Board,
        result: BoardResult,
        match: str,
    ) -> None:
        board_id = self._connection.insert(
            "board",
            tournament=tournament,
            match=match,
            number=board.number,
            first_version=versions[0],
            second_version=versions[1],
            score=result.score,
            margin=result.margin,
            faulted=result.faulted,
        )
        for game in board.games:
            self._connection.insert(
                "game", board=board_id, batch=batch, rotation=game.rotation, record=game.text()
            )

    def _save_reports(self, batch: int, versions: list[int], result: BatchResult) -> None:
        for report in result.reports:
            self._connection.insert(
                "process",
                batch=batch,
                version=versions[report.bot],
                rotation=report.rotation,
                decisions=report.decisions,
                thinking_seconds=report.thinking,
                cpu_seconds=report.cpu,
                wall_seconds=report.wall,
                log=report.log,
            )
        for fault in result.faults:
            self._connection.insert(
                "fault",
                batch=batch,
                version=versions[(fault.seat - fault.rotation) % len(versions)],
                rotation=fault.rotation,
                seat=fault.seat,
                kind=fault.kind,
                message=fault.message,
                boards=json.dumps(fault.boards),
            )


_SELECT = """
SELECT tournament.*,
    (SELECT count(*) FROM board WHERE board.tournament = tournament.id) AS boards_played
FROM tournament
"""

_RESULTS = """
SELECT first_bot.name || ' ' || first.number AS first,
    second_bot.name || ' ' || second.number AS second, score, margin, faulted
FROM board
JOIN version AS first ON first.id = first_version
JOIN bot AS first_bot ON first_bot.id = first.bot
JOIN version AS second ON second.id = second_version
JOIN bot AS second_bot ON second_bot.id = second.bot
{where}
ORDER BY tournament, board.number, match
"""

_FAULTS = """
SELECT bot.name || ' ' || version.number AS label, count(*) AS faults
FROM fault
JOIN batch ON batch.id = fault.batch
JOIN version ON version.id = fault.version
JOIN bot ON bot.id = version.bot
{where}
GROUP BY version.id
"""


def _tournament(row: Row) -> Tournament:
    return Tournament(
        id=row["id"],
        spec=TournamentSpec.from_text(row["spec"]),
        secret=bytes.fromhex(row["secret"]),
        started_at=row["started_at"],
        finished_at=row["finished_at"],
        boards_played=row["boards_played"],
    )
