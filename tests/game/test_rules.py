"""Rule sets: named, overridden and dealt, and their texts round trip."""

from dataclasses import FrozenInstanceError

import pytest
from hypothesis import assume, given
from tablic.cards import cards_in, full_deck
from tablic.errors import RulesError
from tablic.hand import Hand
from tablic.plays import Play
from tablic.rules import (
    ALLOWED,
    DEFAULT_RULES,
    Rules,
    named_rules,
    parse_rules,
    rule_set_names,
    rules_from_knobs,
    stored_rules,
)

from .rule_sets import NAMES, rule_sets


@given(rule_sets())
def test_a_rule_set_and_its_text_are_inverses(rules: Rules) -> None:
    assert parse_rules(rules.text) == rules


@given(rule_sets())
def test_a_rule_set_and_its_knobs_are_inverses(rules: Rules) -> None:
    assert rules_from_knobs(rules.name, rules.knobs()) == rules
    assert set(rules.knobs()) == set(ALLOWED)


@given(rule_sets())
def test_the_text_names_just_the_knobs_that_differ(rules: Rules) -> None:
    shipped = rules.name in NAMES
    overrides = rules.text.split()[1:] if shipped else rules.text.rstrip(")").split()[2:]
    base = named_rules(rules.name if shipped else DEFAULT_RULES).knobs()
    differing = [knob for knob, value in rules.knobs().items() if value != base[knob]]
    assert [override.partition("=")[0] for override in overrides] == differing


@given(rule_sets())
def test_every_card_of_a_rule_set_is_dealt(rules: Rules) -> None:
    assume(not rules.talon_offer)
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


def test_a_rule_set_has_room_for_cached_properties() -> None:
    assert vars(named_rules())


def test_for_two_players_each_seat_is_a_side() -> None:
    rules = named_rules()
    assert (rules.sides, rules.side_of(0), rules.side_of(1)) == (2, 0, 1)


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


@pytest.mark.parametrize("name", rule_set_names())
def test_a_stored_set_that_is_older_than_a_knob_has_it_as_in_tablic(name: str) -> None:
    rules = named_rules(name)
    fields = {"name": name, **rules.knobs()}
    assert stored_rules(fields) == rules
    usual = named_rules().knobs()
    younger = {key: value for key, value in fields.items() if value != usual.get(key)}
    assert stored_rules(younger) == rules


@pytest.mark.parametrize("fields", [{}, {"name": 3}, {"name": "tablic", "tempo": 2}])
def test_a_stored_set_with_another_name_or_knob_is_refused(fields: dict[str, object]) -> None:
    with pytest.raises(RulesError):
        stored_rules(fields)
