"""Cards as they are drawn on a page."""

from collections.abc import Iterable
from typing import Final

from markupsafe import Markup
from tablic.cards import RANKS, Card, CardSet, cards_in, rank_of

from tablic_tournaments.reports.faces import SYMBOLS

__all__ = ["card_html", "cards_html"]


def card_html(card: Card) -> Markup:
    """One card."""
    return _DRAWN[card]


def cards_html(cards: CardSet | Iterable[Card]) -> Markup:
    """Some cards: a set lowest first, a sequence as it stands."""
    drawn = cards_in(cards) if isinstance(cards, int) else cards
    return Markup("").join(_DRAWN[card] for card in drawn)


def _draw(card: Card) -> Markup:
    rank = RANKS[rank_of(card)].replace("T", "10")
    symbol = SYMBOLS[card & 3]
    # The sign after the symbol asks for plain text instead of a picture.
    red = Markup(" class=r") if symbol in "♦♥" else ""
    return Markup("<i{}>{}{}\ufe0e</i>").format(red, rank, symbol)


_DRAWN: Final = [_draw(card) for card in range(52)]
