"""Board results as arrays: who played, and how it ended."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import chain, count
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.ratings.sums import Ending

__all__ = [
    "Chosen",
    "Matrices",
    "Matrix",
    "Positions",
    "Tallies",
    "Vector",
    "summed",
    "tally",
    "tally_of",
]

Vector: TypeAlias = NDArray[np.float64]
Matrix: TypeAlias = NDArray[np.float64]
Matrices: TypeAlias = NDArray[np.float64]
Positions: TypeAlias = NDArray[np.int64]
Chosen: TypeAlias = NDArray[np.bool_]
Places: TypeAlias = tuple[tuple[int, ...], ...]


class Tallies(NamedTuple):
    """Boards that ended alike between the same bots, counted together."""

    labels: tuple[str, ...]
    bots: Positions
    """For each of them, the positions in ``labels`` of its bots; one row each."""
    endings: Positions
    """For each, the position in ``places`` of how it ended."""
    boards: Vector
    """For each, how many boards; a prior's need not be whole."""
    places: tuple[Places, ...]
    """As in a BoardResult: a tuple a game, one number a bot."""


def tally(results: Iterable[BoardResult]) -> Tallies:
    """Count boards; the bots of a board have different labels.

    Raises ValueError where boards differ in their number of bots.
    """
    played = list(results)
    bots, places = [result.bots for result in played], [result.places for result in played]
    players = set(map(len, bots)) or {2}
    if len(players) > 1:
        raise ValueError(f"boards of {sorted(players)} bots cannot be rated together")
    labels: defaultdict[str, int] = defaultdict(count().__next__)
    endings: defaultdict[Places, int] = defaultdict(count().__next__)
    # Loops in C: there may be a million boards.
    positions = np.fromiter(map(labels.__getitem__, chain.from_iterable(bots)), np.int64)
    ends = np.fromiter(map(endings.__getitem__, places), np.int64)
    kinds, boards = _counted(np.column_stack([positions.reshape(-1, players.pop()), ends]))
    return Tallies(
        tuple(labels), kinds[:, :-1], kinds[:, -1], boards.astype(np.float64), tuple(endings)
    )


def tally_of(endings: Mapping[Ending, int]) -> Tallies:
    """The same from boards that are counted already."""
    one = tally(ending.board for ending in endings)
    positions = {label: position for position, label in enumerate(one.labels)}
    places = {of_board: position for position, of_board in enumerate(one.places)}
    return one._replace(
        bots=np.array([[positions[bot] for bot in ending.bots] for ending in endings], np.int64),
        endings=np.array([places[ending.places] for ending in endings], np.int64),
        boards=np.array(list(endings.values()), np.float64),
    )


def _counted(rows: Positions) -> tuple[Positions, Positions]:
    """The different rows, and how often there is each."""
    if not len(rows):
        return rows, np.zeros(0, np.int64)
    sizes = tuple(int(size) + 1 for size in rows.max(axis=0))
    keys, counts = np.unique(np.ravel_multi_index(tuple(rows.T), sizes), return_counts=True)
    return np.stack(np.unravel_index(keys, sizes), axis=1), counts


def summed(cells: Positions, values: Vector, size: int) -> Vector:
    """For each cell below ``size``, the sum of the values that belong to it."""
    return np.bincount(cells.ravel(), values.ravel(), size).astype(np.float64, copy=False)
