"""Plays and their texts are inverses, and errors quote what was written."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tablic.errors import InvalidPlayError
from tablic.plays import (
    MadePlay,
    Play,
    made_play_text,
    parse_made_play,
    parse_play,
    play_text,
)

from .cards_for_tests import cards

PLAYS = st.builds(Play, st.integers(0, 51), st.integers(0, (1 << 52) - 1), st.booleans())
NOT_A_CARD = "is not a card: write a rank of A23456789TJQK and a suit of CDHS, such as TD"


@given(PLAYS)
def test_a_play_and_its_text_are_inverses(play: Play) -> None:
    assert parse_play(play_text(play)) == play
    assert str(play) == play_text(play)


@given(st.builds(MadePlay, st.integers(0, 3), PLAYS, st.booleans()))
def test_a_made_play_and_its_text_are_inverses(made: MadePlay) -> None:
    assert parse_made_play(made_play_text(made), made.seat) == made


@given(PLAYS, st.randoms(use_true_random=False))
def test_the_order_of_the_cards_taken_does_not_matter(play: Play, random: object) -> None:
    card, star, taken = play_text(play._replace(claim=False)).partition("*")
    listed = taken.split("+")
    random.shuffle(listed)  # type: ignore[attr-defined]  # a random.Random
    assert parse_play(card + star + "+".join(listed)) == play._replace(claim=False)


def test_the_canonical_texts() -> None:
    ten, seven = cards("TS").bit_length() - 1, cards("7S").bit_length() - 1
    assert play_text(Play(seven)) == "7S"
    assert play_text(Play(ten, cards("TC 4D 6H"))) == "TS*4D+6H+TC"
    assert play_text(Play(ten, cards("TC"), claim=True)) == "TS*TC!"
    assert play_text(Play(seven, claim=True)) == "7S!"
    assert made_play_text(MadePlay(1, Play(ten, cards("TC")), tabla=True)) == "TS*TC#"
    assert made_play_text(MadePlay(0, Play(ten, cards("TC"), claim=True), tabla=True)) == "TS*TC!#"
    assert made_play_text(MadePlay(0, Play(seven))) == "7S"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", f"'' {NOT_A_CARD}"),
        ("7", f"'7' {NOT_A_CARD}"),
        ("7s", f"'7s' {NOT_A_CARD}"),
        (" 7S", f"' 7S' {NOT_A_CARD}"),
        ("*TC", f"'' {NOT_A_CARD}"),
        ("TS*", f"'' {NOT_A_CARD}"),
        ("TS*TC+", f"'' {NOT_A_CARD}"),
        ("TS*TC 4D", f"'TC 4D' {NOT_A_CARD}"),
        ("TS*TC*4D", f"'TC*4D' {NOT_A_CARD}"),
        ("TS+TC", f"'TS+TC' {NOT_A_CARD}"),
        ("TS*TC#", f"'TC#' {NOT_A_CARD}"),
        ("7S!!", f"'7S!' {NOT_A_CARD}"),
        ("!", f"'' {NOT_A_CARD}"),
        ("TS*TC+4D+TC", "TC is named twice"),
        ("TS*5C+5C", "5C is named twice"),
    ],
)
def test_a_text_that_is_no_play_is_refused_and_quoted(text: str, why: str) -> None:
    with pytest.raises(InvalidPlayError) as caught:
        parse_play(text)
    assert str(caught.value) == f"{text!r} is not a play: {why}"


@pytest.mark.parametrize("text", ["", "#", "7S##", "7S#!", "TS*TC+TC#"])
def test_a_text_that_is_no_made_play_is_refused(text: str) -> None:
    with pytest.raises(InvalidPlayError, match="is not a play"):
        parse_made_play(text, 0)


@given(st.text(alphabet="A7TSCD*+!# ", max_size=12))
def test_whatever_is_understood_is_understood_in_one_way(text: str) -> None:
    with suppress(InvalidPlayError):
        assert sorted(play_text(parse_play(text))) == sorted(text)
