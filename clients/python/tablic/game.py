"""A game: hands until a side has reached the target. No I/O, no clock, no randomness of its own."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple, Self

from tablic.cards import Card
from tablic.errors import IllegalPlayError
from tablic.hand import Hand
from tablic.plays import CLAIM, Claim, MadePlay, Play
from tablic.rules import Rules
from tablic.scoring import GameResult, HandScore, card_points, claim_result, places, winner
from tablic.view import View
from tablic.worlds import deal_unseen

__all__ = ["Game", "MadeClaim"]


class MadeClaim(NamedTuple):
    """The claim that ended a game."""

    seat: int
    right: bool
    """Whether the side had reached the target."""
    with_play: bool
    """Whether it was attached to a play; else it was made instead of one."""


class Game:
    """A game as a pure state machine: decks and decisions go in, views come out.

    Call ``start_hand`` with a deck whenever ``needs_deck``, then for the seat ``turn`` either
    ``play``, ``claim`` or, where the hand has a talon ``offered``, ``keep_talon``, until there is a
    ``result``.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.totals = [0] * rules.sides
        self.hands: list[Hand] = []
        self.scores: list[HandScore] = []
        self.made_claim: MadeClaim | None = None
        self.result: GameResult | None = None
        self._earlier_hands = 0

    @classmethod
    def from_view(cls, view: View, random: Random) -> Self:
        """A game as a seat may imagine it: the cards it cannot see are dealt at random.

        The game agrees with everything in the view, and its view of the seat is the same. It knows
        the present hand alone, and of its plays those in the view. A view does not show a claim
        made instead of a play: there the game goes on.
        """
        game = cls(view.rules)
        game.totals = list(view.totals)
        game.hands = [deal_unseen(view, random)]
        game._earlier_hands = view.hand_number
        last = view.plays[-1] if view.plays else None
        if last and last.play.claim:
            # It ended the game, and the hand was not scored.
            game._judge_claim(last.seat, with_play=True)
        elif game.hand.over:
            game.scores = [game.hand.score()]
            game._end_if_decided()
        return game

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
        dealer = (self._earlier_hands + len(self.hands)) % self.rules.players
        self.hands.append(Hand(self.rules, deck, dealer))

    def play(self, play: Play) -> None:
        """Make a play of the seat to act; raises IllegalPlayError and then changes nothing."""
        self._check_open(play)
        self.hand.check(play)
        if play.claim:
            self._check_claim(play)
        self.push(play)

    def claim(self) -> None:
        """Claim for the seat to act, instead of a play; ``pop`` takes it back.

        Raises IllegalPlayError and then changes nothing.
        """
        self._check_open(CLAIM)
        self._check_claim(CLAIM)
        self._judge_claim(self.turn, with_play=False)

    def keep_talon(self, kept: bool) -> None:
        """Keep the offered talon or let it lie, for the seat to act; raises IllegalPlayError."""
        if self.needs_deck or self.result:
            raise IllegalPlayError("no hand is being played: there is no talon to keep")
        self.hand.keep_talon(kept)

    def push(self, play: Play) -> None:
        """Make a play without checking it or its claim; ``pop`` takes it back."""
        hand = self.hands[-1]
        seat = hand.turn
        hand.push(play)
        if play.claim:
            self._judge_claim(seat, with_play=True)
        elif not hand.plays_left:
            self._finish_hand(hand.score())

    def pop(self) -> MadePlay | MadeClaim:
        """Take back what was done last in the present hand, and all that came of it; returns it.

        That is a play, with the claim attached to it, or a claim made instead of one: the claim
        alone. A decision on the talon is not taken back. Raises IndexError, and changes nothing,
        where nothing is left to take back.
        """
        claim = self.made_claim
        if claim and not claim.with_play:
            self.made_claim = self.result = None
            return claim
        made = self.hands[-1].pop()
        if claim is None and len(self.hands) == len(self.scores):
            score = self.scores.pop()
            self.totals = [a - b for a, b in zip(self.totals, score.total, strict=True)]
        self.made_claim = self.result = None
        return made

    def view(self, seat: int) -> View:
        """What a seat may know now."""
        hand = self.hands[-1]
        return View(
            self.rules,
            seat,
            hand.dealer,
            self._earlier_hands + len(self.hands) - 1,
            hand.held[seat],
            hand.table,
            tuple(hand.piles),
            tuple(hand.tablas),
            tuple(self.totals),
            tuple([held.bit_count() for held in hand.held]),
            hand.cards_left,
            hand.last_capturer,
            self.plays_since(seat),
            hand.exposed,
            hand.offered if seat == hand.turn else 0,
            hand.talon_kept,
            hand.turned_jacks,
        )

    def plays_since(self, seat: int) -> tuple[MadePlay, ...]:
        """The plays of this hand since the last turn of a seat, its own play first."""
        hand = self.hands[-1]
        ago = (hand.turn - seat) % self.rules.players or self.rules.players
        return tuple(hand.plays[-ago:])

    def claim_totals(self) -> tuple[int, ...]:
        """Each side's total as a claim counts it: what is captured, not what a hand's end adds."""
        hand = self.hand
        points = (card_points(pile, self.rules) for pile in hand.piles)
        return tuple(map(sum, zip(self.totals, points, hand.tablas, strict=True)))

    def _check_open(self, decision: Play | Claim) -> None:
        if self.needs_deck or self.result:
            raise IllegalPlayError(f"{_named(decision)} is illegal: no hand is being played")

    def _check_claim(self, claim: Play | Claim) -> None:
        """A claim needs rules that have claims, and a hand that could still win the game."""
        decision, target = _named(claim), self.rules.target
        if not self.rules.claim:
            raise IllegalPlayError(f"{decision} is illegal: this rule set has no claims")
        if self.hand.offered:
            raise IllegalPlayError(f"{decision} is illegal: decide first whether to keep the talon")
        if max(self.totals) >= target:
            raise IllegalPlayError(
                f"{decision} is illegal: a total had reached {target} before this hand, and a "
                f"decider has no claims (totals: {', '.join(map(str, self.totals))})"
            )

    def _judge_claim(self, seat: int, *, with_play: bool) -> None:
        side = self.rules.side_of(seat)
        totals = self.claim_totals()
        self.made_claim = MadeClaim(seat, totals[side] >= self.rules.target, with_play)
        self.result = claim_result(totals, side, self.rules)

    def _finish_hand(self, score: HandScore) -> None:
        self.scores.append(score)
        self.totals = [a + b for a, b in zip(self.totals, score.total, strict=True)]
        self._end_if_decided()

    def _end_if_decided(self) -> None:
        """Set the result if the hand that is over was the last one."""
        hands = self.rules.hands
        played = self._earlier_hands + len(self.hands)
        if played == hands if hands else winner(self.totals, self.rules) is not None:
            self.result = GameResult(tuple(self.totals), places(self.totals))


def _named(decision: Play | Claim) -> str:
    """A decision in a sentence."""
    return "a claim" if isinstance(decision, Claim) else str(decision)
