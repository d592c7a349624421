"""Intervals hold the truth as often as they say, in tournaments of boards that were really played.

The truth is what other boards give, 100,000 of two players and 100,000 of three. Each tournament
draws boards of every match anew; there are ``--tournaments`` of them, 1,000 in ``make test-long``.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain, combinations
from math import sqrt
from random import Random

import pytest
from tablic_tournaments.ratings.joint import JointRatings
from tablic_tournaments.ratings.points import points_per_hand
from tablic_tournaments.ratings.pool import joint_ratings
from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.ratings.scores import Estimate

from .boards_played import all_boards, boards_of

BOARDS = 50
LEAST, MOST = 0.935, 0.965


@pytest.fixture(scope="session")
def tournaments(request: pytest.FixtureRequest) -> int:
    """How many tournaments are drawn."""
    return int(request.config.getoption("--tournaments"))


def drawn_tournaments(players: int, tournaments: int) -> Iterator[list[BoardResult]]:
    random = Random(f"{players} players")
    for _ in range(tournaments):
        yield list(
            chain.from_iterable(
                random.choices(boards, k=BOARDS) for boards in boards_of(players, "drawn")
            )
        )


Numbers = dict[str, Estimate]


def ratings_of(ratings: JointRatings) -> Numbers:
    return {label: ratings.interval(label) for label in ratings.labels}


def differences_of(ratings: JointRatings) -> Numbers:
    pairs = combinations(sorted(ratings.labels), 2)
    return {f"{one} - {two}": ratings.difference(one, two) for one, two in pairs}


def points_of(boards: list[BoardResult]) -> Numbers:
    found = {}
    for label in sorted({label for board in boards for label in board.bots}):
        own = [(board, board.bots.index(label)) for board in boards if label in board.bots]
        estimate = points_per_hand(own)
        assert estimate is not None
        found[label] = estimate
    return found


def covered(truth: Numbers, tournaments: list[Numbers]) -> dict[str, float]:
    """For each number, the share of tournaments whose interval holds it."""
    return {
        name: sum(numbers[name].low <= value.mean <= numbers[name].high for numbers in tournaments)
        / len(tournaments)
        for name, value in truth.items()
    }


@cache
def ratings_drawn(players: int, tournaments: int) -> tuple[JointRatings, list[JointRatings]]:
    """The true ratings, and those of each tournament."""
    truth = joint_ratings(all_boards(players, "held_out"))
    return truth, list(map(joint_ratings, drawn_tournaments(players, tournaments)))


def assert_covered(shares: dict[str, float], tournaments: int) -> None:
    mean = sum(shares.values()) / len(shares)
    # Fewer than 1,000 tournaments scatter more: three standard deviations of what they do so.
    chance = 3 * (sqrt(0.05 * 0.95 / tournaments) - sqrt(0.05 * 0.95 / 1_000))
    least, most = LEAST - chance, MOST + chance
    assert least <= mean <= most, shares
    # A single number scatters more than their mean.
    assert all(least - 0.01 <= share <= most + 0.01 for share in shares.values()), shares


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("numbers_of", [ratings_of, differences_of])
def test_intervals_of_ratings_and_of_differences_hold_the_truth(
    numbers_of: Callable[[JointRatings], Numbers], players: int, tournaments: int
) -> None:
    truth, drawn = ratings_drawn(players, tournaments)
    assert_covered(covered(numbers_of(truth), list(map(numbers_of, drawn))), tournaments)


@pytest.mark.parametrize("players", [2, 3])
def test_intervals_of_points_a_hand_hold_the_truth(players: int, tournaments: int) -> None:
    truth = points_of(all_boards(players, "held_out"))
    drawn = list(map(points_of, drawn_tournaments(players, tournaments)))
    assert_covered(covered(truth, drawn), tournaments)
