"""Positions and rule sets that make captures hard: low cards, aces, courts, near misses."""

from random import Random

from hypothesis import strategies as st
from tablic.cards import CardSet
from tablic.groups import counts_of, fits, groups_within
from tablic.hand import Hand
from tablic.rules import Rules, named_rules, parse_rules, rule_set_names
from tablic.view import View

from . import oracle
from .cards_for_tests import FULL, shuffled

NAMES = rule_set_names()

_POOLS = [
    oracle.ALL,
    *(
        [name for name in oracle.ALL if name[0] in ranks]
        for ranks in ("A2345", "A239TQK", "A23JQK")
    ),
]


@st.composite
def capture_rules(draw: st.DrawFn) -> Rules:
    """A set of any knobs that decide what may be taken."""
    jack = draw(st.sampled_from(["value", "sweep"]))
    must = draw(st.sampled_from(["never", "card", "hand"]))
    extent = draw(st.sampled_from(["any", "maximal"]))
    most = draw(st.integers(0, 4))
    return parse_rules(
        f"tablic jack={jack} must_capture={must} capture_extent={extent} max_groups={most}"
    )


def every_rules() -> st.SearchStrategy[Rules]:
    """Every named set, and any combination of the knobs."""
    return st.one_of(st.sampled_from([named_rules(name) for name in NAMES]), capture_rules())


@st.composite
def tables_and_hands(draw: st.DrawFn, most: int = 11) -> tuple[list[str], list[str]]:
    """A table, and a hand of one to six other cards; their ranks are often the same."""
    pool = draw(st.sampled_from(_POOLS))
    size = draw(st.integers(0, min(most, len(pool) - 2)))
    table = draw(st.lists(st.sampled_from(pool), unique=True, min_size=size, max_size=size))
    others = st.sampled_from([name for name in oracle.ALL if name not in table])
    return table, draw(st.lists(others, unique=True, min_size=1, max_size=6))


def near_misses(
    table: list[str], legal: set[frozenset[str]], random: Random
) -> list[frozenset[str]]:
    """Some legal sets, the same with a card more and a card less, and some sets of any cards."""
    some = random.sample(sorted(legal, key=sorted), min(6, len(legal)))
    more = [taken | {name} for taken in some for name in table if name not in taken]
    less = [taken - {name} for taken in some for name in taken]
    any_cards = [frozenset(name for name in table if random.random() < 0.5) for _ in range(8)]
    return list(dict.fromkeys([*some, *more, *less, *any_cards]))


def hand_of(rules: Rules, table: CardSet, held: CardSet) -> Hand:
    """A hand in which seat 0 is to act, with these cards on the table and in its hand."""
    hand = Hand(rules, shuffled(Random(1), rules.deck), dealer=rules.players - 1)
    if hand.offered:
        hand.keep_talon(kept=False)
    hand.table, hand.held[0] = table, held
    return hand


def view_of(rules: Rules, table: CardSet, held: CardSet) -> View:
    """What a seat sees that holds these cards at this table; the rest of the view is empty."""
    sides = (0,) * rules.sides
    sizes = (held.bit_count(),) * rules.players
    return View(rules, 0, 1, 0, held, table, sides, sides, sides, sizes, 0, None, ())


def without(card: int) -> CardSet:
    """The table of all other cards."""
    return FULL & ~(1 << card)


def cards_of(counts: int, table: CardSet) -> CardSet:
    """The lowest cards of a table with these counts of ranks."""
    chosen = 0
    for shift in range(0, 52, 4):
        of_rank = [card for card in range(shift, shift + 4) if table >> card & 1]
        chosen |= sum(1 << card for card in of_rank[: counts >> shift & 15])
    return chosen


def table_of(part: int, rest: int) -> tuple[CardSet, CardSet]:
    """A table with the counts of both, the highest suit left out first, and the part of it."""
    table = cards_of(part + rest, FULL)
    return table, cards_of(part, table)


def some_selection(table: CardSet, rank: int, most: int, random: Random) -> CardSet:
    """A random union of groups that the card of a rank may take, before any limit of extent."""
    counts, part = counts_of(table), 0
    groups = groups_within(counts, rank)
    for _ in range(most or random.randint(1, 20)):
        fitting = [group for group in groups if fits(part + group, counts)]
        if not fitting:
            break
        part += random.choice(fitting)
    return cards_of(part, table)
