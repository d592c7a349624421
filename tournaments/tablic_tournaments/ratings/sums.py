"""Sums over boards that standings need: they can be stored, and added up without the boards."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self

from tablic_tournaments.ratings.results import BoardResult

__all__ = ["Ending", "PointSums", "Stratum", "Sums", "sums_of"]

Places = tuple[tuple[int, ...], ...]


class Ending(NamedTuple):
    """How a board ended, as in a BoardResult."""

    bots: tuple[str, ...]
    places: Places
    faulted: bool

    @property
    def board(self) -> BoardResult:
        """A board that ended so, without its points."""
        return BoardResult(self.bots, (), self.places, self.faulted)


class Stratum(NamedTuple):
    """Sums of what a bot got on some boards: points less its opponents' mean, and hands."""

    boards: int = 0
    points: float = 0
    squares: float = 0
    products: float = 0
    """Of points and hands."""
    hands: int = 0
    hand_squares: int = 0

    def plus(self, other: "Stratum") -> "Stratum":
        """The sums of both."""
        return Stratum(
            self.boards + other.boards,
            self.points + other.points,
            self.squares + other.squares,
            self.products + other.products,
            self.hands + other.hands,
            self.hand_squares + other.hand_squares,
        )

    @classmethod
    def of_board(cls, points: float, hands: int) -> Self:
        """The sums of one board."""
        return cls(1, points, points**2, points * hands, hands, hands**2)


@dataclass(slots=True)
class PointSums:
    """Sums over the boards of a match without a fault, for one bot of it."""

    stratum: Stratum = field(default_factory=Stratum)
    own: float = 0
    """Its own points, the mean of the games of each board."""
    rotations: list[list[float]] = field(default_factory=list)
    """For each rotation, its margins and their squares."""

    def add(self, board: BoardResult, bot: int) -> None:
        """Count a board."""
        margins = board.margins(bot)
        self.stratum = self.stratum.plus(Stratum.of_board(sum(margins), board.hand_count))
        self.own += board.points_of(bot)
        self._add_rotations([[margin, margin**2] for margin in margins])

    def merge(self, other: "PointSums") -> None:
        """Count the boards of others."""
        self.stratum = self.stratum.plus(other.stratum)
        self.own += other.own
        self._add_rotations(other.rotations)

    def _add_rotations(self, rotations: list[list[float]]) -> None:
        self.rotations = self.rotations or [[0, 0] for _ in rotations]
        for own, more in zip(self.rotations, rotations, strict=True):
            own[0] += more[0]
            own[1] += more[1]


@dataclass(slots=True)
class Sums:
    """Everything that standings need of boards, but for their order."""

    endings: Counter[Ending] = field(default_factory=Counter)
    points: dict[tuple[str, ...], list[PointSums]] = field(default_factory=dict)
    """Of each match, in the order of its bots."""

    def add(self, board: BoardResult) -> None:
        """Count a board."""
        self.endings[Ending(board.bots, board.places, board.faulted)] += 1
        if not board.faulted:
            for bot, sums in enumerate(self._of_match(board.bots)):
                sums.add(board, bot)

    def merge(self, other: "Sums") -> None:
        """Count the boards of others."""
        self.endings.update(other.endings)
        for bots, of_bots in other.points.items():
            for own, more in zip(self._of_match(bots), of_bots, strict=True):
                own.merge(more)

    def of_bots(self) -> Iterator[tuple[str, frozenset[str], PointSums]]:
        """The points of each bot in each match, with the bots that met there."""
        for bots, of_match in self.points.items():
            for label, sums in zip(bots, of_match, strict=True):
                yield label, frozenset(bots), sums

    def data(self) -> dict[str, object]:
        """The sums for JSON; ``from_data`` reads them."""
        return {
            "endings": [[*ending, count] for ending, count in self.endings.items()],
            "points": [
                [bots, [[sums.stratum, sums.own, sums.rotations] for sums in of_match]]
                for bots, of_match in self.points.items()
            ],
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """The sums of what ``data`` gave."""
        endings: Counter[Ending] = Counter()
        for bots, places, faulted, count in data["endings"]:
            endings[Ending(tuple(bots), tuple(map(tuple, places)), faulted)] = count
        points = {
            tuple(bots): [PointSums(Stratum(*s), own, rotations) for s, own, rotations in of_match]
            for bots, of_match in data["points"]
        }
        return cls(endings, points)

    def _of_match(self, bots: tuple[str, ...]) -> list[PointSums]:
        if bots not in self.points:
            self.points[bots] = [PointSums() for _ in bots]
        return self.points[bots]


def sums_of(boards: Iterable[BoardResult]) -> Sums:
    """The sums of some boards."""
    sums = Sums()
    for board in boards:
        sums.add(board)
    return sums
