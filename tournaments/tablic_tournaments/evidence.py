"""What a tournament has left behind, as it is stored: all that can be checked afterwards."""

from collections.abc import Iterable
from typing import NamedTuple

from tablic_tournaments.spec import TournamentSpec

__all__ = ["Evidence", "StoredBoard", "StoredFault", "StoredGame", "StoredResult"]


class StoredResult(NamedTuple):
    """What is stored of one bot in one game."""

    position: int
    bot: str
    points: int
    place: int


class StoredGame(NamedTuple):
    """A game, its record as the text that is stored."""

    id: int
    batch: int
    rotation: int
    record: str
    results: tuple[StoredResult, ...]


class StoredBoard(NamedTuple):
    """A board and its games, in the order of their rotations."""

    match: str
    number: int
    faulted: bool
    games: tuple[StoredGame, ...]

    @property
    def name(self) -> str:
        """The name from which its decks are derived."""
        return f"{self.match}/{self.number}"


class StoredFault(NamedTuple):
    """A fault: the bot that is charged, where it sat, and the boards whose games it lost."""

    batch: int
    match: str
    rotation: int
    seat: int
    kind: str
    bot: str
    boards: tuple[int, ...]


class Evidence(NamedTuple):
    """One tournament. The boards are read one after another, as they are asked for."""

    spec: TournamentSpec
    rules: str
    """The rule set as it is stored beside the spec."""
    secret: bytes
    commitment: str
    finished: bool
    faults: tuple[StoredFault, ...]
    boards: Iterable[StoredBoard]
