"""How a capture is cut into groups, against the slow oracle."""

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tablic.captures import captures, cut_into_groups
from tablic.rules import named_rules, parse_rules

from . import oracle
from .cards_for_tests import FULL, cards, mask_of_names, names
from .test_captures import positions

SETS = ("tablic", "tablic-single", "tablanette", "tablic-maximal", "tablic max_groups=2")


def adds_up(group: frozenset[str], value: int) -> bool:
    return any(sum(chosen) == value for chosen in product(*map(oracle.values, group)))


@given(positions(most=8), st.sampled_from(SETS))
@settings(max_examples=60)
def test_every_capture_and_nothing_else_is_cut(position: tuple[str, list[str]], text: str) -> None:
    rules = parse_rules(text)
    card, table = position
    number = oracle.ALL.index(card)
    for choice in range(1 << len(table)):
        taken = [name for place, name in enumerate(table) if choice >> place & 1]
        groups = cut_into_groups(mask_of_names(taken), number, rules)
        assert (groups is not None) == oracle.can_take(taken, card, taken, rules.knobs())
        if groups is not None:
            assert_cut([names(group) for group in groups], taken, card, text)


def assert_cut(groups: list[frozenset[str]], taken: list[str], card: str, text: str) -> None:
    rules = parse_rules(text)
    assert sorted(name for group in groups for name in group) == sorted(taken)
    if oracle.sweeps(card, rules.knobs()):
        assert len(groups) == 1
        return
    assert any(all(adds_up(group, value) for group in groups) for value in oracle.values(card))
    assert not rules.max_groups or len(groups) <= rules.max_groups


@pytest.mark.parametrize(
    ("taken", "card", "groups"),
    [
        ("3S 4D 6H 7C TC", "TS", ["3S 7C", "4D 6H", "TC"]),
        ("AC AD TC", "AS", ["AC TC", "AD"]),
        ("2C JC AC QC KC", "KS", ["AC QC", "2C JC", "KC"]),
        ("AC AD JC", "KS", ["AC AD JC"]),
        ("4C 4D 8C", "8S", ["4C 4D", "8C"]),
    ],
)
def test_groups_are_those_a_person_sees(taken: str, card: str, groups: list[str]) -> None:
    found = cut_into_groups(cards(taken), oracle.ALL.index(card), named_rules())
    assert found == list(map(cards, groups))


def test_the_largest_captures_are_cut_at_once() -> None:
    random = Random(7)
    rules = named_rules()
    for card in range(52):
        taken = 0
        for capture in captures(FULL ^ 1 << card, card, rules):
            if not capture & taken:
                taken |= capture
            if random.random() < 0.01:
                break
        groups = cut_into_groups(taken, card, rules)
        assert groups is not None
        assert sum(groups) == taken


def test_nothing_is_no_capture() -> None:
    assert cut_into_groups(0, 0, named_rules()) is None
