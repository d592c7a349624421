"""Judging a set, a first list of plays and a random play stay cheap under every rule set.

Work is counted in calls and lines. Where a play must be maximal and there are many, the list and
the draw work all captures out at once: that is bounded, but not by the number asked for.
"""

from functools import partial
from random import Random

import pytest
from tablic.captures import can_take
from tablic.cards import CardSet
from tablic.errors import IllegalPlayError
from tablic.groups import counts_of, has_group, is_selection
from tablic.hand import Hand
from tablic.plays import Play
from tablic.rules import Rules, named_rules, parse_rules
from tablic.sampling import forget, random_play

from . import oracle
from .capture_cases import NAMES, hand_of, some_selection, table_of, view_of, without
from .cards_for_tests import FULL, mask_of_names, names, shuffled
from .work import calls_in, lines_in

MOST_CALLS = 150_000
SIZES = [20, 30, 40, 51]
LIMITS = [0, 1, 2, 3, 8, 12]

# Found by climbing: the rank, max_groups, and the counts of a set and of the rest of the table.
HARDEST_TO_ENLARGE = [
    (12, 0, 0x3010333444444, 0x0302001000000),
    (11, 0, 0x0301224444444, 0x4040000000000),
    (10, 0, 0x0011024434443, 0x3000200000001),
    (12, 8, 0x0000212244444, 0x1043232200000),
    (12, 10, 0x1000222344444, 0x1114222100000),
    (12, 11, 0x2002111244444, 0x0310233200000),
    (12, 12, 0x3001012444444, 0x0100132000000),
    (12, 13, 0x3000033444344, 0x0214411000100),
    (12, 14, 0x3001123444444, 0x0411311000000),
    (12, 16, 0x3001343344444, 0x0343101100000),
    (11, 13, 0x0200113434444, 0x4021000010000),
    (11, 14, 0x0300123424344, 0x4030001020000),
    (11, 16, 0x0200213444443, 0x4031000000000),
    (10, 13, 0x0021002444444, 0x1103100000000),
    (10, 16, 0x0030133344444, 0x1204110000000),
]
# The same for sets that can, or cannot, be cut into so many groups.
HARDEST_TO_CUT = [
    (12, 0, 0x3010424344444),
    (12, 0, 0x2000244444244),
    (12, 8, 0x0000024444444),
    (12, 13, 0x2010013433434),
    (12, 14, 0x3001224443444),
    (12, 14, 0x1100123333444),
    (12, 16, 0x0011123343444),
    (11, 0, 0x0302213433444),
    (11, 8, 0x0000114443434),
    (10, 0, 0x0030021434444),
    (10, 14, 0x0030012434443),
    (0, 5, 0x0001011323430),
]


def rules_of(most: int, extent: str = "any") -> Rules:
    return parse_rules(f"tablic max_groups={most} capture_extent={extent}")


def work_of_checking(table: CardSet, card: int, taken: CardSet, rules: Rules) -> int:
    """The calls of judging a set alone; the hand judges the same."""
    judge = partial(can_take, table, card, taken, rules)
    hand = hand_of(rules, table, 1 << card)
    assert refuses(hand, Play(card, taken)) == (not judge())
    return max(calls_in(judge), calls_in(partial(refuses, hand, Play(card, taken))))


@pytest.mark.parametrize(("rank", "most", "part", "rest"), HARDEST_TO_ENLARGE)
def test_the_sets_hardest_to_enlarge_are_cheap_to_judge(
    rank: int, most: int, part: int, rest: int
) -> None:
    table, taken = table_of(part, rest)
    assert work_of_checking(table, 4 * rank + 3, taken, rules_of(most, "maximal")) < MOST_CALLS
    assert is_selection(part, rank, most)


@pytest.mark.parametrize(("rank", "most", "part"), HARDEST_TO_CUT)
def test_the_sets_hardest_to_cut_are_cheap_to_judge(rank: int, most: int, part: int) -> None:
    table, taken = table_of(part, 0)
    assert work_of_checking(table, 4 * rank + 3, taken, rules_of(most)) < MOST_CALLS


def some_set(table: CardSet, rank: int, most: int, random: Random) -> CardSet:
    """A union of groups, often with a few cards more or less; or any cards."""
    if random.random() < 0.2:
        return table & random.getrandbits(52) or table
    taken = some_selection(table, rank, most, random)
    changed = sum(1 << card for card in random.sample(range(52), random.choice([0, 0, 1, 2])))
    return (taken ^ changed) & table or table


def some_case(random: Random) -> tuple[CardSet, int, CardSet]:
    """A table of 20 to 51 cards, mostly low ones; a card, mostly a court card; a set."""
    card = 4 * random.choice([0, 9, 10, 11, 11, 12, 12, random.randrange(13)]) + 3
    missing = sum(1 << other for other in random.sample(range(52), random.randint(0, 31)))
    kept = (1 << 4 * random.randint(0, 9)) - 1
    table = (FULL & ~missing | kept) & ~(1 << card)
    return table, card, some_set(table, card >> 2, random.choice([0, 0, 8]), random)


@pytest.mark.parametrize("name", NAMES)
def test_sets_of_big_tables_are_cheap_to_judge_under_every_named_set(name: str) -> None:
    random = Random(name)
    for _ in range(25):
        assert work_of_checking(*some_case(random), named_rules(name)) < MOST_CALLS


@pytest.mark.parametrize("most", LIMITS)
@pytest.mark.parametrize("extent", ["any", "maximal"])
def test_sets_of_big_tables_are_cheap_to_judge_with_any_knobs(most: int, extent: str) -> None:
    random = Random(most)
    for _ in range(40):
        assert work_of_checking(*some_case(random), rules_of(most, extent)) < MOST_CALLS


@pytest.mark.parametrize("name", NAMES)
def test_laying_a_card_at_a_big_table_is_cheap_to_judge(name: str) -> None:
    rules = named_rules(name)
    for card in range(3, 52, 4):
        held = 1 << card
        hand = hand_of(rules, FULL & ~held, held)
        check = partial(refuses, hand, Play(card))
        assert check() == (rules.must_capture != "never")
        assert calls_in(check) < 500


def refuses(hand: Hand, play: Play) -> bool:
    try:
        hand.check(play)
    except IllegalPlayError:
        return True
    return False


@pytest.mark.parametrize("rank", range(13))
def test_whether_a_card_can_capture_is_one_look_at_each_group(rank: int) -> None:
    random = Random(rank)
    for _ in range(30):
        counts = counts_of(random.getrandbits(52) & random.getrandbits(52))
        assert lines_in(partial(has_group, counts, rank)) < 250
        low = [name for name in names_of_counts(counts) if name[0] in "A23456"]
        expected = oracle.captures(low[:9], oracle.ALL[4 * rank + 3], named_rules().knobs())
        assert has_group(counts_of(mask_of_names(low[:9])), rank) == bool(expected)


def names_of_counts(counts: int) -> list[str]:
    table, _ = table_of(counts, 0)
    return sorted(names(table), key=oracle.ALL.index)


def big_table(size: int, random: Random) -> tuple[CardSet, CardSet]:
    """A table of so many cards, and a hand of kings and queens."""
    held = [51, 47, 50, 46][: min(4, 52 - size)]
    others = [card for card in shuffled(random) if card not in held]
    return sum(1 << card for card in others[:size]), sum(1 << card for card in held)


@pytest.mark.parametrize("most", LIMITS)
def test_a_limited_list_costs_the_same_however_many_captures_there_are(most: int) -> None:
    rules, random = rules_of(most), Random(most)
    for size in SIZES:
        view = view_of(rules, *big_table(size, random))
        for limit, lines in ((0, 30), (1, 60), (64, 4_000), (256, 8_000)):
            assert lines_in(partial(view.legal_plays, limit)) < lines
            assert len(view.legal_plays(limit)) == limit


@pytest.mark.parametrize("name", [name for name in NAMES if "maximal" not in name])
def test_a_limited_list_is_cheap_under_every_named_set_of_any_extent(name: str) -> None:
    random = Random(name)
    for size in SIZES:
        view = view_of(named_rules(name), *big_table(size, random))
        assert lines_in(partial(view.legal_plays, 256)) < 12_000
        assert calls_in(partial(view.legal_plays, 256)) < 4_000


@pytest.mark.parametrize("most", [0, 1, 8])
def test_a_limited_list_of_maximal_plays_is_bounded(most: int) -> None:
    # Of many captures the maximal ones are found all at once, whatever the limit.
    rules, random = rules_of(most, "maximal"), Random(most)
    for size in SIZES:
        view = view_of(rules, *big_table(size, random))
        assert lines_in(partial(view.legal_plays, 256)) < 2_000_000
        # Cards laid come first, and cost nothing.
        assert lines_in(partial(view.legal_plays, 1)) < 60


@pytest.mark.parametrize(
    "name", ["tablic-maximal max_groups=3", "tablic max_groups=2 capture_extent=maximal"]
)
def test_the_first_maximal_plays_of_big_tables_are_legal(name: str) -> None:
    rules, random = parse_rules(name), Random(name)
    for size in SIZES:
        table, held = big_table(size, random)
        hand = hand_of(rules, table, held)
        plays = view_of(rules, table, held).legal_plays(100)
        assert plays
        assert len(set(plays)) == len(plays)
        for play in plays:
            hand.check(play)


@pytest.mark.parametrize(
    ("extent", "most"), [("any", 0), ("any", 2), ("any", 8), ("maximal", 0), ("maximal", 3)]
)
def test_a_random_play_at_a_big_table_is_bounded(extent: str, most: int) -> None:
    rules, random = rules_of(most, extent), Random(most)
    for size in SIZES:
        table, held = big_table(size, random)
        held &= 1 << 51
        forget()
        assert calls_in(partial(random_play, table, held, rules, random.random)) < 600_000
        forget()


@pytest.mark.parametrize("name", NAMES)
def test_a_random_play_at_a_big_table_is_bounded_under_every_named_set(name: str) -> None:
    rules, random = named_rules(name), Random(name)
    for card in (3, 23, 39):
        table = without(card)
        forget()
        assert calls_in(partial(random_play, table, 1 << card, rules, random.random)) < 600_000
        play = random_play(table, 1 << card, rules, random.random)
        hand_of(rules, table, 1 << card).check(play)
        forget()
