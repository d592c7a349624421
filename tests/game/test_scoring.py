"""What a hand is worth, and who has won."""

import pytest
from tablic.rules import named_rules, parse_rules
from tablic.scoring import (
    GameResult,
    HandScore,
    card_points,
    forfeit_result,
    places,
    score_hand,
    winner,
)

from .cards_for_tests import FULL, cards

TABLIC = named_rules()


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("AC AD AH AS", 4),
        ("TD", 2),
        ("TC TH TS", 3),
        ("JC JD JH JS QC QD QH QS KC KD KH KS", 12),
        ("2C", 1),
        ("2D 2H 2S", 0),
        ("3C 4D 5H 6S 7C 8D 9H", 0),
        ("", 0),
    ],
)
def test_the_points_of_the_cards(text: str, points: int) -> None:
    assert card_points(cards(text), TABLIC) == points


def test_a_pack_has_22_points_and_without_courts_10() -> None:
    assert card_points(FULL, TABLIC) == 22
    assert card_points((1 << 40) - 1, TABLIC) == 10


@pytest.mark.parametrize(
    ("knob", "text", "points"),
    [
        ("points_ace=5", "AC", 5),
        ("points_court=5", "JC QD KH", 15),
        ("points_ten=5", "TC TD", 5 + 2),
        ("points_ten_diamonds=5", "TC TD", 1 + 5),
        ("points_two_clubs=5", "2C 2D", 5),
        ("points_each_club=5", "AC TC 2C 3C KC 3D TD", 4 * 1 + 5 * 5 + 2),
    ],
)
def test_the_points_knobs(knob: str, text: str, points: int) -> None:
    assert card_points(cards(text), parse_rules(f"tablic {knob}")) == points


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("tablic", (0, 0)),
        ("tablic most_tie=all", (3, 3)),
        ("tablic most_tie=split", (1, 1)),
        ("tablic most_tie=split most_cards=4", (2, 2)),
    ],
)
def test_where_the_card_count_ties(rules: str, expected: tuple[int, int]) -> None:
    score = score_hand([cards("AC KC"), cards("3C 4C")], [0, 0], parse_rules(rules))
    assert score.most_cards == expected


def test_the_parts_of_a_score() -> None:
    assert score_hand([cards("AC TD 3C"), cards("KC 2C")], [1, 2], TABLIC) == HandScore(
        cards=(3, 2), card_points=(3, 2), most_cards=(3, 0), tablas=(1, 2), total=(7, 4)
    )


@pytest.mark.parametrize(
    ("totals", "side"),
    [
        ((100, 99), None),
        ((101, 99), 0),
        ((99, 101), 1),
        ((101, 105), 1),
        ((105, 101), 0),
        ((103, 103), None),
        ((101, 101), None),
        ((0, 0), None),
    ],
)
def test_the_winner_after_a_hand(totals: tuple[int, int], side: int | None) -> None:
    assert winner(totals, TABLIC) == side


def test_the_target_is_the_rule_sets() -> None:
    assert winner((51, 40), parse_rules("tablic target=51")) == 0
    assert winner((50, 40), parse_rules("tablic target=51")) is None


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ((10, 5), (1, 2)),
        ((5, 10), (2, 1)),
        ((7, 7), (1, 1)),
        ((3, 9, 3), (2, 1, 2)),
        ((9, 9, 3), (1, 1, 3)),
    ],
)
def test_places_follow_the_totals_and_equal_totals_share_one(
    totals: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert places(totals) == expected


@pytest.mark.parametrize(
    ("rules", "seats", "expected"),
    [
        ("tablic", [0], ((0, 101), (2, 1))),
        ("tablic target=51", [1], ((51, 0), (1, 2))),
        ("tablic", [0, 1], ((0, 0), (1, 1))),
        ("tablic-3p", [1], ((101, 0, 101), (1, 3, 1))),
        ("tablic-3p", [0, 2], ((0, 101, 0), (2, 1, 2))),
        ("tablic-pairs", [3], ((101, 0), (1, 2))),
        ("tablic-pairs", [0, 2], ((0, 101), (2, 1))),
    ],
)
def test_a_game_that_faults_decide(
    rules: str, seats: list[int], expected: tuple[tuple[int, ...], tuple[int, ...]]
) -> None:
    assert forfeit_result(seats, parse_rules(rules)) == GameResult(*expected)
