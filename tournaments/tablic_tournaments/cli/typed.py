"""What a person types: cards, and what to do in a turn. No I/O."""

import re
from collections.abc import Sequence
from enum import StrEnum
from random import Random
from typing import Final

from tablic.cards import SUITS, Card, cards_in, mask_of, parse_card
from tablic.errors import IllegalPlayError, InvalidPlayError, NotationError
from tablic.game import Game
from tablic.plays import CLAIM, Claim, Play
from tablic.view import View

from tablic_tournaments.reports.captures_text import why_not
from tablic_tournaments.reports.faces import SYMBOLS

__all__ = ["Ask", "Decision", "check", "parse_line", "typed_cards"]

Decision = Play | Claim | bool

# Symbols can be followed by a sign that asks for a picture or for plain text.
LETTERS: Final = str.maketrans(SYMBOLS, SUITS, "\ufe0e\ufe0f")
# What keeps the offered cards, and what does not.
KEEPS: Final = {"k": True, "keep": True, "l": False, "lie": False}


class Ask(StrEnum):
    """What can be typed besides a decision."""

    LIST = "?"
    HELP = "h"
    QUIT = "q"


def typed_cards(text: str) -> list[Card]:
    """The cards of a text in any case, with letters or symbols for suits.

    They are parted by spaces, commas, ``+`` or ``*``.

    Raises NotationError.
    """
    names = re.split(r"[\s,+*]+", text.translate(LETTERS).upper().strip(" \t,+*"))
    return [parse_card(re.sub(r"^10(?=.)", "T", name)) for name in names if name]


def parse_line(text: str, view: View, listed: Sequence[Play]) -> Decision | Ask:
    """What a line means in this turn, where these plays were listed; raises InvalidPlayError."""
    line = text.strip().lower()
    if line in ("?", "h", "help", "q", "quit"):
        return Ask(line[0])
    if view.offered:
        return _parse_keep(line)
    if line in KEEPS:
        raise InvalidPlayError("Nothing is offered to you now: play a card.")
    if line in ("c", "claim", "!"):
        return CLAIM
    body = line.removesuffix("!").strip()
    return _parse_play(body, listed)._replace(claim=body != line)


def _parse_keep(line: str) -> bool:
    if line not in KEEPS:
        raise InvalidPlayError("Type k to keep the cards, or l to let them lie.")
    return KEEPS[line]


def _parse_play(body: str, listed: Sequence[Play]) -> Play:
    if not body:
        raise InvalidPlayError("Type a card to play, such as TD, or h for help.")
    if body.isdecimal():
        if not 0 < int(body) <= len(listed):
            raise InvalidPlayError(f"There is no play {body} in a list here; type ? for one.")
        return listed[int(body) - 1]
    try:
        card, *taken = typed_cards(body)
        return Play(card, mask_of(taken))
    except NotationError as error:
        raise InvalidPlayError(f"{error}; or type h for help.") from None
    except ValueError:
        raise InvalidPlayError(f"{body!r} names no card; type h for help.") from None


def check(view: View, decision: Play | Claim) -> str | None:
    """What to warn of before this is done, if anything; raises IllegalPlayError."""
    # A game that agrees with the view judges as the referee will: what is dealt does not matter.
    game = Game.from_view(view, Random(0))  # noqa: S311  # not for deals
    if isinstance(decision, Claim):
        game.claim()
    else:
        _play(game, decision)
    if game.made_claim is None or game.made_claim.right:
        return None
    counted = game.claim_totals()[view.side]
    return f"This claim counts {counted} of {view.rules.target}: it would lose the game at once."


def _play(game: Game, play: Play) -> None:
    """Make a play; of a capture that breaks the rules, say more than the referee does."""
    hand = game.hand
    try:
        game.play(play)
    except IllegalPlayError:
        card, taken, _ = play
        if card in cards_in(hand.held[hand.turn]) and taken:
            reason = why_not(hand.table, card, taken, game.rules)
            if reason:
                text = play._replace(claim=False)
                raise IllegalPlayError(f"{text} is illegal: {reason}.") from None
        raise
