"""A game: hands until a side has reached the target. No I/O, no clock, no randomness."""

from collections.abc import Sequence
from typing import NamedTuple

from tablic.cards import Card
from tablic.errors import IllegalPlayError
from tablic.hand import Hand
from tablic.plays import MadePlay, Play
from tablic.rules import Rules
from tablic.scoring import HandScore, places, winner
from tablic.view import View

__all__ = ["Game", "GameResult"]


class GameResult(NamedTuple):
    """How a game ended, a number for each side."""

    totals: tuple[int, ...]
    places: tuple[int, ...]
    """1 for the winner; sides that are equal share a place."""


class Game:
    """A game as a pure state machine: decks and plays go in, views come out.

    Call ``start_hand`` with a deck whenever ``needs_deck``, and ``play`` for the seat ``turn``,
    until there is a ``result``.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.totals = [0] * rules.sides
        self.hands: list[Hand] = []
        self.scores: list[HandScore] = []
        self.result: GameResult | None = None

    @property
    def hand(self) -> Hand:
        """The hand being played, or the last one."""
        return self.hands[-1]

    @property
    def needs_deck(self) -> bool:
        """Whether the game waits for the deck of its next hand."""
        return self.result is None and len(self.hands) == len(self.scores)

    @property
    def turn(self) -> int:
        """The seat to act."""
        return self.hand.turn

    def start_hand(self, deck: Sequence[Card]) -> None:
        """Deal the next hand. Seat 0 deals the first one, then the deal passes on."""
        if not self.needs_deck:
            raise ValueError("a hand is being played or the game is over: no deck is needed")
        if sorted(deck) != list(range(self.rules.deck)):
            raise ValueError(f"a deck has each of the {self.rules.deck} cards once: {deck}")
        dealer = len(self.hands) % self.rules.players
        self.hands.append(Hand(self.rules, deck, dealer))

    def play(self, play: Play) -> None:
        """Make a play of the seat to act; raises IllegalPlayError and then changes nothing."""
        if self.needs_deck or self.result:
            raise IllegalPlayError(f"{play} is illegal: no hand is being played")
        hand = self.hand
        hand.play(play)
        if hand.over:
            self._finish_hand(hand.score())

    def view(self, seat: int) -> View:
        """What a seat may know now."""
        hand = self.hands[-1]
        return View(
            self.rules,
            seat,
            hand.dealer,
            len(self.hands) - 1,
            hand.held[seat],
            hand.table,
            tuple(hand.piles),
            tuple(hand.tablas),
            tuple(self.totals),
            tuple([held.bit_count() for held in hand.held]),
            hand.cards_left,
            hand.last_capturer,
            self.plays_since(seat),
        )

    def plays_since(self, seat: int) -> tuple[MadePlay, ...]:
        """The plays of this hand since the last turn of a seat, its own play first."""
        hand = self.hands[-1]
        ago = (hand.turn - seat) % self.rules.players or self.rules.players
        return tuple(hand.plays[-ago:])

    def _finish_hand(self, score: HandScore) -> None:
        self.scores.append(score)
        self.totals = [a + b for a, b in zip(self.totals, score.total, strict=True)]
        hands = self.rules.hands
        if len(self.hands) == hands if hands else winner(self.totals, self.rules) is not None:
            self.result = GameResult(tuple(self.totals), places(self.totals))
