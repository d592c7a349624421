"""Cards are the ints 0 to 51, sets of cards are 52-bit masks.

A card is ``4 * rank + suit`` with the ranks A23456789TJQK and the suits CDHS, so four neighbouring
bits of a mask are the cards of one rank.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from tablic.errors import NotationError

__all__ = [
    "ACE",
    "CARD_NAMES",
    "JACK",
    "JACKS",
    "RANKS",
    "SUITS",
    "TEN",
    "TEN_OF_DIAMONDS",
    "TWO_OF_CLUBS",
    "Card",
    "CardSet",
    "card_name",
    "cards_in",
    "cards_text",
    "full_deck",
    "mask_of",
    "parse_card",
    "parse_cards",
    "rank_of",
]

Card = int
CardSet = int

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
ACE: Final = 0
TEN: Final = 9
JACK: Final = 10
TWO_OF_CLUBS: Final[Card] = 4
TEN_OF_DIAMONDS: Final[Card] = 37
JACKS: Final[CardSet] = 15 << 4 * JACK

CARD_NAMES: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
_CARD_OF_NAME: Final = {name: card for card, name in enumerate(CARD_NAMES)}


def rank_of(card: Card) -> int:
    """The rank of a card: 0 for an ace, 1 for a two, up to 12 for a king."""
    return card >> 2


def full_deck(size: int = 52) -> list[Card]:
    """The pack in order: 52 cards, or the 40 without jacks, queens and kings."""
    return list(range(size))


def card_name(card: Card) -> str:
    """The canonical text of a card, such as ``TD``."""
    return CARD_NAMES[card]


def parse_card(text: str) -> Card:
    """The card that a text names; raises NotationError for anything but a canonical text."""
    try:
        return _CARD_OF_NAME[text]
    except KeyError:
        raise NotationError(
            f"{text!r} is not a card: write a rank of {RANKS} and a suit of {SUITS}, such as TD"
        ) from None


def cards_in(cards: CardSet) -> Iterator[Card]:
    """The cards of a set, lowest first."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


def mask_of(cards: Iterable[Card]) -> CardSet:
    """The set of some cards; raises NotationError where one is named twice."""
    mask = 0
    for card in cards:
        bit = 1 << card
        if mask & bit:
            raise NotationError(f"{card_name(card)} is named twice")
        mask |= bit
    return mask


def parse_cards(text: str) -> list[Card]:
    """The cards named in a text, separated by white space, in the order written."""
    return [parse_card(name) for name in text.split()]


def cards_text(cards: CardSet | Iterable[Card]) -> str:
    """The names of some cards separated by spaces: a set lowest first, a sequence as it stands."""
    if isinstance(cards, int):
        cards = cards_in(cards)
    return " ".join(map(card_name, cards))
