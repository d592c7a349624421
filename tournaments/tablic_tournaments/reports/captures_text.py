"""What a card may take, and why it may not take something, in words."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

from tablic.captures import (
    can_take,
    captures,
    count_captures,
    cut_into_groups,
    sweeps,
    table_for,
)
from tablic.cards import ACE, JACK, Card, CardSet, card_name, cards_in, cards_text, rank_of
from tablic.groups import RANK_VALUES, value_of
from tablic.rules import Rules
from tablic.scoring import tabla_points

from tablic_tournaments.words import points

__all__ = ["captures_text", "groups_text", "verdict", "why_not"]

# A larger capture is named as the reason where it is among so many.
MOST_LOOKED_AT: Final = 10_000

RANK_NAMES: Final = {ACE: "ace", JACK: "jack", JACK + 1: "queen", JACK + 2: "king"}


def captures_text(table: CardSet, card: Card, rules: Rules, limit: int) -> Iterator[str]:
    """The lines that say what a card may take from a table, the first so many of it."""
    name, number = card_name(card), count_captures(table, card, rules)
    if not number:
        reason = _why_nothing(table, card, rules)
        yield f"{name} can take nothing from {cards_text(table)}: {reason}"
        others = ", if no other card of the hand can take" if rules.must_capture == "hand" else ""
        yield f"It can only be laid on the table{others}."
        return
    sets = "1 set" if number == 1 else f"{number:,} sets"
    yield f"{name} can take {sets} of cards from {cards_text(table)}."
    yield _how(table, card, rules)
    for n, taken in enumerate(islice(captures(table, card, rules), limit), 1):
        whole = f"   {_whole(card, taken, rules)}" if taken == table else ""
        yield f"{n:4}  {groups_text(taken, card, rules)}{whole}"
    if number > limit:
        more = number - limit
        yield f"{more:,} more {'is' if more == 1 else 'are'} not shown."
    yield _duty(rules)


def groups_text(taken: CardSet, card: Card, rules: Rules) -> str:
    """A set that a card may take, cut into groups: ``4D+6H, TC``."""
    groups = cut_into_groups(taken, card, rules) or []
    if sweeps(card, rules):
        return cards_text(taken)
    return ", ".join("+".join(map(card_name, cards_in(group))) for group in groups)


def verdict(table: CardSet, card: Card, taken: CardSet, rules: Rules) -> str:
    """Whether a card may take exactly these cards, and why or why not."""
    reason = why_not(table, card, taken, rules)
    if reason:
        return f"No, {card_name(card)} cannot take {cards_text(taken)}: {reason}."
    how = "" if sweeps(card, rules) else f", as {groups_text(taken, card, rules)}"
    whole = f" It is {_whole(card, taken, rules)}." if taken == table else ""
    return f"Yes, {card_name(card)} can take {cards_text(taken)}{how}.{whole}"


def why_not(table: CardSet, card: Card, taken: CardSet, rules: Rules) -> str | None:
    """Why a card may not take exactly these cards; None if it may."""
    if can_take(table, card, taken, rules):
        return None
    if absent := taken & ~table:
        return f"{_are(absent)} not on the table"
    if sweeps(card, rules):
        return (
            f"a jack takes the whole table or nothing, and {cards_text(table ^ taken)} would stay"
        )
    if jacks := taken & ~table_for(taken, rules):
        return f"{cards_text(jacks)} can only be taken by a jack"
    groups = cut_into_groups(taken, card, replace(rules, max_groups=0, capture_extent="any"))
    if groups is None:
        return _why_no_groups(taken, value_of(rank_of(card)))
    if 0 < rules.max_groups < len(groups):
        return f"it is {len(groups)} groups, and a play may take {rules.max_groups}"
    return f"a larger capture contains it{_larger(table, card, taken, rules)}"


def _why_no_groups(taken: CardSet, value: int) -> str:
    """Why cards cannot be cut into groups of a value."""
    for card in cards_in(taken):
        if RANK_VALUES[rank_of(card)] > value:
            return f"{card_name(card)} counts {RANK_VALUES[rank_of(card)]}, more than {value}"
    ranks = [rank_of(card) for card in cards_in(taken)]
    total, aces = sum(RANK_VALUES[rank] for rank in ranks), ranks.count(ACE)
    totals = [total + 10 * elevens for elevens in range(aces + 1)]
    sums = "it adds up to " if len(ranks) == 1 else "they add up to "
    sums += " or ".join(map(str, totals)) + (", an ace being 1 or 11" if aces else "")
    if any(total % value == 0 for total in totals):
        return f"{sums}, but cannot be cut into groups of {value}"
    return f"{sums}, which is no multiple of {value}"


def _larger(table: CardSet, card: Card, taken: CardSet, rules: Rules) -> str:
    some = islice(captures(table, card, rules), MOST_LOOKED_AT)
    larger = next((other for other in some if taken & ~other == 0), 0)
    return f": {groups_text(larger, card, rules)}" if larger else ""


def _why_nothing(table: CardSet, card: Card, rules: Rules) -> str:
    value = value_of(rank_of(card))
    jacks = table & ~table_for(table, rules)
    idle = f"; {_are(jacks)} only taken by a jack" if jacks else ""
    alone = ", and there is no ace" if value == 11 else ""
    return f"no cards there add up to {value}{alone}{idle}."


def _how(table: CardSet, card: Card, rules: Rules) -> str:
    """What a group is for this card and this table."""
    if sweeps(card, rules):
        return "A jack takes the whole table or nothing."
    rank = rank_of(card)
    there = {rank_of(other) for other in cards_in(table)}
    values = [
        f"{name} {'1 or 11' if other == ACE else RANK_VALUES[other]}"
        for other, name in RANK_NAMES.items()
        if other in there and not (other == JACK and rules.jack == "sweep")
    ]
    value = f"{value_of(rank)}, an ace alone too" if rank == ACE else str(value_of(rank))
    counted = f" ({', '.join(values)})" if values else ""
    return f"Each group adds up to {value}{counted}."


def _whole(card: Card, taken: CardSet, rules: Rules) -> str:
    """What taking the whole table is called."""
    if sweeps(card, rules):
        return "the whole table, which is no tabla for a jack"
    last = "" if rules.tabla_last_card else ", unless it is the last play of the hand"
    worth = f" for {points(tabla_points(card, taken, rules))}" if rules.tabla == "value" else ""
    return f"the whole table: tabla{worth}{last}"


def _duty(rules: Rules) -> str:
    return {
        "never": "It can also be laid on the table.",
        "card": "It may not be laid on the table: a card that can take must.",
        "hand": "Nothing may be laid on the table: a hand that can take must.",
    }[rules.must_capture]


def _are(cards: CardSet) -> str:
    return f"{cards_text(cards)} {'is' if cards.bit_count() == 1 else 'are'}"
