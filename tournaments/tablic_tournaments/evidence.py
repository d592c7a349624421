"""What a tournament has left behind, as it is stored: all that can be checked afterwards."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from tablic_tournaments.growth import total_boards
from tablic_tournaments.ratings.results import Played
from tablic_tournaments.spec import STAGE_BOARDS, TournamentSpec

__all__ = ["Evidence", "StoredBoard", "StoredFault", "StoredGame", "StoredResult", "StoredStage"]


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
    stage: int
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


class StoredStage(NamedTuple):
    """A stage: what was asked when it was opened, and the secret of its decks."""

    spec: TournamentSpec
    secret: bytes
    commitment: str
    boards: int
    """How many of its boards are stored."""


class Evidence(NamedTuple):
    """One tournament. The boards are read one after another, as they are asked for."""

    stages: tuple[StoredStage, ...]
    rules: str
    """The rule set as it is stored beside the spec."""
    finished: bool
    faults: tuple[StoredFault, ...]
    boards: Iterable[StoredBoard]
    played: Played
    elsewhere: Collection[str] = ()
    """The labels of the bots that ran elsewhere, whose boards have independent deals."""

    @property
    def spec(self) -> TournamentSpec:
        """What is asked in its last stage."""
        return self.stages[-1].spec

    @property
    def total_boards(self) -> int:
        """How many boards its stages have; at least of a knockout, and at most of a test."""
        return total_boards([stage.spec for stage in self.stages])

    def ended(self, stage: int) -> bool:
        """Whether every board of a stage is played, so that its secret can be told."""
        if self.finished or stage + 1 == len(self.stages):
            return self.finished
        # A ladder without end gets its next stage beforehand where bots enter it.
        endless = self.stages[stage].spec.boards == 0
        return not endless or self.stages[stage].boards == STAGE_BOARDS
