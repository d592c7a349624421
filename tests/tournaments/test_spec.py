"""A tournament as data."""

import json
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tablic.rules import parse_rules
from tablic_server.clock import TimeControl
from tablic_server.faults import FaultPolicy
from tablic_tournaments.errors import SpecError
from tablic_tournaments.spec import Entrant, TournamentSpec

from .specs import entrants, small_spec

names = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}", fullmatch=True)
bots = st.builds(Entrant, names, st.integers(1, 999), st.just("ab" * 32))
seconds = st.floats(0, 1_000) | st.just(inf)
specs = st.builds(
    TournamentSpec,
    entrants=st.lists(bots, min_size=2, max_size=6, unique_by=lambda bot: bot.label).map(tuple),
    boards=st.integers(1, 10_000),
    tables=st.integers(1, 128),
    rules=st.sampled_from(["tablic", "tablic target=31", "tablic hands=1"]).map(parse_rules),
    time=st.builds(TimeControl, *[seconds] * 5),
    startup=st.floats(0.1, 100),
    chosen_secret=st.booleans(),
    fault_policy=st.sampled_from(FaultPolicy),
)


@given(specs)
def test_a_spec_is_read_as_it_was_written(spec: TournamentSpec) -> None:
    assert TournamentSpec.from_text(spec.text()) == spec


def test_a_stored_spec_spells_out_its_rules_and_bots() -> None:
    data = json.loads(small_spec(bots=2).text())
    assert data["entrants"][1] == {"name": "bot-1", "version": 1, "sha256": f"{1:064x}"}
    assert data["rules"]["name"] == "tablic"
    assert data["rules"]["hands"] == 1
    assert data["boards"] == 4


def test_a_spec_from_before_there_was_a_choice_forfeits() -> None:
    data = json.loads(small_spec(bots=2).text())
    del data["fault_policy"]
    assert TournamentSpec.from_text(json.dumps(data)).fault_policy is FaultPolicy.FORFEIT


def test_a_spec_counts_its_matches_and_games() -> None:
    spec = small_spec(bots=5, boards=7)
    assert (spec.matches, spec.games) == (10, 10 * 7 * 2)


def test_two_versions_of_a_bot_can_meet() -> None:
    first, second = Entrant("fisher", 1, "a" * 64), Entrant("fisher", 2, "b" * 64)
    assert TournamentSpec((first, second), boards=1).matches == 1
    assert second.label == "fisher 2"


@pytest.mark.parametrize(
    ("rules", "count", "sentence"),
    [
        ("tablic", 0, "tablic needs two bots a match, and there are 0; "),
        ("tablic", 1, "tablic needs two bots a match, and there is 1; "),
        ("tablic-pairs", 1, "tablic-pairs needs two bots a match, and there is 1; "),
        ("tablic-3p", 2, "tablic-3p needs three bots a match, and there are 2; "),
    ],
)
def test_fewer_bots_than_sides_are_no_tournament(rules: str, count: int, sentence: str) -> None:
    with pytest.raises(SpecError, match=f"{sentence}submit one with: tablic-arena submit FILE"):
        TournamentSpec(entrants(count), boards=1, rules=parse_rules(rules))


@pytest.mark.parametrize(
    ("rules", "matches", "rotations"), [("tablic-3p", 10, 3), ("tablic-pairs", 10, 2)]
)
def test_a_board_has_a_game_for_each_rotation_of_the_sides(
    rules: str, matches: int, rotations: int
) -> None:
    spec = TournamentSpec(entrants(5), boards=7, rules=parse_rules(rules))
    assert (spec.matches, spec.games) == (matches, matches * 7 * rotations)


def test_a_bot_cannot_play_itself() -> None:
    bot = entrants(1)[0]
    with pytest.raises(SpecError, match="bot-0 1 is named twice; name each bot once"):
        TournamentSpec((bot, bot), boards=1)


@pytest.mark.parametrize(("boards", "tables"), [(0, 1), (1, 0), (-3, 8)])
def test_a_tournament_without_boards_or_tables_is_refused(boards: int, tables: int) -> None:
    with pytest.raises(SpecError, match=rf"boards = {boards}, tables = {tables}: both are 1 or"):
        TournamentSpec(entrants(2), boards, tables)
