"""Tablić for programs: the game, what a seat may know, and the client that plays in an arena.

A bot is a class with a ``choose`` and a last line ``run(MyBot)``.
"""

import os
from typing import TYPE_CHECKING, Any

from tablic.bot import Bot, HandStart
from tablic.cards import Card, CardSet, card_name, cards_in, cards_text, parse_card, parse_cards
from tablic.errors import (
    BotError,
    DecisionError,
    IllegalPlayError,
    InvalidPlayError,
    RecordError,
    RulesError,
)
from tablic.game import Game
from tablic.local import play_board, play_game
from tablic.perft import perft
from tablic.plays import CLAIM, Claim, MadePlay, Play, parse_play
from tablic.record import GameRecord, parse_record
from tablic.rules import Rules, load_rules, named_rules, parse_rules
from tablic.scoring import GameResult, HandScore
from tablic.view import View

if TYPE_CHECKING:
    from tablic.client import run

__all__ = [
    "CLAIM",
    "Bot",
    "BotError",
    "Card",
    "CardSet",
    "Claim",
    "DecisionError",
    "Game",
    "GameRecord",
    "GameResult",
    "HandScore",
    "HandStart",
    "IllegalPlayError",
    "InvalidPlayError",
    "MadePlay",
    "Play",
    "RecordError",
    "Rules",
    "RulesError",
    "View",
    "card_name",
    "cards_in",
    "cards_text",
    "load_rules",
    "named_rules",
    "parse_card",
    "parse_cards",
    "parse_play",
    "parse_record",
    "parse_rules",
    "perft",
    "play_board",
    "play_game",
    "run",
]


def __getattr__(name: str) -> Any:
    """Import gRPC only for ``run``: the game itself needs the standard library alone."""
    if name == "run":
        # What goes wrong is raised. Below errors gRPC writes raw lines, as of every stream that the
        # referee ends, into the log that the author reads; the level is read when it is imported.
        os.environ.setdefault("GRPC_VERBOSITY", "ERROR")
        from tablic.client import run

        return run
    raise AttributeError(f"module 'tablic' has no attribute {name!r}")
