"""Finished tournaments as JSON Lines, for another arena: docs/exchange.md explains the lines."""

import json
from collections.abc import Iterator
from typing import Final

from tablic_tournaments.errors import StoreError, UnknownNameError
from tablic_tournaments.store.database import Connection, Row

__all__ = ["FORMAT", "Exports"]

FORMAT: Final = 1


class Exports:
    """What another arena can take in."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def finished(self) -> list[int]:
        """The tournaments that can be exported: unfinished ones have secrets."""
        rows = self._connection.rows(
            "SELECT id FROM tournament WHERE finished_at IS NOT NULL ORDER BY id"
        )
        return [row["id"] for row in rows]

    def lines(self, number: int) -> Iterator[str]:
        """A tournament, its games and its faults, a line each.

        Raises UnknownNameError, and StoreError for one that is not finished.
        """
        row = self._connection.row("SELECT * FROM tournament WHERE id = ?", number)
        if row is None:
            raise UnknownNameError(
                f"there is no tournament {number}; list them with: tablic-arena tournaments"
            )
        if row["finished_at"] is None:
            raise StoreError(
                f"tournament {number} is not finished, and its decks are still secret; go on "
                f"with: tablic-arena tournament --resume {number}"
            )
        yield _line("tournament", row["commitment"], **self._tournament(row))
        for batch in list(self._connection.rows(_BATCHES, number)):
            head = {"batch": batch["id"]}
            about = {name: batch[name] for name in ("match", "played_at", "jitter_seconds")}
            for game in self._connection.rows(_GAMES, batch["id"]):
                record = json.loads(game.pop("record"))
                yield _line("game", row["commitment"], **head, **about, **game, record=record)
            for fault in self._connection.rows(_FAULTS, batch["id"]):
                fault["boards"] = json.loads(fault["boards"])
                yield _line("fault", row["commitment"], **head, **fault)

    def _tournament(self, row: Row) -> dict[str, object]:
        first = {name: row[name] for name in ("spec", "secret", "started_at")}
        stages = [
            {**stage, "spec": json.loads(stage["spec"])}
            for stage in (first, *self._connection.rows(_STAGES, row["id"]))
        ]
        entrants = {
            (entrant["name"], entrant["version"])
            for stage in stages
            for entrant in stage["spec"]["entrants"]
        }
        boards = self._connection.row(_BOARDS, row["id"]) or {}
        return {
            "finished_at": row["finished_at"],
            **boards,
            "stages": stages,
            "versions": [self._version(*entrant) for entrant in sorted(entrants)],
        }

    def _version(self, name: str, number: int) -> dict[str, object]:
        known = self._connection.row(_VERSION, name, number) or {}
        return {"name": name, **known, "command": json.loads(known["command"])}


def _line(kind: str, commitment: str, **fields: object) -> str:
    head = {"format": FORMAT, "kind": kind, "tournament": commitment}
    return json.dumps({**head, **fields}, ensure_ascii=False, separators=(",", ":"))


_BATCHES = "SELECT * FROM batch WHERE tournament = ? ORDER BY id"
_STAGES = "SELECT spec, secret, started_at FROM stage WHERE tournament = ? ORDER BY number"
_BOARDS = "SELECT count(*) AS boards FROM board WHERE tournament = ?"
_VERSION = """
SELECT version.number, sha256, command, submitted_at, declared
FROM version JOIN bot ON bot.id = version.bot WHERE bot.name = ? AND version.number = ?
"""
_GAMES = """
SELECT board.number AS board, board.stage, board.faulted, game.rotation, game.record
FROM game JOIN board ON board.id = game.board
WHERE game.batch = ? ORDER BY board.id, game.rotation
"""
_FAULTS = """
SELECT bot.name || ' ' || version.number AS bot, rotation, seat, kind AS fault, message, boards
FROM fault JOIN version ON version.id = fault.version JOIN bot ON bot.id = version.bot
WHERE fault.batch = ? ORDER BY fault.id
"""
