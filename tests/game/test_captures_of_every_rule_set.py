"""Captures, legal plays and refusals of every rule set, named or not, against the slow oracle."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tablic.captures import can_capture, can_take, capture_at, captures, count_captures
from tablic.errors import IllegalPlayError
from tablic.hand import Hand
from tablic.plays import Play
from tablic.rules import Rules, named_rules, parse_rules

from . import oracle
from .capture_cases import (
    NAMES,
    capture_rules,
    every_rules,
    hand_of,
    near_misses,
    some_selection,
    tables_and_hands,
    view_of,
)
from .cards_for_tests import mask_of_names, names, shuffled

Position = tuple[list[str], list[str]]
seeds = st.integers(0, 10**6)


def text_of(some: frozenset[str] | set[str]) -> str:
    """Cards as a message lists them, lowest first."""
    return " ".join(sorted(some, key=oracle.ALL.index))


def assert_captures(table: list[str], card: str, rules: Rules) -> None:
    mask, number = mask_of_names(table), oracle.ALL.index(card)
    expected = oracle.captures(table, card, rules.knobs())
    found = [names(taken) for taken in captures(mask, number, rules)]
    assert len(found) == len(set(found))
    assert set(found) == expected
    assert can_capture(mask, number, rules) == bool(expected)
    assert count_captures(mask, number, rules) == len(expected)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=25)
@given(tables_and_hands())
def test_the_captures_of_a_named_set_are_the_oracles(name: str, position: Position) -> None:
    table, hand = position
    for card in hand[:3]:
        assert_captures(table, card, named_rules(name))


@settings(max_examples=250)
@given(tables_and_hands(), capture_rules())
def test_the_captures_of_any_knobs_are_the_oracles(position: Position, rules: Rules) -> None:
    table, hand = position
    for card in hand[:2]:
        assert_captures(table, card, rules)


def assert_judged(table: list[str], card: str, rules: Rules, random: Random) -> None:
    mask, number, knobs = mask_of_names(table), oracle.ALL.index(card), rules.knobs()
    legal = oracle.captures(table, card, knobs)
    for taken in near_misses(table, legal, random):
        assert can_take(mask, number, mask_of_names(taken), rules) == (taken in legal), taken
        # The oracle has two ways: judging one set, and listing all.
        assert oracle.can_take(table, card, taken, knobs) == (taken in legal)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=20)
@given(tables_and_hands(), seeds)
def test_sets_that_just_miss_are_judged_as_by_the_oracle(
    name: str, position: Position, seed: int
) -> None:
    table, hand = position
    for card in hand[:2]:
        assert_judged(table, card, named_rules(name), Random(seed))


@settings(max_examples=150)
@given(tables_and_hands(most=10), capture_rules(), seeds)
def test_sets_that_just_miss_are_judged_as_by_the_oracle_with_any_knobs(
    position: Position, rules: Rules, seed: int
) -> None:
    table, hand = position
    for card in hand[:2]:
        assert_judged(table, card, rules, Random(seed))


@settings(max_examples=60)
@given(tables_and_hands(most=8), every_rules())
def test_every_subset_of_a_table_is_judged_as_by_the_oracle(
    position: Position, rules: Rules
) -> None:
    table, hand = position
    mask, number = mask_of_names(table), oracle.ALL.index(hand[0])
    legal = oracle.captures(table, hand[0], rules.knobs())
    for choice in range(1 << len(table)):
        taken = frozenset(name for place, name in enumerate(table) if choice >> place & 1)
        assert can_take(mask, number, mask_of_names(taken), rules) == (taken in legal)


def assert_legal_plays(position: Position, rules: Rules) -> None:
    table, held = position
    expected = oracle.legal_plays(table, held, rules.knobs())
    mask, own = mask_of_names(table), mask_of_names(held)
    plays = view_of(rules, mask, own).legal_plays()
    assert len(plays) == len(set(plays))
    assert {(oracle.ALL[play.card], names(play.taken)) for play in plays} == expected
    # The cards laid come first, and every play is one that the hand accepts.
    laid = [play for play in plays if not play.taken]
    assert plays[: len(laid)] == laid
    hand = hand_of(rules, mask, own)
    for play in plays[:40]:
        hand.check(play)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=20)
@given(tables_and_hands(most=9))
def test_the_legal_plays_of_a_named_set_are_the_oracles(name: str, position: Position) -> None:
    assert_legal_plays(position, named_rules(name))


@settings(max_examples=200)
@given(tables_and_hands(most=9), capture_rules())
def test_the_legal_plays_of_any_knobs_are_the_oracles(position: Position, rules: Rules) -> None:
    assert_legal_plays(position, rules)


def why_illegal(
    table: list[str], held: list[str], card: str, taken: frozenset[str], rules: Rules
) -> str:
    """The sentence of a refusal, by the oracle; empty for a legal play."""
    knobs = rules.knobs()
    if card not in held:
        return f"{card} is not in the hand"
    if taken - set(table):
        return f"{text_of(taken - set(table))} is not on the table"
    if (card, taken) in oracle.legal_plays(table, held, knobs):
        return ""
    if taken:
        larger = ", or a larger capture contains it" * (knobs["capture_extent"] == "maximal")
        return f"{card} cannot take {text_of(taken)}{larger}"
    able = {other for other in held if oracle.captures(table, other, knobs)}
    if knobs["must_capture"] == "card":
        return f"{card} can capture, so it must"
    return f"{text_of(able)} can capture, so the play must capture"


def answer(hand: Hand, card: str, taken: frozenset[str]) -> str:
    """What the hand says to a play, up to the list of what lies there; empty if it is legal."""
    try:
        hand.check(Play(oracle.ALL.index(card), mask_of_names(taken)))
    except IllegalPlayError as error:
        text, _, place = str(error).partition(" (table: ")
        assert place.endswith(")")
        return text.partition(" is illegal: ")[2]
    return ""


def assert_answers(position: Position, rules: Rules, seed: int) -> None:
    table, held = position
    random = Random(seed)
    hand = hand_of(rules, mask_of_names(table), mask_of_names(held))
    stranger = next(name for name in shuffled_names(random) if name not in [*table, *held])
    for card in [*held[:2], stranger, *table[:1]]:
        sets = near_misses(table, oracle.captures(table, card, rules.knobs()), random)[:25]
        foreign = [taken | {random.choice([stranger, held[0]])} for taken in sets[:3]]
        for taken in [frozenset[str](), *sets, *foreign]:
            expected = why_illegal(table, held, card, taken, rules)
            assert answer(hand, card, taken) == expected


def shuffled_names(random: Random) -> list[str]:
    return [oracle.ALL[card] for card in shuffled(random)]


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=10)
@given(tables_and_hands(most=8), seeds)
def test_a_hand_of_a_named_set_refuses_with_the_reason(
    name: str, position: Position, seed: int
) -> None:
    assert_answers(position, named_rules(name), seed)


@settings(max_examples=80)
@given(tables_and_hands(most=8), capture_rules(), seeds)
def test_a_hand_of_any_knobs_refuses_with_the_reason(
    position: Position, rules: Rules, seed: int
) -> None:
    assert_answers(position, rules, seed)


@settings(max_examples=150)
@given(tables_and_hands(most=10), every_rules())
def test_the_indexes_are_the_captures_of_the_oracle_each_once(
    position: Position, rules: Rules
) -> None:
    table, hand = position
    mask, number = mask_of_names(table), oracle.ALL.index(hand[0])
    expected = oracle.captures(table, hand[0], rules.knobs())
    if len(expected) <= 150:
        found = [names(capture_at(mask, number, rules, n)) for n in range(len(expected))]
        assert len(set(found)) == len(found)
        assert set(found) == expected
    for index in (-1, len(expected)):
        with pytest.raises(IndexError):
            capture_at(mask, number, rules, index)


@settings(max_examples=25)
@given(seeds, capture_rules())
def test_sampled_indexes_of_bigger_tables_are_different_captures(seed: int, rules: Rules) -> None:
    random = Random(seed)
    deck = shuffled(random)
    table, card = sum(1 << n for n in deck[: random.randint(12, 24)]), deck[-1]
    count = count_captures(table, card, rules)
    places = random.sample(range(count), min(count, 12))
    drawn = [capture_at(table, card, rules, place) for place in places]
    assert len(set(drawn)) == len(drawn)
    assert all(can_take(table, card, taken, rules) for taken in drawn)


@settings(max_examples=40)
@given(seeds, every_rules())
def test_what_low_cards_take_from_tables_of_any_size_is_the_oracles(
    seed: int, rules: Rules
) -> None:
    random = Random(seed)
    deck = [oracle.ALL[card] for card in shuffled(random)]
    card = next(name for name in deck if name[0] in "234")
    others = [name for name in deck if name != card]
    assert_captures(others[: random.randint(12, 51)], card, rules)


@settings(max_examples=60)
@given(seeds, st.integers(0, 12), st.integers(0, 4))
def test_a_union_of_groups_and_one_more_card_is_judged_by_the_oracle_on_any_table(
    seed: int, rank: int, most: int
) -> None:
    random = Random(seed)
    rules = parse_rules(f"tablic max_groups={most}")
    deck = [card for card in shuffled(random) if card != 4 * rank]
    table = sum(1 << card for card in deck[: random.randint(12, 30)])
    taken = some_selection(table, rank, random.randint(1, 4), random)
    lying, card = names(table), oracle.ALL[4 * rank]
    for changed in [taken, *(taken ^ 1 << other for other in deck[:6] if table >> other & 1)]:
        expected = oracle.can_take(lying, card, names(changed), rules.knobs())
        assert can_take(table, 4 * rank, changed, rules) == expected


@pytest.mark.parametrize("jack", ["value", "sweep"])
@pytest.mark.parametrize("must", ["never", "card", "hand"])
@pytest.mark.parametrize("extent", ["any", "maximal"])
@pytest.mark.parametrize("most", range(5))
def test_the_fuller_tables_of_every_combination_of_knobs(
    jack: str, must: str, extent: str, most: int
) -> None:
    rules = parse_rules(
        f"tablic jack={jack} must_capture={must} capture_extent={extent} max_groups={most}"
    )
    random = Random(rules.text)
    for ranks in ("A23JQKT", "A2345678", oracle.RANKS, "A3568TQ"):
        pool = [name for name in oracle.ALL if name[0] in ranks]
        table = random.sample(pool, random.randint(7, 11))
        rank = random.choice("AJQKQK")
        if taker := [name for name in oracle.ALL if name[0] == rank and name not in table]:
            assert_captures(table, taker[0], rules)
            assert_judged(table, taker[0], rules, random)


@pytest.mark.parametrize(
    ("rules", "table", "card", "taken", "legal"),
    [
        # A+3, 8+6 and 3+6+5: no group of the rest alone, and the ace that counts 11 is in the rest.
        ("tablic", "3C 3D 8C AC 6C 6D 5C", "KS", "3C 3D 8C", False),
        ("tablic max_groups=3", "3C 3D 8C AC 6C 6D 5C", "KS", "3C 3D 8C", False),
        ("tablic max_groups=2", "3C 3D 8C AC 6C 6D 5C", "KS", "3C 3D 8C", True),
        # The ace counts 11, or 1 in a larger set of as many groups, or of fewer.
        ("tablic max_groups=1", "AC 3C TC", "KS", "AC 3C", False),
        ("tablic max_groups=2", "AC AD 2C 2D 7C", "QS", "AC AD 2C 2D", False),
        ("tablic max_groups=1", "AC 3C 9C", "KS", "AC 3C", True),
        # One more group is allowed, or not.
        ("tablic max_groups=2", "KC 9C 5C", "KS", "KC", False),
        ("tablic max_groups=1", "KC 9C 5C", "KS", "KC", True),
        # A jack without a value enlarges nothing.
        ("tablanette", "QC JC AC", "QS", "QC", True),
        ("tablic", "QC JC AC", "QS", "QC", False),
        ("tablanette", "KC JC 2C", "KS", "KC", True),
        ("tablanette", "QC JC AC", "JS", "QC JC AC", True),
        ("tablanette", "QC JC AC", "JS", "JC", False),
    ],
)
def test_a_maximal_capture_worked_by_hand(
    rules: str, table: str, card: str, taken: str, legal: bool
) -> None:
    maximal = parse_rules(f"{rules} capture_extent=maximal")
    lying, chosen = table.split(), taken.split()
    number = oracle.ALL.index(card)
    assert can_take(mask_of_names(lying), number, mask_of_names(chosen), maximal) == legal
    assert oracle.can_take(lying, card, chosen, maximal.knobs()) == legal
