"""What one seat may know: the only way information leaves a game."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

from tablic.captures import captures
from tablic.cards import Card, CardSet, cards_in
from tablic.plays import MadePlay, Play
from tablic.rules import Rules
from tablic.sampling import random_play

__all__ = ["View"]


class View(NamedTuple):
    """The game as one seat sees it. Cards are sets (masks): ``cards_in`` lists them."""

    rules: Rules
    seat: int
    """The seat that looks; seats act in the order 0, 1, ..."""
    dealer: int
    hand_number: int
    """The hand of the game, counted from 0."""
    hand: CardSet
    """The seat's own cards."""
    table: CardSet
    piles: tuple[CardSet, ...]
    """What each side has captured in this hand."""
    tablas: tuple[int, ...]
    """Each side's points for tablas in this hand."""
    totals: tuple[int, ...]
    """Each side's points of the hands that are over."""
    held: tuple[int, ...]
    """How many cards each seat holds."""
    cards_left: int
    """How many cards of the pack are not dealt yet."""
    last_capturer: int | None
    """The side that captured last in this hand."""
    plays: tuple[MadePlay, ...]
    """The plays of this hand since the seat's last turn, its own first."""

    @property
    def side(self) -> int:
        """The side the seat plays for."""
        return self.rules.side_of(self.seat)

    @property
    def unseen(self) -> CardSet:
        """The cards that others hold or that are still in the pack."""
        seen = self.hand | self.table
        for pile in self.piles:
            seen |= pile
        return (1 << self.rules.deck) - 1 & ~seen

    def cards(self) -> list[Card]:
        """The seat's own cards, lowest first."""
        return list(cards_in(self.hand))

    def captures(self, card: Card) -> Iterator[CardSet]:
        """Every set of table cards that a card may take, lazily; there can be very many."""
        return captures(self.table, card, self.rules)

    def legal_plays(self, limit: int | None = None) -> list[Play]:
        """Every legal play, or the first ``limit`` of them: every card laid, then the captures."""
        return list(islice(self._legal_plays(), limit))

    def random_play(self, random: Callable[[], float]) -> Play:
        """A play uniform over all legal plays, drawn without listing them."""
        return random_play(self.table, self.hand, self.rules, random)

    def _legal_plays(self) -> Iterator[Play]:
        for card in cards_in(self.hand):
            yield Play(card)
        for card in cards_in(self.hand):
            for taken in self.captures(card):
                yield Play(card, taken)
