"""What one seat may know: the only way information leaves a game."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

from tablic.captures import captures, legal_plays
from tablic.cards import Card, CardSet, cards_in
from tablic.dealing import TurnedJack
from tablic.plays import MadePlay, Play
from tablic.rules import Rules
from tablic.sampling import random_play
from tablic.scoring import card_points

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
    exposed: Card | None = None
    """The last card of the pack, where the rules show it; the dealer gets it."""
    offered: CardSet = 0
    """The talon, where the seat is asked whether to keep it; nothing else is dealt then."""
    talon_kept: bool = False
    """Whether the first player kept the talon as a part of the hand."""
    turned_jacks: tuple[TurnedJack, ...] = ()
    """The jacks that were turned up for the talon and put back, with their places in the pack."""

    @property
    def side(self) -> int:
        """The side the seat plays for."""
        return self.rules.side_of(self.seat)

    @property
    def unseen(self) -> CardSet:
        """The cards that others hold or that are still in the pack."""
        seen = self.hand | self.table | self.offered
        for pile in self.piles:
            seen |= pile
        return (1 << self.rules.deck) - 1 & ~seen

    @property
    def can_claim(self) -> bool:
        """Whether a claim may be made now, with a play or instead of one."""
        return self.rules.claim and not self.offered and max(self.totals) < self.rules.target

    @property
    def claim_total(self) -> int:
        """The total of the seat's side as a claim counts it now."""
        side = self.side
        captured = card_points(self.piles[side], self.rules)
        return self.totals[side] + captured + self.tablas[side]

    def cards(self) -> list[Card]:
        """The seat's own cards, lowest first."""
        return list(cards_in(self.hand))

    def captures(self, card: Card) -> Iterator[CardSet]:
        """Every set of table cards that a card may take, lazily; there can be very many."""
        return captures(self.table, card, self.rules)

    def legal_plays(self, limit: int | None = None) -> list[Play]:
        """Every legal play, or the first ``limit`` of them: cards laid, then the captures.

        Without a limit the list of a full table does not fit into memory. It is empty while a talon
        is ``offered``.
        """
        return list(islice(legal_plays(self.table, self.hand, self.rules), limit))

    def random_play(self, random: Callable[[], float]) -> Play:
        """A play uniform over all legal plays, drawn without listing them.

        Raises ValueError where the hand is empty, as it is while a talon is ``offered``.
        """
        return random_play(self.table, self.hand, self.rules, random)
