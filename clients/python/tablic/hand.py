"""One pack played out: the table, what each seat holds, and what each side has captured."""

from collections.abc import Sequence

from tablic.captures import can_take
from tablic.cards import Card, CardSet, card_name, cards_text, mask_of
from tablic.errors import IllegalPlayError
from tablic.plays import MadePlay, Play, play_text
from tablic.rules import Rules
from tablic.scoring import HandScore, score_hand

__all__ = ["Hand"]


class Hand:
    """One pack played out by the seats of a game.

    ``table`` is the set of cards on the table, ``held[seat]`` what a seat holds, ``piles[side]``
    what a side has captured, ``tablas[side]`` its points for tablas, ``turn`` the seat to act.
    """

    __slots__ = (
        "_next_card",
        "_undo",
        "dealer",
        "deck",
        "held",
        "last_capturer",
        "piles",
        "plays",
        "rules",
        "tablas",
        "table",
        "turn",
    )

    def __init__(self, rules: Rules, deck: Sequence[Card], dealer: int) -> None:
        """Deal a deck: the table first, then every seat from the one after the dealer."""
        self.rules = rules
        self.deck = deck
        self.dealer = dealer
        self.table: CardSet = mask_of(deck[: rules.talon])
        self.held: list[CardSet] = [0] * rules.players
        self.piles: list[CardSet] = [0] * rules.sides
        self.tablas = [0] * rules.sides
        self.turn = (dealer + 1) % rules.players
        self.last_capturer: int | None = None
        self.plays: list[MadePlay] = []
        self._next_card = rules.talon
        self._undo: list[tuple[CardSet, int | None, int]] = []
        self._deal()

    @property
    def cards_left(self) -> int:
        """How many cards of the pack are not dealt yet."""
        return len(self.deck) - self._next_card

    @property
    def over(self) -> bool:
        """Whether every card has been played."""
        return len(self.plays) == len(self.deck) - self.rules.talon

    def check(self, play: Play) -> None:
        """Raise IllegalPlayError, with the reason, unless the seat to act may make this play."""
        if not (0 <= play.card < 52 and 0 <= play.taken < 1 << 52):
            raise IllegalPlayError(f"{tuple(play)} is illegal: cards are the numbers 0 to 51")
        reason = self._why_illegal(play)
        if reason:
            raise IllegalPlayError(
                f"{play_text(play)} is illegal: {reason} "
                f"(table: {cards_text(self.table) or 'empty'}, "
                f"hand: {cards_text(self.held[self.turn]) or 'empty'})"
            )

    def play(self, play: Play) -> None:
        """Make a play of the seat to act; raises IllegalPlayError and then changes nothing."""
        self.check(play)
        self.push(play)

    def push(self, play: Play) -> None:
        """Make a play without checking it; ``pop`` takes it back."""
        rules = self.rules
        seat = self.turn
        card, taken, _ = play
        tabla = False
        self._undo.append((self.table, self.last_capturer, self._next_card))
        self.held[seat] ^= 1 << card
        if taken:
            side = seat % rules.sides
            self.table ^= taken
            self.piles[side] ^= taken | 1 << card
            self.last_capturer = side
            if not self.table and (rules.tabla_last_card or not self._is_last_play()):
                tabla = True
                self.tablas[side] += rules.tabla_points
        else:
            self.table ^= 1 << card
        self.plays.append(MadePlay(seat, play, tabla))
        self.turn = (seat + 1) % rules.players
        if not self.held[self.turn]:
            self._deal()

    def pop(self) -> MadePlay:
        """Take back the last play, and return it."""
        made = self.plays.pop()
        seat, (card, taken, _), tabla = made
        side = self.rules.side_of(seat)
        self.turn = seat
        self.table, self.last_capturer, next_card = self._undo.pop()
        if next_card != self._next_card:
            self.held = [0] * self.rules.players
            self._next_card = next_card
        self.held[seat] |= 1 << card
        if taken:
            self.piles[side] ^= taken | 1 << card
        if tabla:
            self.tablas[side] -= self.rules.tabla_points
        return made

    def score(self) -> HandScore:
        """The score of the hand once it is over, leftovers given to the side that gets them."""
        piles = list(self.piles)
        piles[self.leftovers_to] |= self.table
        return score_hand(piles, self.tablas, self.rules)

    @property
    def leftovers_to(self) -> int:
        """The side that gets what lies on the table at the end."""
        if self.rules.leftovers == "last" and self.last_capturer is not None:
            return self.last_capturer
        return self.rules.side_of(self.dealer)

    def _why_illegal(self, play: Play) -> str | None:
        held = self.held[self.turn]
        if play.claim:
            return "this rule set has no claims"
        if not held >> play.card & 1:
            return f"{card_name(play.card)} is not in the hand"
        if play.taken & ~self.table:
            return f"{cards_text(play.taken & ~self.table)} is not on the table"
        if play.taken and not can_take(self.table, play.card, play.taken, self.rules):
            return f"{card_name(play.card)} cannot take {cards_text(play.taken)}"
        return None

    def _is_last_play(self) -> bool:
        return len(self.plays) + 1 == len(self.deck) - self.rules.talon

    def _deal(self) -> None:
        """Deal every seat its cards, if there are any; the last deal may be smaller."""
        players = self.rules.players
        size = min(self.rules.hand, self.cards_left // players)
        for n in range(players):
            seat = (self.dealer + 1 + n) % players
            first = self._next_card + n * size
            self.held[seat] = mask_of(self.deck[first : first + size])
        self._next_card += players * size
