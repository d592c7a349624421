"""What an author writes: a class with a ``choose``."""

from random import Random

from tablic.game import GameResult
from tablic.plays import MadePlay, Play
from tablic.rules import Rules
from tablic.scoring import HandScore
from tablic.view import View

__all__ = ["Bot"]


class Bot:
    """One seat in one game: a new object is made for each game.

    Only ``choose`` must be written. The other methods are called if they are there to be called,
    in the order in which things happen; a bot that overrides none of the four about a hand is sent
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

    def choose(self, view: View) -> Play:
        """The play to make now."""
        raise NotImplementedError(f"{type(self).__name__} has no choose(view)")

    def game_started(self) -> None:
        """A game begins; the attributes are set."""

    def hand_started(self, dealer: int, table: int, totals: tuple[int, ...]) -> None:
        """A hand begins, with these cards on the table and each side's total before it."""

    def cards_dealt(self, hand: int) -> None:
        """These cards (a set) were dealt to the seat."""

    def play_made(self, made: MadePlay) -> None:
        """A seat made a play, this one included."""

    def hand_finished(self, score: HandScore) -> None:
        """A hand is over; the scores have one number a side."""

    def game_finished(self, result: GameResult) -> None:
        """The game is over, also where a fault ended it."""


def wants_events(bot_class: type[Bot]) -> bool:
    """Whether a class overrides any of the methods about a hand."""
    hooks = ("hand_started", "cards_dealt", "play_made", "hand_finished")
    return any(getattr(bot_class, hook) is not getattr(Bot, hook) for hook in hooks)
