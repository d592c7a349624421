"""Rule sets: named, overridden, refused with the reason, and their texts round trip."""

from dataclasses import FrozenInstanceError
from importlib import resources

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tablic.cards import cards_in, full_deck
from tablic.errors import RulesError
from tablic.hand import Hand
from tablic.plays import Play
from tablic.rules import (
    ALLOWED,
    DEFAULT_RULES,
    Knob,
    Rules,
    named_rules,
    parse_rules,
    rules_from_knobs,
)

SHIPPED = resources.files("tablic") / "rulesets"
NAMES = sorted(item.name.removesuffix(".toml") for item in SHIPPED.iterdir())
ALL_KNOBS = ", ".join(ALLOWED)


def value_of(knob: str) -> st.SearchStrategy[Knob]:
    allowed = ALLOWED[knob]
    if isinstance(allowed, range):
        return st.integers(allowed[0], allowed[-1])
    return st.sampled_from(allowed)


@st.composite
def rule_sets(draw: st.DrawFn) -> Rules:
    """A named rule set with a few knobs turned, where that can be dealt."""
    name = draw(st.sampled_from(NAMES))
    turned = draw(st.lists(st.sampled_from(sorted(ALLOWED)), max_size=6, unique=True))
    knobs = named_rules(name).knobs() | {knob: draw(value_of(knob)) for knob in turned}
    try:
        return rules_from_knobs(name, knobs)
    except RulesError:
        assume(False)
        raise


@given(rule_sets())
def test_a_rule_set_and_its_text_are_inverses(rules: Rules) -> None:
    assert parse_rules(rules.text) == rules


@given(rule_sets())
def test_a_rule_set_and_its_knobs_are_inverses(rules: Rules) -> None:
    assert rules_from_knobs(rules.name, rules.knobs()) == rules
    assert set(rules.knobs()) == set(ALLOWED)


@given(rule_sets())
def test_the_text_names_just_the_knobs_that_differ(rules: Rules) -> None:
    _, *overrides = rules.text.split()
    base = named_rules(rules.name).knobs()
    differing = [knob for knob, value in rules.knobs().items() if value != base[knob]]
    assert [override.partition("=")[0] for override in overrides] == differing


@given(rule_sets())
def test_every_card_of_a_rule_set_is_dealt(rules: Rules) -> None:
    assert sum(_deals(rules)) * rules.players == rules.deck - rules.talon


def test_the_default_is_tablic() -> None:
    assert DEFAULT_RULES == "tablic"
    assert named_rules() == named_rules("tablic") == parse_rules("tablic")
    assert named_rules().text == "tablic"


def test_overrides_change_what_they_name_and_nothing_else() -> None:
    rules = parse_rules("tablic-last  target=51 tabla_last_card=true most_tie=split")
    changed = {"target": 51, "tabla_last_card": True, "most_tie": "split"}
    assert rules.knobs() == named_rules("tablic-last").knobs() | changed
    assert rules.text == "tablic-last tabla_last_card=true most_tie=split target=51"


def test_an_override_that_changes_nothing_is_left_out_of_the_text() -> None:
    assert parse_rules("tablic target=101 claim=false").text == "tablic"


def test_a_rule_set_cannot_be_changed_and_can_be_a_key() -> None:
    rules = named_rules()
    with pytest.raises(FrozenInstanceError):
        rules.target = 51  # type: ignore[misc]  # the point of the test
    assert len({rules, named_rules("tablic-last"), parse_rules("tablic target=101")}) == 2


def test_for_two_players_each_seat_is_a_side() -> None:
    rules = named_rules()
    assert (rules.sides, rules.side_of(0), rules.side_of(1)) == (2, 0, 1)


WHOLE = "it is a whole number from"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", f"there is no rule set ''; there are {', '.join(NAMES)}"),
        ("whist", f"there is no rule set 'whist'; there are {', '.join(NAMES)}"),
        ("target=51", f"there is no rule set 'target=51'; there are {', '.join(NAMES)}"),
        ("tablic target", "'target' in 'tablic target' is not of the form knob=value"),
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
        ("tablic players=5", "tablic: players = 5 is not allowed: it is 2"),
        ("tablic deck=51", "tablic: deck = 51 is not allowed: it is 52 or 40"),
        ("tablic teams=0", "tablic: teams = 0 is not allowed: it is false"),
        ("tablic max_groups=true", "tablic: max_groups = true is not allowed: it is 0 or 1"),
        (
            "tablic tabla_last_card=1",
            "tablic: tabla_last_card = 1 is not allowed: it is false or true",
        ),
        (
            "tablic-last most_tie=half",
            "tablic-last: most_tie = half is not allowed: it is none or all or split",
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
        "uneven_last_deal = refuse"
    )


@pytest.mark.parametrize(
    ("overrides", "deals"),
    [
        ("", [6, 6, 6, 6]),
        ("hand=24", [24]),
        ("hand=7", [7, 7, 7, 3]),
        ("talon=48", [2]),
        ("talon=0 hand=24", [24, 2]),
        ("deck=40", [6, 6, 6]),
        ("deck=40 talon=38 hand=1", [1]),
    ],
)
def test_deals_of_full_hands_and_the_smaller_last_one(overrides: str, deals: list[int]) -> None:
    assert _deals(parse_rules(f"tablic {overrides}")) == deals


def _deals(rules: Rules) -> list[int]:
    """The sizes of the deals of one hand that is played out."""
    hand = Hand(rules, full_deck(rules.deck), 0)
    sizes = []
    left = rules.deck - rules.talon
    while not hand.over:
        if hand.cards_left < left:
            sizes.append((left - hand.cards_left) // rules.players)
            left = hand.cards_left
        hand.push(Play(next(cards_in(hand.held[hand.turn]))))
    return sizes


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
    with pytest.raises(RulesError, match="without points"):
        parse_rules(f"tablic {overrides}")


def test_one_card_that_scores_is_enough() -> None:
    for knob in ("points_ace", "points_ten", "points_ten_diamonds", "points_two_clubs"):
        parse_rules("tablic deck=40 " + NO_POINTS.replace(f"{knob}=0", f"{knob}=1"))
    parse_rules(f"tablic {NO_POINTS} points_each_club=1")
    parse_rules("tablic " + NO_POINTS.replace("points_court=0", "points_court=1"))
