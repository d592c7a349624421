"""The sequential test and the Elo of a match against fishtest, fastchess and OpenBench."""

from math import log10, sqrt
from typing import Any

import pytest
from tablic_tournaments.ratings.sprt import (
    BOARD,
    bounds,
    logistic_llr,
    match_elo,
    normal_llr,
    normalized_llr,
)

from .references import reference

SPRT = reference("sprt")
GAME = SPRT["elo_scale"]["nelo_divided_by_nt"]
TESTS = [
    (case, case.get("pentanomial") or case["trinomial_LDW"])
    for case in [*SPRT["sprt_pentanomial"], *SPRT["sprt_trinomial"]]
]
MATCHES = [
    (case, case.get("pentanomial") or case["trinomial_LDW"])
    for case in [*SPRT["elo_pentanomial"], *SPRT["elo_trinomial"]]
]


def named(cases: list[tuple[Any, list[int]]]) -> list[Any]:
    return [pytest.param(case, counts, id=case["name"]) for case, counts in cases]


def elo_of_bayesian(elo: float, losses: int, draws: int, wins: int) -> float:
    """The difference in Elo of one in BayesElo, with as many draws as there were."""
    games = losses + draws + wins
    draw_elo = 200 * log10((1 - losses / games) * (1 - wins / games) * games**2 / losses / wins)
    won, lost = (1 / (1 + 10 ** ((draw_elo - sign * elo) / 400)) for sign in (1, -1))
    return 400 * log10((1 + won - lost) / (1 - won + lost))


def llr_of(case: Any, counts: list[int]) -> float:
    elos: tuple[float, ...] = (case["elo0"], case["elo1"])
    if case["model"] == "normalized":
        return normalized_llr(counts, case["elo0"], case["elo1"])
    if case["model"] == "bayesian":
        elos = tuple(elo_of_bayesian(elo, *counts) for elo in elos)
    return logistic_llr(counts, *elos)


@pytest.mark.parametrize(("case", "counts"), named(TESTS))
def test_the_ratio_agrees_with_fishtest(case: Any, counts: list[int]) -> None:
    assert llr_of(case, counts) == pytest.approx(case["llr_fishtest"], rel=1e-6)
    # The root finder of fastchess stops earlier.
    assert llr_of(case, counts) == pytest.approx(case["llr_fastchess"], rel=5e-4)
    if "llr_openbench" in case:
        assert llr_of(case, counts) == pytest.approx(case["llr_openbench"], rel=1e-6)


@pytest.mark.parametrize(
    ("case", "counts"), named([t for t in TESTS if "llr_normalized_alt_closed_form" in t[0]])
)
def test_the_ratio_of_margins_agrees_with_the_closed_form(case: Any, counts: list[int]) -> None:
    boards = sum(counts) + 1e-3 * counts.count(0)
    filled = [count or 1e-3 for count in counts]
    mean = sum(n * place / 4 for place, n in enumerate(filled)) / boards
    spread = sqrt(sum(n * (place / 4 - mean) ** 2 for place, n in enumerate(filled)) / boards)
    # The closed form takes a board for two games, each of its own with twice the variance.
    effects = (case["elo0"] / GAME, case["elo1"] / GAME)
    ratio = normal_llr(2 * boards, (mean - 0.5) / spread / sqrt(2), *effects)
    assert ratio == pytest.approx(case["llr_normalized_alt_closed_form"], rel=1e-9)


@pytest.mark.parametrize(("case", "counts"), named([t for t in TESTS if "decision" in t[0]]))
def test_the_decision_agrees(case: Any, counts: list[int]) -> None:
    limits = bounds(case["alpha"], case["beta"])
    assert limits == pytest.approx((case["lower"], case["upper"]))
    ratio = llr_of(case, counts)
    taken = "H1" if ratio >= limits.upper else "H0" if ratio <= limits.lower else "continue"
    assert taken == case["decision"]


@pytest.mark.parametrize(("case", "counts"), named(MATCHES))
def test_the_elo_of_a_match_agrees(case: Any, counts: list[int]) -> None:
    match, theirs = match_elo(counts), case["fastchess"]
    elo, normalized = match.elo, match.normalized
    assert elo.mean == pytest.approx(case["fishtest_get_elo"]["elo"], rel=1e-6, abs=1e-9)
    assert elo.mean == pytest.approx(theirs["elo"], rel=1e-5, abs=1e-9)
    assert (elo.high - elo.low) / 2 == pytest.approx(theirs["elo_err95"], rel=2e-5)
    assert normalized.mean == pytest.approx(theirs["nelo"], rel=2e-4, abs=1e-9)
    assert normalized.high - normalized.mean == pytest.approx(theirs["nelo_err95"], rel=1e-5)
    assert 100 * match.superiority == pytest.approx(theirs["los_percent"], abs=0.01)
    assert match.superiority == pytest.approx(case["fishtest_get_elo"]["los"], rel=1e-4)


def test_one_standard_deviation_of_a_game_in_normalized_elo() -> None:
    assert sqrt(2) * BOARD == pytest.approx(GAME)
