"""Ratings against the reference numbers of other programs."""

from itertools import chain, combinations
from math import isfinite

import numpy as np
import pytest
from tablic_tournaments.ratings.bradley_terry import bradley_terry
from tablic_tournaments.ratings.elo import START
from tablic_tournaments.ratings.plackett_luce import plackett_luce
from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.ratings.scores import Z95
from tablic_tournaments.ratings.tallies import tally

from .references import games_of, reference

CROSS_TABLES = reference("bradley_terry")["cases"]
MET_ONCE = reference("plackett_luce")["case"]
# What the file says: ratings of Ordo to 1e-4, the others as many digits as they are written with.
ORDO, DIGITS, ERROR_DIGITS = 1e-4, 1e-6, 1e-3


@pytest.mark.parametrize("name", [name for name in CROSS_TABLES if name != "perfect_score"])
def test_bradley_terry_agrees_with_ordo(name: str) -> None:
    case = CROSS_TABLES[name]
    ratings = bradley_terry(tally(chain.from_iterable(map(games_of, case["pairs"]))), prior=0)
    elo = dict(zip(ratings.labels, ratings.elo - START, strict=True))
    assert elo == pytest.approx(case["mle_elo_sum_zero"], abs=DIGITS)
    assert elo == pytest.approx(case["ordo_z200.24"], abs=ORDO)
    covariance = ratings.model_covariance
    position = ratings.labels.index
    for label, error in case["err95_pool_relative"].items():
        own = position(label)
        assert Z95 * covariance[own, own] ** 0.5 == pytest.approx(error, abs=ERROR_DIGITS)
    for pair, error in case["err95_difference"].items():
        way = np.zeros(len(ratings.labels))
        way[[position(label) for label in pair.split("-")]] = 1, -1
        assert Z95 * (way @ covariance @ way) ** 0.5 == pytest.approx(error, abs=ERROR_DIGITS)
    assert not ratings.unbounded


def test_a_perfect_score_is_finite_and_marked() -> None:
    results = chain.from_iterable(map(games_of, CROSS_TABLES["perfect_score"]["pairs"]))
    ratings = bradley_terry(tally(results))
    assert ratings.unbounded == {"Win"}
    assert max(ratings.labels, key=lambda label: ratings.interval(label).mean) == "Win"
    assert all(map(isfinite, chain.from_iterable(map(ratings.interval, ratings.labels))))


def ordered(bots: list[int]) -> BoardResult:
    return BoardResult(tuple(map(str, bots)), ((0,) * 4,), ((1, 2, 3, 4),))


def test_plackett_luce_agrees_with_choix() -> None:
    ratings = plackett_luce(tally(map(ordered, MET_ONCE["orderings_best_to_worst"])), prior=0)
    expected: list[float] = MET_ONCE["expected_pl_elo_mean0"]
    errors: list[float] = MET_ONCE["expected_pl_se_elo(pinv observed information)"]
    for label, elo, error in zip(
        ratings.labels, ratings.elo, np.diag(ratings.model_covariance) ** 0.5, strict=True
    ):
        assert elo - START == pytest.approx(expected[int(label)], abs=1e-6)
        assert error == pytest.approx(errors[int(label)], rel=1e-6)


def test_plackett_luce_of_pairs_broken_from_the_orders_agrees_with_choix() -> None:
    pairs = [
        BoardResult((str(above), str(below)), ((0, 0),), ((1, 2),))
        for order in MET_ONCE["orderings_best_to_worst"]
        for above, below in combinations(order, 2)
    ]
    expected: list[float] = MET_ONCE["expected_bradley_terry_rank_broken_pairs_mean0"]
    for rate in (plackett_luce, bradley_terry):
        ratings = rate(tally(pairs), prior=0)
        worths = (ratings.elo - START) * np.log(10) / 400
        assert dict(zip(map(int, ratings.labels), worths, strict=True)) == pytest.approx(
            dict(enumerate(expected)), abs=1e-8
        )
