"""Judging one selection and listing a few captures stay cheap, whatever lies on the table.

Nothing forces a capture, so 51 cards can lie there, and a king then has 6.27e13 captures.
"""

from functools import partial
from itertools import islice
from random import Random

import pytest
from tablic.captures import can_take, captures
from tablic.rules import named_rules
from tablic.sampling import random_play

from . import oracle
from .cards_for_tests import FULL, cards, mask_of_names, names
from .work import calls_in, lines_in

TABLIC = named_rules("tablic")
MOST_CALLS = 100_000


def work_of_judging(card: int, taken: int) -> int:
    return calls_in(partial(can_take, taken, card, taken, TABLIC))


@pytest.mark.parametrize("rank", range(13))
def test_no_selection_costs_much_to_judge(rank: int) -> None:
    random = Random(rank)
    card = 4 * rank
    for _ in range(4):
        hardest = -1
        selection = sum(1 << n for n in random.sample(range(52), random.randint(20, 51)))
        for _ in range(60):
            flipped = sum(1 << n for n in random.sample(range(52), random.randint(1, 4)))
            other = (selection ^ flipped) & ~(1 << card)
            work = work_of_judging(card, other)
            assert work < MOST_CALLS
            if work >= hardest:
                selection, hardest = other, work


@pytest.mark.parametrize(
    ("card", "taken"),
    [
        (48, 3941224931131391),
        (44, 246327111843839),
        (40, 15396082024447),
        (0, 1040121854),
    ],
)
def test_the_hardest_selections_known_are_cheap_to_judge(card: int, taken: int) -> None:
    # Found by climbing: nearly all low cards, some of the card's own rank, and no way to cut them.
    assert work_of_judging(card, taken) < MOST_CALLS
    assert not can_take(taken, card, taken, TABLIC)


@pytest.mark.parametrize("rank", range(13))
def test_the_other_51_cards_are_cheap_to_judge(rank: int) -> None:
    card = 4 * rank
    for missing in range(52):
        taken = FULL & ~(1 << card) & ~(1 << missing)
        assert work_of_judging(card, taken) < MOST_CALLS


@pytest.mark.parametrize("rank", range(13))
def test_the_first_captures_of_51_cards_come_at_once(rank: int) -> None:
    card = 4 * rank
    table = FULL & ~(1 << card)

    def first(number: int) -> list[int]:
        return list(islice(captures(table, card, TABLIC), number))

    assert lines_in(partial(first, 300)) < 5_000
    found = first(300)
    assert len(set(found)) == len(found)
    assert all(can_take(table, card, taken, TABLIC) for taken in found)
    small = [taken for taken in found if taken.bit_count() <= 8]
    assert small
    lying, knobs = names(table), TABLIC.knobs()
    assert all(oracle.can_take(lying, oracle.ALL[card], names(taken), knobs) for taken in small)


@pytest.mark.parametrize("value", range(1, 15))
def test_any_union_of_groups_is_taken_however_large(value: int) -> None:
    card = next(name for name in oracle.ALL if value in oracle.values(name))
    random = Random(value)
    for _ in range(20):
        others = [name for name in oracle.ALL if name != card]
        random.shuffle(others)
        union: list[str] = []
        while (group := _some_group(others, value)) is not None:
            union += group
            others = [name for name in others if name not in group]
        taken = mask_of_names(union)
        assert can_take(FULL & ~mask_of_names([card]), oracle.ALL.index(card), taken, TABLIC)


def _some_group(others: list[str], value: int) -> list[str] | None:
    """A few cards that add up to a value, found greedily from the front."""
    for start in range(len(others)):
        group: list[str] = []
        left = value
        for name in others[start:]:
            worth = max((v for v in oracle.values(name) if v <= left), default=0)
            if worth:
                group.append(name)
                left -= worth
            if not left:
                return group
    return None


def test_a_selection_of_more_than_31_cards_in_more_than_16_groups_is_taken() -> None:
    tens = "TC TD TH AC 9C AD 9D AH 9H AS 9S 2C 8C 2D 8D 2H 8H 2S 8S 3C 7C 3D 7D 3H 7H 3S 7S"
    taken = cards(tens + " 4C 6C 4D 6D 4H 6H 4S 6S 5C 5D 5H 5S")
    assert taken.bit_count() == 39
    assert can_take(taken, oracle.ALL.index("TS"), taken, TABLIC)
    assert not can_take(taken, oracle.ALL.index("TS"), taken & ~cards("5S"), TABLIC)


def test_a_bot_that_never_captures_is_answered_at_once() -> None:
    # The tables of a hand in which every card is laid: 4 cards, 5 cards, ... 51 cards.
    deck = list(range(52))
    Random(1).shuffle(deck)
    random = Random(2).random
    for size in range(4, 52):
        table = sum(1 << card for card in deck[:size])
        hand = sum(1 << card for card in deck[size : size + 6])
        assert calls_in(partial(random_play, table, hand, TABLIC, random)) < 200_000
