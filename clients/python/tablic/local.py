"""Two bot classes against each other in one process, for an author's own tests: no gRPC.

The rules and the views are the referee's. There is no clock, and what a bot raises reaches the
caller, as does the IllegalPlayError of an illegal play.
"""

from collections.abc import Callable, Sequence
from random import Random

from tablic.bot import Bot
from tablic.deals import board_seed, bot_seed, deck_of_hand
from tablic.game import Game
from tablic.record import GameRecord, record_hands
from tablic.rules import Rules, named_rules

__all__ = ["play_board", "play_game"]

BotMaker = Callable[[], Bot]


def play_board(
    bots: Sequence[BotMaker], seed: int = 0, rules: Rules | None = None
) -> list[GameRecord]:
    """The games of one board: the same decks with the bots in every seat rotation.

    In rotation r, bot i plays seat (i + r) modulo the number of bots.
    """
    order = list(bots)
    return [play_game(order[-r:] + order[:-r], seed, rules, r) for r in range(len(order))]


def play_game(
    bots: Sequence[BotMaker], seed: int = 0, rules: Rules | None = None, rotation: int = 0
) -> GameRecord:
    """One game, the bots (or classes) in seat order, with the decks of a seed."""
    rules = rules or named_rules()
    if len(bots) != rules.players:
        raise ValueError(f"{rules.name} is for {rules.players} players, not {len(bots)}")
    secret, board = seed.to_bytes(32, "big", signed=True), f"local/{seed}"
    decks = board_seed(secret, board)
    players = [make() for make in bots]
    for seat, bot in enumerate(players):
        bot.rules, bot.seat = rules, seat
        bot.random = Random(bot_seed(secret, board, rotation, seat))  # noqa: S311  # not for deals
        bot.game_started()
    game = Game(rules)
    while not game.result:
        if game.needs_deck:
            game.start_hand(deck_of_hand(decks, len(game.hands), rules.deck))
            _tell_start(game, players)
        _play_one(game, players)
    for bot in players:
        bot.game_finished(game.result)
    names = tuple(bot.name or type(bot).__name__ for bot in players)
    return GameRecord(board, rotation, rules, names, record_hands(game), *game.result)


def _play_one(game: Game, players: Sequence[Bot]) -> None:
    """Ask the seat to act, make its play, and tell everybody what follows from it."""
    hand = game.hand
    cards_left = hand.cards_left
    game.play(players[game.turn].choose(game.view(game.turn)))
    for bot in players:
        bot.play_made(hand.plays[-1])
        if hand.over:
            bot.hand_finished(game.scores[-1])
        elif hand.cards_left != cards_left:
            bot.cards_dealt(hand.held[bot.seat])


def _tell_start(game: Game, players: Sequence[Bot]) -> None:
    hand = game.hand
    for bot in players:
        bot.hand_started(hand.dealer, hand.table, tuple(game.totals))
        bot.cards_dealt(hand.held[bot.seat])
