"""Joint ratings: anchors, groups that never met, perfect scores, and numbers that stay finite."""

from itertools import chain
from math import isfinite

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tablic_tournaments.errors import RatingError
from tablic_tournaments.ratings.bradley_terry import bradley_terry
from tablic_tournaments.ratings.connectivity import groups
from tablic_tournaments.ratings.plackett_luce import plackett_luce
from tablic_tournaments.ratings.points import variance_kept
from tablic_tournaments.ratings.pool import joint_ratings
from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.ratings.sprt import (
    bounds,
    logistic_llr,
    margin_llr,
    match_elo,
    normalized_llr,
)
from tablic_tournaments.ratings.stopped import Stop, estimate_after_stop
from tablic_tournaments.ratings.sums import sums_of
from tablic_tournaments.ratings.tallies import tally


def board(bots: str, *places: tuple[int, ...]) -> BoardResult:
    return BoardResult(tuple(bots), ((0,) * len(bots),) * len(places), places)


WON, LOST, DRAWN, SPLIT = (
    board("ab", *places)
    for places in (((1, 2),) * 2, ((2, 1),) * 2, ((1, 1),) * 2, ((1, 2), (2, 1)))
)
two = st.builds(
    board,
    st.permutations("abcd").map(lambda bots: "".join(bots[:2])),
    st.tuples(*[st.integers(1, 2)] * 2),
    st.tuples(*[st.integers(1, 2)] * 2),
)
three = st.builds(
    board,
    st.permutations("abcd").map(lambda bots: "".join(bots[:3])),
    st.tuples(*[st.integers(1, 3)] * 3),
    st.tuples(*[st.integers(1, 3)] * 3),
)


@settings(deadline=None)
@given(st.lists(two, min_size=1, max_size=30) | st.lists(three, min_size=1, max_size=30))
def test_every_number_is_finite(results: list[BoardResult]) -> None:
    if len(groups(tally(results))) > 1:
        with pytest.raises(RatingError, match="never met"):
            joint_ratings(results)
        return
    ratings = joint_ratings(results)
    assert np.isfinite(ratings.elo).all()
    assert np.isfinite(ratings.covariance).all()
    assert ratings.elo.mean() == pytest.approx(1500)
    for pair, likelihood in ratings.superiorities().items():
        assert 0 <= likelihood <= 1
        assert likelihood + ratings.superiority(*pair[::-1]) == pytest.approx(1)
        assert ratings.difference(*pair).low < ratings.difference(*pair).high


@settings(deadline=None)
@given(
    st.lists(two, min_size=1, max_size=30).filter(lambda played: len(groups(tally(played))) == 1)
)
def test_plackett_luce_of_two_is_bradley_terry(results: list[BoardResult]) -> None:
    tallies = tally(results)
    one, other = bradley_terry(tallies), plackett_luce(tallies)
    assert one.elo == pytest.approx(other.elo, abs=1e-5)
    assert one.covariance == pytest.approx(other.covariance, rel=1e-5, abs=1e-3)
    assert one.unbounded == other.unbounded


def test_boards_that_swing_less_have_narrower_intervals_at_the_same_score() -> None:
    swinging, steady = joint_ratings([WON, LOST] * 50), joint_ratings([SPLIT] * 100)
    assert swinging.interval("a").mean == pytest.approx(1500)
    assert swinging.interval("a").high > steady.interval("a").high + 10


def test_two_bots_have_the_interval_of_their_score() -> None:
    ratings = joint_ratings([WON] * 30 + [SPLIT] * 70)
    # With a board won and one lost: a mean of 66/102, and as a score by the delta method.
    mean = 66 / 102
    assert ratings.difference("a", "b").mean == pytest.approx(400 * np.log10(mean / (1 - mean)))
    variance = np.var([1.0] * 31 + [0.5] * 70 + [0.0], ddof=1) / 102
    error = 1.959964 * variance**0.5 / (mean * (1 - mean)) * 400 / np.log(10)
    half = ratings.difference("a", "b").high - ratings.difference("a", "b").mean
    assert half == pytest.approx(error, rel=1e-6)


def test_an_anchor_is_fixed_and_the_others_are_relative_to_it() -> None:
    results = [WON, SPLIT, board("bc", (1, 2), (1, 2)), board("ca", (1, 2), (2, 1)), LOST]
    free, fixed = joint_ratings(results), joint_ratings(results, {"b": 1000.0})
    assert fixed.interval("b") == (1000, 1000, 1000)
    for label in "ac":
        assert fixed.interval(label).mean - 1000 == pytest.approx(free.difference(label, "b").mean)
        error = fixed.interval(label).high - fixed.interval(label).mean
        difference = free.difference(label, "b")
        assert error == pytest.approx(difference.high - difference.mean)
    both = joint_ratings(results, {"a": 1600.0, "b": 1000.0})
    assert both.difference("a", "b") == (600, 600, 600)
    assert both.superiority("a", "b") == 1


def test_groups_that_never_met_are_named_unless_anchors_join_them() -> None:
    apart = [SPLIT, board("cd", (1, 2), (2, 1)), board("de", (1, 2), (2, 1))]
    with pytest.raises(RatingError, match=r"2 groups that never met.*: c, d, e; a, b. Play"):
        joint_ratings(apart)
    ratings = joint_ratings(apart, {"a": 1500.0, "c": 1700.0})
    assert ratings.difference("d", "b").mean == pytest.approx(200)


@pytest.mark.parametrize(
    ("anchors", "said"),
    [({"x": 1500.0}, "x is to be fixed at 1500"), ({"a": 9000.0}, "give a rating from 0 to 4000")],
)
def test_an_anchor_that_cannot_be_used_is_refused(anchors: dict[str, float], said: str) -> None:
    with pytest.raises(RatingError, match=said):
        joint_ratings([WON], anchors)


def test_marks_are_for_those_that_won_or_lost_all_against_the_rest() -> None:
    among = [board(pair, (1, 2), (2, 1)) for pair in ("bc", "cd", "db")]
    assert joint_ratings([*among, WON]).unbounded == {"a"}
    assert joint_ratings([*among, WON, LOST]).unbounded == set()
    assert joint_ratings([WON]).unbounded == {"a", "b"}
    assert joint_ratings([DRAWN]).unbounded == set()
    third = [board("abc", (1, 2, 3)), board("abc", (2, 1, 3))]
    assert joint_ratings(third).unbounded == {"c"}


def test_independent_games_keep_their_variance_and_mirrored_ones_lose_it() -> None:
    def margins(*games: int) -> BoardResult:
        points = tuple((50 + margin, 50) for margin in games)
        return BoardResult(("a", "b"), points, ((1, 2),) * len(games))

    independent = [margins(one, other) for one in (-10, 10) for other in (-10, 10)]
    assert variance_kept(sums_of(independent)) == pytest.approx(1)
    assert variance_kept(sums_of(margins(luck, -luck) for luck in (-9, 3, 8))) == 0
    assert variance_kept(sums_of([margins(1, 2)])) is None


counts = st.lists(st.integers(0, 60), min_size=5, max_size=5).filter(any)
elos = st.tuples(st.floats(-400, 390), st.floats(5, 200)).map(lambda ends: (ends[0], sum(ends)))


@settings(deadline=None)
@given(counts, elos)
def test_ratios_are_finite(boards: list[int], ends: tuple[float, float]) -> None:
    assert isfinite(normalized_llr(boards, *ends))
    assert isfinite(logistic_llr(boards, *ends))
    match = match_elo(boards)
    assert all(map(isfinite, chain(match.elo, match.normalized, [match.superiority])))
    margins = [float(place) for place, count in enumerate(boards) for _ in range(count)]
    assert isfinite(margin_llr(margins, *ends))


@settings(deadline=None, max_examples=25)
@given(st.integers(1, 100_000), st.booleans(), elos)
def test_the_estimate_after_a_stop_is_finite_within_its_interval(
    boards: int, for_first: bool, ends: tuple[float, float]
) -> None:
    estimate = estimate_after_stop(Stop(boards, for_first, *ends, bounds()))
    assert all(map(isfinite, estimate))
    assert estimate.low <= estimate.mean <= estimate.high
