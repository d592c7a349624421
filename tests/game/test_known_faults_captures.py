"""What public programs got wrong in judging captures: a test for each fault."""

from functools import partial
from itertools import islice
from random import Random

import pytest
from tablic.captures import can_take, captures
from tablic.cards import mask_of, parse_card
from tablic.errors import IllegalPlayError, InvalidPlayError
from tablic.game import Game
from tablic.hand import Hand
from tablic.plays import Play, parse_play
from tablic.rules import named_rules

from .cards_for_tests import FULL, cards, position, shuffled, stacked
from .work import calls_in, lines_in

RULES = named_rules()


def takes(text: str) -> bool:
    """Whether a play is legal where just the cards it takes lie on the table."""
    card, taken, _ = parse_play(text)
    return can_take(taken, card, taken, RULES)


def test_fault_legality_as_sum_modulo_value() -> None:
    assert not takes("6S*3H+4D+5C")  # 12
    assert not takes("AC*KS")  # everything is a multiple of 1
    assert not takes("5S*7C+8C")
    assert not takes("TS*6C+7C+7D")


def test_fault_a_card_used_in_two_groups() -> None:
    assert not takes("7D*2S+3D")  # 2+3+2
    assert not takes("KD*3D+8C")  # 3+8+3
    assert not takes("TS*4D+6H+6S")  # one four for two sixes
    assert not takes("7S*3H+4C+4D")


def test_fault_the_same_card_named_twice() -> None:
    for text in ("TS*5C+5C", "TS*TC+4D+TC+6H", "KD*7C+7C"):
        with pytest.raises(InvalidPlayError, match="is named twice"):
            parse_play(text)


def test_fault_all_aces_of_a_selection_forced_alike() -> None:
    assert takes("JS*AC+AD")  # 1+11
    assert takes("QS*AC+AD+2D+JC")  # 11+2, 1+12
    assert takes("KS*AC+AD+3D+QC")  # 11+3, 1+13
    assert takes("QS*AC+AD+AH")  # 11+1+1
    assert takes("AS*AC+AD+TC")  # 11, 1+10
    assert not takes("KS*AC+AD+3D+KC")  # 11+3, 14 and an ace left


def test_fault_at_most_two_groups() -> None:
    assert takes("TS*TC+4D+6H+3S+7C")
    assert takes("TS*TC+4D+6H+3S+7C+2D+8D+AC+9C+5C+5D")
    assert takes("AS*AC+AD+AH+5C+6C+4D+7D")


@pytest.mark.parametrize("rank", range(13))
def test_fault_enumerating_2_to_the_number_of_groups(rank: int) -> None:
    # The table of a bot that never captures.
    card = 4 * rank
    table = FULL & ~(1 << card)

    def first() -> list[int]:
        return list(islice(captures(table, card, RULES), 50))

    assert lines_in(first) < 5_000
    for taken in first():
        assert calls_in(partial(can_take, table, card, taken, RULES)) < 10_000


def test_fault_a_shift_that_overflows_at_31_groups() -> None:
    # A king finds groups of 100 kinds there, more than any int of a machine has bits.
    king = parse_card("KS")
    table = FULL & ~(1 << king)
    found = list(islice(captures(table, king, RULES), 5_000))
    assert len(set(found)) == 5_000
    assert all(can_take(table, king, taken, RULES) for taken in found)


@pytest.mark.parametrize("size", [15, 16, 17, 23, 24, 25, 30, 31, 32, 33, 48, 51])
def test_fault_tables_larger_than_16_24_or_31_cards(size: int) -> None:
    deck = shuffled(Random(size))
    table = mask_of(deck[:size])
    for card in deck[size : size + 13]:
        equal = [c for c in deck[:size] if c // 4 == card // 4]
        for other in equal:
            assert can_take(table, card, 1 << other, RULES)
        for taken in islice(captures(table, card, RULES), 100):
            assert taken & ~table == 0
            assert can_take(table, card, taken, RULES)


def test_fault_a_card_that_cannot_lie_on_a_full_table() -> None:
    hand = Hand(RULES, shuffled(Random(1)), dealer=0)
    while not hand.over:
        held = hand.held[hand.turn]
        hand.play(Play(held.bit_length() - 1))
    assert hand.table == FULL


def test_fault_trusting_the_card_lists_of_the_client() -> None:
    game = Game(RULES)
    game.start_hand(stacked("TC 4D 6H 3S", "TS 2C 2D 2H 2S 3C", "TD 5C 5D 5H 5S 7C"))
    for text, why in [
        ("TD*TC", "TD is not in the hand"),  # the other seat has it
        ("KS", "KS is not in the hand"),  # it is in the pack
        ("TS*TC+TH", "TH is not on the table"),
        ("TS*2C+4D+4H", "2C 4H is not on the table"),  # one of them in the own hand
        ("TS*3S+4D", "TS cannot take 3S 4D"),
    ]:
        with pytest.raises(IllegalPlayError, match=why):
            game.play(parse_play(text))
    game.play(parse_play("TS*TC"))
    game.play(parse_play("5C"))
    with pytest.raises(IllegalPlayError, match="TS is not in the hand"):
        game.play(parse_play("TS"))  # it was played


def test_fault_refusing_to_let_a_player_decline() -> None:
    hand = position("TC 4D 6H", "TS TD")
    for text in ("TS", "TS*TC", "TS*4D+6H", "TS*4D+6H+TC"):
        hand.check(parse_play(text))
    hand.play(parse_play("TS"))
    assert hand.table == cards("TC 4D 6H TS")
