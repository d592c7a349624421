"""The number of captures and the n-th of them, against listing them all."""

from math import comb, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tablic.captures import can_take, capture_at, captures, count_captures
from tablic.cards import JACK, CardSet, parse_card
from tablic.counting import CaptureTable
from tablic.groups import Counts, counts_of, fits, selections
from tablic.rules import Rules, named_rules, parse_rules

from .cards_for_tests import FULL, cards, mask_of_names
from .test_captures import positions

TABLIC = named_rules("tablic")
SWEEP = named_rules("tablanette")
DISTANT = [0, 1, 2, 10**6, 10**9 + 7]

max_groups = st.integers(0, 4)


def as_mask(position: tuple[str, list[str]]) -> tuple[CardSet, int]:
    card, table = position
    return mask_of_names(table), parse_card(card)


def without_rank(rank: int) -> CardSet:
    """The table on which one card of a rank can be played, all others lying there."""
    return FULL ^ 1 << 4 * rank


def ways(part: Counts, counts: Counts) -> int:
    return prod(comb(counts >> shift & 15, part >> shift & 15) for shift in range(0, 52, 4))


def maximal_of(parts: list[Counts]) -> list[Counts]:
    return [p for p in parts if not any(p != other and fits(p, other) for other in parts)]


@given(positions(most=14), max_groups)
@settings(deadline=None)
def test_the_selections_are_those_listed(position: tuple[str, list[str]], most: int) -> None:
    table, card = as_mask(position)
    counts, rank = counts_of(table), card >> 2
    listed = list(selections(counts, rank, most))
    found = CaptureTable(counts, rank, most)
    assert sorted(found.selections()) == sorted(listed)
    assert found.total == sum(ways(part, counts) for part in listed)


@given(positions(most=14), max_groups)
@settings(deadline=None)
def test_the_maximal_selections_are_those_that_no_other_contains(
    position: tuple[str, list[str]], most: int
) -> None:
    table, card = as_mask(position)
    counts, rank = counts_of(table), card >> 2
    listed = maximal_of(list(selections(counts, rank, most)))
    found = CaptureTable(counts, rank, most, maximal=True)
    assert sorted(found.selections()) == sorted(listed)
    assert found.total == sum(ways(part, counts) for part in listed)


@pytest.mark.parametrize("rank", range(13))
@pytest.mark.parametrize("most", range(5))
def test_every_rank_on_a_table_of_all_ranks(rank: int, most: int) -> None:
    counts = counts_of(cards("AC AD 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC QD KC KD"))
    listed = list(selections(counts, rank, most))
    assert sorted(CaptureTable(counts, rank, most).selections()) == sorted(listed)
    largest = CaptureTable(counts, rank, most, maximal=True).selections()
    assert sorted(largest) == sorted(maximal_of(listed))


@given(positions(most=12), st.sampled_from(["", " max_groups=1", " max_groups=2"]))
@settings(deadline=None)
def test_the_indexes_are_the_captures_each_once(
    position: tuple[str, list[str]], knobs: str
) -> None:
    table, card = as_mask(position)
    rules = parse_rules("tablic" + knobs)
    listed = list(captures(table, card, rules))
    assert count_captures(table, card, rules) == len(listed)
    found = CaptureTable(counts_of(table), card >> 2, rules.max_groups)
    assert sorted(found.capture_at(table, n) for n in range(found.total)) == sorted(listed)


@given(positions(most=12), max_groups)
@settings(deadline=None)
def test_the_indexes_are_the_maximal_captures_each_once(
    position: tuple[str, list[str]], most: int
) -> None:
    table, card = as_mask(position)
    rules = parse_rules(f"tablic max_groups={most} capture_extent=maximal")
    listed = list(captures(table, card, rules))
    largest = [s for s in listed if not any(s != other and s & ~other == 0 for other in listed)]
    count = count_captures(table, card, rules)
    assert count == len(largest)
    assert {capture_at(table, card, rules, n) for n in range(count)} == set(largest)


@pytest.mark.parametrize("rank", range(9))
def test_the_fullest_tables_of_the_lower_ranks_against_listing_their_selections(rank: int) -> None:
    counts = counts_of(without_rank(rank))
    if rank == 0:
        counts -= 3 << 4 * 6 | 3 << 4 * 7 | 3 << 4 * 8  # an ace takes more than can be listed
    listed = selections(counts, rank, 0)
    assert CaptureTable(counts, rank).total == sum(ways(part, counts) for part in listed)


# Those of the court cards are from another program, which marks one rank selection at a time.
@pytest.mark.parametrize(
    ("card", "count", "largest"),
    [
        ("5C", 68_383, 1),
        ("TC", 15_109_038_399, 1),
        ("JC", 472_310_592_511, 1),
        ("QC", 5_178_959_917_759, 3_405),
        ("KC", 62_738_153_139_199, 1_006),
    ],
)
def test_all_other_cards_on_the_table(card: str, count: int, largest: int) -> None:
    number = parse_card(card)
    table = FULL ^ 1 << number
    assert count_captures(table, number, TABLIC) == count
    maximal = parse_rules("tablic capture_extent=maximal")
    assert count_captures(table, number, maximal) == largest


@pytest.mark.parametrize("rank", range(13))
def test_captures_drawn_from_the_fullest_tables_are_legal_and_distinct(rank: int) -> None:
    table = without_rank(rank)
    counts = counts_of(table)
    found = CaptureTable(counts, rank)
    places = sorted({place % found.total for place in [*DISTANT, found.total - 1]})
    drawn = [found.capture_at(table, place) for place in places]
    assert len(set(drawn)) == len(places)
    assert all(is_legal(table, rank, taken) for taken in drawn)


def is_legal(table: CardSet, rank: int, taken: CardSet) -> bool:
    return can_take(table, 4 * rank, taken, TABLIC)


@pytest.mark.parametrize("index", [-1, 2, 10**20])
def test_an_index_that_is_not_below_the_count_is_refused(index: int) -> None:
    table = cards("5C 5D TC")
    assert count_captures(table, parse_card("5H"), parse_rules("tablic max_groups=1")) == 2
    with pytest.raises(IndexError):
        capture_at(table, parse_card("5H"), parse_rules("tablic max_groups=1"), index)


def test_no_capture_is_none_and_maximal_neither() -> None:
    for table in (0, cards("9C TC")):
        for text in ("tablic", "tablic capture_extent=maximal", "tablic max_groups=1"):
            rules = parse_rules(text)
            assert count_captures(table, parse_card("5C"), rules) == 0
            with pytest.raises(IndexError):
                capture_at(table, parse_card("5C"), rules, 0)


def only_sweep(rules: Rules, table: CardSet) -> bool:
    jack = 4 * JACK + 3
    return count_captures(table, jack, rules) == 1 and capture_at(table, jack, rules, 0) == table


def test_a_jack_that_sweeps_takes_the_whole_table_or_nothing() -> None:
    jack = parse_card("JS")
    for text in ("tablanette", "tablanette max_groups=1 capture_extent=maximal"):
        assert only_sweep(parse_rules(text), cards("2C 9C JC"))
    assert count_captures(0, jack, SWEEP) == 0
    for table, index in ((0, 0), (cards("2C"), 1), (cards("2C"), -1)):
        with pytest.raises(IndexError):
            capture_at(table, jack, SWEEP, index)


def test_where_jacks_sweep_they_are_in_no_sum() -> None:
    table, king = cards("2C JC TC 4C"), parse_card("KC")
    assert count_captures(table, king, TABLIC) == 3
    assert count_captures(table, king, SWEEP) == 1
    assert capture_at(table, king, SWEEP, 0) == cards("TC 4C")
