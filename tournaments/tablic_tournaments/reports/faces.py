"""How a card looks: ``TD``, or with its suit as a symbol, in colour where there is any."""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from tablic.cards import RANKS, SUITS, Card, CardSet, cards_in, parse_card, rank_of

__all__ = ["PLAIN", "SYMBOLS", "Faces"]

SYMBOLS: Final = "♣♦♥♠"
NAME: Final = re.compile(rf"\b[{RANKS}][{SUITS}]\b")
RED: Final = "\x1b[91m"
USUAL: Final = "\x1b[0m"


class Faces(NamedTuple):
    """A way to show cards."""

    symbols: bool = False
    colour: bool = False

    def card(self, card: Card) -> str:
        """One card."""
        suit = card & 3
        text = RANKS[rank_of(card)] + (SYMBOLS if self.symbols else SUITS)[suit]
        return f"{RED}{text}{USUAL}" if self.colour and SYMBOLS[suit] in "♦♥" else text

    def cards(self, cards: CardSet | Iterable[Card]) -> str:
        """Some cards separated by spaces: a set lowest first, a sequence as it stands."""
        return " ".join(map(self.card, cards_in(cards) if isinstance(cards, int) else cards))

    def sentence(self, text: str) -> str:
        """A sentence with the cards that it names in canonical texts."""
        return NAME.sub(lambda name: self.card(parse_card(name[0])), text)


PLAIN: Final = Faces()
