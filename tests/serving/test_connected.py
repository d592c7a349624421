"""Bots that run elsewhere, at a served arena: they connect, wait, are called, play, come back."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from tablic.environment import ADDRESS_VARIABLE, CA_VARIABLE, TOKEN_VARIABLE
from tablic.v1 import arena_pb2 as pb
from tablic_tournaments.store import open_arena
from tablic_tournaments.store.tokens import Role

from tests.tournaments.commands import invoke
from tests.tournaments.place import EXAMPLES
from tests.tournaments.processes import DEADLINE, wait_until

from .served import Served
from .test_serving import serving_with_tls

BOT: Final = """
import sys
from tablic import run
sys.path.insert(0, {examples!r})
from {module} import {base}

class Elsewhere({base}):
    name, version = {name!r}, {version!r}

run(Elsewhere)
"""
SPEC: Final = """
bots = [{bots}]
boards = {boards}
tables = 2
rules = "tablic hands=1"
startup = 20
"""


@contextmanager
def elsewhere(
    served: Served, name: str, version: str = "1.0", token: str = "", base: str = "Random"
) -> Iterator[subprocess.Popen[str]]:
    """A bot as its author starts it; it has to be there still at the end, and is ended."""
    code = BOT.format(
        examples=str(EXAMPLES),
        module=f"{base.lower()}_bot",
        base=f"{base}Bot",
        name=name,
        version=version,
    )
    environment = {
        **os.environ,
        ADDRESS_VARIABLE: served.address,
        TOKEN_VARIABLE: token or served.tokens[Role.AUTHOR],
    }
    if served.tls_ca:
        environment[CA_VARIABLE] = served.tls_ca
    process = subprocess.Popen(
        [sys.executable, "-c", code], env=environment, stderr=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def begun(served: Served, *bots: str, boards: int = 2) -> int:
    """A tournament of these bots, started."""
    quoted = ", ".join(f'"{bot}"' for bot in bots)
    with served.remote() as remote:
        spec = SPEC.format(bots=quoted, boards=boards)
        request = pb.CreateTournamentRequest(spec_toml=spec)
        number = int(remote.call("CreateTournament", request).tournament)
        remote.call("StartTournament", pb.StartTournamentRequest(tournament=number))
    return number


def finished(served: Served, number: int) -> pb.TournamentState:
    """The state of a tournament when it ends."""
    with served.remote() as remote:
        watch = pb.WatchTournamentRequest(tournament=number)
        *_, last = remote.stream("WatchTournament", watch)
    assert last.state.finished, (last, served.log.read_text("utf-8")[-3000:])
    state: pb.TournamentState = last.state
    return state


def rows(served: Served) -> dict[str, dict[str, object]]:
    """What is listed of each version, by its label."""
    with served.remote(Role.SPECTATOR) as remote:
        listed = remote.ask("bots").tables[0].rows
    return {f"{row['bot']} {row['version']}": dict(row) for row in listed}


def is_there(served: Served, label: str) -> bool:
    row = rows(served).get(label)
    return row is not None and row.get("elsewhere") == "connected"


def faults(served: Served, number: int) -> list[str]:
    with served.remote() as remote:
        return [str(row["kind"]) for row in remote.ask("faults", tournament=number).tables[0].rows]


def test_a_bot_that_connects_is_stored_and_plays_as_any_other(served: Served) -> None:
    with elsewhere(served, "far"):
        assert wait_until(lambda: is_there(served, "far 1"))
        row = rows(served)["far 1"]
        assert (row["content"], row["declared"]) == ("unverified", "1.0")
        number = begun(served, "far", "greedy")
        assert finished(served, number).boards_played == 2
        assert faults(served, number) == []
        assert wait_until(lambda: is_there(served, "far 1")), "it stays for the next match"
    assert wait_until(lambda: rows(served)["far 1"]["elsewhere"] == "away")
    with open_arena(served.db) as arena:
        records = [game.record for game in arena.games.all(number, None)]
    assert len(records) == 4
    assert all(record.independent for record in records)
    assert invoke("verify", str(number), db=served.db).exit_code == 0
    ranked = served.run("rankings", "--tournament", str(number)).stdout
    words = f"In tournament {number}, far 1 ran elsewhere: its boards have independent deals."
    assert words in " ".join(ranked.split())
    shown = served.run("show", "1").stdout
    assert "A bot of this board ran elsewhere: each of its games had decks of its own." in shown
    page = served.root / "report.html"
    served.run("report", str(number), "--output", page)
    assert "far 1, unverified" in page.read_text("utf-8")


def test_one_connection_plays_one_match_at_a_time(served: Served) -> None:
    with elsewhere(served, "alone"), elsewhere(served, "other", "2"):
        assert wait_until(lambda: is_there(served, "alone 1") and is_there(served, "other 1"))
        number = begun(served, "alone", "other", "greedy", "random", boards=3)
        assert finished(served, number).boards_played == 18
        assert faults(served, number) == []
    assert invoke("verify", str(number), db=served.db).exit_code == 0


def test_a_bot_that_is_not_there_loses_and_others_play_on(own: Served) -> None:
    with elsewhere(own, "gone"):
        assert wait_until(lambda: is_there(own, "gone 1"))
    assert wait_until(lambda: not is_there(own, "gone 1"))
    with own.remote() as remote:
        spec = SPEC.format(bots='"gone", "greedy"', boards=1).replace("startup = 20", "startup = 1")
        remote.call("CreateTournament", pb.CreateTournamentRequest(spec_toml=spec))
        remote.call("StartTournament", pb.StartTournamentRequest(tournament=1))
    assert finished(own, 1).boards_played == 1
    assert faults(own, 1) == ["startup", "startup"]
    assert invoke("verify", "1", db=own.db).exit_code == 0


def test_a_local_arena_does_not_play_it(own: Served) -> None:
    with elsewhere(own, "far"):
        assert wait_until(lambda: is_there(own, "far 1"))
    own.stop()
    done = invoke("tournament", "far", "greedy", "--boards", "1", "--trust-bots", db=own.db, code=1)
    assert done.stderr == (
        "Error: far 1 runs elsewhere, so that only a served arena can play it; start the "
        "tournament there, with --server, or leave it out\n"
    )
    assert invoke("tournaments", db=own.db).stdout.startswith("There are no tournaments yet")


def test_verify_finds_boards_that_were_not_dealt_independently(own: Served) -> None:
    with own.remote() as remote:
        spec = SPEC.format(bots='"random", "greedy"', boards=1)
        remote.call("CreateTournament", pb.CreateTournamentRequest(spec_toml=spec))
        remote.call("StartTournament", pb.StartTournamentRequest(tournament=1))
    finished(own, 1)
    own.stop()
    with closing(sqlite3.connect(own.db)) as connection, connection:
        connection.execute("UPDATE version SET declared = '1' WHERE bot = 1")
    done = invoke("verify", "1", db=own.db, code=1)
    assert "random 1 ran elsewhere, and the rotations were not dealt independently" in done.stdout


@pytest.mark.long
def test_an_evening_with_a_bot_from_outside_and_a_kill_in_the_middle(tmp_path: Path) -> None:
    """Two authors upload, one connects from outside, all over TLS; the server is killed."""
    for served in serving_with_tls(tmp_path):
        bob, cleo = (
            served.run("token", "create", name, "--role", "author").stdout.strip()
            for name in ("bob", "cleo")
        )
        served.run("submit", EXAMPLES / "greedy_bot.py", "--name", "anns", role=Role.AUTHOR)
        served.tokens[Role.AUTHOR] = bob
        served.run("submit", EXAMPLES / "careful_bot.py", "--name", "bobs", role=Role.AUTHOR)
        with elsewhere(served, "cleos", "0.3", cleo, "Greedy") as bot:
            assert wait_until(partial(is_there, served, "cleos 1"))
            number = begun(served, "anns", "bobs", "cleos", boards=6)
            with served.remote(Role.SPECTATOR) as remote:
                watch = pb.WatchTournamentRequest(tournament=number)
                events = remote.stream("WatchTournament", watch)
                seen = [next(e.board for e in events if e.HasField("board")) for _ in range(3)]
            port = served.address.rpartition(":")[2]
            served.stop(signal.SIGKILL)
            served.start(port)
            with served.remote(Role.SPECTATOR) as remote:
                watch.after_board = seen[-1].id
                *boards, last = remote.stream("WatchTournament", watch)
            assert last.state.finished
            assert len([event for event in boards if event.HasField("board")]) == 15
            assert bot.poll() is None
        assert faults(served, number) == []
        assert invoke("verify", str(number), db=served.db).exit_code == 0
        ranked = served.run("rankings", "--tournament", str(number), role=Role.SPECTATOR).stdout
        assert "cleos 1" in ranked


def test_a_second_program_of_the_same_bot_is_told_so_and_gives_up(served: Served) -> None:
    with elsewhere(served, "twin"):
        assert wait_until(lambda: is_there(served, "twin 1"))
        with elsewhere(served, "twin") as second:
            _, errors = second.communicate(timeout=DEADLINE)
        assert second.returncode == 1
        assert "twin 1 is connected already; end that one" in errors
        assert is_there(served, "twin 1")
