"""Rule sets that cannot be, each refused with what is allowed."""

import pytest
from tablic.errors import RulesError
from tablic.rules import (
    ALLOWED,
    named_rules,
    parse_rules,
    rules_from_knobs,
)

from .rule_sets import NAMES

ALL_KNOBS = ", ".join(ALLOWED)


WHOLE = "it is a whole number from"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", f"there is no rule set ''; there are {', '.join(NAMES)}"),
        ("whist", f"there is no rule set 'whist'; there are {', '.join(NAMES)}"),
        ("target=51", f"there is no rule set 'target=51'; there are {', '.join(NAMES)}"),
        ("tablic target", "'target' in 'target' is not of the form knob=value"),
        ("tablic points=5", f"tablic: there is no knob 'points'; there are {ALL_KNOBS}"),
        ("tablic name=x", f"tablic: there is no knob 'name'; there are {ALL_KNOBS}"),
        ("tablic =5", f"tablic: there is no knob ''; there are {ALL_KNOBS}"),
        ("tablic target=0", f"tablic: target = 0 is not allowed: {WHOLE} 1 to 999999"),
        ("tablic target=-5", f"tablic: target = -5 is not allowed: {WHOLE} 1 to 999999"),
        ("tablic target=1e3", f"tablic: target = 1e3 is not allowed: {WHOLE} 1 to 999999"),
        ("tablic target=", f"tablic: target =  is not allowed: {WHOLE} 1 to 999999"),
        ("tablic target=true", f"tablic: target = true is not allowed: {WHOLE} 1 to 999999"),
        ("tablic hands=false", f"tablic: hands = false is not allowed: {WHOLE} 0 to 999"),
        ("tablic most_cards=1000", f"tablic: most_cards = 1000 is not allowed: {WHOLE} 0 to 999"),
        ("tablic leftovers=none", "tablic: leftovers = none is not allowed: it is dealer or last"),
        ("tablic players=5", "tablic: players = 5 is not allowed: it is 2, 3 or 4"),
        ("tablic deck=51", "tablic: deck = 51 is not allowed: it is 52 or 40"),
        ("tablic teams=0", "tablic: teams = 0 is not allowed: it is false or true"),
        ("tablic max_groups=true", f"tablic: max_groups = true is not allowed: {WHOLE} 0 to 52"),
        (
            "tablic tabla_last_card=1",
            "tablic: tabla_last_card = 1 is not allowed: it is false or true",
        ),
        (
            "tablic-last most_tie=half",
            "tablic-last: most_tie = half is not allowed: it is none, all or split",
        ),
    ],
)
def test_what_is_not_allowed_is_refused_with_what_is(text: str, message: str) -> None:
    with pytest.raises(RulesError) as caught:
        parse_rules(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("knob", "value"),
    [
        ("target", True),
        ("target", 51.0),
        ("target", "51"),
        ("target", None),
        ("hand", [6]),
        ("deck", 52.0),
        ("teams", 0),
        ("leftovers", True),
        ("tabla_last_card", "false"),
    ],
)
def test_a_value_of_the_wrong_type_is_refused(knob: str, value: object) -> None:
    with pytest.raises(RulesError, match=rf"^tablic: {knob} = .* is not allowed: it is "):
        rules_from_knobs("tablic", named_rules().knobs() | {knob: value})


def test_a_number_of_any_length_is_refused_as_a_value() -> None:
    with pytest.raises(RulesError, match="target"):
        parse_rules("tablic target=" + "9" * 5_000)


def test_a_missing_knob_is_named() -> None:
    knobs = named_rules().knobs()
    del knobs["leftovers"]
    with pytest.raises(RulesError) as caught:
        rules_from_knobs("mine", knobs)
    assert str(caught.value) == "mine: the knob 'leftovers' is missing"


@pytest.mark.parametrize(
    "overrides",
    [
        "talon=3",  # 49 cards
        "deck=40 talon=40",  # none left to deal
        "deck=40 talon=42",
        "deck=40 talon=48",
        "hand=7 uneven_last_deal=refuse",
        "hand=24 talon=6 uneven_last_deal=refuse",
        "talon=48 uneven_last_deal=refuse",
    ],
)
def test_cards_that_cannot_be_dealt_out_are_refused(overrides: str) -> None:
    with pytest.raises(RulesError, match=r"^tablic: .* cannot be dealt"):
        parse_rules(f"tablic {overrides}")


def test_the_refusal_of_an_uneven_deal_says_what_does_not_fit() -> None:
    with pytest.raises(RulesError) as caught:
        parse_rules("tablic hand=7 uneven_last_deal=refuse")
    assert str(caught.value) == (
        "tablic: 48 cards (deck = 52 less talon = 4) cannot be dealt to 2 players by hand = 7, "
        "uneven_last_deal = refuse: they must be a multiple of 14, and not 0"
    )


NO_POINTS = "points_ace=0 points_court=0 points_ten=0 points_ten_diamonds=0 points_two_clubs=0"


@pytest.mark.parametrize(
    "overrides",
    [
        NO_POINTS,
        NO_POINTS + " most_cards=0",
        # Courts alone score, and there are none in the pack: 20 cards each is 0 for both.
        "deck=40 " + NO_POINTS.replace("points_court=0", "points_court=1"),
    ],
)
def test_a_set_in_which_nobody_may_score_is_refused(overrides: str) -> None:
    with pytest.raises(RulesError, match="might not end"):
        parse_rules(f"tablic {overrides}")


def test_one_card_that_scores_is_enough() -> None:
    for knob in ("points_ace", "points_ten", "points_ten_diamonds", "points_two_clubs"):
        parse_rules("tablic deck=40 " + NO_POINTS.replace(f"{knob}=0", f"{knob}=1"))
    parse_rules(f"tablic {NO_POINTS} points_each_club=1")
    parse_rules("tablic " + NO_POINTS.replace("points_court=0", "points_court=1"))


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ("teams=true", "teams = true is not allowed with players = 2: partnerships need 4"),
        (
            "players=3 teams=true",
            "teams = true is not allowed with players = 3: partnerships need 4",
        ),
        (
            "talon=0 talon_offer=true",
            "talon_offer = true is not allowed with talon = 0: talon must be from 1 to 6, the "
            "cards of a hand",
        ),
        (
            "talon=8 talon_offer=true",
            "talon_offer = true is not allowed with talon = 8: talon must be from 1 to 6, the "
            "cards of a hand",
        ),
        (
            "talon=20 hand=26 talon_offer=true",
            "talon_offer = true is not allowed with talon = 20: talon must be from 1 to 16, the "
            "cards of a hand",
        ),
        (
            "talon_offer=true initial_jack=bury",
            "talon_offer = true is not allowed with initial_jack = bury: nobody has said whether "
            "jacks among the cards that take the place of a kept talon go back too, so "
            "initial_jack must be keep",
        ),
        (
            "talon=44 initial_jack=bury",
            "initial_jack = bury is not allowed with talon = 44: the table cards must leave 9 "
            "cards or more of deck = 52 to bury a jack in",
        ),
        (
            "claim=true hands=3",
            "claim = true is not allowed with hands = 3: only a game to the target (hands = 0) has "
            "something to claim",
        ),
        (
            "points_ace=-6 most_tie=all",
            "a hand can give all sides together -3 points (cards -6, most cards 3 on a tie), so a "
            "game might not end: the knobs points_... and most_cards must make it 1 or more",
        ),
    ],
)
def test_knobs_that_do_not_go_together_are_refused(overrides: str, message: str) -> None:
    with pytest.raises(RulesError) as caught:
        parse_rules(f"tablic {overrides}")
    assert str(caught.value) == f"tablic: {message}"


@pytest.mark.parametrize(
    "overrides",
    [
        "players=4 teams=true",
        "players=4",
        "talon=6 talon_offer=true",
        "talon=42 initial_jack=bury",
        "talon=48 initial_jack=bottom",
        "claim=true",
        "jack=sweep tabla=value",
        "jack=sweep tabla=points",
        "points_ace=-4",
        f"{NO_POINTS} most_tie=all",
        f"{NO_POINTS} most_tie=split",
        # Of three players only two can tie, and 2 points are shared by two.
        f"players=3 {NO_POINTS} most_cards=2 most_tie=split",
    ],
)
def test_knobs_that_just_go_together_are_allowed(overrides: str) -> None:
    assert parse_rules(f"tablic {overrides}").text.startswith("tablic ")


def test_a_split_that_leaves_nothing_for_the_tied_is_refused() -> None:
    for overrides in ("most_cards=1", "players=4 most_cards=3"):
        with pytest.raises(RulesError, match="might not end"):
            parse_rules(f"tablic {NO_POINTS} {overrides} most_tie=split")
