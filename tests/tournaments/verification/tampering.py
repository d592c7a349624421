"""Arenas with a small tournament, and ways to change it behind the arena's back."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from tablic.bot import Bot
from tablic.examples.random_bot import RandomBot
from tablic.plays import CLAIM, Claim, Play
from tablic.record import FaultRecord, GameRecord
from tablic.rules import Rules, parse_rules
from tablic.scoring import forfeit_result
from tablic.view import View
from tablic_server.faults import Fault, FaultKind
from tablic_server.match import BatchResult, Board
from tablic_tournaments.store import open_arena

from ..bots.last_bot import LastBot
from ..commands import invoke
from ..specs import SHORT, batch_result, played_game, small_spec, stored

BOARD = "bot-0 1 v bot-1 1/0"
GAME = f"game 1 ({BOARD}, rotation 0): "
SECRET = bytes(32)
CLASSIC = parse_rules("tablic-classic target=31")
TABINET = parse_rules("tabinet hands=1")


class ClaimingBot(Bot):
    """Claims as soon as it is right, and keeps every talon; otherwise plays at random."""

    def choose(self, view: View) -> Play | Claim:
        right = view.can_claim and view.claim_total >= view.rules.target
        return CLAIM if right else view.random_play(self.random.random)

    def keep_talon(self, view: View) -> bool:
        return bool(view.offered)


def with_forfeit(played: BatchResult) -> BatchResult:
    """The second game of the second board decided by a fault in seat 0, after four plays."""
    first, second = played.boards
    game = second.games[1]
    hand = game.hands[0]._replace(plays=game.hands[0].plays[:4], claimed=False)
    totals, places = forfeit_result([0], game.rules)
    lost = game._replace(
        hands=(hand,), totals=totals, places=places, faults=(FaultRecord(0, "crashed"),)
    )
    games = (second.games[0], lost, *second.games[2:])
    fault = Fault(1, 0, FaultKind.CRASHED, "It ended with exit code 1.", (1,))
    return played._replace(boards=(first, Board(1, games)), faults=(fault,))


def arena_of(path: Path, rules: Rules, bots: list[type[Bot]], finished: bool = True) -> Path:
    """An arena with a tournament of two boards, one game decided by a fault."""
    with open_arena(path) as arena:
        boards = 2 if finished else 3
        tournament = stored(arena, small_spec(bots=len(bots), boards=boards, rules=rules))
        arena.tournaments.save(tournament, with_forfeit(batch_result(tournament, bots)))
        assert arena.tournaments.finish(tournament.id) == finished
    return path


def sql(db: Path, *statements: str) -> None:
    """Change the database behind the arena's back."""
    with closing(sqlite3.connect(db)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def change_record(db: Path, change: Callable[[dict[str, Any]], None], game: int = 1) -> None:
    """Change the record of a game."""
    with closing(sqlite3.connect(db)) as connection:
        (text,) = connection.execute("SELECT record FROM game WHERE id = ?", [game]).fetchone()
        fields = json.loads(text)
        change(fields)
        text = json.dumps(fields)
        connection.execute("UPDATE game SET record = ? WHERE id = ?", [text, game])
        connection.commit()


def record_of(db: Path, game: int = 1) -> GameRecord:
    with open_arena(db) as arena:
        return arena.games.get(game).record


def findings(db: Path) -> list[str]:
    """What verify finds, by both of its outputs."""
    facts = json.loads(invoke("verify", "1", "--json", db=db, code=1).stdout)
    lines = invoke("verify", "1", db=db, code=1).stdout.splitlines()
    texts = [line for line in lines[1:-1] if not line.startswith("  ")]
    count = len(facts["findings"])
    for finding, text in zip(facts["findings"], texts, strict=True):
        assert text.endswith(finding["message"])
    assert lines[-1].endswith(
        f"are checked: {count} thing{'s do' if count > 1 else ' does'} not fit."
    )
    return texts


def swap_cards(fields: dict[str, Any], first: int = 4, second: int = -1) -> None:
    """Swap two cards of the first deck."""
    text = fields["hands"][0]["deck"]
    cards = [text[n : n + 2] for n in range(0, len(text), 2)]
    cards[first], cards[second] = cards[second], cards[first]
    fields["hands"][0]["deck"] = "".join(cards)


def batch_result_with(secret: bytes) -> GameRecord:
    names = ("bot-0 1", "bot-1 1")
    return played_game(SHORT, secret, BOARD, 0, names, [RandomBot, LastBot])


def results_sql(game: int, record: GameRecord) -> list[str]:
    return [
        f"UPDATE result SET points = {record.totals[p]}, place = {record.places[p]} "
        f"WHERE game = {game} AND position = {p}"
        for p in range(2)
    ]


FORFEIT = "game 4 (bot-0 1 v bot-1 1/1, rotation 1): "
