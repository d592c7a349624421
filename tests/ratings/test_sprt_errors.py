"""The sequential test errs as seldom as it says, with boards that were really played.

The truth is what the boards that were held out give. It is one of the two hypotheses in turn. Nine
of twenty boards are taken for the other bot's, which makes two bots that are nearly equal.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from random import Random

import numpy as np
import pytest
from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.ratings.sprt import (
    BOARD,
    bounds,
    margin_llr,
    match_elo,
    normalized_llr,
    pentanomial,
)
from tablic_tournaments.ratings.stopped import Stop

from .boards_played import Kind, boards_of

MATCH = 3
OTHERS, OF = 9, 20
RUNS = 1_000
# Between the hypotheses, in normalized Elo; and how many boards are played before each look.
APART, BATCH = 60.0, 8
# Looks after batches go beyond the bounds, so that errors are rarer than 5%.
LEAST, MOST = 0.02, 0.065
LIMITS = bounds(0.05, 0.05)


def score_test(played: list[BoardResult], elo0: float, elo1: float) -> float:
    return cached_ratio(tuple(pentanomial(played, played[0].bots[0])), elo0, elo1)


@lru_cache(maxsize=100_000)
def cached_ratio(counts: tuple[int, ...], elo0: float, elo1: float) -> float:
    return normalized_llr(counts, elo0, elo1)


def margin_test(played: list[BoardResult], elo0: float, elo1: float) -> float:
    return margin_llr([board.margin(0) for board in played], elo0, elo1)


def true_score(held_out: list[BoardResult]) -> float:
    return match_elo(pentanomial(held_out, held_out[0].bots[0])).normalized.mean


def true_margin(held_out: list[BoardResult]) -> float:
    margins = np.array([board.margin(0) for board in held_out])
    return float(BOARD * margins.mean() / margins.std())


def close_boards(kind: Kind) -> list[BoardResult]:
    boards = boards_of(2, kind)[MATCH]
    return [
        turned_around(board) if number % OF < OTHERS else board
        for number, board in enumerate(boards)
    ]


def turned_around(board: BoardResult) -> BoardResult:
    return BoardResult(
        board.bots,
        tuple(game[::-1] for game in board.points),
        tuple(game[::-1] for game in board.places),
    )


Test = Callable[[list[BoardResult], float, float], float]
Truth = Callable[[list[BoardResult]], float]
TESTS = pytest.mark.parametrize(
    ("test", "truth"), [(score_test, true_score), (margin_test, true_margin)]
)


@cache
def stops(test: Test, elo0: float, elo1: float) -> Sequence[Stop]:
    """How tests end that draw boards of a match until they stop."""
    random, drawn = Random(1), close_boards("drawn")
    found = []
    for _ in range(RUNS):
        played: list[BoardResult] = []
        ratio = 0.0
        while LIMITS.lower < ratio < LIMITS.upper:
            played += random.choices(drawn, k=BATCH)
            ratio = test(played, elo0, elo1)
        found.append(Stop(len(played), ratio >= LIMITS.upper, elo0, elo1, LIMITS, BATCH))
    return found


@TESTS
def test_the_second_hypothesis_is_seldom_taken_where_the_first_is_true(
    test: Test, truth: Truth
) -> None:
    true = truth(close_boards("held_out"))
    wrong = sum(stop.for_first for stop in stops(test, true, true + APART)) / RUNS
    assert LEAST <= wrong <= MOST


@pytest.mark.long
@TESTS
def test_the_first_hypothesis_is_seldom_taken_where_the_second_is_true(
    test: Test, truth: Truth
) -> None:
    true = truth(close_boards("held_out"))
    elo0 = true - APART
    wrong = sum(not stop.for_first for stop in stops(test, elo0, elo0 + APART)) / RUNS
    assert LEAST <= wrong <= MOST


@pytest.mark.parametrize("above", [0.0, pytest.param(APART, marks=pytest.mark.long)])
def test_the_estimate_after_a_stop_is_as_often_too_high_as_too_low(above: float) -> None:
    true = true_score(close_boards("held_out"))
    elo0 = true - above
    ends = [stop.as_extreme(true) for stop in stops(score_test, elo0, elo0 + APART)]
    # An estimate is above the truth where the end was less likely than not to say as much.
    assert 0.45 <= sum(end < 0.5 for end in ends) / RUNS <= 0.55
    assert 0.935 <= sum(0.025 <= end <= 0.975 for end in ends) / RUNS <= 0.965
