"""Two bot classes against each other in one process, for an author's own tests: no gRPC.

The rules and the views are the referee's. There is no clock, and what a bot raises reaches the
caller, as do the IllegalPlayError of an illegal play and the DecisionError, a TypeError, of what
decides nothing.
"""

from collections.abc import Callable, Sequence
from random import Random

from tablic.bot import Bot, HandStart, keeps_talon, play_of
from tablic.deals import board_seed, bot_seed, deck_of_hand
from tablic.game import Game
from tablic.plays import Claim
from tablic.record import GameRecord, record_hands
from tablic.rules import Rules, named_rules

__all__ = ["play_board", "play_game"]

BotMaker = Callable[[], Bot]


def play_board(
    bots: Sequence[BotMaker], seed: int = 0, rules: Rules | None = None
) -> list[GameRecord]:
    """The games of one board: the same decks with the bots in every seat rotation.

    There is a bot for each side. In rotation r, bot i plays the seats of side (i + r) modulo the
    number of bots. Raises ValueError for another number of bots.
    """
    rules = rules or named_rules()
    sides = rules.sides
    if len(bots) != sides:
        raise ValueError(f"{rules.name} has {sides} sides with a bot each, not {len(bots)}")
    return [
        play_game(
            [bots[(rules.side_of(seat) - r) % sides] for seat in range(rules.players)],
            seed,
            rules,
            r,
        )
        for r in range(sides)
    ]


def play_game(
    bots: Sequence[BotMaker], seed: int = 0, rules: Rules | None = None, rotation: int = 0
) -> GameRecord:
    """One game, the bots (or classes) in seat order, with the decks of a seed.

    Raises ValueError for another number of bots than the rules have seats.
    """
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
        _decide_one(game, players)
    for bot in players:
        bot.game_finished(game.result)
    names = tuple(bot.name or type(bot).__name__ for bot in players)
    return GameRecord(board, rotation, rules, names, record_hands(game), *game.result)


def _decide_one(game: Game, players: Sequence[Bot]) -> None:
    """Ask the seat to act, do what it decides, and tell everybody what follows from it."""
    hand = game.hand
    cards_left = hand.cards_left
    bot, view = players[game.turn], game.view(game.turn)
    if hand.offered:
        game.keep_talon(keeps_talon(bot, view))
        for other in players:
            other.talon_decided(hand.talon_kept, hand.table)
    else:
        decision = play_of(bot, view)
        if isinstance(decision, Claim):
            game.claim()
        else:
            game.play(decision)
            for other in players:
                other.play_made(hand.plays[-1])
    _tell_what_followed(game, players, hand.cards_left != cards_left)


def _tell_what_followed(game: Game, players: Sequence[Bot], dealt: bool) -> None:
    hand, claim = game.hand, game.made_claim
    for bot in players:
        if claim:
            bot.claim_made(claim.seat, claim.right)
        elif hand.over:
            bot.hand_finished(game.scores[-1])
        elif dealt:
            bot.cards_dealt(hand.held[bot.seat])


def _tell_start(game: Game, players: Sequence[Bot]) -> None:
    hand = game.hand
    number = len(game.hands) - 1
    for bot in players:
        bot.hand_started(
            HandStart(
                number, hand.dealer, hand.table, tuple(game.totals), hand.exposed, hand.turned_jacks
            )
        )
        if not hand.offered:
            bot.cards_dealt(hand.held[bot.seat])
