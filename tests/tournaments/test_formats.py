"""Every format: the same pairings however boards are played, and the rule of each."""

import math
import time
import tracemalloc
from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.schedule.formats import schedule
from tablic_tournaments.schedule.knockout import MOST_EXTENSIONS, bracket, winner
from tablic_tournaments.schedule.pairing import Pairing
from tablic_tournaments.schedule.sprt import BATCHES, look
from tablic_tournaments.spec import (
    STAGE_BOARDS,
    Format,
    Hypotheses,
    TournamentSpec,
    default_rounds,
)

from .schedules import Season, result_of, stronger_first
from .specs import THREE_PLAYERS, entrants, small_spec

ADAPTIVE = (Format.SWISS, Format.KNOCKOUT, Format.SPRT, Format.LADDER)


def spec_of(form: Format, bots: int = 6, boards: int = 4, tables: int = 2) -> TournamentSpec:
    """A tournament of a format."""
    bots = 2 if form is Format.SPRT else bots
    return replace(
        small_spec(bots, tables=tables),
        boards=boards,
        format=form,
        rounds=default_rounds(bots) if form is Format.SWISS else 0,
        challengers=("bot-0 1", "bot-2 1") if form is Format.GAUNTLET else (),
    )


@pytest.mark.parametrize("form", Format)
@given(st.integers(3, 9), st.integers(1, 40), st.integers(1, 4), st.integers(2, 9), st.integers())
def test_pairings_depend_on_results_and_not_on_who_finishes_first(
    form: Format, bots: int, boards: int, tables: int, at_once: int, seed: int
) -> None:
    spec = spec_of(form, bots, boards, tables)
    one_by_one = Season([spec]).play()
    assert Season([spec]).play(Random(seed), at_once) == one_by_one
    boards_played = Counter((p.match, n) for p in one_by_one for n in p.boards)
    assert set(boards_played.values()) == {1}
    assert all(1 <= len(pairing.boards) <= tables for pairing in one_by_one)
    of_match: dict[str, list[int]] = {}
    for pairing in one_by_one:
        of_match.setdefault(pairing.match, []).extend(pairing.boards)
    assert all(numbers == list(range(len(numbers))) for numbers in of_match.values())


@pytest.mark.parametrize("form", Format)
@given(st.integers(0, 30), st.integers(0, 5))
def test_a_run_that_stopped_anywhere_goes_on_with_the_same_pairings(
    form: Format, stored: int, seed: int
) -> None:
    spec = spec_of(form, 5, 12, 3)
    whole = Season([spec]).play()
    stopped = Season([spec])
    for pairing in Random(seed).sample(whole[:stored], k=len(whole[:stored]) // 2):
        stopped.store(pairing)
    assert stopped.play() == whole


@pytest.mark.parametrize("form", [form for form in Format if form is not Format.SPRT])
def test_a_thousand_bots_start_at_once(form: Format) -> None:
    spec = spec_of(form, 1_000, 10**6, 8)
    tracemalloc.start()
    try:
        start = time.process_time()
        first = next(schedule([spec], Season([spec]).played))
        seconds = time.process_time() - start
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert first
    assert len(first.boards) == 8
    assert seconds < 60, "it is below a second, and far more if all pairs were listed"
    # A ladder keeps a few numbers of each pair; half a million names would be 50 MB and more.
    assert peak < (120_000_000 if form is Format.LADDER else 1_000_000)


def test_a_gauntlet_has_every_match_of_a_challenger_and_the_field() -> None:
    pairings = Season([spec_of(Format.GAUNTLET, 5)]).play()
    matches = {pairing.match for pairing in pairings}
    assert matches == {
        *("bot-0 1 v bot-1 1", "bot-0 1 v bot-3 1", "bot-0 1 v bot-4 1"),
        *("bot-1 1 v bot-2 1", "bot-2 1 v bot-3 1", "bot-2 1 v bot-4 1"),
    }
    assert len(matches) == spec_of(Format.GAUNTLET, 5).matches


def test_a_challenger_meets_every_pair_of_the_field_in_a_gauntlet_of_three() -> None:
    spec = replace(
        small_spec(5, 2, rules=THREE_PLAYERS), format=Format.GAUNTLET, challengers=("bot-1 1",)
    )
    groups = [pairing.entrants for pairing in Season([spec]).play()]
    assert len(groups) == spec.matches == math.comb(4, 2)
    assert all(spec.entrants[1] in group for group in groups)


def rounds_of(pairings: list[Pairing], matches: int, boards: int = 1) -> list[list[Pairing]]:
    """Pairings of whole matches, by round."""
    assert all(len(pairing.boards) == boards for pairing in pairings)
    return [pairings[n : n + matches] for n in range(0, len(pairings), matches)]


@given(st.integers(2, 14), st.integers(1, 16))
def test_in_swiss_rounds_all_play_and_nobody_meets_again_while_that_can_be(
    bots: int, rounds: int
) -> None:
    spec = replace(spec_of(Format.SWISS, bots, 1), rounds=rounds)
    pairings = Season([spec]).play()
    assert len(pairings) == spec.matches == rounds * (bots // 2)
    byes: Counter[str] = Counter()
    for of_round in rounds_of(pairings, bots // 2):
        playing = [bot for pairing in of_round for bot in pairing.entrants]
        assert len(set(playing)) == len(playing) == bots - bots % 2
        byes.update(bot.label for bot in spec.entrants if bot not in playing)
    if bots % 2:
        assert max(byes.values()) - min(byes[bot.label] for bot in spec.entrants) <= 1 + (
            rounds > bots
        )
    # A third of the rounds of a round robin can always be had without a rematch.
    met = Counter(pairing.match for pairing in pairings)
    if rounds <= max(1, bots // 3):
        assert set(met.values()) == {1}
        assert max(byes.values(), default=0) <= 1


def test_a_swiss_tournament_of_all_rounds_is_a_round_robin() -> None:
    for seed in range(20):
        spec = replace(spec_of(Format.SWISS, 4, 1), rounds=3)

        def judge(pairing: Pairing, number: int, seed: int = seed) -> BoardResult:
            random = Random(f"{seed} {pairing.match} {number}")
            return result_of(pairing, random.choice([(1, 2), (2, 1)]))

        assert len({pairing.match for pairing in Season([spec], judge).play()}) == 6


def test_equals_meet_from_the_second_round_on() -> None:
    spec = replace(spec_of(Format.SWISS, 8, 1), rounds=3)
    first, second, third = rounds_of(Season([spec], stronger_first).play(), 4)
    assert [pairing.match for pairing in first] == [f"bot-{n} 1 v bot-{n + 4} 1" for n in range(4)]
    assert [pairing.match for pairing in second] == [
        *("bot-0 1 v bot-2 1", "bot-1 1 v bot-3 1"),
        *("bot-4 1 v bot-6 1", "bot-5 1 v bot-7 1"),
    ]
    assert third[0].match == "bot-0 1 v bot-1 1"


def test_the_last_who_had_none_gets_the_bye() -> None:
    spec = replace(spec_of(Format.SWISS, 5, 1), rounds=3)
    byes = []
    for of_round in rounds_of(Season([spec], stronger_first).play(), 2):
        playing = [bot for pairing in of_round for bot in pairing.entrants]
        byes += [bot.label for bot in spec.entrants if bot not in playing]
    assert byes[0] == "bot-4 1"
    assert len(set(byes)) == 3
    assert "bot-0 1" not in byes


@given(st.integers(2, 40))
def test_a_bracket_gives_the_best_seeds_the_byes(bots: int) -> None:
    places = bracket(bots)
    size = len(places)
    assert size // 2 < bots <= size
    assert sorted(place for place in places if place is not None) == list(range(bots))
    byes = [a for a, b in zip(places[::2], places[1::2], strict=True) if b is None]
    assert sorted(place for place in byes if place is not None) == list(range(size - bots))


def test_eight_seeds_are_in_the_usual_order() -> None:
    assert bracket(8) == [0, 7, 3, 4, 1, 6, 2, 5]


@given(st.integers(2, 20))
def test_in_a_knockout_the_better_seeds_meet_last(bots: int) -> None:
    spec = spec_of(Format.KNOCKOUT, bots, 1)
    season = Season([spec], stronger_first)
    pairings = season.play()
    assert len(pairings) == spec.matches == bots - 1
    assert pairings[-1].match == "bot-0 1 v bot-1 1"
    assert winner(spec, season.played) == "bot-0 1"
    losers = [pairing.entrants[1] for pairing in pairings]
    assert len(set(losers)) == bots - 1


def test_a_tied_match_goes_on_and_is_decided_at_last_by_points_or_by_the_seed() -> None:
    spec = spec_of(Format.KNOCKOUT, 2, 2)
    even = Season([spec], lambda pairing, _: result_of(pairing, (1, 1)))
    assert len(even.play()) == 1 + MOST_EXTENSIONS
    assert winner(spec, even.played) == "bot-0 1"

    def judge(pairing: Pairing, _number: int) -> BoardResult:
        return result_of(pairing, (1, 1))._replace(points=((50, 60), (50, 50)))

    by_points = Season([spec], judge)
    by_points.play()
    assert winner(spec, by_points.played) == "bot-1 1"
    assert winner(spec, Season([spec]).played) is None


def test_a_match_that_is_decided_after_some_more_boards_ends_there() -> None:
    spec = spec_of(Format.KNOCKOUT, 2, 2)

    def judge(pairing: Pairing, number: int) -> BoardResult:
        return result_of(pairing, (2, 1) if number == 3 else (1, 1))

    season = Season([spec], judge)
    assert [pairing.boards for pairing in season.play()] == [range(2), range(2, 4)]
    assert winner(spec, season.played) == "bot-1 1"


def test_a_sequential_test_looks_after_whole_groups_and_stops() -> None:
    spec = replace(spec_of(Format.SPRT, 2, 1_000, 3), hypotheses=Hypotheses(0, 50))
    season = Season([spec], stronger_first)
    boards = sum(len(pairing.boards) for pairing in season.play())
    assert boards % (BATCHES * 3) == 0
    results = [season.stored["bot-0 1 v bot-1 1", number] for number in range(boards)]
    assert look(spec, results).accepted == "elo1"
    assert look(spec, results[: boards - BATCHES * 3]).accepted is None
    losing = Season([spec], lambda pairing, _: result_of(pairing, (2, 1)))
    losing.play()
    assert look(spec, list(losing.stored.values())).accepted == "elo0"


def test_a_sequential_test_ends_undecided_when_its_boards_are_played() -> None:
    spec = replace(spec_of(Format.SPRT, 2, 50), hypotheses=Hypotheses(0, 1))
    even = Season([spec], lambda pairing, n: result_of(pairing, (1, 2) if n % 2 else (2, 1)))
    even.play()
    assert len(even.stored) == 50
    assert look(spec, list(even.stored.values())).accepted is None
    assert look(spec, []).llr == 0


def test_a_ladder_opens_a_stage_every_thousand_boards() -> None:
    spec = spec_of(Format.LADDER, 5, 2 * STAGE_BOARDS + 7, 8)
    stages: Counter[int] = Counter()
    for pairing in Season([spec]).play():
        stages[pairing.stage] += len(pairing.boards)
    assert stages == {0: STAGE_BOARDS, 1: STAGE_BOARDS, 2: 7}


def test_the_next_stage_of_a_ladder_waits_for_the_last_board_of_the_one_before() -> None:
    spec = spec_of(Format.LADDER, 3, STAGE_BOARDS + 8, 8)
    season = Season([spec])
    in_play: list[Pairing] = []
    for pairing in schedule([spec], season.played):
        if pairing is None:
            season.store(in_play.pop(0))
        elif pairing.stage == 0:
            in_play.append(pairing)
        else:
            assert len(season.stored) >= STAGE_BOARDS
            assert not in_play
            return
    pytest.fail("there was no second stage")


def test_a_ladder_lets_those_meet_most_who_are_close() -> None:
    """Bots 0 and 1 are equal and far above bots 2 and 3, which are equal too."""
    spec = spec_of(Format.LADDER, 4, 800, 4)

    def judge(pairing: Pairing, number: int) -> BoardResult:
        first, second = (int(bot.name[-1]) // 2 for bot in pairing.entrants)
        even = (1, 2) if number % 2 else (2, 1)
        return result_of(pairing, even if first == second else (1, 2))

    season = Season([spec], judge)
    season.play()
    met = Counter(match for match, _ in season.stored)
    near = [met.pop("bot-0 1 v bot-1 1"), met.pop("bot-2 1 v bot-3 1")]
    assert min(near) > 3 * max(met.values())


def test_all_play_in_the_first_rounds_of_a_ladder() -> None:
    spec = spec_of(Format.LADDER, 20, 1_000, 5)
    first = list(islice(Season([spec]).play(), 10))
    assert len({bot for pairing in first for bot in pairing.entrants}) == 20


def test_three_meet_in_a_ladder_of_three_players() -> None:
    spec = replace(small_spec(7, 60, 3, rules=THREE_PLAYERS), format=Format.LADDER)
    pairings = Season([spec]).play()
    assert all(len(set(pairing.entrants)) == 3 for pairing in pairings)
    playing = {bot for pairing in pairings for bot in pairing.entrants}
    assert playing == set(entrants(7))


def test_a_ladder_without_end_takes_in_bots_at_its_next_stage() -> None:
    before = spec_of(Format.LADDER, 3, 0, 100)
    after = replace(before, entrants=entrants(5))
    pairings = list(islice(schedule([before, after], Season([after]).always), 40))
    stages: Counter[int] = Counter()
    for pairing in pairings:
        assert pairing
        stages[pairing.stage] += len(pairing.boards)
        assert pairing.stage or set(pairing.entrants) <= set(before.entrants)
    assert stages[0] == STAGE_BOARDS
    assert {bot for p in pairings if p and p.stage for bot in p.entrants} == set(after.entrants)
