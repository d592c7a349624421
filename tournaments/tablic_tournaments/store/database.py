"""The one SQLite file: opened, brought up to date, and written in whole transactions."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from sqlite_utils import Database

from tablic_tournaments.errors import StoreError
from tablic_tournaments.store.schema import migrations

__all__ = ["Connection", "open_database"]

# How long to wait for another process's transaction, in seconds.
BUSY_SECONDS: Final = 30.0

Row = dict[str, Any]


class Connection:
    """A database of the arena. Reads see whole transactions; a write is one transaction."""

    def __init__(self, path: Path, database: Database) -> None:
        self.path = path
        self._database = database

    def rows(self, sql: str, *parameters: object) -> Iterator[Row]:
        """The rows of a query, lazily."""
        with _translated(self.path):
            yield from self._database.query(sql, list(parameters))

    def row(self, sql: str, *parameters: object) -> Row | None:
        """The first row of a query, or None."""
        return next(self.rows(sql, *parameters), None)

    def insert(self, table: str, **values: object) -> int:
        """Insert a row within a transaction; returns its id."""
        names = ", ".join(values)
        marks = ", ".join("?" for _ in values)
        sql = f"INSERT INTO {table} ({names}) VALUES ({marks})"  # noqa: S608  # our own names
        cursor = self._database.execute(sql, list(values.values()))
        assert cursor.lastrowid  # noqa: S101  # set by every insert
        return cursor.lastrowid

    def execute(self, sql: str, *parameters: object) -> None:
        """Run a statement within a transaction."""
        self._database.execute(sql, list(parameters))

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All of it or nothing.

        It takes the write lock first: a read that turns into a write could find that another
        process was faster, and fail at once.
        """
        with _translated(self.path):
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.conn.in_transaction:
                    self._database.execute("ROLLBACK")
                raise

    def vacuum(self) -> None:
        """Give back what is empty in the file; waits for other processes as a transaction does."""
        with _translated(self.path):
            self._database.execute("VACUUM")
            self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def copy_to(self, path: Path) -> None:
        """Write all of it, as it is at one moment, to a new file."""
        with _translated(path), closing(sqlite3.connect(path)) as copy:
            self._database.conn.backup(copy)
            copy.execute("PRAGMA journal_mode = WAL")

    def close(self) -> None:
        """Close the file."""
        self._database.close()


def open_database(path: Path) -> Connection:
    """Open an arena's file, or make a new one; raises StoreError with what is in the way."""
    if path.is_dir():
        raise StoreError(f"{path} is a folder; name a file for the arena, such as {path}/arena.db")
    with _translated(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        raw = sqlite3.connect(
            path,
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,  # a server asks in threads, each connection in one at a time
        )
        try:
            _use_wal(raw)
            raw.execute("PRAGMA synchronous = NORMAL")
            raw.execute("PRAGMA foreign_keys = ON")
            connection = Connection(path, Database(raw, execute_plugins=False))
            _migrate(connection, Database(raw, execute_plugins=False))
        except BaseException:
            raw.close()
            raise
    return connection


def _use_wal(raw: sqlite3.Connection) -> None:
    """Switch to WAL. SQLite fails at once where two processes do so to a new file: this waits."""
    end = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            raw.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(0.01)
        else:
            return


def _migrate(connection: Connection, database: Database) -> None:
    known = {migration.name for migration in migrations.pending(Database(memory=True))}
    newer = [applied.name for applied in migrations.applied(database) if applied.name not in known]
    if newer:
        raise StoreError(
            f"{connection.path} was written by a newer tablic-arena (it has {newer[-1]}); "
            "update this one with: pip install --upgrade tablic-arena"
        )
    if migrations.pending(database):
        with connection.transaction():
            migrations.apply(database)


@contextmanager
def _translated(path: Path) -> Iterator[None]:
    """Turn what SQLite and the file system raise into a sentence."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise StoreError(_sentence(path, error)) from error
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}") from error


def _sentence(path: Path, error: sqlite3.DatabaseError) -> str:
    code = getattr(error, "sqlite_errorname", "")
    if code == "SQLITE_NOTADB":
        return f"{path} is not an SQLite database; name another file with --db"
    if code == "SQLITE_FULL":
        return f"the disk of {path} is full; what was stored is kept: make room and start again"
    if code.startswith("SQLITE_BUSY"):
        return f"{path} is being written by another process for {BUSY_SECONDS:g} seconds; try again"
    if code.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM")):
        return f"{path} cannot be opened for writing: {error}"
    return f"{path} cannot be used: {error}"
