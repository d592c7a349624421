"""Tournaments and results made up for tests."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random

from tablic.bot import Bot
from tablic.deals import board_seed, bot_seed, deck_of_hand
from tablic.game import Game
from tablic.plays import Claim
from tablic.record import GameRecord, record_hands
from tablic.rules import Rules, parse_rules
from tablic_server.launch import Program
from tablic_server.match import Batch, BatchResult, Board, SeatReport
from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.schedule.pairing import match_name
from tablic_tournaments.spec import Entrant, TournamentSpec
from tablic_tournaments.store import Arena, Tournament

__all__ = [
    "PARTNERS",
    "SHORT",
    "THREE_PLAYERS",
    "batch_result",
    "entrants",
    "played_game",
    "result",
    "small_spec",
    "stored",
]

SHORT = parse_rules("tablic hands=1")
THREE_PLAYERS = parse_rules("tablic-3p hands=1")
PARTNERS = parse_rules("tablic-pairs hands=1")


def entrants(count: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(f"bot-{n}", 1, f"{n:064x}") for n in range(count))


def small_spec(
    bots: int = 3, boards: int = 4, tables: int = 2, rules: Rules = SHORT
) -> TournamentSpec:
    return TournamentSpec(entrants(bots), boards, tables, rules, trusted=True)


def result(
    first: str, second: str, score: float, margin: int = 0, faulted: bool = False
) -> BoardResult:
    """A board of two bots with this score of the first, in quarters, and this margin."""
    places = {0: (2, 1), 1: (1, 1), 2: (1, 2)}
    halves = round(4 * score)
    games = (min(2, halves), max(0, halves - 2))
    return BoardResult(
        (first, second), ((margin, 0),) * 2, tuple(places[game] for game in games), faulted
    )


def stored(arena: Arena, spec: TournamentSpec) -> Tournament:
    """A tournament in an arena that has the bots of its spec."""
    known = [version.entrant for version in arena.bots.versions()]
    for entrant in spec.entrants:
        if entrant not in known:
            arena.bots.add(entrant.name, entrant.sha256, ("./bot",))
    return arena.tournaments.create(spec, bytes(32))


def batch_result(
    tournament: Tournament,
    bots: Sequence[type[Bot]],
    boards: Sequence[int] = (0, 1),
    secret: bytes | None = None,
) -> BatchResult:
    """Boards of the first match of a tournament, played within this process.

    The secret is that of its first stage, or the one that is given.
    """
    spec = tournament.spec
    sides = spec.rules.sides
    group = spec.entrants[:sides]
    batch = Batch(
        match=match_name(group),
        boards=tuple(boards),
        bots=tuple(Program(entrant.label, ("./bot",), ".") for entrant in group),
        rules=spec.rules,
        secret=secret or tournament.secret,
        tables=spec.tables,
    )
    names = tuple(program.name for program in batch.bots)
    played = tuple(
        Board(
            board,
            tuple(
                played_game(batch.rules, batch.secret, batch.board_id(board), r, names, bots)
                for r in range(sides)
            ),
        )
        for board in boards
    )
    reports = tuple(
        SeatReport(r, bot, 24, 0.25, 0.5, 1.0, f"bot {bot} in rotation {r}\n")
        for r in range(sides)
        for bot in range(sides)
    )
    return BatchResult(batch, played, (), reports)


def decide(game: Game, bot: Bot) -> None:
    """Do what the bot to act decides."""
    view = game.view(game.turn)
    if view.offered:
        game.keep_talon(bot.keep_talon(view))
        return
    decision = bot.choose(view)
    if isinstance(decision, Claim):
        game.claim()
    else:
        game.play(decision)


def played_game(
    rules: Rules,
    secret: bytes,
    board: str,
    rotation: int,
    names: tuple[str, ...],
    bots: Sequence[type[Bot]],
    *,
    independent: bool = False,
) -> GameRecord:
    """The game that bots must play in a rotation of a board, whoever referees it.

    Only the game library is used: no referee, no process, no socket.
    """
    players: list[Bot] = []
    for seat in range(rules.players):
        bot = bots[(seat - rotation) % len(bots)]()
        bot.rules, bot.seat = rules, seat
        bot.random = Random(bot_seed(secret, board, rotation, seat))
        players.append(bot)
    decks = board_seed(secret, board, rotation if independent else None)
    game = Game(rules)
    while not game.result:
        if game.needs_deck:
            game.start_hand(deck_of_hand(decks, len(game.hands), rules.deck))
        decide(game, players[game.turn])
    seats = tuple(names[(seat - rotation) % len(names)] for seat in range(rules.players))
    hands = record_hands(game)
    return GameRecord(board, rotation, rules, seats, hands, *game.result, independent=independent)


def expected_records(
    rules: Rules, secret: bytes, players: Mapping[str, type[Bot]], boards: int
) -> list[str]:
    """The records of a round robin of first versions, sorted, from the game library alone."""
    texts = []
    for group in combinations(players, rules.sides):
        names = tuple(f"{name} 1" for name in group)
        bots = [players[name] for name in group]
        for board in range(boards):
            board_id = f"{' v '.join(names)}/{board}"
            texts += [
                played_game(rules, secret, board_id, rotation, names, bots).text()
                for rotation in range(rules.sides)
            ]
    return sorted(texts)
