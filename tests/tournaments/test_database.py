"""The database file: what can be in the way, and other processes that use it."""

import json
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tablic_tournaments.errors import StoreError
from tablic_tournaments.store import open_arena
from tablic_tournaments.store.bots import Bots
from tablic_tournaments.store.database import Connection, open_database
from tablic_tournaments.store.tournaments import Tournaments

from .commands import fill, invoke
from .processes import DEADLINE, linux_only
from .specs import small_spec, stored

# Opens each path that it reads, when it reads it, and adds a bot.
OPENER = """
import sys
from pathlib import Path
from tablic_tournaments.store import open_arena
print("ready", flush=True)
for line in sys.stdin:
    with open_arena(Path(line.rstrip())) as arena:
        arena.bots.add("ana", sys.argv[1] * 64, ("./bot",))
    print("done", flush=True)
"""


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    with closing(open_database(tmp_path / "arena.db")) as connection:
        yield connection


def sentence_of(path: Path) -> str:
    with pytest.raises(StoreError) as caught, open_arena(path):
        pass
    return str(caught.value)


def rows_of(path: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as raw:
        return raw.execute(sql).fetchall()


def test_a_database_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "arena.db"
    with open_arena(path) as arena:
        arena.bots.add("ana", "a" * 64, ("./bot",))
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) "
            "VALUES ('tablic_arena', 'm999_future', '2099-01-01')"
        )
    before = path.read_bytes()
    assert sentence_of(path) == (
        f"{path} was written by a newer tablic-arena (it has m999_future); "
        "update this one with: pip install --upgrade tablic-arena"
    )
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"not a database, but long enough for one " * 40, b"#!" * 9])
def test_a_file_that_is_no_database_is_refused_and_left_alone(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "arena.db"
    path.write_bytes(content)
    assert sentence_of(path) == f"{path} is not an SQLite database; name another file with --db"
    assert path.read_bytes() == content


def test_a_folder_in_the_way(tmp_path: Path) -> None:
    assert sentence_of(tmp_path) == (
        f"{tmp_path} is a folder; name a file for the arena, such as {tmp_path}/arena.db"
    )


def test_a_file_where_the_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    path = tmp_path / "file" / "arena.db"
    assert sentence_of(path) == f"{path} cannot be written: File exists"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    path = tmp_path / "arena.db"
    assert sentence_of(path) == (
        f"{path} cannot be opened for writing: unable to open database file"
    )


@linux_only
def test_a_folder_in_which_nobody_can_write() -> None:
    path = Path("/proc/self/arena.db")
    assert sentence_of(path) == (
        f"{path} cannot be opened for writing: unable to open database file"
    )


@linux_only
def test_a_folder_that_nobody_can_make() -> None:
    path = Path("/proc/nowhere/arena.db")
    assert sentence_of(path) == f"{path} cannot be written: No such file or directory"


def test_a_full_disk_loses_nothing_and_can_be_gone_on_with(connection: Connection) -> None:
    bots = Bots(connection)
    bots.add("ana", "a" * 64, ("./bot",))
    page = connection.row("PRAGMA page_count")
    assert page
    connection.execute(f"PRAGMA max_page_count = {page['page_count']}")
    long_command = ("./bot", "x" * 100_000)
    with pytest.raises(StoreError) as caught:
        bots.add("boris", "b" * 64, long_command)
    assert str(caught.value) == (
        f"the disk of {connection.path} is full; what was stored is kept: make room and start again"
    )
    assert [version.name for version in bots.versions()] == ["ana"]
    connection.execute("PRAGMA max_page_count = 100000")
    bots.add("boris", "b" * 64, long_command)
    assert [version.name for version in bots.versions()] == ["ana", "boris"]
    assert list(connection.rows("PRAGMA integrity_check")) == [{"integrity_check": "ok"}]


def test_a_transaction_is_all_or_nothing(connection: Connection) -> None:
    class PulledPlugError(Exception):
        pass

    def add_and_fail() -> None:
        with connection.transaction():
            connection.insert("bot", name="ana")
            raise PulledPlugError

    with pytest.raises(PulledPlugError):
        add_and_fail()
    assert list(connection.rows("SELECT * FROM bot")) == []
    with connection.transaction():
        connection.insert("bot", name="ana")
    assert len(list(connection.rows("SELECT * FROM bot"))) == 1


def test_a_writer_waits_for_another_and_sees_what_it_wrote(connection: Connection) -> None:
    begun, added = threading.Event(), []

    def add_a_version() -> None:
        with open_arena(connection.path) as arena:
            list(arena.bots.versions())
            begun.set()
            added.append(arena.bots.add("ana", "2" * 64, ("./bot",)))

    other = threading.Thread(target=add_a_version)
    with connection.transaction():
        bot = connection.insert("bot", name="ana")
        other.start()
        assert begun.wait(DEADLINE)
        connection.insert(
            "version", bot=bot, number=1, sha256="1" * 64, command="[]", submitted_at="now"
        )
        assert not added
    other.join(DEADLINE)
    assert [version.number for version in added] == [2]
    assert [version.number for version in Bots(connection).versions()] == [1, 2]


def test_a_reader_does_not_see_half_a_transaction(connection: Connection) -> None:
    with closing(open_database(connection.path)) as reader, connection.transaction():
        connection.insert("bot", name="ana")
        assert list(reader.rows("SELECT * FROM bot")) == []


def test_two_processes_can_make_the_same_arena_at_once(tmp_path: Path) -> None:
    openers = [
        subprocess.Popen(
            [sys.executable, "-c", OPENER, content],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        for content in "12"
    ]
    paths = [tmp_path / str(n) / "arena.db" for n in range(20)]
    try:
        for opener in openers:
            assert opener.stdout
            assert opener.stdout.readline() == "ready\n"
        for path in paths:
            for opener in openers:
                assert opener.stdin
                opener.stdin.write(f"{path}\n")
            for opener in openers:
                assert opener.stdout
                answer = opener.stdout.readline()
                assert answer == "done\n", opener.communicate()
    finally:
        ends = [opener.communicate(timeout=DEADLINE) for opener in openers]
    assert [end[1] for end in ends] == ["", ""]
    for path in paths:
        assert rows_of(path, "SELECT number FROM version ORDER BY number") == [(1,), (2,)]
        assert rows_of(path, "PRAGMA integrity_check") == [("ok",)]


def test_the_database_of_a_tournament_is_sound(connection: Connection) -> None:
    tournaments = Tournaments(connection)
    with open_arena(connection.path) as arena:
        stored(arena, small_spec())
    assert tournaments.get(1).spec == small_spec()
    assert list(connection.rows("PRAGMA integrity_check")) == [{"integrity_check": "ok"}]
    assert list(connection.rows("PRAGMA foreign_key_check")) == []


def test_the_views_say_what_the_commands_say(tmp_path: Path) -> None:
    db = fill(tmp_path / "arena.db")
    with closing(sqlite3.connect(db)) as connection:
        connection.row_factory = sqlite3.Row

        def rows(view: str) -> list[dict[str, Any]]:
            return [dict(row) for row in connection.execute(f"SELECT * FROM {view}")]

        listed = json.loads(invoke("games", "--json", db=db).stdout)
        assert [row["game"] for row in rows("games")] == [row["game"] for row in listed]
        assert len(rows("results")) == 2 * len(listed)
        met = json.loads(invoke("head-to-head", "bot-0", "bot-1", "--json", db=db).stdout)
        assert [
            (row["bot"], row["won"], row["drawn"], row["lost"]) for row in rows("meetings")
        ] == [(row["bot"], row["won"], row["drawn"], row["lost"]) for row in met]
        (fault,) = rows("faults")
        assert (fault["bot"], fault["kind"]) == ("bot-1", "crashed")
        assert [(row["bot"], row["games"], row["faults"]) for row in rows("bots")] == [
            ("bot-0", 4, 0),
            ("bot-0", 0, 0),
            ("bot-1", 4, 1),
            ("bot-2", 0, 0),
        ]
        assert {row["games"] for row in rows("scores")} == {4}
        assert {row["decisions"] for row in rows("thinking")} == {48}
