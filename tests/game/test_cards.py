"""Cards and sets of cards: texts and ints are inverses, and errors quote what was written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tablic.cards import (
    ACE,
    CARD_NAMES,
    JACK,
    TEN,
    TEN_OF_DIAMONDS,
    TWO_OF_CLUBS,
    card_name,
    cards_in,
    cards_text,
    full_deck,
    mask_of,
    parse_card,
    parse_cards,
    rank_of,
)
from tablic.errors import NotationError

CARD = st.integers(0, 51)
CARD_SET = st.integers(0, (1 << 52) - 1)


def test_the_names_are_every_rank_in_every_suit() -> None:
    assert " ".join(CARD_NAMES[:9]) == "AC AD AH AS 2C 2D 2H 2S 3C"
    assert list(CARD_NAMES) == [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]


def test_the_named_cards_and_ranks() -> None:
    assert card_name(TEN_OF_DIAMONDS) == "TD"
    assert card_name(TWO_OF_CLUBS) == "2C"
    assert [card_name(4 * rank)[0] for rank in (ACE, TEN, JACK)] == ["A", "T", "J"]


@given(CARD)
def test_a_card_and_its_name_are_inverses(card: int) -> None:
    assert parse_card(card_name(card)) == card
    assert rank_of(card) == "A23456789TJQK".index(card_name(card)[0])


@given(CARD_SET)
def test_a_set_and_its_text_are_inverses(mask: int) -> None:
    assert mask_of(parse_cards(cards_text(mask))) == mask


@given(st.lists(CARD))
def test_a_sequence_keeps_its_order_in_a_text(sequence: list[int]) -> None:
    assert parse_cards(cards_text(sequence)) == sequence


@given(CARD_SET)
def test_the_cards_of_a_set_come_lowest_first(mask: int) -> None:
    found = list(cards_in(mask))
    assert found == sorted(set(found))
    assert mask_of(found) == mask


def test_cards_may_be_separated_by_any_white_space() -> None:
    assert parse_cards("  AC\t2C\nKS ") == [0, 4, 51]
    assert parse_cards("") == []


def test_the_packs() -> None:
    assert full_deck() == list(range(52))
    assert {card_name(card)[0] for card in full_deck(40)} == set("A23456789T")
    assert len(full_deck(40)) == 40


@pytest.mark.parametrize(
    "text", ["", "T", "1C", "10C", "tc", "TX", "CT", "TDX", " TD", "TD ", "♦T"]
)
def test_anything_but_a_canonical_name_is_refused_and_quoted(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_card(text)
    assert str(caught.value) == (
        f"{text!r} is not a card: write a rank of A23456789TJQK and a suit of CDHS, such as TD"
    )


def test_a_bad_name_among_good_ones_is_quoted_alone() -> None:
    with pytest.raises(NotationError, match=r"^'XX' is not a card"):
        parse_cards("AC XX KS")


def test_a_card_named_twice_is_refused_and_named() -> None:
    with pytest.raises(NotationError) as caught:
        mask_of(parse_cards("AC TD 2C TD"))
    assert str(caught.value) == "TD is named twice"
