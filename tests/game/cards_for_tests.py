"""Cards, sets and hands for tests, written as texts."""

from collections.abc import Iterable
from random import Random

from tablic.cards import CARD_NAMES, Card, CardSet, mask_of, parse_cards
from tablic.hand import Hand
from tablic.rules import parse_rules

FULL = (1 << 52) - 1


def cards(text: str) -> CardSet:
    """The set of cards that a text names."""
    return mask_of(parse_cards(text))


def names(mask: CardSet) -> frozenset[str]:
    """The names of the cards in a set."""
    return frozenset(name for card, name in enumerate(CARD_NAMES) if mask >> card & 1)


def mask_of_names(some: Iterable[str]) -> CardSet:
    """The set of the cards of some names."""
    return sum(1 << CARD_NAMES.index(name) for name in some)


def shuffled(random: Random, size: int = 52) -> list[Card]:
    """A deck for tests; the arena's own decks come from ``tablic.deals``."""
    deck = list(range(size))
    random.shuffle(deck)
    return deck


def stacked(*parts: str, size: int = 52) -> list[Card]:
    """A deck that begins with the cards of these texts; the others follow in order."""
    first = parse_cards(" ".join(parts))
    return first + [card for card in range(size) if card not in first]


def position(table: str, held: str, rules: str = "tablic") -> Hand:
    """A hand in which seat 0 is to act, with these cards on the table and in its hand."""
    hand = Hand(parse_rules(rules), stacked(), dealer=1)
    hand.table = cards(table)
    hand.held[0] = cards(held)
    return hand
