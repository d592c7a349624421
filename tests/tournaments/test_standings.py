"""Standings and cross-tables of board results."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tablic.rules import Rules
from tablic_tournaments.listings.tables import COLUMNS, standing_columns, standing_rows
from tablic_tournaments.ratings.results import BoardResult, board_result
from tablic_tournaments.reports.standings import crosstable, remarks, standings
from tablic_tournaments.store import Arena

from .bots.first_bot import FirstBot
from .bots.last_bot import LastBot
from .specs import PARTNERS, THREE_PLAYERS, batch_result, result, small_spec, stored

LABELS = "abcd"
names = st.sampled_from(LABELS)
boards = st.builds(
    result,
    names,
    names,
    st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]),
    st.integers(-90, 90),
    st.booleans(),
).filter(lambda board: len({*board.bots}) == 2)
# Rotation by rotation: a wins clearly, b and c share the first place, c wins before a and b.
THREE = BoardResult(
    ("a", "b", "c"),
    ((101, 77, 40), (60, 90, 90), (50, 50, 104)),
    ((1, 2, 3), (3, 1, 1), (2, 2, 1)),
)


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
    forfeited = result("a", "b", 1.0, 101, faulted=True)
    first, second = standings([*fair, forfeited], {"b 1": {"late": 7}, "b": {"late": 2}})
    assert (first.boards, first.faulted_boards, first.faults) == (3, 1, {})
    assert (second.boards, second.faulted_boards, second.faults) == (3, 1, {"late": 2})
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
    if all(line.rating for line in lines):
        assert sum(line.rating.mean for line in lines if line.rating) == pytest.approx(
            1500 * len(lines)
        )


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
    assert outcome.bots == ("bot-0 1", "bot-1 1")
    assert outcome.score(0) == 1 - outcome.score(1) == sum(wins) / 2
    assert outcome.margin(0) == -outcome.margin(1) == sum(points) / 2
    assert not outcome.faulted


def test_a_board_of_two_games_of_one_bot_against_itself_is_even(arena: Arena) -> None:
    tournament = stored(arena, small_spec(bots=2))
    played = batch_result(tournament, [FirstBot, FirstBot])
    for board in played.boards:
        outcome = board_result(played.batch, board)
        assert (outcome.score(0), outcome.margin(0)) == (0.5, 0)


def test_a_board_of_three_counts_the_opponents_beaten() -> None:
    # Scores game by game: a 1, 0, 0.25; b 0.5, 0.75, 0.25; c 0, 0.75, 1.
    assert [THREE.score(bot) for bot in range(3)] == pytest.approx([1.25 / 3, 1.5 / 3, 1.75 / 3])
    # Points less the mean of the others: a 42.5, -30, -27; b 6.5, 15, -27; c -49, 15, 54.
    assert [THREE.margin(bot) for bot in range(3)] == pytest.approx([-14.5 / 3, -5.5 / 3, 20 / 3])
    assert [THREE.wins(bot) for bot in range(3)] == pytest.approx([1 / 3, 0.5 / 3, 1.5 / 3])
    assert [THREE.place(bot) for bot in range(3)] == pytest.approx([2, 5 / 3, 5 / 3])
    assert [THREE.points_of(bot) for bot in range(3)] == pytest.approx([211 / 3, 217 / 3, 234 / 3])
    assert THREE.score_against(0, 1) == THREE.score_against(1, 0) == 0.5
    assert THREE.score_against(0, 2) == pytest.approx(1 / 3)
    assert THREE.score_against(1, 2) == pytest.approx(1.5 / 3)


def test_standings_of_three_tell_wins_places_and_own_points() -> None:
    lines = standings([THREE, THREE._replace(faulted=True)], {})
    assert [line.label for line in lines] == ["c", "b", "a"]
    first = lines[0].finish
    assert first is not None
    assert (first.wins, first.place, first.points) == pytest.approx((0.5, 5 / 3, 78))
    assert crosstable([THREE], "abc")[0] == [None, (0.5, 1), (pytest.approx(1 / 3), 1)]
    assert standing_columns(lines) == [
        *COLUMNS[:10], "wins_percent", "place", "own_points", *COLUMNS[10:],
    ]  # fmt: skip
    row = standing_rows(lines)[0]
    assert (row["wins_percent"], row["place"], row["own_points"]) == (50.0, 1.7, 78.0)


def test_standings_of_two_have_no_further_columns() -> None:
    lines = standings([result("a", "b", 1.0, 20)], {})
    assert standing_columns(lines) == COLUMNS
    assert [list(row) for row in standing_rows(lines)] == [COLUMNS] * 2


def test_a_bot_that_won_all_is_marked_and_one_that_met_nobody_else_leaves_all_unrated() -> None:
    won = [result("a", "b", 1.0), result("a", "c", 1.0), *[result("b", "c", 0.5)] * 2]
    rows = standing_rows(standings(won, {}))
    assert [(row["bot"], row["mark"]) for row in rows] == [("a", "won all"), ("b", ""), ("c", "")]
    assert [row["superior_percent"] is None for row in rows] == [False, False, True]
    apart = [*won, result("d", "e", 0.5)]
    assert [row["rating"] for row in standing_rows(standings(apart, {}))] == [None] * 5
    assert "2 groups that never met" in remarks(apart)[0]
    assert "a, b, c; d, e" in remarks(apart)[0]


def test_remarks_tell_of_faulted_boards_and_of_what_boards_save() -> None:
    swapped = [
        BoardResult(("a", "b"), ((good, 10), (10, good)), ((1, 2), (2, 1))) for good in (12, 20)
    ]
    assert remarks([*swapped, result("a", "b", 1.0, 101, faulted=True)]) == [
        "1 board with a fault: counted in scores and ratings, left out of points."
    ]
    luck = [*swapped, result("a", "b", 0.5, 4), result("a", "b", 0.5, 9)]
    assert len(remarks(luck)) == 1
    assert remarks(luck)[0].startswith("Playing decks from every seat made the variance of points")


def test_a_faulted_board_of_three_counts_in_places_but_not_in_points() -> None:
    lines = standings([THREE._replace(faulted=True)], {})
    finishes = [line.finish for line in lines]
    assert [finish.points for finish in finishes if finish] == [None] * 3
    assert [row["own_points"] for row in standing_rows(lines)] == [None] * 3
    assert sum(finish.wins for finish in finishes if finish) == pytest.approx(1)


@pytest.mark.parametrize("rules", [THREE_PLAYERS, PARTNERS], ids=lambda rules: rules.name)
def test_the_result_of_a_board_has_the_points_of_each_bots_side(rules: Rules, arena: Arena) -> None:
    tournament = stored(arena, small_spec(bots=3, boards=2, rules=rules))
    bots = [FirstBot, LastBot, FirstBot][: rules.sides]
    played = batch_result(tournament, bots)
    for board in played.boards:
        outcome = board_result(played.batch, board)
        assert len(outcome.points) == len(board.games) == rules.sides
        for game, points, places in zip(board.games, outcome.points, outcome.places, strict=True):
            by_name = {game.seats[side]: side for side in range(rules.sides)}
            sides = [by_name[name] for name in outcome.bots]
            assert points == tuple(game.totals[side] for side in sides)
            assert places == tuple(game.places[side] for side in sides)
