"""Standings and cross-tables of board results."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tablic_tournaments.ratings.results import BoardResult, board_result
from tablic_tournaments.reports.standings import crosstable, standings
from tablic_tournaments.store import Arena

from .bots.first_bot import FirstBot
from .bots.last_bot import LastBot
from .specs import batch_result, result, small_spec, stored

LABELS = "abcd"
names = st.sampled_from(LABELS)
boards = st.builds(
    BoardResult,
    names,
    names,
    st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]),
    st.integers(-90, 90).map(float),
    st.booleans(),
).filter(lambda board: board.first != board.second)


def test_the_best_mean_score_stands_first() -> None:
    lines = standings(
        [result("a", "b", 0.25, -4), result("a", "c", 0.5, 2), result("b", "c", 0.75, 10)], {}
    )
    assert [(line.label, line.score.mean, line.boards) for line in lines] == [
        ("b", 0.75, 2),
        ("a", 0.375, 2),
        ("c", 0.375, 2),
    ]


def test_points_decide_between_equal_scores_and_the_name_between_equal_points() -> None:
    by_points = [result("a", "b", 0.5, -3), result("b", "a", 0.5, 5)]
    assert [line.label for line in standings(by_points, {})] == ["b", "a"]
    by_name = [result("b", "a", 0.5, 1), result("a", "b", 0.5, 1)]
    assert [line.label for line in standings(by_name, {})] == ["a", "b"]


def test_a_faulted_board_counts_as_a_score_but_not_as_points() -> None:
    fair = [result("a", "b", 1.0, 20), result("a", "b", 1.0, 30)]
    forfeited = BoardResult("a", "b", 1.0, 101, faulted=True)
    first, second = standings([*fair, forfeited], {"b 1": 7, "b": 2})
    assert (first.boards, first.faulted_boards, first.faults) == (3, 1, 0)
    assert (second.boards, second.faulted_boards, second.faults) == (3, 1, 2)
    assert first.points is not None
    assert first.points.mean == 25
    assert first.score.mean == 1


def test_no_results_have_no_lines() -> None:
    assert standings([], {}) == []


@given(st.lists(boards, max_size=40))
def test_what_one_bot_wins_another_loses(results: list[BoardResult]) -> None:
    lines = standings(results, {})
    assert sum(line.boards for line in lines) == 2 * len(results)
    total = sum(line.score.mean * line.boards for line in lines)
    assert total == pytest.approx(len(results))
    means = [line.score.mean for line in lines]
    assert means == sorted(means, reverse=True)


@given(st.lists(boards, max_size=40))
def test_a_cross_table_is_symmetric(results: list[BoardResult]) -> None:
    table = crosstable(results, LABELS)
    for row, own in enumerate(table):
        for column, cell in enumerate(own):
            other = table[column][row]
            if cell is None:
                assert other is None
            else:
                assert row != column
                assert other is not None
                assert cell[0] + other[0] == pytest.approx(1)
                assert cell[1] == other[1]


def test_a_cross_table_gives_the_mean_score_against_each_and_nothing_against_strangers() -> None:
    results = [result("a", "b", 1.0), result("b", "a", 0.5), result("b", "c", 0.0)]
    assert crosstable(results, ["a", "b", "c"]) == [
        [None, (0.75, 2), None],
        [(0.25, 2), None, (0.0, 1)],
        [None, (1.0, 1), None],
    ]


def test_the_result_of_a_board_is_seen_from_its_first_bot(arena: Arena) -> None:
    tournament = stored(arena, small_spec(bots=2))
    played = batch_result(tournament, [FirstBot, LastBot])
    board = played.boards[0]
    outcome = board_result(played.batch, board)
    wins = [game.places[game.rotation] == 1 for game in board.games]
    points = [game.totals[game.rotation] - game.totals[1 - game.rotation] for game in board.games]
    assert (outcome.first, outcome.second) == ("bot-0 1", "bot-1 1")
    assert outcome.score == sum(wins) / 2
    assert outcome.margin == sum(points) / 2
    assert not outcome.faulted


def test_a_board_of_two_games_of_one_bot_against_itself_is_even(arena: Arena) -> None:
    tournament = stored(arena, small_spec(bots=2))
    played = batch_result(tournament, [FirstBot, FirstBot])
    for board in played.boards:
        outcome = board_result(played.batch, board)
        assert (outcome.score, outcome.margin) == (0.5, 0)
