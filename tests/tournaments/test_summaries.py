"""Sums over boards: added up, stored and read again they give what the boards give."""

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tablic_tournaments.ratings.elo import sequential_elo
from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.ratings.sums import Sums, sums_of
from tablic_tournaments.reports.standings import remarks_of, standings, standings_of
from tablic_tournaments.store import Arena

from .bots.first_bot import FirstBot
from .bots.last_bot import LastBot
from .commands import invoke
from .specs import batch_result, result, small_spec, stored

boards = st.builds(
    result,
    st.sampled_from(["a 1", "b 1"]),
    st.sampled_from(["c 1", "d 1"]),
    st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]),
    st.integers(-20, 20),
    st.booleans(),
)
THREE = BoardResult(("a 1", "b 1", "c 1"), ((9, 5, 2),) * 3, ((1, 2, 3), (3, 1, 1), (2, 2, 1)))


def again(sums: Sums) -> Sums:
    return Sums.from_data(json.loads(json.dumps(sums.data())))


@given(st.lists(boards, max_size=20), st.lists(boards, max_size=20))
def test_sums_that_are_added_up_are_those_of_all_boards(
    first: list[BoardResult], second: list[BoardResult]
) -> None:
    both, merged = [*first, *second], again(sums_of(first))
    merged.merge(again(sums_of(second)))
    assert again(merged) == merged
    elo = sequential_elo(both)
    for line, expected in zip(standings_of(merged, elo, {}), standings(both, {}), strict=True):
        assert line.label == expected.label
        assert line.boards == expected.boards
        assert line.score == pytest.approx(expected.score)
        assert (line.points is None) == (expected.points is None)
        assert line.points is None or line.points == pytest.approx(expected.points)
    assert remarks_of(merged) == remarks_of(sums_of(both))


def test_sums_of_three_players_keep_their_places() -> None:
    (line, *_) = standings_of(again(sums_of([THREE] * 3)), sequential_elo([THREE] * 3), {})
    (expected, *_) = standings([THREE] * 3, {})
    assert line.finish == expected.finish


def play(arena: Arena, boards: int, *numbers: int, secret: int = 0) -> int:
    """A tournament of so many boards, and those of these numbers."""
    spec = small_spec(bots=2, boards=boards)
    tournament = arena.tournaments.create(stored(arena, spec).spec, bytes([secret] * 32))
    more(arena, tournament.id, *numbers)
    return tournament.id


def more(arena: Arena, number: int, *numbers: int) -> None:
    tournament = arena.tournaments.get(number)
    arena.tournaments.save(tournament, batch_result(tournament, [FirstBot, LastBot], numbers))
    arena.tournaments.finish(number)


def check(arena: Arena) -> None:
    """The summary is that of the boards."""
    results = list(arena.tournaments.results())
    sums, elo = arena.tournaments.summary("tablic hands=1")
    assert sums == sums_of(results)
    assert elo == pytest.approx(sequential_elo(results))


def test_the_summary_is_that_of_the_boards_whatever_was_finished_when(arena: Arena) -> None:
    check(arena)
    first = play(arena, 3, 0, secret=1)
    check(arena)
    second = play(arena, 2, 0, 1, secret=2)
    check(arena)
    more(arena, first, 1)
    check(arena)
    third = play(arena, 2, 0, secret=3)
    more(arena, first, 2)
    check(arena)
    more(arena, third, 1)
    for _ in range(2):
        check(arena)
    assert second


def test_what_is_kept_is_not_computed_again(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(3):
        play(arena, 2, 0, 1, secret=number)
    before = arena.tournaments.summary("tablic hands=1")
    monkeypatch.setattr("tablic_tournaments.store.summaries.board_results", None)
    after = arena.tournaments.summary("tablic hands=1")
    assert after == before


def test_rankings_are_those_of_the_boards_of_each_tournament(arena: Arena, tmp_path: Path) -> None:
    for number in range(2):
        play(arena, 3, 0, 1, 2, secret=number)
    rows = json.loads(invoke("rankings", "--json", db=tmp_path / "arena.db").stdout)
    lines = standings(arena.tournaments.results(), {})
    assert [row["bot"] for row in rows] == [line.label for line in lines]
    assert [row["elo"] for row in rows] == [round(line.elo) for line in lines]
    assert all(one["rating"] >= two["rating"] for one, two in pairwise(rows))
