"""The bot that asks a person."""

from collections.abc import Sequence
from typing import Final

from tablic.bot import Bot, HandStart
from tablic.cards import CardSet
from tablic.errors import IllegalPlayError, InvalidPlayError
from tablic.plays import Claim, MadePlay, Play
from tablic.scoring import HandScore
from tablic.view import View

from tablic_tournaments.cli.terminal import Terminal
from tablic_tournaments.cli.typed import Ask, Decision, check, parse_line
from tablic_tournaments.reports.view_text import Watcher

__all__ = ["MOST_LISTED", "Person"]

MOST_LISTED: Final = 30

HELP: Final = """\
  7S           play the seven of spades: it lies on the table; small letters and symbols do too
  TS 4D 6H     play the ten of spades and take the four and the six; TS*4D+6H is the same
  ?            list the legal plays; then a number makes one of them
  q            leave the game"""
HELP_CLAIM: Final = """\
  c, claim     claim to have reached the target, instead of a play
  TS 4D 6H !   the same with a play; it is judged after the play"""
HELP_TALON: Final = """\
  k, keep      keep the cards that are offered as a part of your hand
  l, lie       let them lie on the table"""


class Person(Bot):
    """Shows everything that happens, and asks until the answer can be played."""

    name = "person"
    max_tables = 1

    terminal: Terminal
    """The person's; to be set by a class made for one game, as is the watcher."""
    watcher: Watcher

    def choose(self, view: View) -> Play | Claim:
        """What the person types."""
        decision = self._ask_until_understood(view)
        assert not isinstance(decision, bool)  # noqa: S101  # for the type checker: none is offered
        return decision

    def keep_talon(self, view: View) -> bool:
        """What the person types."""
        return self._ask_until_understood(view) is True

    def game_started(self) -> None:
        """Tell it."""
        self.terminal.say(self.watcher.game_start(self.seat))

    def hand_started(self, start: HandStart) -> None:
        """Tell it."""
        self._start, self._table = start, start.table
        self.terminal.say(self.watcher.hand_start(start))

    def talon_decided(self, kept: bool, table: CardSet) -> None:
        """Tell it."""
        self._table = table
        self.terminal.say([self.watcher.talon(self._start, kept=kept, table=table)])

    def play_made(self, made: MadePlay) -> None:
        """Tell it."""
        taken = made.play.taken
        self._table ^= taken or 1 << made.play.card
        self.terminal.say([self.watcher.play(made)])

    def claim_made(self, seat: int, right: bool) -> None:
        """Tell it."""
        self.terminal.say([self.watcher.claim(seat, right=right)])

    def hand_finished(self, score: HandScore) -> None:
        """Tell it."""
        totals = [a + b for a, b in zip(self._start.totals, score.total, strict=True)]
        number = self._start.hand_number
        self.terminal.say(self.watcher.hand_end(number, score, totals, self._table))

    def _ask_until_understood(self, view: View) -> Decision:
        self.terminal.say(self.watcher.turn(view))
        prompt = _prompt(view)
        listed: Sequence[Play] = ()
        while True:
            try:
                typed = parse_line(self.terminal.ask(prompt), view, listed)
                if not isinstance(typed, Ask):
                    if self._is_meant(view, typed):
                        return typed
                elif typed == Ask.LIST:
                    listed = self._list(view)
                else:
                    self._help_or_quit(view, typed)
            except InvalidPlayError as error:
                self.terminal.say([str(error)])  # it is about what was typed
            except IllegalPlayError as error:
                self.terminal.say([self.watcher.faces.sentence(str(error))])

    def _is_meant(self, view: View, decision: Decision) -> bool:
        """Whether to do it; raises IllegalPlayError."""
        warning = None if isinstance(decision, bool) else check(view, decision)
        return warning is None or self._confirms(f"{warning} Do it?")

    def _list(self, view: View) -> Sequence[Play]:
        if view.offered:
            raise InvalidPlayError("Type k to keep the cards, or l to let them lie.")
        self.terminal.say(self.watcher.legal_plays(view, MOST_LISTED))
        return view.legal_plays(MOST_LISTED)

    def _help_or_quit(self, view: View, typed: Ask) -> None:
        if typed == Ask.QUIT:
            if self._confirms("Leave the game?"):
                self.terminal.leave()
            return
        self.terminal.say([HELP])
        if view.rules.claim:
            self.terminal.say([HELP_CLAIM])
        if view.rules.talon_offer:
            self.terminal.say([HELP_TALON])

    def _confirms(self, question: str) -> bool:
        return self.terminal.ask(f"{question} (y/n) ").strip().lower() in ("y", "yes")


def _prompt(view: View) -> str:
    if view.offered:
        return "Keep them (k) or let them lie (l)? "
    return "Your play (c claims): " if view.can_claim else "Your play: "
