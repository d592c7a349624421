"""Results of batches: stored whole or not at all, and read again as they were."""

import sqlite3

import pytest
from tablic_server.faults import Fault, FaultKind
from tablic_tournaments.errors import StoreError, UnknownNameError
from tablic_tournaments.ratings.results import board_result
from tablic_tournaments.store import Arena
from tablic_tournaments.store.database import Connection, open_database

from .bots.first_bot import FirstBot
from .bots.last_bot import LastBot
from .specs import batch_result, small_spec, stored

PAIR = (FirstBot, LastBot)
TABLES = ("batch", "board", "game", "result", "process", "fault")


def counts(arena: Arena) -> dict[str, int]:
    connection = open_database(arena.path)
    try:
        rows = {table: connection.row(f"SELECT count(*) AS n FROM {table}") for table in TABLES}
        return {table: row["n"] for table, row in rows.items() if row}
    finally:
        connection.close()


def test_a_batch_is_read_again_as_it_was_played(arena: Arena) -> None:
    tournament = stored(arena, small_spec(bots=2, boards=2))
    played = batch_result(tournament, PAIR)
    saved = arena.tournaments.save(tournament, played)
    assert saved == [board_result(played.batch, board) for board in played.boards]
    assert list(arena.tournaments.results(tournament.id)) == saved
    assert list(arena.tournaments.results()) == saved
    texts = [row.record.text() for row in arena.games.all(tournament.id)]
    assert texts == [game.text() for board in played.boards for game in board.games]
    rows = {"batch": 1, "board": 2, "game": 4, "result": 8, "process": 4, "fault": 0}
    assert counts(arena) == rows


def test_games_are_found_by_tournament_bot_and_id(arena: Arena) -> None:
    tournament = stored(arena, small_spec(bots=3, boards=2))
    arena.tournaments.save(tournament, batch_result(tournament, PAIR))
    games = list(arena.games.all(bot="bot-1"))
    assert [game.id for game in games] == [1, 2, 3, 4]
    assert list(arena.games.all(bot="bot-2")) == []
    assert list(arena.games.all(99)) == []
    assert arena.games.get(3) == games[2]


def test_a_tournament_is_finished_when_every_board_is_stored(arena: Arena) -> None:
    tournament = stored(arena, small_spec(bots=2, boards=3))
    arena.tournaments.save(tournament, batch_result(tournament, PAIR, [0, 2]))
    match = "bot-0 1 v bot-1 1"
    assert arena.tournaments.missing(tournament.id, match, range(3)) == (1,)
    assert arena.tournaments.missing(tournament.id, "another match", range(3)) == (0, 1, 2)
    assert not arena.tournaments.finish(tournament.id)
    arena.tournaments.save(tournament, batch_result(tournament, PAIR, [1]))
    assert arena.tournaments.finish(tournament.id)
    assert arena.tournaments.get(tournament.id).finished


def test_results_come_in_board_order_whatever_finished_first(arena: Arena) -> None:
    tournament = stored(arena, small_spec(bots=2, boards=4))
    late = arena.tournaments.save(tournament, batch_result(tournament, PAIR, [2, 3]))
    early = arena.tournaments.save(tournament, batch_result(tournament, PAIR, [0, 1]))
    assert list(arena.tournaments.results(tournament.id)) == [*early, *late]


def test_a_batch_that_fails_at_any_row_is_not_stored_at_all(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = stored(arena, small_spec(bots=2, boards=2))
    fault = Fault(1, 0, FaultKind.LATE, "No answer came.", (0, 1))
    played = batch_result(tournament, PAIR)._replace(faults=(fault,))
    rows = 1 + 2 + 4 + 8 + 4 + 1
    insert = Connection.insert
    done = 0

    def failing_insert(self: Connection, table: str, **values: object) -> int:
        nonlocal done
        if done == fails_at:
            raise sqlite3.OperationalError("disk I/O error")
        done += 1
        return insert(self, table, **values)

    for fails_at in range(rows):
        done = 0
        with monkeypatch.context() as patch:
            patch.setattr(Connection, "insert", failing_insert)
            with pytest.raises(StoreError, match="disk I/O error"):
                arena.tournaments.save(tournament, played)
        assert done == fails_at
        assert sum(counts(arena).values()) == 0
    arena.tournaments.save(tournament, played)
    assert sum(counts(arena).values()) == rows


def test_a_board_is_never_stored_twice(arena: Arena) -> None:
    tournament = stored(arena, small_spec(bots=2, boards=2))
    played = batch_result(tournament, PAIR)
    arena.tournaments.save(tournament, played)
    before = counts(arena)
    with pytest.raises(StoreError, match="UNIQUE constraint failed"):
        arena.tournaments.save(tournament, played)
    assert counts(arena) == before


def test_results_of_a_bot_that_is_gone_are_refused(arena: Arena) -> None:
    tournament = stored(arena, small_spec(bots=2, boards=2))
    gone = tournament._replace(spec=small_spec(bots=3))
    with pytest.raises(UnknownNameError, match="bot-2 1 is not in this arena any more"):
        arena.tournaments.save(gone, batch_result(tournament, PAIR))


@pytest.mark.parametrize(
    ("rotation", "seat", "label"),
    [(0, 0, "bot-0 1"), (0, 1, "bot-1 1"), (1, 0, "bot-1 1"), (1, 1, "bot-0 1")],
)
def test_a_fault_is_charged_to_the_bot_that_sat_there(
    arena: Arena, rotation: int, seat: int, label: str
) -> None:
    tournament = stored(arena, small_spec(bots=2, boards=2))
    faults = [
        Fault(rotation, seat, kind, "It ended.", (0,))
        for kind in (FaultKind.CRASHED, FaultKind.DISCONNECTED)
    ]
    arena.tournaments.save(
        tournament, batch_result(tournament, PAIR)._replace(faults=tuple(faults))
    )
    counts = {label: {"crashed": 1, "disconnected": 1}}
    assert arena.tournaments.fault_counts(tournament.id) == counts
    assert arena.tournaments.fault_counts() == counts


def test_faults_are_counted_by_kind_and_forfeits_after_the_third_are_none(arena: Arena) -> None:
    tournament = stored(arena, small_spec(bots=2, boards=2))
    kinds = (FaultKind.LATE, FaultKind.ILLEGAL, FaultKind.LATE, FaultKind.STRIKES)
    faults = tuple(Fault(0, 0, kind, "It was so.", (0,)) for kind in kinds)
    arena.tournaments.save(tournament, batch_result(tournament, PAIR)._replace(faults=faults))
    assert arena.tournaments.fault_counts() == {"bot-0 1": {"late": 2, "illegal": 1}}


def test_what_bots_printed_is_found_by_bot_and_by_game(arena: Arena) -> None:
    tournament = stored(arena, small_spec(bots=3, boards=2))
    arena.tournaments.save(tournament, batch_result(tournament, PAIR))
    logs = arena.games.logs("bot-1")
    assert [(log.rotation, log.log) for log in logs] == [
        (0, "bot 1 in rotation 0\n"),
        (1, "bot 1 in rotation 1\n"),
    ]
    assert [(log.version, log.match) for log in logs] == [(1, "bot-0 1 v bot-1 1")] * 2
    second_game = arena.games.logs("bot-1", 2)
    assert [log.log for log in second_game] == ["bot 1 in rotation 1\n"]
    assert arena.games.logs("bot-2") == []
    with pytest.raises(UnknownNameError, match="bot-2 did not play game 1; list its games with"):
        arena.games.logs("bot-2", 1)
