"""One pack played out: the table, what each seat holds, and what each side has captured."""

from collections.abc import Sequence
from typing import Self

from tablic.captures import can_capture, can_take, sweeps
from tablic.cards import Card, CardSet, card_name, cards_in, cards_text, mask_of
from tablic.dealing import pack_of, with_talon_kept
from tablic.errors import IllegalPlayError
from tablic.plays import MadePlay, Play, play_text
from tablic.rules import Rules
from tablic.scoring import HandScore, score_hand, tabla_points
from tablic.view import View

__all__ = ["Hand"]


class Hand:
    """One pack played out by the seats of a game.

    ``table`` is the set of cards on the table, ``held[seat]`` what a seat holds, ``piles[side]``
    what a side has captured, ``tablas[side]`` its points for tablas, ``turn`` the seat to act.
    ``deck`` is the pack as it was shuffled, ``pack`` as it is dealt. Where the rules offer the
    talon, ``offered`` holds it until ``keep_talon``, and nothing else is dealt before.
    """

    __slots__ = (
        "_undo",
        "dealer",
        "deck",
        "held",
        "last_capturer",
        "next_card",
        "offered",
        "pack",
        "piles",
        "plays",
        "plays_left",
        "rules",
        "tablas",
        "table",
        "talon_kept",
        "turn",
        "turned_jacks",
    )

    def __init__(self, rules: Rules, deck: Sequence[Card], dealer: int) -> None:
        """Deal a deck: the talon first, then every seat from the one after the dealer."""
        self.rules = rules
        self.deck = deck
        self.dealer = dealer
        self.pack, self.turned_jacks = pack_of(deck, rules)
        self.table: CardSet = 0
        self.offered: CardSet = 0
        self.talon_kept = False
        self.held: list[CardSet] = [0] * rules.players
        self.piles: list[CardSet] = [0] * rules.sides
        self.tablas = [0] * rules.sides
        self.turn = (dealer + 1) % rules.players
        self.last_capturer: int | None = None
        self.plays: list[MadePlay] = []
        self.plays_left = len(deck) - rules.talon
        self.next_card = rules.talon
        self._undo: list[tuple[CardSet, int | None, int, int]] = []
        talon = mask_of(self.pack[: rules.talon])
        if rules.talon_offer:
            self.offered = talon
        else:
            self.table = talon
            self._deal()

    @classmethod
    def from_view(cls, view: View, pack: Sequence[Card], held: Sequence[CardSet]) -> Self:
        """A hand as it stands at a view, with this pack and with what each seat holds."""
        hand = cls(view.rules, pack, view.dealer)
        hand.pack, hand.turned_jacks = list(pack), view.turned_jacks
        undecided = view.rules.talon_offer and view.cards_left == len(pack) - view.rules.talon
        hand.offered = mask_of(pack[: view.rules.talon]) if undecided else 0
        hand.talon_kept = view.talon_kept
        hand.table, hand.held = view.table, list(held)
        hand.piles, hand.tablas = list(view.piles), list(view.tablas)
        hand.last_capturer, hand.plays = view.last_capturer, list(view.plays)
        hand.plays_left = view.cards_left + sum(view.held)
        hand.next_card = len(pack) - view.cards_left
        most = max(view.held)
        first = view.dealer + 1
        turns = [(first + n) % view.rules.players for n in range(view.rules.players)]
        hand.turn = next(seat for seat in turns if view.held[seat] == most)
        return hand

    @property
    def cards_left(self) -> int:
        """How many cards of the pack are not dealt yet."""
        return len(self.pack) - self.next_card

    @property
    def over(self) -> bool:
        """Whether every card has been played."""
        return not self.plays_left

    @property
    def exposed(self) -> Card | None:
        """The last card of the pack, where the rules show it to all."""
        return self.pack[-1] if self.rules.show_bottom_card else None

    def keep_talon(self, kept: bool) -> None:
        """Decide for the seat to act whether the talon goes into its hand or lies on the table."""
        if not self.offered:
            raise IllegalPlayError("no talon is offered now: play a card")
        self.offered = 0
        self.talon_kept = kept
        if kept:
            self.pack = with_talon_kept(self.pack, self.rules)
        self.table = mask_of(self.pack[: self.rules.talon])
        self._deal()

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
        points = 0
        left = self.plays_left = self.plays_left - 1
        table, last_capturer = self.table, self.last_capturer
        self.held[seat] ^= 1 << card
        if taken:
            side = seat % rules.sides
            self.table ^= taken
            self.piles[side] ^= taken | 1 << card
            self.last_capturer = side
            if not self.table and (left or rules.tabla_last_card) and not sweeps(card, rules):
                tabla = True
                points = tabla_points(card, taken, rules)
                self.tablas[side] += points
        else:
            self.table ^= 1 << card
        self._undo.append((table, last_capturer, self.next_card, points))
        self.plays.append(MadePlay(seat, play, tabla))
        self.turn = (seat + 1) % rules.players
        if left and not self.held[self.turn]:
            self._deal()

    def pop(self) -> MadePlay:
        """Take back the last play, and return it.

        Raises IndexError, and changes nothing, where no play is left that was made on this object.
        """
        if not self._undo:
            raise IndexError("there is no play of this hand to take back")
        made = self.plays.pop()
        seat, (card, taken, _), _ = made
        side = self.rules.side_of(seat)
        self.turn = seat
        self.plays_left += 1
        self.table, self.last_capturer, next_card, points = self._undo.pop()
        if next_card != self.next_card:
            self.held = [0] * self.rules.players
            self.next_card = next_card
        self.held[seat] |= 1 << card
        if taken:
            self.piles[side] ^= taken | 1 << card
            self.tablas[side] -= points
        return made

    def score(self) -> HandScore:
        """The score of the hand once it is over, leftovers given to the side that gets them."""
        piles = list(self.piles)
        piles[self.leftovers_to] |= self.table
        return score_hand(piles, self.tablas, self.rules)

    @property
    def leftovers_to(self) -> int:
        """The side that gets what lies on the table at the end."""
        return self.leftovers_after(self.last_capturer)

    def leftovers_after(self, last_capturer: int | None) -> int:
        """The side that gets the leftovers if this one, or none, captured last."""
        if self.rules.leftovers == "last" and last_capturer is not None:
            return last_capturer
        return self.rules.side_of(self.dealer)

    def dealt_from(self, next_card: int) -> tuple[list[Sequence[Card]], int]:
        """What each seat is dealt from a place of the pack on, and the place after it.

        The last deal may be smaller.
        """
        players = self.rules.players
        size = min(self.rules.hand, (len(self.pack) - next_card) // players)
        dealt: list[Sequence[Card]] = [()] * players
        for n in range(players):
            dealt[(self.dealer + 1 + n) % players] = self.pack[next_card : next_card + size]
            next_card += size
        return dealt, next_card

    def _deal(self) -> None:
        dealt, self.next_card = self.dealt_from(self.next_card)
        self.held = [mask_of(cards) for cards in dealt]

    def _why_illegal(self, play: Play) -> str | None:
        card, taken, claim = play
        if claim and not self.rules.claim:
            return "this rule set has no claims"
        if self.offered:
            return "the talon is offered: decide first whether to keep it"
        if not self.held[self.turn] >> card & 1:
            return f"{card_name(card)} is not in the hand"
        if not taken:
            return self._why_not_laid(card)
        if taken & ~self.table:
            return f"{cards_text(taken & ~self.table)} is not on the table"
        if not can_take(self.table, card, taken, self.rules):
            larger = self.rules.capture_extent == "maximal"
            reason = ", or a larger capture contains it" if larger else ""
            return f"{card_name(card)} cannot take {cards_text(taken)}{reason}"
        return None

    def _why_not_laid(self, card: Card) -> str | None:
        """Why a card may not be laid on the table: the rules force a capture."""
        must = self.rules.must_capture
        if must == "card" and can_capture(self.table, card, self.rules):
            return f"{card_name(card)} can capture, so it must"
        if must == "hand":
            held = cards_in(self.held[self.turn])
            able = [other for other in held if can_capture(self.table, other, self.rules)]
            if able:
                return f"{cards_text(able)} can capture, so the play must capture"
        return None
