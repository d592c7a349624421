"""What public programs got wrong in judging captures, under every rule set where it matters.

The expected answers are worked by hand; where a table is given in full, by the slow oracle.
"""

from functools import partial
from itertools import islice
from random import Random

import pytest
from tablic.captures import can_take, captures, count_captures
from tablic.cards import parse_card
from tablic.errors import IllegalPlayError
from tablic.groups import counts_of, groups_within
from tablic.hand import Hand
from tablic.plays import Play, parse_play
from tablic.rules import Rules, named_rules, parse_rules

from . import oracle
from .capture_cases import NAMES, hand_of, view_of
from .cards_for_tests import cards, mask_of_names, names, shuffled
from .work import lines_in

UNLIMITED = [name for name in NAMES if name != "tablic-single"]
FREE = [name for name in NAMES if name not in ("tablic-forced", "tablic-maximal")]
MAXIMAL = "tablic capture_extent=maximal must_capture=never"


def takes(text: str, rules: str) -> bool:
    """Whether a play is legal where just the cards it takes lie on the table."""
    card, taken, _ = parse_play(text)
    return can_take(taken, card, taken, parse_rules(rules))


def position(table: str, held: str, rules: str) -> Hand:
    """A hand in which seat 0 is to act, a talon that is offered being declined."""
    return hand_of(parse_rules(rules), cards(table), cards(held))


def refusal(hand: Hand, text: str) -> str:
    """What the hand answers to a play; empty where it accepts it."""
    try:
        hand.check(parse_play(text))
    except IllegalPlayError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("rules", [*NAMES, MAXIMAL, "tablic max_groups=2"])
@pytest.mark.parametrize(
    "text",
    [
        "6S*3H+4D+5C",  # 12
        "AC*KS",  # everything is a multiple of 1
        "5S*7C+8C",  # 15
        "TS*6C+7C+7D",  # 20
        "4S*2C+3C+3D",  # 8
        "AS*6C+8C+8D",  # 22
        "KS*TC+9C+9D",  # 28
        "QS*KC+QC+QD+QH+8C+4C",  # 65
    ],
)
def test_fault_legality_as_sum_modulo_value(text: str, rules: str) -> None:
    assert not takes(text, rules)
    assert refusal(position(text[3:].replace("+", " "), text[:2], rules), text)


@pytest.mark.parametrize("rules", [*NAMES, MAXIMAL, "tablic max_groups=2"])
@pytest.mark.parametrize(
    "text",
    [
        "7D*2S+3D",  # 2+3+2
        "KD*3D+8C",  # 3+8+3
        "TS*4D+6H+6S",  # one four for two sixes
        "7S*3H+4C+4D",
        "AS*5C+6C+6D",  # one five for two sixes
        "QS*AC+TC+2C+2D",  # 1+10+2 and 11+2
        "9S*AC+8C+8D",
        "QS*AC+2C+2D",  # 11+2 twice
    ],
)
def test_fault_a_card_used_in_two_groups(text: str, rules: str) -> None:
    assert not takes(text, rules)


def test_fault_a_card_in_two_groups_does_not_make_a_capture_larger() -> None:
    # 4+6 can be taken with the four or with the other four, never 4+6 and 4+6 with one six.
    hand = position("4C 4D 6H", "TS", MAXIMAL)
    assert not refusal(hand, "TS*4C+6H")
    assert not refusal(hand, "TS*4D+6H")
    assert "cannot take" in refusal(hand, "TS*4C+4D+6H")


@pytest.mark.parametrize("rules", UNLIMITED)
@pytest.mark.parametrize(
    "text",
    [
        "QS*AC+AD+2D+Q{}",  # 11+2, 13 and an ace left
        "KS*AC+AD+3D+K{}",  # 11+3, 14 and an ace left
        "KS*AC+3D+AD+KC+K{}",
    ],
)
def test_fault_all_aces_of_a_selection_forced_alike_leaves_none_over(text: str, rules: str) -> None:
    assert not takes(text.format("D"), rules)


@pytest.mark.parametrize("rules", UNLIMITED)
def test_fault_all_aces_of_a_selection_forced_alike(rules: str) -> None:
    assert takes("QS*AC+AD+AH", rules)  # 11+1+1
    assert takes("KS*AC+AD+AH+AS", rules)  # 11+1+1+1
    assert takes("KS*AC+AD+3D+TH+3H", rules)  # 11+3, 1+3+10
    assert takes("QS*AC+AD+2D+3H+9C", rules)  # 11+2, 1+3+9
    assert takes("AS*AC+AD+TC", rules)  # 11, 1+10
    assert takes("AS*AC+AD+AH+TC+TD", rules)  # 11, 1+10, 1+10


@pytest.mark.parametrize("rules", ["tablic-single", "tablic max_groups=1"])
def test_fault_all_aces_forced_alike_in_the_one_group(rules: str) -> None:
    assert takes("JS*AC+AD", rules)  # 1+11
    assert takes("KS*AC+AD+2C", rules)  # 1+11+2
    assert not takes("KS*AC+AD+3C", rules)
    assert not takes("AS*AC+AD", rules)  # each is a group


@pytest.mark.parametrize(
    ("table", "taken", "larger"),
    [
        ("AC 3D TD", "AC 3D", "AC 3D TD"),  # 11+3 becomes 1+3+10
        ("AC AD 2C QD", "AC AD 2C", ""),  # 1+11+2; no queen without an ace
        ("AC AD 3C QD", "AC 3C", "AC AD 3C QD"),  # 11+3, 1+13
        ("AC AD AH AS", "AC AD AH AS", ""),  # 11+1+1+1
    ],
)
def test_fault_all_aces_forced_alike_where_a_capture_must_be_maximal(
    table: str, taken: str, larger: str
) -> None:
    king = parse_card("KS")
    assert can_take(cards(table), king, cards(taken), named_rules("tablic-maximal")) == (not larger)
    assert not larger or can_take(cards(table), king, cards(larger), parse_rules(MAXIMAL))


@pytest.mark.parametrize("rules", UNLIMITED)
def test_fault_at_most_two_groups(rules: str) -> None:
    assert takes("TS*TC+4D+6H+3S+7C", rules)
    assert takes("TS*TC+4D+6H+3S+7C+2D+8D+AC+9C+5C+5D", rules)
    assert takes("AS*AC+AD+AH+5C+6C+4D+7D", rules)
    assert takes("5S*AC+4C+AD+4D+AH+4H+2C+3C+2D+3D+5C", rules)


@pytest.mark.parametrize("most", range(1, 7))
def test_fault_at_most_two_groups_where_the_rules_set_the_limit(most: int) -> None:
    taken = "TS*" + "+".join(["TC", "4D+6H", "3S+7C", "2D+8D", "AC+9C", "5C+5D"][:most])
    assert takes(taken, f"tablic max_groups={most}")
    assert takes(taken, f"tablic-maximal max_groups={most}")
    assert most == 1 or not takes(taken, f"tablic max_groups={most - 1}")
    assert most == 1 or not takes(taken, f"tablic-maximal max_groups={most - 1}")


@pytest.mark.parametrize("name", NAMES)
def test_fault_the_same_card_named_twice(name: str) -> None:
    # A set names each card once: equal cards are not there twice because one of them is.
    for table, text in [("5C", "TS*5C+5D"), ("TC", "TS*TC+TD"), ("7C 4C 6C", "KS*7C+7D")]:
        assert "is not on the table" in refusal(position(table, text[:2], name), text)
    for text in ("TS*5C", "KS*7C", "8S*4C"):  # the mask of a card that was named twice
        assert not takes(text, name)


@pytest.mark.parametrize("name", FREE)
def test_fault_enumerating_2_to_the_number_of_groups(name: str) -> None:
    # A bot that never captures: a list of plays and the judgement of one, all through the hand.
    rules = named_rules(name)
    hand = Hand(rules, shuffled(Random(name), rules.deck), dealer=0)
    if hand.offered:
        hand.keep_talon(kept=False)
    while not hand.over:
        view = view_of(rules, hand.table, hand.held[hand.turn])
        assert lines_in(partial(view.legal_plays, 50)) < 6_000
        lowest = hand.held[hand.turn] & -hand.held[hand.turn]
        hand.play(Play(lowest.bit_length() - 1))
    assert hand.table == (1 << rules.deck) - 1


@pytest.mark.parametrize("name", [*NAMES, "tablic max_groups=3", MAXIMAL])
@pytest.mark.parametrize(
    ("table", "card"),
    [
        ("2C 2D 2H 2S 3C 3D 3H 3S 5C 5D 5H 5S", "TS"),
        ("AC AD AH AS 2C 2D 2H 4C 4D 6C 8C", "KS"),
        ("AC AD 2C 2D 3C 3D 3H 4C 4D 5C 5D 7C", "QS"),
    ],
)
def test_fault_a_shift_that_overflows_at_31_groups(table: str, card: str, name: str) -> None:
    rules, number = parse_rules(name), parse_card(card)
    assert count_captures(cards(table), number, named_rules("tablic-single")) > 32
    found = [names(taken) for taken in captures(cards(table), number, rules)]
    expected = oracle.captures(table.split(), card, rules.knobs())
    assert len(found) == len(expected) == count_captures(cards(table), number, rules)
    assert set(found) == expected


def test_fault_a_shift_that_overflows_at_31_groups_of_different_ranks() -> None:
    king = parse_card("KS")
    table = cards("AC AD 2C 2D 2H 3C 3D 4C 4D 5C 6C 7C 8C 9C TC QC")
    assert len(groups_within(counts_of(table), king >> 2)) > 32
    found = set(captures(table, king, named_rules()))
    assert len(found) == count_captures(table, king, named_rules())


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [16, 17, 24, 25, 31, 32, 33, 51])
def test_fault_tables_larger_than_16_24_or_31_cards(size: int, name: str) -> None:
    # A low card takes little even from a full table, so that the oracle can list it.
    rules = named_rules(name)
    deck = [oracle.ALL[card] for card in shuffled(Random(size))]
    for card in [name for name in deck if name[0] in "23"][:3]:
        table = [other for other in deck if other != card][:size]
        found = [names(t) for t in captures(mask_of_names(table), parse_card(card), rules)]
        expected = oracle.captures(table, card, rules.knobs())
        assert len(found) == len(expected)
        assert set(found) == expected


@pytest.mark.parametrize("name", FREE)
def test_fault_tables_larger_than_31_cards_are_judged_as_small_ones(name: str) -> None:
    rules, deck = named_rules(name), shuffled(Random(7))
    for size in (24, 32, 33, 40, 51):
        card = next(c for c in deck[size:] if oracle.ALL[c][0] != "J" or rules.jack == "value")
        table = sum(1 << other for other in deck[:size])
        for taken in islice(captures(table, card, rules), 0, 400, 7):
            assert oracle.can_take(names(table), oracle.ALL[card], names(taken), rules.knobs())


@pytest.mark.parametrize("name", FREE)
def test_fault_refusing_to_let_a_player_decline(name: str) -> None:
    hand = position("TC 4D 6H", "TS TD", name)
    for text in ("TS", "TD", "TS*TC", "TS*4D+6H", "TD*TC"):
        assert not refusal(hand, text)
    both = "TS*4D+6H+TC"
    assert bool(refusal(hand, both)) == (name == "tablic-single")
    hand.play(parse_play("TS"))
    assert hand.table == cards("TC 4D 6H TS")


@pytest.mark.parametrize("name", [n for n in NAMES if n.startswith("tablanette")])
def test_fault_refusing_to_let_a_jack_decline_to_sweep(name: str) -> None:
    hand = position("TC 4D JH", "JS", name)
    assert not refusal(hand, "JS")
    assert not refusal(hand, "JS*4D+TC+JH")
    assert "JS cannot take JH" in refusal(hand, "JS*JH")
    assert "cannot take" in refusal(position("JC AD 2H", "QS KS", name), "QS*AD+JC")


@pytest.mark.parametrize("must", ["card", "hand"])
def test_only_a_set_that_forces_captures_does_not_let_a_player_decline(must: str) -> None:
    rules = f"tablic must_capture={must}"
    hand = position("TC 4D 6H", "TS 9S", rules)
    assert "TS can capture, so" in refusal(hand, "TS")
    assert bool(refusal(hand, "9S")) == (must == "hand")
    for text in ("TS*TC", "TS*4D+6H"):  # a part is enough
        assert not refusal(hand, text)
    assert not refusal(position("TC 4D 6H", "9S 8S", rules), "9S")  # nothing can


def test_a_maximal_set_lets_a_player_decline_but_not_take_a_part() -> None:
    hand = position("TC 4D 6H", "TS", MAXIMAL)
    assert not refusal(hand, "TS")
    assert not refusal(hand, "TS*4D+6H+TC")
    assert "or a larger capture contains it" in refusal(hand, "TS*TC")
    assert "TS can capture" in refusal(position("TC 4D 6H", "TS", "tablic-maximal"), "TS")


@pytest.mark.parametrize("name", NAMES)
def test_fault_trusting_the_card_lists_of_the_client(name: str) -> None:
    rules = named_rules(name)
    hand = hand_of(rules, cards("TC 4D 6H 3S"), cards("TS 2C 2D 9S"))
    hand.held[1] = cards("TD 5C")
    before = hand.table, tuple(hand.held), tuple(hand.piles), hand.turn, len(hand.plays)
    for text, why in [
        ("TD*TC", "TD is not in the hand"),  # the next seat has it
        ("7S", "7S is not in the hand"),  # it is in the pack
        ("TC*4D+6H", "TC is not in the hand"),  # it lies on the table
        ("TS*TC+TH", "TH is not on the table"),
        ("9S*2C+3S+4D", "2C is not on the table"),  # it is in the own hand
        ("TS*5C+5D", "5C 5D is not on the table"),
        ("TS*TS", "TS is not on the table"),  # a card does not take itself
        ("TS*3S+4D", "TS cannot take 3S 4D"),
    ]:
        with pytest.raises(IllegalPlayError, match=why):
            hand.play(parse_play(text))
        after = hand.table, tuple(hand.held), tuple(hand.piles), hand.turn, len(hand.plays)
        assert after == before


@pytest.mark.parametrize("name", FREE)
def test_fault_trusting_the_client_that_plays_a_card_again(name: str) -> None:
    rules: Rules = named_rules(name)
    hand = hand_of(rules, cards("TC 4D"), cards("TS 9S"))
    hand.play(parse_play("TS*TC"))
    while hand.turn:
        hand.play(Play(hand.held[hand.turn].bit_length() - 1))
    assert "TS is not in the hand" in refusal(hand, "TS")
    assert "TC is not on the table" in refusal(hand, "9S*TC")


@pytest.mark.parametrize("card", [-1, 52, 64, 1 << 40])
def test_fault_trusting_the_client_with_cards_that_do_not_exist(card: int) -> None:
    hand = position("TC", "TS", "tablic")
    for play in (Play(card), Play(card, cards("TC")), Play(39, 1 << 52), Play(39, -1)):
        with pytest.raises(IllegalPlayError, match="cards are the numbers 0 to 51"):
            hand.check(play)
