"""Elo and the mean score, against computations of their own."""

from collections.abc import Iterable
from itertools import pairwise
from math import isfinite, log, tanh
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tablic_tournaments.ratings.elo import START, expected_score, sequential_elo
from tablic_tournaments.ratings.points import points_per_hand
from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.ratings.scores import mean_score, student95

from .specs import result

names = st.sampled_from("abcdef")
scores = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])
margins = st.integers(-1_000_000, 1_000_000)
boards = st.builds(result, names, names, scores).filter(lambda board: len({*board.bots}) == 2)
places_of_three = st.tuples(*[st.integers(1, 3)] * 3)
boards_of_three = st.builds(
    BoardResult,
    st.permutations("abcdef").map(lambda bots: tuple(bots[:3])),
    st.just(((0, 0, 0),) * 3),
    st.tuples(*[places_of_three] * 3),
)
any_boards = boards | boards_of_three


def elo_of_log_odds(results: list[BoardResult]) -> dict[str, float]:
    """Elo with strengths in natural log odds and the logistic as a hyperbolic tangent."""
    strength: dict[str, float] = {}
    point = log(10) / 400
    for board in results:
        first, second = board.bots
        difference = strength.get(first, 0.0) - strength.get(second, 0.0)
        surprise = board.score(0) - (1 + tanh(difference / 2)) / 2
        for name, sign in ((first, 1), (second, -1)):
            strength[name] = strength.get(name, 0.0) + sign * 24 * surprise * point
    return {name: 1500 + value / point for name, value in strength.items()}


@given(st.lists(boards, max_size=60))
def test_elo_agrees_with_a_computation_in_log_odds(results: list[BoardResult]) -> None:
    assert sequential_elo(results) == pytest.approx(elo_of_log_odds(results))


@given(st.lists(any_boards, max_size=60))
def test_elo_gives_some_bots_what_it_takes_from_others(results: list[BoardResult]) -> None:
    ratings = sequential_elo(results)
    assert sum(ratings.values()) == pytest.approx(START * len(ratings))
    assert ratings.keys() == {name for board in results for name in board.bots}


@given(st.lists(any_boards, max_size=60))
def test_elo_does_not_ask_who_is_named_first(results: list[BoardResult]) -> None:
    turned = [turned_around(board) for board in results]
    assert sequential_elo(turned) == pytest.approx(sequential_elo(results))


def turned_around(board: BoardResult) -> BoardResult:
    return BoardResult(
        board.bots[::-1],
        tuple(game[::-1] for game in board.points),
        tuple(game[::-1] for game in board.places),
    )


def test_elo_of_three_moves_by_the_mean_of_what_each_opponent_makes_expected() -> None:
    won = BoardResult(("a", "b", "c"), ((9, 5, 1),) * 3, ((1, 2, 3),) * 3)
    ratings = sequential_elo([won])
    assert ratings == {"a": 1512, "b": 1500, "c": 1488}
    again = sequential_elo([won, won])
    a_b, a_c, b_c = (1 / (1 + 10 ** (-d / 400)) for d in (12, 24, 12))
    assert again["a"] == pytest.approx(1512 + 24 * (1 - (a_b + a_c) / 2))
    assert again["b"] == pytest.approx(1500 + 24 * (0.5 - (1 - a_b + b_c) / 2))
    assert again["c"] == pytest.approx(1488 + 24 * (0 - (2 - a_c - b_c) / 2))


def test_elo_follows_the_boards_in_their_order() -> None:
    won, lost = result("a", "b", 1.0), result("a", "b", 0.0)
    assert sequential_elo([won])["a"] == 1512
    assert sequential_elo([won, lost])["a"] < 1500 < sequential_elo([lost, won])["a"]


def test_400_points_are_ten_to_one() -> None:
    assert expected_score(0) == 0.5
    assert expected_score(400) == pytest.approx(10 / 11)
    assert expected_score(-400) == pytest.approx(1 / 11)


@given(st.lists(st.floats(0, 1), max_size=50))
def test_the_interval_of_scores_lies_between_0_and_1_around_the_mean(values: list[float]) -> None:
    estimate = mean_score(values)
    assert all(map(isfinite, estimate))
    assert 0 <= estimate.low <= estimate.mean + 1e-12
    assert estimate.mean - 1e-12 <= estimate.high <= 1
    if values:
        assert estimate.mean == pytest.approx(sum(values) / len(values))


def test_no_boards_say_nothing() -> None:
    assert mean_score([]) == (0.5, 0, 1)


@given(st.lists(st.floats(0, 1), max_size=50))
def test_the_other_side_has_the_mirrored_interval(values: list[float]) -> None:
    own, other = mean_score(values), mean_score([1 - value for value in values])
    assert (other.mean, other.low, other.high) == pytest.approx(
        (1 - own[0], 1 - own[2], 1 - own[1])
    )


def test_boards_that_all_end_alike_leave_doubt_that_shrinks() -> None:
    lows = [mean_score([1.0] * count).low for count in (1, 2, 5, 20, 100, 1_000)]
    assert all(earlier < later < 1 for earlier, later in pairwise(lows))


@given(st.lists(margins, min_size=2, max_size=50))
def test_the_interval_of_points_is_finite_around_the_mean(values: list[int]) -> None:
    estimate = points_per_hand(boards_with(values))
    assert estimate is not None
    assert all(map(isfinite, estimate))
    assert estimate.low <= estimate.mean <= estimate.high
    assert estimate.mean == pytest.approx(sum(values) / len(values), abs=1e-6)


def boards_with(values: Iterable[int]) -> list[tuple[BoardResult, int]]:
    return [(result("a", "b", 0.5, value), 0) for value in values]


@pytest.mark.parametrize("values", [[], [12]])
def test_points_of_fewer_than_two_boards_have_no_interval(values: list[int]) -> None:
    assert points_per_hand(boards_with(values)) is None


def test_points_are_for_each_hand_not_for_each_board() -> None:
    long = BoardResult(("a", "b"), ((60, 40), (50, 50)), ((1, 2), (1, 1)), hands=(5, 5))
    short = BoardResult(("a", "b"), ((20, 10), (10, 20)), ((1, 2), (2, 1)), hands=(1, 1))
    estimate = points_per_hand([(long, 0), (short, 0)])
    assert estimate is not None
    assert estimate.mean == pytest.approx(20 / 12)
    # Residuals are 20 - 10 * 20 / 12 and its negative, and Student's t for one degree is 12.7.
    assert estimate.high - estimate.mean == pytest.approx(12.7 * (20 / 6) * 2 / 12, rel=0.12)


@pytest.mark.parametrize(
    ("freedom", "published"), [(2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042)]
)
def test_students_t_is_that_of_tables(freedom: int, published: float) -> None:
    assert student95(freedom) == pytest.approx(published, rel=0.01)


@pytest.mark.parametrize("count", [10, 30, 100])
@pytest.mark.parametrize(
    ("lost", "drawn", "won"),
    [(1, 2, 1), (1, 8, 1), (1, 0, 1), (1, 4, 5), (1, 1, 8)],
    ids=["even", "mostly split", "never split", "ahead", "far ahead"],
)
def test_95_percent_of_the_intervals_of_scores_hold_the_truth(
    lost: int, drawn: int, won: int, count: int
) -> None:
    random = Random(1)
    truth = (0.5 * drawn + won) / (lost + drawn + won)
    runs = 2_000
    held = 0
    for _ in range(runs):
        sample = random.choices([0.0, 0.5, 1.0], [lost, drawn, won], k=count)
        estimate = mean_score(sample)
        held += estimate.low <= truth <= estimate.high
    # Ten boards that mostly end alike are doubted more than they must be; more boards are not.
    assert 0.92 <= held / runs <= (1 if count < 30 else 0.98)


@pytest.mark.parametrize("count", [5, 50])
def test_95_percent_of_the_intervals_of_points_hold_the_truth(count: int) -> None:
    random = Random(1)
    runs = 2_000
    held = 0
    for _ in range(runs):
        margins = (round(random.gauss(7.0, 20.0)) for _ in range(count))
        estimate = points_per_hand(boards_with(margins))
        assert estimate
        held += estimate.low <= 7.0 <= estimate.high
    assert 0.935 <= held / runs <= 0.965
