"""The boards that were played for these tests: see play_boards."""

from functools import cache
from itertools import chain
from typing import Literal

import numpy as np
from tablic.scoring import places
from tablic_tournaments.ratings.results import BoardResult

from .play_boards import FOLDER, GREED, Points, matches

Kind = Literal["held_out", "drawn"]


@cache
def boards_of(players: int, kind: Kind) -> list[list[BoardResult]]:
    """The boards of each match."""
    with np.load(FOLDER / f"{players}_players.npz") as file:
        points: Points = file[kind]
    return [
        [_result(match, board) for board in of_match.tolist()]
        for match, of_match in zip(matches(players), points, strict=True)
    ]


def all_boards(players: int, kind: Kind) -> list[BoardResult]:
    return list(chain.from_iterable(boards_of(players, kind)))


def _result(match: tuple[int, ...], games: list[list[int]]) -> BoardResult:
    return BoardResult(
        tuple(f"{GREED[bot]:.0%}" for bot in match),
        tuple(map(tuple, games)),
        tuple(map(places, games)),
    )
