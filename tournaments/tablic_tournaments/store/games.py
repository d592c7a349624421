"""Games and what the bots printed, looked up by id."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from tablic.record import GameRecord, parse_record

from tablic_tournaments.errors import UnknownNameError
from tablic_tournaments.store.database import Connection

__all__ = ["GameRow", "Games", "LogRow"]


class GameRow(NamedTuple):
    """A game and where it was played."""

    id: int
    tournament: int
    record: GameRecord


class LogRow(NamedTuple):
    """What the processes of a bot printed in one rotation of a batch, and the time they took."""

    version: int
    tournament: int
    match: str
    rotation: int
    played_at: str
    decisions: int
    thinking_seconds: float
    cpu_seconds: float
    wall_seconds: float
    log: str


class Games:
    """The games of an arena."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def all(
        self, tournament: int | None = None, bot: str | None = None, after: int = 0
    ) -> Iterator[GameRow]:
        """The games after one, of a tournament or bot if it is named, in the order of storing."""
        clauses, parameters = ["game.id > ?"], [after]
        if tournament is not None:
            clauses.append("board.tournament = ?")
            parameters.append(tournament)
        if bot is not None:
            row = self._connection.row("SELECT id FROM bot WHERE name = ?", bot)
            if row is None:
                raise UnknownNameError(_no_bot(bot))
            clauses.append(_OF_BOT)
            parameters.append(row["id"])
        where = f"WHERE {' AND '.join(clauses)}"
        for row in self._connection.rows(_GAMES.format(where=where), *parameters):
            yield GameRow(row["id"], row["tournament"], parse_record(row["record"]))

    def by_board(self, tournament: int) -> Iterator[tuple[str, int, list[tuple[int, GameRecord]]]]:
        """The match, number and games of each board of a tournament, in board order."""
        rows = self._connection.rows(_BY_BOARD, tournament)
        for (match, number), of_board in groupby(
            rows, key=lambda row: (row["match"], row["number"])
        ):
            yield match, number, [(row["id"], parse_record(row["record"])) for row in of_board]

    def get(self, number: int) -> GameRow:
        """The game of an id; raises UnknownNameError."""
        row = self._connection.row(_GAMES.format(where="WHERE game.id = ?"), number)
        if row is None:
            raise UnknownNameError(f"there is no game {number}; list them with: tablic-arena games")
        return GameRow(row["id"], row["tournament"], parse_record(row["record"]))

    def logs(self, bot: str, game: int | None = None) -> list[LogRow]:
        """What a bot printed, in all its games or in the processes that played one."""
        if self._connection.row("SELECT 1 FROM bot WHERE name = ?", bot) is None:
            raise UnknownNameError(_no_bot(bot))
        if game is not None:
            self._check_played(bot, game)
        where = "AND game.id = ?" if game is not None else ""
        join = "JOIN game USING (batch, rotation)" if game is not None else ""
        sql = _LOGS.format(where=where, join=join)
        parameters = [bot] if game is None else [bot, game]
        return [LogRow(**row) for row in self._connection.rows(sql, *parameters)]

    def _check_played(self, bot: str, game: int) -> None:
        self.get(game)
        if self._connection.row(_PLAYED, game, bot) is None:
            raise UnknownNameError(
                f"{bot} did not play game {game}; list its games with: "
                f"tablic-arena games --bot {bot}"
            )


def _no_bot(name: str) -> str:
    return f"there is no bot {name!r}; list them with: tablic-arena bots"


_GAMES = """
SELECT game.id, board.tournament, game.record
FROM game
JOIN board ON board.id = game.board
{where}
ORDER BY game.id
"""

_BY_BOARD = """
SELECT game.id, board.match, board.number, game.record
FROM board
CROSS JOIN game ON game.board = board.id
WHERE board.tournament = ?
ORDER BY board.number, board.match, game.rotation
"""

_OF_BOT = """game.id IN (
    SELECT game FROM result JOIN version ON version.id = result.version WHERE version.bot = ?
)"""

_PLAYED = """
SELECT 1
FROM result
JOIN version ON version.id = result.version
JOIN bot ON bot.id = version.bot
WHERE result.game = ? AND bot.name = ?
"""

_LOGS = """
SELECT version.number AS version, batch.tournament, batch.match, process.rotation,
    batch.played_at, decisions, thinking_seconds, cpu_seconds, wall_seconds, process.log
FROM process
{join}
JOIN batch ON batch.id = process.batch
JOIN version ON version.id = process.version
JOIN bot ON bot.id = version.bot
WHERE bot.name = ? AND process.log <> '' {where}
ORDER BY process.id
"""
