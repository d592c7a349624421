"""Faults as their author sees them: listed, shown, played again, and pruned."""

import json
import re
from pathlib import Path

import pytest
from tablic.rules import named_rules
from tablic.v1 import referee_pb2
from tablic_server.bundle import MOST_BYTES, Bundle
from tablic_server.faults import Fault, FaultKind
from tablic_server.transcript import Said
from tablic_tournaments.contents import inspect_path
from tablic_tournaments.errors import UnknownNameError
from tablic_tournaments.reports.fault_text import bundle_text
from tablic_tournaments.store import Arena, Tournament, faults, open_arena

from .bots.first_bot import FirstBot
from .bots.last_bot import LastBot
from .commands import invoke
from .place import BOTS, Place
from .specs import batch_result, small_spec, stored

FIRST = BOTS / "first_bot.py"
TIRED = BOTS / "tired_bot.py"


@pytest.fixture
def played(place: Place) -> Place:
    """An arena with a tournament in which a bot was charged with faults."""
    place.submit(FIRST, TIRED)
    place.run("tournament", "--boards", "2", "--rules", "tablic hands=2")
    return place


def save(
    arena: Arena,
    tournament: Tournament,
    count: int = 0,
    boards: tuple[int, ...] = (0,),
    log: str = "",
) -> None:
    """Store a batch with so many faults of the bot that is named second."""
    result = batch_result(tournament, [FirstBot, LastBot], boards)
    made_up = [Fault(0, 1, FaultKind.LATE, "Slow.", (0,), f'{{"n":{n}}}') for n in range(count)]
    reports = tuple(report._replace(log=log) for report in result.reports)
    arena.tournaments.save(tournament, result._replace(faults=tuple(made_up), reports=reports))


def test_what_a_bot_calls_itself_is_no_command_to_the_terminal() -> None:
    hello = referee_pb2.Hello(sdk_name="\x1b[2Jsdk" + "x" * 1000, sdk_version="\x07")
    said = (Said(1.0, 10.0, referee_pb2.PlayRequest(hello=hello)),)
    bundle = Bundle("a", named_rules(), FaultKind.LATE, "Slow.", 0, 0, (0,), said, 0, "")
    text = "\n".join(bundle_text(bundle))
    assert "hello from \\x1b[2Jsdkxxx" in text
    assert "\x1b" not in text
    assert max(map(len, text.splitlines())) < 150


def test_an_author_sees_a_fault_and_has_it_played_again(played: Place) -> None:
    rows = json.loads(played.run("faults", "--bot", "tired", "--json").stdout)
    assert {row["kind"] for row in rows} == {"illegal"}
    assert {row["bundle"] for row in rows} == {"kept"}
    number = str(rows[0]["fault"])

    shown = played.run("show-fault", number).stdout
    assert rows[0]["message"] in shown
    assert "\nturn 20\n" in shown
    assert re.search(r"\n +\d+\.\d+ +\d+\.\d+  came  .*\d+\n", shown)

    again = played.run("replay-fault", number, code=1).stdout
    assert f"The same fault: {rows[0]['message']}" in again
    assert "It answers 19 other turns as it did then." in again

    other = played.run("replay-fault", number, FIRST).stdout
    assert other.endswith("No fault this time.\n")
    assert len(json.loads(played.run("show-fault", number, "--json").stdout)["log"]) > 0


def test_a_bot_under_a_debugger_is_waited_for(played: Place) -> None:
    process = played.start("replay-fault", "1", "--wait")
    assert process.stderr
    assert process.stdout
    told = [process.stderr.readline(), process.stderr.readline()]
    assert told[0].startswith("Waiting for tired, without a clock.")
    found = re.search(r"TABLIC_ADDRESS=(\S+) TABLIC_TOKEN=(\S+)", told[1])
    assert found
    by_hand = played.start_by_hand(*found.groups())
    assert by_hand.wait() == 0
    out, _ = process.communicate()
    assert process.returncode == 0
    assert "No fault this time." in out


def test_the_bundles_of_a_tournament_are_small_and_in_one_table(played: Place) -> None:
    rows = played.rows("SELECT content FROM bundle")
    assert rows
    for (content,) in rows:
        assert len(str(content).encode()) <= MOST_BYTES
        assert json.loads(str(content))["bot"] == "tired 1"


def test_the_last_twenty_bundles_of_a_version_are_kept(arena: Arena) -> None:
    tournament = stored(arena, small_spec(bots=2, boards=4))
    save(arena, tournament, count=25)
    rows = list(arena.faults.all(bot="bot-1"))
    assert [row.has_bundle for row in rows] == [False] * 5 + [True] * 20
    save(arena, tournament, count=3, boards=(1,))
    assert [row.has_bundle for row in arena.faults.all()] == [False] * 8 + [True] * 20
    assert arena.faults.bundle_text(28) == '{"n":2}'
    with pytest.raises(UnknownNameError, match="there is no bundle of fault 8: the last 20 of"):
        arena.faults.bundle(8)
    with pytest.raises(UnknownNameError, match="there is no fault 99"):
        arena.faults.bundle(99)


def test_the_oldest_logs_of_a_tournament_make_room(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(faults, "MOST_LOG_BYTES", 10_000)
    monkeypatch.setattr(faults, "KEPT_LOG_BYTES", 7_000)
    tournament = stored(arena, small_spec(bots=2, boards=4))
    other = stored(arena, small_spec(bots=2, boards=4))
    save(arena, other, log="y" * 2_000)
    for board in range(3):
        save(arena, tournament, boards=(board,), log="x" * 1_000)
    logs = [row.log for row in arena.games.logs("bot-0") if row.tournament == tournament.id]
    # Twelve of 1000 bytes: five must go, of which the first, third and fifth are of this bot.
    assert logs == [faults.LOG_GONE] * 3 + ["x" * 1_000] * 3
    assert [r.log for r in arena.games.logs("bot-0") if r.tournament == other.id] == [
        "y" * 2000
    ] * 2


def test_prune_frees_what_it_says_and_no_game(tmp_path: Path) -> None:
    db = tmp_path / "arena.db"
    with open_arena(db) as arena:
        content = inspect_path(FIRST)
        unused = arena.contents.add(content)
        arena.bots.add("unused", unused, content.command)
        arena.bots.retire("unused")
        finished = stored(arena, small_spec(bots=2, boards=2))
        save(arena, finished, count=4, boards=(0, 1), log="x" * 500_000)
        assert arena.tournaments.finish(finished.id)
        going = stored(arena, small_spec(bots=2, boards=2))
        save(arena, going, count=1, log="y" * 1_000)
        games = [row.record.text() for row in arena.games.all()]
    before = invoke("games", "--json", db=db).stdout
    size = db.stat().st_size

    said = invoke("prune", "--dry-run", db=db).stdout
    assert re.search(r"logs of finished tournaments +4 +1\.91", said)
    assert re.search(r"bundles of faults in them +4 +0\.00", said)
    assert re.search(r"contents that nothing needs +1 ", said)
    assert db.stat().st_size == size
    invoke("prune", db=db, code=1)  # nobody says yes
    assert db.stat().st_size == size

    done = invoke("prune", "--yes", db=db).stdout
    freed = re.search(r"The arena is (\d+\.\d+) MiB smaller", done)
    assert freed
    assert 1.9 < float(freed[1]) < 2.1
    assert size - db.stat().st_size == pytest.approx(2_000_000, rel=0.05)
    assert invoke("games", "--json", db=db).stdout == before
    with open_arena(db) as arena:
        assert [row.record.text() for row in arena.games.all()] == games
        assert [row.has_bundle for row in arena.faults.all()] == [False] * 4 + [True]
        assert {row.log for row in arena.games.logs("bot-0")} == {"y" * 1_000}
        assert not arena.contents.folder(unused).exists()
        assert [spare.size for spare in arena.pruning.spare()] == [0, 0, 0]


def test_a_fault_of_the_machine_is_listed_and_counts_against_nobody(tmp_path: Path) -> None:
    db = tmp_path / "arena.db"
    blamed = Fault(1, 0, FaultKind.REFEREE, "A time-out was the fault of the machine.", ())
    with open_arena(db) as arena:
        tournament = stored(arena, small_spec(bots=2, boards=2))
        result = batch_result(tournament, [FirstBot, LastBot])
        late = Fault(0, 0, FaultKind.LATE, "Slow.", ())
        arena.tournaments.save(tournament, result._replace(faults=(blamed, late, blamed)))
        assert arena.tournaments.strikes(tournament.id, result.batch) == (1, 0)
        assert arena.tournaments.fault_counts() == {"bot-0 1": {"late": 1}}
        assert arena.tournaments.finish(tournament.id)
    rows = json.loads(invoke("faults", "--json", db=db).stdout)
    assert [(row["bot"], row["kind"], row["boards"]) for row in rows] == [
        ("bot-1 1", "referee", []),
        ("bot-0 1", "late", []),
        ("bot-1 1", "referee", []),
    ]
    for command in ("rankings", "bots"):
        listed = {row["bot"]: row for row in json.loads(invoke(command, "--json", db=db).stdout)}
        assert "referee" not in str(listed)
    told = invoke("show-fault", "1", db=db, code=2).stderr
    assert "there is no bundle of fault 1: the machine was to blame, and no bot is charged" in told
    invoke("verify", "1", db=db)
