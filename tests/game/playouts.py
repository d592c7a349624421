"""Whole games of random plays."""

from collections.abc import Iterator
from random import Random

from tablic.game import Game
from tablic.rules import parse_rules

from .cards_for_tests import shuffled


def playout(rules_text: str, seed: int) -> Iterator[Game]:
    """One game, seen before every play and after the last play of every hand."""
    random = Random(seed)
    rules = parse_rules(rules_text)
    game = Game(rules)
    while not game.result:
        game.start_hand(shuffled(random, rules.deck))
        while not game.needs_deck and not game.result:
            yield game
            game.play(game.view(game.turn).random_play(random.random))
        yield game
