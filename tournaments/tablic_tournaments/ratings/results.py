"""Board results, the unit of all statistics."""

from typing import NamedTuple

from tablic.record import GameRecord
from tablic_server.match import Batch, Board

__all__ = ["BoardResult", "board_result"]


class BoardResult(NamedTuple):
    """What one bot and its opponent got on one board: the same decks from every seat."""

    first: str
    second: str
    score: float
    """Of the first bot: the mean of its games, 1 for a win, 0.5 for a draw, 0 for a loss."""
    margin: float
    """Points of the first bot less those of the second, mean of the games."""
    faulted: bool = False
    """Whether a fault decided a game of it."""


def board_result(batch: Batch, board: Board) -> BoardResult:
    """The result of a board of a batch."""
    first, second = (program.name for program in batch.bots)
    games = len(board.games)
    return BoardResult(
        first,
        second,
        sum(map(_score, board.games)) / games,
        sum(map(_margin, board.games)) / games,
        any(game.faults for game in board.games),
    )


def _score(game: GameRecord) -> float:
    """The first bot's score: it sits in seat r of rotation r."""
    own, other = game.places[game.rotation], game.places[1 - game.rotation]
    return 0.5 if own == other else float(own < other)


def _margin(game: GameRecord) -> int:
    return game.totals[game.rotation] - game.totals[1 - game.rotation]
