"""Faults, their bundles and the logs of processes: stored, kept within bounds, looked up by id."""

import json
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from tablic_server.bundle import MOST_BUNDLES, Bundle, parse_bundle
from tablic_server.faults import Fault, FaultKind

from tablic_tournaments.errors import StoreError, UnknownNameError
from tablic_tournaments.store.database import Connection, Row

__all__ = ["LOG_GONE", "FaultRow", "Faults", "limit_logs", "save_fault"]

MOST_LOG_BYTES: Final = 64 << 20
# So much is dropped at once that it does not have to be done for every batch.
KEPT_LOG_BYTES: Final = MOST_LOG_BYTES * 7 // 8
LOG_GONE: Final = (
    "[this log is not kept: those of a tournament have 64 MiB, and the oldest go first]"
)


class FaultRow(NamedTuple):
    """A fault, who is charged with it, and where."""

    id: int
    tournament: int
    match: str
    bot: str
    version: int
    kind: str
    rotation: int
    seat: int
    boards: tuple[int, ...]
    message: str
    has_bundle: bool

    @property
    def label(self) -> str:
        """The bot and its version."""
        return f"{self.bot} {self.version}"


class Faults:
    """The faults of an arena."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def all(
        self, tournament: int | None = None, bot: str | None = None, after: int | None = None
    ) -> Iterator[FaultRow]:
        """The faults in the order they were stored: of a tournament or bot, or after an id."""
        conditions = {
            "batch.tournament = ?": tournament,
            "bot.name = ?": bot,
            "fault.id > ?": after,
        }
        chosen = {sql: value for sql, value in conditions.items() if value is not None}
        where = f"WHERE {' AND '.join(chosen)}" if chosen else ""
        sql = _FAULTS.format(where=where)
        return map(_fault_row, self._connection.rows(sql, *chosen.values()))

    def get(self, number: int) -> FaultRow:
        """The fault of an id; raises UnknownNameError."""
        row = self._connection.row(_FAULTS.format(where="WHERE fault.id = ?"), number)
        if row is None:
            raise UnknownNameError(
                f"there is no fault {number}; list them with: tablic-arena faults"
            )
        return _fault_row(row)

    def bundle_text(self, number: int) -> str:
        """The JSON of the bundle of a fault; raises UnknownNameError where there is none."""
        fault = self.get(number)
        if fault.kind == FaultKind.REFEREE:
            raise UnknownNameError(
                f"there is no bundle of fault {number}: the machine was to blame, and no bot is "
                "charged with it"
            )
        row = self._connection.row("SELECT content FROM bundle WHERE fault = ?", number)
        if row is None:
            raise UnknownNameError(
                f"there is no bundle of fault {number}: the last {MOST_BUNDLES} of each version "
                f"are kept; list the faults with: tablic-arena faults --bot {fault.bot}"
            )
        return str(row["content"])

    def bundle(self, number: int) -> Bundle:
        """The bundle of a fault; raises UnknownNameError, or StoreError for one that is broken."""
        text = self.bundle_text(number)
        try:
            return parse_bundle(text)
        except (ValueError, KeyError, TypeError) as error:
            raise StoreError(f"the bundle of fault {number} makes no sense: {error!r}") from error


def save_fault(connection: Connection, batch: int, version: int, fault: Fault) -> None:
    """Store a fault and its bundle, within a transaction; older bundles make room for it."""
    fault_id = connection.insert(
        "fault",
        batch=batch,
        version=version,
        rotation=fault.rotation,
        seat=fault.seat,
        kind=fault.kind,
        message=fault.message,
        boards=json.dumps(fault.boards),
    )
    if fault.bundle:
        connection.insert("bundle", fault=fault_id, content=fault.bundle)
        connection.execute(_DROP_BUNDLES, version, MOST_BUNDLES)


def limit_logs(connection: Connection, tournament: int, logs: Sequence[str]) -> None:
    """Count logs that were stored, within a transaction; the oldest make room where they must."""
    size = sum(len(log.encode()) for log in logs)
    connection.execute(
        "UPDATE tournament SET log_bytes = log_bytes + ? WHERE id = ?", size, tournament
    )
    row = connection.row("SELECT log_bytes FROM tournament WHERE id = ?", tournament)
    if row and row["log_bytes"] > MOST_LOG_BYTES:
        _drop_logs(connection, tournament, row["log_bytes"] - KEPT_LOG_BYTES)


def _drop_logs(connection: Connection, tournament: int, size: int) -> None:
    """Replace the oldest logs by a sentence until so many bytes are gone."""
    gone = 0
    for log in list(connection.rows(_LOG_SIZES, tournament, len(LOG_GONE))):
        if gone >= size:
            break
        connection.execute("UPDATE process SET log = ? WHERE id = ?", LOG_GONE, log["id"])
        gone += log["bytes"]
    connection.execute(
        "UPDATE tournament SET log_bytes = log_bytes - ? WHERE id = ?", gone, tournament
    )


def _fault_row(row: Row) -> FaultRow:
    return FaultRow(
        **(
            row
            | {
                "boards": tuple(json.loads(row["boards"])),
                "has_bundle": bool(row["has_bundle"]),
            }
        )
    )


_FAULTS = """
SELECT fault.id, batch.tournament, batch.match, bot.name AS bot, version.number AS version,
    fault.kind, fault.rotation, fault.seat, fault.boards, fault.message,
    EXISTS (SELECT 1 FROM bundle WHERE bundle.fault = fault.id) AS has_bundle
FROM fault
JOIN batch ON batch.id = fault.batch
JOIN version ON version.id = fault.version
JOIN bot ON bot.id = version.bot
{where}
ORDER BY fault.id
"""

_DROP_BUNDLES = """
DELETE FROM bundle WHERE fault IN (
    SELECT bundle.fault FROM bundle JOIN fault ON fault.id = bundle.fault
    WHERE fault.version = ? ORDER BY fault.id DESC LIMIT -1 OFFSET ?
)
"""

# A log that is shorter than the sentence would not make room.
_LOG_SIZES = """
SELECT process.id, length(CAST(process.log AS BLOB)) AS bytes
FROM process JOIN batch ON batch.id = process.batch
WHERE batch.tournament = ? AND length(CAST(process.log AS BLOB)) > ?
ORDER BY process.id
"""
