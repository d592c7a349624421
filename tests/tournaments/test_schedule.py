"""Who plays whom, and when."""

import math
import tracemalloc
from collections import Counter
from itertools import islice

from hypothesis import given
from hypothesis import strategies as st
from tablic_tournaments.schedule.pairing import match_name
from tablic_tournaments.schedule.round_robin import groups, pairs
from tablic_tournaments.spec import TournamentSpec

from .schedules import listed
from .specs import PARTNERS, THREE_PLAYERS, entrants, small_spec


def test_every_match_of_three_bots_advances_before_any_goes_on() -> None:
    played = [(pairing.match, pairing.boards) for pairing in listed([small_spec(boards=3)])]
    assert played == [
        ("bot-1 1 v bot-2 1", range(2)),
        ("bot-0 1 v bot-2 1", range(2)),
        ("bot-0 1 v bot-1 1", range(2)),
        ("bot-1 1 v bot-2 1", range(2, 3)),
        ("bot-0 1 v bot-2 1", range(2, 3)),
        ("bot-0 1 v bot-1 1", range(2, 3)),
    ]


def test_a_thousand_bots_start_at_once_and_nothing_is_listed() -> None:
    spec = TournamentSpec(entrants(1_000), boards=10**12, tables=8)
    tracemalloc.start()
    try:
        first = list(islice(listed([spec]), 1_000))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len({pairing.match for pairing in first}) == 1_000
    # A thousand pairings and their names; the half million of one block would be 100 times that.
    assert peak < 1_000_000


@given(st.integers(2, 60))
def test_every_pair_meets_once(size: int) -> None:
    bots = entrants(size)
    wanted = {(a, b) for n, a in enumerate(bots) for b in bots[n + 1 :]}
    listed = list(pairs(bots))
    assert set(listed) == wanted
    assert len(listed) == len(wanted)


@given(st.integers(2, 60))
def test_nobody_plays_twice_in_a_round(size: int) -> None:
    matches = list(pairs(entrants(size)))
    games_a_round = size // 2
    for start in range(0, len(matches), games_a_round):
        playing = [bot for pair in matches[start : start + games_a_round] for bot in pair]
        assert len(set(playing)) == len(playing)


@given(bots=st.integers(2, 9), boards=st.integers(1, 30), tables=st.integers(1, 10))
def test_every_board_of_every_match_is_played_once_block_by_block(
    bots: int, boards: int, tables: int
) -> None:
    spec = TournamentSpec(entrants(bots), boards, tables)
    pairings = list(listed([spec]))
    played = Counter((p.match, board) for p in pairings for board in p.boards)
    assert set(played.values()) == {1}
    assert len(played) == spec.matches * boards
    assert all(1 <= len(pairing.boards) <= tables for pairing in pairings)
    for start in range(0, len(pairings), spec.matches):
        block = pairings[start : start + spec.matches]
        assert len({pairing.boards for pairing in block}) == 1
        assert len({pairing.match for pairing in block}) == spec.matches


@given(size=st.integers(3, 12), sides=st.integers(3, 4))
def test_every_group_meets_once_in_the_order_of_the_spec(size: int, sides: int) -> None:
    bots = entrants(size)
    listed = list(groups(bots, sides))
    assert len(set(listed)) == len(listed) == math.comb(size, sides)
    for group in listed:
        places = [bots.index(bot) for bot in group]
        assert len(places) == sides
        assert places == sorted(set(places))


def test_matches_of_three_advance_side_by_side() -> None:
    spec = small_spec(bots=4, boards=3, rules=THREE_PLAYERS)
    played = [(pairing.match, pairing.boards) for pairing in listed([spec])]
    matches = [
        "bot-0 1 v bot-1 1 v bot-2 1",
        "bot-0 1 v bot-1 1 v bot-3 1",
        "bot-0 1 v bot-2 1 v bot-3 1",
        "bot-1 1 v bot-2 1 v bot-3 1",
    ]
    blocks = (range(2), range(2, 3))
    assert played == [(match, block) for block in blocks for match in matches]
    assert (spec.matches, spec.games) == (4, 4 * 3 * 3)


def test_partnerships_are_paired_as_two_players_are() -> None:
    assert [pairing.match for pairing in listed([small_spec(boards=3, rules=PARTNERS)])] == [
        pairing.match for pairing in listed([small_spec(boards=3)])
    ]


@given(st.integers(2, 30))
def test_the_name_of_a_match_is_that_of_its_entrants_in_the_order_of_the_spec(size: int) -> None:
    bots = entrants(size)
    for pairing in listed([TournamentSpec(bots, boards=1)]):
        first, second = pairing.entrants
        assert bots.index(first) < bots.index(second)
        assert pairing.match == match_name(pairing.entrants) == f"{first.label} v {second.label}"
