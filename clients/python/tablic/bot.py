"""What an author writes: a class with a ``choose``."""

import reprlib
from random import Random
from typing import Final, NamedTuple

from tablic.cards import Card, CardSet, cards_text
from tablic.dealing import TurnedJack
from tablic.errors import DecisionError
from tablic.plays import Claim, MadePlay, Play
from tablic.rules import Rules
from tablic.scoring import GameResult, HandScore
from tablic.view import View

__all__ = ["Bot", "HandStart"]


class HandStart(NamedTuple):
    """How a hand begins."""

    hand_number: int
    """The hand of the game, counted from 0."""
    dealer: int
    table: CardSet
    """The cards on the table; none yet where the talon is offered to the first player."""
    totals: tuple[int, ...]
    """Each side's total before the hand."""
    exposed: Card | None = None
    """The last card of the pack, where the rules show it."""
    turned_jacks: tuple[TurnedJack, ...] = ()
    """The jacks that were turned up for the talon and put back."""


_HAND_HOOKS: Final = (
    "hand_started",
    "talon_decided",
    "cards_dealt",
    "play_made",
    "claim_made",
    "hand_finished",
)


class Bot:
    """One seat in one game: a new object is made for each game.

    Only ``choose`` must be written. The other methods are called if they are there to be called,
    in the order in which things happen; a bot that overrides none of the six about a hand is sent
    turns alone, which is faster. Override ``game_started`` rather than ``__init__``: it runs when
    the attributes below are set.
    """

    name = ""
    """Shown to the referee; the class's own name if empty."""
    version = ""
    """Shown to the referee, for people."""
    max_tables = 128
    """How many games it can play at once."""

    rules: Rules
    """The rule set of the game."""
    seat: int
    """The seat it plays."""
    random: Random
    """Randomness of the game's own seed: the same game can be played again the same way."""
    time_left: float | None = None
    """Seconds left for the decision being made; None without a clock."""

    def choose(self, view: View) -> Play | Claim:
        """The play to make now; where ``view.can_claim``, it may carry a claim or be ``CLAIM``."""
        raise NotImplementedError(f"{type(self).__name__} has no choose(view)")

    def keep_talon(self, view: View) -> bool:  # noqa: ARG002  # for those that override it
        """Whether to keep ``view.offered`` as a part of the hand, or let it lie on the table."""
        return False

    def game_started(self) -> None:
        """A game begins; the attributes are set."""

    def hand_started(self, start: HandStart) -> None:
        """A hand begins."""

    def talon_decided(self, kept: bool, table: CardSet) -> None:
        """The first player has kept the talon or not, and these cards lie on the table."""

    def cards_dealt(self, hand: CardSet) -> None:
        """These cards (a set) were dealt to the seat."""

    def play_made(self, made: MadePlay) -> None:
        """A seat made a play, this one included."""

    def claim_made(self, seat: int, right: bool) -> None:
        """A seat claimed to have reached the target, which ends the game."""

    def hand_finished(self, score: HandScore) -> None:
        """A hand is over; the scores have one number a side."""

    def game_finished(self, result: GameResult) -> None:
        """The game is over, also where a fault ended it."""


def wants_events(bot_class: type[Bot]) -> bool:
    """Whether a class overrides any of the methods about a hand."""
    return any(getattr(bot_class, hook) is not getattr(Bot, hook) for hook in _HAND_HOOKS)


def play_of(bot: Bot, view: View) -> Play | Claim:
    """What a bot does in a turn; raises DecisionError where it returns no such thing."""
    decision = bot.choose(view)
    if isinstance(decision, Play | Claim):
        return decision
    claim = " or a Claim" if view.can_claim else ""
    turn = f"table {cards_text(view.table) or 'empty'}, hand {cards_text(view.hand)}"
    raise DecisionError(_no_decision(bot, "choose", decision, f"a Play{claim}", turn))


def keeps_talon(bot: Bot, view: View) -> bool:
    """What a bot does with the offered talon; raises DecisionError where it returns no bool."""
    decision = bot.keep_talon(view)
    if isinstance(decision, bool):
        return decision
    turn = f"offered {cards_text(view.offered)}"
    raise DecisionError(_no_decision(bot, "keep_talon", decision, "a bool", turn))


def _no_decision(bot: Bot, method: str, decision: object, wanted: str, turn: str) -> str:
    name = f"{type(bot).__name__}.{method}"
    return f"{name} returned {reprlib.repr(decision)}, and not {wanted}; the turn was: {turn}"
