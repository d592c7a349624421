"""Reads a tournament again as it is stored, for those who check it."""

import json
from collections.abc import Iterator
from functools import partial
from itertools import groupby

from tablic_tournaments.errors import StoreError
from tablic_tournaments.evidence import (
    Evidence,
    StoredBoard,
    StoredFault,
    StoredGame,
    StoredResult,
    StoredStage,
)
from tablic_tournaments.spec import TournamentSpec
from tablic_tournaments.store.database import Connection, Row
from tablic_tournaments.store.results import played_boards

__all__ = ["evidence_of"]


def evidence_of(connection: Connection, tournament: int) -> Evidence | None:
    """Everything that is stored of a tournament; None where there is no such tournament.

    Raises StoreError for rows that nothing can be read from.
    """
    row = connection.row(_TOURNAMENT, tournament)
    try:
        return _evidence(connection, tournament, row) if row else None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise StoreError(f"the rows of tournament {tournament} make no sense: {error!r}") from error


def _evidence(connection: Connection, tournament: int, row: Row) -> Evidence:
    return Evidence(
        stages=tuple(map(_stage, connection.rows(_STAGES, tournament, tournament))),
        rules=row["rules"],
        finished=row["finished_at"] is not None,
        faults=tuple(map(_fault, connection.rows(_FAULTS, tournament))),
        # Boards that are stored from here on would have faults that are not read here.
        boards=_boards(connection, tournament, row["last_board"]),
        played=partial(played_boards, connection, tournament),
        elsewhere={row["bot"] for row in connection.rows(_ELSEWHERE)},
    )


def _stage(row: Row) -> StoredStage:
    spec = TournamentSpec.from_text(row["spec"])
    return StoredStage(spec, bytes.fromhex(row["secret"]), row["commitment"], row["boards"])


def _boards(
    connection: Connection, tournament: int, last_board: int | None
) -> Iterator[StoredBoard]:
    rows = connection.rows(_GAMES, tournament, last_board)
    for _, of_board in groupby(rows, key=lambda row: row["board"]):
        games = list(of_board)
        yield StoredBoard(
            match=games[0]["match"],
            number=games[0]["number"],
            faulted=bool(games[0]["faulted"]),
            stage=games[0]["stage"],
            # A board without games is one row, with nothing of a game in it.
            games=tuple(_game(connection, row) for row in games if row["game"] is not None),
        )


def _game(connection: Connection, row: Row) -> StoredGame:
    results = tuple(StoredResult(**result) for result in connection.rows(_RESULTS, row["game"]))
    return StoredGame(row["game"], row["batch"], row["rotation"], row["record"], results)


def _fault(row: Row) -> StoredFault:
    return StoredFault(**(row | {"boards": tuple(json.loads(row["boards"]))}))


_TOURNAMENT = """
SELECT tournament.*, (SELECT max(id) FROM board) AS last_board FROM tournament WHERE id = ?
"""

_STAGES = """
SELECT spec, secret, commitment, (
    SELECT count(*) FROM board WHERE board.tournament = stages.id AND board.stage = stages.number
) AS boards
FROM (
    SELECT id, 0 AS number, spec, secret, commitment FROM tournament WHERE id = ?
    UNION ALL
    SELECT tournament, number, spec, secret, commitment FROM stage WHERE tournament = ?
) AS stages
ORDER BY number
"""

_GAMES = """
SELECT board.id AS board, board.match, board.number, board.faulted, board.stage,
    game.id AS game, game.batch, game.rotation, game.record
FROM board
LEFT JOIN game ON game.board = board.id
WHERE board.tournament = ? AND board.id <= ?
ORDER BY board.number, board.match, board.id, game.rotation
"""

_RESULTS = """
SELECT position, bot.name || ' ' || version.number AS bot, points, place
FROM result
JOIN version ON version.id = result.version
JOIN bot ON bot.id = version.bot
WHERE game = ?
ORDER BY position
"""

_ELSEWHERE = """
SELECT bot.name || ' ' || version.number AS bot FROM version JOIN bot ON bot.id = version.bot
WHERE declared IS NOT NULL
"""

_FAULTS = """
SELECT fault.batch, batch.match, fault.rotation, fault.seat, fault.kind,
    bot.name || ' ' || version.number AS bot, fault.boards
FROM fault
JOIN batch ON batch.id = fault.batch
JOIN version ON version.id = fault.version
JOIN bot ON bot.id = version.bot
WHERE batch.tournament = ?
ORDER BY fault.id
"""
