"""Boards with their games, as they were stored."""

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from tablic_tournaments.store.database import Connection, Row

__all__ = ["BoardRow", "Boards", "GameResult"]


class GameResult(NamedTuple):
    """How a game ended: points and places have one number a bot, in the order of the match."""

    game: int
    rotation: int
    points: tuple[int, ...]
    places: tuple[int, ...]


class BoardRow(NamedTuple):
    """A board and its games."""

    id: int
    match: str
    number: int
    faulted: bool
    bots: tuple[str, ...]
    games: tuple[GameResult, ...]


class Boards:
    """The boards of an arena."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def all(self, tournament: int, after: int = 0) -> Iterator[BoardRow]:
        """The boards of a tournament in the order they were stored, from those after an id on."""
        rows = self._connection.rows(_BOARDS, tournament, after)
        for _, of_board in groupby(rows, key=lambda row: row["id"]):
            yield _board_row(list(of_board))


def _board_row(rows: Sequence[Row]) -> BoardRow:
    """The board of its rows, one for each game."""
    first = rows[0]
    return BoardRow(
        first["id"],
        first["match"],
        first["number"],
        bool(first["faulted"]),
        tuple(json.loads(first["bots"])),
        tuple(
            GameResult(
                row["game"],
                row["rotation"],
                tuple(json.loads(row["points"])),
                tuple(json.loads(row["places"])),
            )
            for row in rows
        ),
    )


# The plus keeps to the order of the ids: few boards are new when it is asked again and again.
_BOARDS = """
SELECT board.id, board.match, board.number, board.faulted, game.id AS game, game.rotation,
    (SELECT json_group_array(label) FROM (
        SELECT bot.name || ' ' || version.number AS label
        FROM result
        JOIN version ON version.id = result.version
        JOIN bot ON bot.id = version.bot
        WHERE result.game = game.id ORDER BY position
    )) AS bots,
    (SELECT json_group_array(points) FROM (
        SELECT points FROM result WHERE result.game = game.id ORDER BY position
    )) AS points,
    (SELECT json_group_array(place) FROM (
        SELECT place FROM result WHERE result.game = game.id ORDER BY position
    )) AS places
FROM board JOIN game ON game.board = board.id
WHERE +board.tournament = ? AND board.id > ?
ORDER BY board.id, game.rotation
"""
