"""Games made by hand, with the decks and decisions written as texts."""

from collections.abc import Sequence

from tablic.cards import parse_cards
from tablic.game import Game
from tablic.plays import Claim, Play, parse_play
from tablic.record import GameRecord, record_hands
from tablic.rules import parse_rules

__all__ = ["decide", "game_of", "record_of"]


def game_of(rules: str, deck: str, decisions: str, totals: Sequence[int] = ()) -> Game:
    """A game in its first hand: a deck begins so, and ``keep``, ``lie``, plays, ``!`` are made."""
    game = Game(parse_rules(rules))
    game.totals = list(totals) or game.totals
    first = parse_cards(deck)
    game.start_hand([*first, *(card for card in range(game.rules.deck) if card not in first)])
    for text in decisions.split():
        decide(game, text)
    return game


def decide(game: Game, text: str) -> Play | Claim | None:
    """Make one decision of a text; returns it where it is not about the talon."""
    if text in ("keep", "lie"):
        game.keep_talon(text == "keep")
        return None
    if text == "!":
        game.claim()
        return Claim()
    play = parse_play(text)
    game.play(play)
    return play


def record_of(rules: str, deck: str, decisions: str) -> GameRecord:
    """The record of such a game, which the decisions bring to an end."""
    game = game_of(rules, deck, decisions)
    assert game.result
    seats = tuple("abcd"[: game.rules.players])
    return GameRecord("made/0", 0, game.rules, seats, record_hands(game), *game.result)
