"""What a card may take, against the slow oracle."""

from hypothesis import given, settings
from hypothesis import strategies as st
from tablic.captures import can_take, captures
from tablic.groups import counts_of, fits
from tablic.rules import Rules, named_rules

from . import oracle
from .cards_for_tests import FULL, cards, mask_of_names, names

TABLIC = named_rules("tablic")
SINGLE = named_rules("tablic-single")

LOW = [name for name in oracle.ALL if name[0] in "A2345"]
WITH_ACES = [name for name in oracle.ALL if name[0] in "A239TQK"]


@st.composite
def positions(draw: st.DrawFn, most: int = 10) -> tuple[str, list[str]]:
    """A card and a table that it is not on; low cards and aces make for many captures."""
    pool = draw(st.sampled_from([oracle.ALL, LOW, WITH_ACES]))
    size = draw(st.integers(0, most))
    table = draw(st.lists(st.sampled_from(pool), unique=True, min_size=size, max_size=size))
    card = draw(st.sampled_from([name for name in oracle.ALL if name not in table]))
    return card, table


def listed(table: list[str], card: str, rules: Rules) -> list[frozenset[str]]:
    number = oracle.ALL.index(card)
    return [names(taken) for taken in captures(mask_of_names(table), number, rules)]


@given(positions())
def test_the_captures_are_those_of_the_definition_each_listed_once(
    position: tuple[str, list[str]],
) -> None:
    card, table = position
    found = listed(table, card, TABLIC)
    assert len(found) == len(set(found))
    assert set(found) == oracle.captures(table, card, TABLIC.knobs())


@given(positions())
def test_with_one_group_a_play_the_captures_are_the_single_groups(
    position: tuple[str, list[str]],
) -> None:
    card, table = position
    found = listed(table, card, SINGLE)
    assert len(found) == len(set(found))
    assert set(found) == oracle.captures(table, card, SINGLE.knobs())


@given(positions(most=8))
@settings(max_examples=60)
def test_every_subset_of_a_table_is_judged_as_by_the_definition(
    position: tuple[str, list[str]],
) -> None:
    card, table = position
    mask, number = mask_of_names(table), oracle.ALL.index(card)
    for choice in range(1 << len(table)):
        taken = [name for place, name in enumerate(table) if choice >> place & 1]
        selected = mask_of_names(taken)
        for rules in (TABLIC, SINGLE):
            expected = oracle.can_take(table, card, taken, rules.knobs())
            assert can_take(mask, number, selected, rules) == expected


@given(positions(), st.sampled_from(oracle.ALL))
def test_a_card_that_is_not_on_the_table_is_never_taken(
    position: tuple[str, list[str]], other: str
) -> None:
    card, table = position
    mask, number = mask_of_names(table), oracle.ALL.index(card)
    absent = mask_of_names([other]) & ~mask
    for taken in [0, *captures(mask, number, TABLIC)]:
        assert can_take(mask, number, taken | absent, TABLIC) == (bool(taken) and not absent)


def test_no_card_takes_nothing() -> None:
    assert not any(can_take(FULL, card, 0, TABLIC) for card in range(52))


def test_the_suits_never_matter() -> None:
    table = ["4D", "6H", "TS"]
    expected = {frozenset({"TS"}), frozenset({"4D", "6H"}), frozenset(table)}
    assert all(set(listed(table, ten, TABLIC)) == expected for ten in ("TC", "TD", "TH"))


def test_small_selections_come_first() -> None:
    sizes = [len(taken) for taken in listed(["TC", "4D", "6H", "3S", "7C"], "TS", TABLIC)]
    assert sizes[0] <= 2
    assert sizes[-1] == 5


@given(st.integers(0, FULL))
def test_counts_hold_the_number_of_cards_of_each_rank(mask: int) -> None:
    counts = counts_of(mask)
    for rank in range(13):
        in_rank = [name for name in names(mask) if name[0] == "A23456789TJQK"[rank]]
        assert counts >> 4 * rank & 15 == len(in_rank)


@given(st.integers(0, FULL), st.integers(0, FULL))
def test_counts_fit_where_every_rank_does(part: int, whole: int) -> None:
    enough = all(
        (part >> shift & 15).bit_count() <= (whole >> shift & 15).bit_count()
        for shift in range(0, 52, 4)
    )
    assert fits(counts_of(part), counts_of(whole)) == enough


def test_what_takes_and_what_is_taken_by_a_court_card() -> None:
    # A king is taken only by a king; a queen by Q, or K with an ace; a jack by J, by Q with A,
    # by K with a 2 or with two aces.
    table = cards("AC AD 2C 3C KC QC JC")
    takers = {
        court: {
            oracle.ALL[4 * rank + 3][0]
            for rank in range(13)
            for taken in captures(table, 4 * rank + 3, TABLIC)
            if court in names(taken)
        }
        for court in ("KC", "QC", "JC")
    }
    assert takers == {"KC": {"K"}, "QC": {"Q", "K"}, "JC": {"J", "Q", "K"}}
    assert not can_take(table, oracle.ALL.index("KD"), cards("QC 2C"), TABLIC)
    assert can_take(table, oracle.ALL.index("KD"), cards("JC AC AD"), TABLIC)
    assert can_take(table, oracle.ALL.index("QD"), cards("JC AC"), TABLIC)
