"""Tournaments: what was asked, what is played, what is missing."""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby
from typing import NamedTuple

from tablic.deals import commitment, new_secret, stage_secret
from tablic_server.batch import Batch, BatchResult
from tablic_server.faults import FaultKind

from tablic_tournaments.errors import UnknownNameError
from tablic_tournaments.evidence import Evidence
from tablic_tournaments.growth import total_boards
from tablic_tournaments.ratings.results import BoardResult, Played, board_result
from tablic_tournaments.schedule.formats import schedule
from tablic_tournaments.schedule.pairing import Schedule
from tablic_tournaments.spec import TournamentSpec
from tablic_tournaments.store.bots import now
from tablic_tournaments.store.database import Connection, Row
from tablic_tournaments.store.evidence import evidence_of
from tablic_tournaments.store.results import (
    Selection,
    board_results,
    fault_counts,
    played_boards,
    save_boards,
    save_reports,
    strikes,
)
from tablic_tournaments.store.summaries import Summary, summary_of

__all__ = ["Stage", "Tournament", "Tournaments"]


class Stage(NamedTuple):
    """A part of a tournament with a secret of its own, and what was asked when it was opened."""

    spec: TournamentSpec
    secret: bytes

    @property
    def commitment(self) -> str:
        """SHA-256 of the secret, in hexadecimal."""
        return commitment(self.secret).hex()


class Tournament(NamedTuple):
    """A tournament as it is stored; its secrets stay in here until its stages are finished."""

    id: int
    spec: TournamentSpec
    """What is asked in its last stage."""
    secret: bytes
    """That of the first stage."""
    started_at: str
    finished_at: str | None
    boards_played: int
    stages: tuple[Stage, ...] = ()

    @property
    def total_boards(self) -> int:
        """How many boards it has; at least of a knockout, and at most of a test."""
        return total_boards([stage.spec for stage in self.stages])

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
                rules=spec.rules.text,
                commitment=commitment(secret).hex(),
                secret=secret.hex(),
                started_at=now(),
            )
        return self.get(number)

    def open_stage(self, number: int, spec: TournamentSpec) -> Tournament:
        """Open the next stage of a tournament, whose boards so far are all played.

        The commitment to its secret is stored before its first card. Where the organiser chose the
        secret of the first stage, that of a later one follows from it.
        """
        with self._connection.transaction():
            before = self.get(number)
            stage = len(before.stages)
            chosen = spec.chosen_secret
            secret = stage_secret(before.secret, stage) if chosen else new_secret()
            self._connection.insert(
                "stage",
                tournament=number,
                number=stage,
                spec=spec.text(),
                commitment=commitment(secret).hex(),
                secret=secret.hex(),
                started_at=now(),
            )
            sql = "UPDATE tournament SET finished_at = NULL WHERE id = ?"
            self._connection.execute(sql, number)
        return self.get(number)

    def all(self) -> Iterator[Tournament]:
        """Every tournament, oldest first."""
        stages = self._connection.rows("SELECT * FROM stage ORDER BY tournament, number")
        of_each = {key: list(rows) for key, rows in groupby(stages, lambda row: row["tournament"])}
        for row in self._connection.rows(f"{_SELECT} ORDER BY id"):
            yield _tournament(row, of_each.get(row["id"], ()))

    def named(self, name: str) -> Tournament | None:
        """The last tournament of a name, or None."""
        found = [item for item in self.all() if item.spec.name == name]
        return found[-1] if found else None

    def get(self, number: int) -> Tournament:
        """The tournament of an id; raises UnknownNameError."""
        row = self._connection.row(f"{_SELECT} WHERE id = ?", number)
        if row is None:
            raise UnknownNameError(_no_tournament(number))
        sql = "SELECT * FROM stage WHERE tournament = ? ORDER BY number"
        return _tournament(row, self._connection.rows(sql, number))

    def schedule(self, tournament: Tournament) -> Schedule:
        """Who plays whom in it, as far as the boards that are stored decide."""
        return schedule([stage.spec for stage in tournament.stages], self.played(tournament.id))

    def played(self, number: int) -> Played:
        """What answers with the stored results of boards of a tournament."""
        return partial(played_boards, self._connection, number)

    def evidence(self, number: int) -> Evidence:
        """Everything that is stored of a tournament, to be checked; raises UnknownNameError.

        Its boards are read while the arena is open.
        """
        evidence = evidence_of(self._connection, number)
        if evidence is None:
            raise UnknownNameError(_no_tournament(number))
        return evidence

    def finish(self, number: int) -> bool:
        """Mark a tournament as finished if every board is played; returns whether it is."""
        tournament = self.get(number)
        with self._connection.transaction():
            for pairing in self.schedule(tournament):
                if not pairing or self.missing(number, pairing.match, pairing.boards):
                    return False
            sql = "UPDATE tournament SET finished_at = ? WHERE id = ?"
            self._connection.execute(sql, now(), number)
        self.summary(tournament.spec.rules.text)
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
        stage = [stage.secret for stage in tournament.stages].index(result.batch.secret)
        with self._connection.transaction():
            batch = self._connection.insert(
                "batch",
                tournament=tournament.id,
                match=result.batch.match,
                played_at=now(),
                jitter_seconds=result.jitter,
            )
            played = list(zip(result.boards, results, strict=True))
            match = result.batch.match
            save_boards(self._connection, tournament.id, batch, ids, played, match, stage)
            save_reports(self._connection, tournament.id, batch, ids, result)
        return results

    def strikes(self, number: int, batch: Batch) -> tuple[int, ...]:
        """The faults of each bot of a batch in what is stored of its match."""
        return strikes(self._connection, number, batch)

    def results(
        self, tournament: int | None = None, rules: str | None = None
    ) -> Iterator[BoardResult]:
        """The board results of a tournament or of a rule set, or all, in board order."""
        return board_results(self._connection, Selection(tournament, rules))

    def summary(self, rules: str) -> Summary:
        """What standings need of all boards of a rule set."""
        return summary_of(self._connection, rules)

    def fault_counts(
        self, tournament: int | None = None, rules: str | None = None
    ) -> dict[str, dict[str, int]]:
        """How many faults of each kind each version was charged with, by label."""
        return fault_counts(self._connection, Selection(tournament, rules))

    def jitter(self, number: int) -> float:
        """The seconds that the machine woke the referee late in a tournament, at worst."""
        sql = "SELECT max(jitter_seconds) AS worst FROM batch WHERE tournament = ?"
        row = self._connection.row(sql, number)
        return (row and row["worst"]) or 0.0

    def late_faults(self, number: int, jitter: float) -> int:
        """How many late faults fell into batches in which the machine was that late or later."""
        row = self._connection.row(_LATE, number, FaultKind.LATE, jitter)
        return row["faults"] if row else 0

    def blamed(self, number: int) -> int:
        """How many time-outs of a tournament were the fault of the machine."""
        row = self._connection.row(_LATE, number, FaultKind.REFEREE, 0.0)
        return row["faults"] if row else 0

    def boards_by_rules(self) -> dict[str, int]:
        """How many boards of each rule set are stored, the most first; the later of equals."""
        return {row["rules"]: row["boards"] for row in self._connection.rows(_RULES)}

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


_SELECT = """
SELECT tournament.*,
    (SELECT count(*) FROM board WHERE board.tournament = tournament.id) AS boards_played
FROM tournament
"""

_LATE = """
SELECT count(*) AS faults FROM fault JOIN batch ON batch.id = fault.batch
WHERE batch.tournament = ? AND kind = ? AND jitter_seconds >= ?
"""

_RULES = """
SELECT rules, sum(boards) AS boards
FROM (SELECT tournament, count(*) AS boards, max(id) AS last FROM board GROUP BY tournament)
JOIN tournament ON tournament.id = tournament
GROUP BY rules
ORDER BY boards DESC, max(last) DESC
"""


def _no_tournament(number: int) -> str:
    return f"there is no tournament {number}; list them with: tablic-arena tournaments"


def _stage(row: Row) -> Stage:
    return Stage(TournamentSpec.from_text(row["spec"]), bytes.fromhex(row["secret"]))


def _tournament(row: Row, later: Iterable[Row]) -> Tournament:
    stages = (_stage(row), *map(_stage, later))
    return Tournament(
        id=row["id"],
        spec=stages[-1].spec,
        secret=stages[0].secret,
        started_at=row["started_at"],
        finished_at=row["finished_at"],
        boards_played=row["boards_played"],
        stages=stages,
    )
