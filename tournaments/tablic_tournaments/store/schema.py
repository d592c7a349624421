"""The tables of the database, one migration a change. docs/database.md explains them."""

from sqlite_utils import Database, Migrations

__all__ = ["migrations"]

migrations = Migrations("tablic_arena")


@migrations()
def m001_arena(db: Database) -> None:
    """Bots, tournaments, boards, games, and what happened on the way."""
    for statement in _M001.split(";"):
        if statement.strip():
            db.execute(statement)


_M001 = """
CREATE TABLE bot (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    retired_at TEXT
);
CREATE TABLE version (
    id INTEGER PRIMARY KEY,
    bot INTEGER NOT NULL REFERENCES bot(id),
    number INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    command TEXT NOT NULL,
    submitted_at TEXT NOT NULL,
    UNIQUE (bot, number),
    UNIQUE (bot, sha256)
);
CREATE TABLE tournament (
    id INTEGER PRIMARY KEY,
    spec TEXT NOT NULL,
    commitment TEXT NOT NULL,
    secret TEXT NOT NULL,
    started_at TEXT NOT NULL,
    finished_at TEXT
);
CREATE TABLE batch (
    id INTEGER PRIMARY KEY,
    tournament INTEGER NOT NULL REFERENCES tournament(id),
    match TEXT NOT NULL,
    played_at TEXT NOT NULL
);
CREATE TABLE board (
    id INTEGER PRIMARY KEY,
    tournament INTEGER NOT NULL REFERENCES tournament(id),
    match TEXT NOT NULL,
    number INTEGER NOT NULL,
    first_version INTEGER NOT NULL REFERENCES version(id),
    second_version INTEGER NOT NULL REFERENCES version(id),
    score REAL NOT NULL,
    margin REAL NOT NULL,
    faulted INTEGER NOT NULL,
    UNIQUE (tournament, number, match)
);
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    board INTEGER NOT NULL REFERENCES board(id),
    batch INTEGER NOT NULL REFERENCES batch(id),
    rotation INTEGER NOT NULL,
    record TEXT NOT NULL,
    UNIQUE (board, rotation)
);
CREATE TABLE process (
    id INTEGER PRIMARY KEY,
    batch INTEGER NOT NULL REFERENCES batch(id),
    version INTEGER NOT NULL REFERENCES version(id),
    rotation INTEGER NOT NULL,
    decisions INTEGER NOT NULL,
    thinking_seconds REAL NOT NULL,
    cpu_seconds REAL NOT NULL,
    wall_seconds REAL NOT NULL,
    log TEXT NOT NULL
);
CREATE TABLE fault (
    id INTEGER PRIMARY KEY,
    batch INTEGER NOT NULL REFERENCES batch(id),
    version INTEGER NOT NULL REFERENCES version(id),
    rotation INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    kind TEXT NOT NULL,
    message TEXT NOT NULL,
    boards TEXT NOT NULL
);
CREATE INDEX board_first ON board (first_version);
CREATE INDEX board_second ON board (second_version);
CREATE INDEX game_batch ON game (batch);
CREATE INDEX process_batch ON process (batch);
CREATE INDEX process_version ON process (version);
CREATE INDEX fault_version ON fault (version)
"""
