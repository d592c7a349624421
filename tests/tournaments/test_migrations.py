"""An arena of an earlier version is brought up to date with everything in it."""

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database
from tablic_server.faults import Fault, FaultKind
from tablic_server.match import BatchResult
from tablic_tournaments.ratings.results import BoardResult, board_result
from tablic_tournaments.store import Tournament, open_arena
from tablic_tournaments.store.database import Connection, open_database
from tablic_tournaments.store.schema import migrations

from .bots.first_bot import FirstBot
from .bots.last_bot import LastBot
from .specs import batch_result, small_spec

FAULT = Fault(1, 0, FaultKind.LATE, "No answer came.", (1,))


def old_arena(path: Path) -> list[BatchResult]:
    """An arena as m001 made and filled it; returns the batches in it."""
    spec = small_spec(bots=2, boards=4)
    tournament = Tournament(1, spec, bytes(32), "then", None, 0)
    played = [
        batch_result(tournament, [FirstBot, LastBot], (2, 3))._replace(faults=(FAULT,)),
        batch_result(tournament, [FirstBot, LastBot], (0, 1)),
    ]
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        database = Database(raw, execute_plugins=False)
        migrations.apply(database, stop_before="m002_results")
        old = Connection(path, database)
        for entrant in spec.entrants:
            bot = old.insert("bot", name=entrant.name)
            old.insert(
                "version", bot=bot, number=entrant.version, sha256=entrant.sha256,
                command=json.dumps(["./bot"]), submitted_at="then",
            )  # fmt: skip
        old.insert(
            "tournament", spec=spec.text(), commitment="", secret=bytes(32).hex(), started_at="then"
        )
        for batch in played:
            insert_batch(old, batch)
    return played


def insert_batch(old: Connection, result: BatchResult) -> None:
    """What the store of that time wrote for a batch."""
    match = result.batch.match
    batch = old.insert("batch", tournament=1, match=match, played_at="then")
    for board in result.boards:
        outcome = board_result(result.batch, board)
        board_id = old.insert(
            "board", tournament=1, match=match, number=board.number, first_version=1,
            second_version=2, score=outcome.score(0), margin=outcome.margin(0), faulted=False,
        )  # fmt: skip
        for game in board.games:
            old.insert(
                "game", board=board_id, batch=batch, rotation=game.rotation, record=game.text()
            )
    for fault in result.faults:
        old.insert(
            "fault", batch=batch, version=2, rotation=fault.rotation, seat=fault.seat,
            kind=fault.kind, message=fault.message, boards=json.dumps(fault.boards),
        )  # fmt: skip


def results_of(played: Sequence[BatchResult]) -> list[BoardResult]:
    """The board results of batches, in board order."""
    boards = [(board.number, batch.batch, board) for batch in played for board in batch.boards]
    return [board_result(batch, board) for _, batch, board in sorted(boards, key=lambda b: b[0])]


def test_an_old_arena_gives_the_same_results(tmp_path: Path) -> None:
    path = tmp_path / "arena.db"
    played = old_arena(path)
    with open_arena(path) as arena:
        assert list(arena.tournaments.results()) == results_of(played)
        assert list(arena.tournaments.results(1)) == results_of(played)
        assert list(arena.tournaments.results(rules="tablic hands=1")) == results_of(played)
        assert arena.tournaments.boards_by_rules() == {"tablic hands=1": 4}
        assert arena.tournaments.fault_counts(rules="tablic hands=1") == {"bot-1 1": {"late": 1}}
        games = [game for batch in played for board in batch.boards for game in board.games]
        assert [row.record for row in arena.games.all(bot="bot-1")] == games
        assert arena.tournaments.get(1).boards_played == 4
        assert arena.tournaments.finish(1)


def test_an_old_arena_has_the_tables_of_a_new_one(tmp_path: Path) -> None:
    old, new = tmp_path / "old.db", tmp_path / "new.db"
    old_arena(old)
    schemas = []
    for path in (old, new):
        with closing(open_database(path)) as connection:
            sql = "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE '%migrations%'"
            schemas.append(sorted(map(str, connection.rows(sql))))
            assert list(connection.rows("PRAGMA foreign_key_check")) == []
            assert list(connection.rows("PRAGMA integrity_check")) == [{"integrity_check": "ok"}]
    assert schemas[0] == schemas[1]


def test_a_migrated_arena_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "arena.db"
    old_arena(path)
    with open_arena(path) as arena:
        again = arena.tournaments.create(small_spec(bots=2, boards=2), bytes(32))
        played = batch_result(again, [LastBot, FirstBot])
        assert arena.tournaments.save(again, played) == list(arena.tournaments.results(again.id))
        assert arena.tournaments.boards_by_rules() == {"tablic hands=1": 6}
