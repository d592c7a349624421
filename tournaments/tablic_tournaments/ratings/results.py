"""Board results, the unit of all statistics."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from tablic_server.batch import Batch, Board

__all__ = ["BoardResult", "Played", "board_result", "pair_score"]


class BoardResult(NamedTuple):
    """What some bots got on one board: the same decks from every seat.

    ``points`` and ``places`` have one tuple a game, with one number a bot, in the order of
    ``bots``. Whatever is asked of a bot is asked by its position there.
    """

    bots: tuple[str, ...]
    points: tuple[tuple[int, ...], ...]
    places: tuple[tuple[int, ...], ...]
    """1 for the best; bots that are equal share a place."""
    faulted: bool = False
    """Whether a fault decided a game of it."""
    hands: tuple[int, ...] = ()
    """How many hands each game had; empty where each had one."""

    def score(self, bot: int) -> float:
        """The share of its opponents that a bot beat, mean of the games; an equal one is half."""
        others = [other for other in range(len(self.bots)) if other != bot]
        return sum(self.score_against(bot, other) for other in others) / len(others)

    def score_against(self, bot: int, other: int) -> float:
        """The mean of the games: 1 for a better place than the other's, 0.5 for an equal one."""
        return pair_score(self.places, bot, other)

    def margin(self, bot: int) -> float:
        """Points of a bot less the mean of its opponents' points, mean of the games."""
        return sum(self.margins(bot)) / len(self.points)

    def margins(self, bot: int) -> list[float]:
        """The same in each game."""
        others = len(self.bots) - 1
        return [game[bot] - (sum(game) - game[bot]) / others for game in self.points]

    def wins(self, bot: int) -> float:
        """The share of the games that a bot won; a shared first place is shared evenly."""

        def of_game(game: int) -> float:
            ranks = self.places[game]
            return 1 / ranks.count(1) if ranks[bot] == 1 else 0.0

        return self._mean(of_game)

    def place(self, bot: int) -> float:
        """The mean place of a bot."""
        return self._mean(lambda game: self.places[game][bot])

    def points_of(self, bot: int) -> float:
        """The mean points of a bot."""
        return self._mean(lambda game: self.points[game][bot])

    @property
    def hand_count(self) -> int:
        """How many hands its games had in all."""
        return sum(self.hands) or len(self.places)

    def _mean(self, of_game: Callable[[int], float]) -> float:
        return sum(map(of_game, range(len(self.places)))) / len(self.places)


class Played(Protocol):
    """Answers with the results of boards of a match, in their order; None while one is missing."""

    def __call__(self, match: str, boards: range) -> Sequence[BoardResult] | None:
        """The results, or None."""


def board_result(batch: Batch, board: Board) -> BoardResult:
    """The result of a board of a batch that has a bot a side."""
    bots = range(len(batch.bots))
    sides = [[batch.side_of(bot, game.rotation) for bot in bots] for game in board.games]
    games = list(zip(board.games, sides, strict=True))
    return BoardResult(
        tuple(program.name for program in batch.bots),
        tuple(tuple(game.totals[side] for side in of_bots) for game, of_bots in games),
        tuple(tuple(game.places[side] for side in of_bots) for game, of_bots in games),
        any(game.faults for game in board.games),
        tuple(len(game.hands) for game in board.games),
    )


def pair_score(places: Sequence[Sequence[int]], bot: int, other: int) -> float:
    """The score of a bot against another by their places in the games of a board."""
    scores = [
        0.5 if game[bot] == game[other] else float(game[bot] < game[other]) for game in places
    ]
    return sum(scores) / len(scores)
