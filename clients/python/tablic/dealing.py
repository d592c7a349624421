"""How a pack is dealt before the first hand of cards: jacks turned up, and the talon.

The pack is a list in the order in which cards are dealt: the talon, then in every deal the cards of
each seat in turn order.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tablic.cards import JACK, Card, rank_of
from tablic.rules import Rules

__all__ = ["TurnedJack", "pack_of", "with_talon_kept"]


class TurnedJack(NamedTuple):
    """A jack that was turned up for the talon and put back into the pack, for all to see."""

    card: Card
    place: int
    """How many cards are dealt before it once the talon lies: hands are dealt from place 0."""


def pack_of(deck: Sequence[Card], rules: Rules) -> tuple[list[Card], tuple[TurnedJack, ...]]:
    """The pack as it is dealt, and the jacks that were put back, in the order they were turned."""
    if rules.initial_jack == "keep":
        return list(deck), ()
    rest = list(deck)
    talon: list[Card] = []
    turned: list[Card] = []
    while len(talon) < rules.talon:
        card = rest.pop(0)
        if rank_of(card) != JACK:
            talon.append(card)
            continue
        to_the_end = not turned or rules.initial_jack == "bottom"
        rest.insert(len(rest) if to_the_end else len(rest) // 2, card)
        turned.append(card)
    jacks = tuple(TurnedJack(card, rest.index(card)) for card in dict.fromkeys(turned))
    return talon + rest, jacks


def with_talon_kept(pack: Sequence[Card], rules: Rules) -> list[Card]:
    """The pack as it is dealt when the first player keeps the talon as a part of his hand.

    The cards that would have filled his hand without the talon are the next ones; those after them
    lie on the table instead.
    """
    hand = min(rules.hand, (len(pack) - rules.talon) // rules.players)
    table = pack[hand : hand + rules.talon]
    return [*table, *pack[:hand], *pack[hand + rules.talon :]]
