"""The tables of the database, one migration a change. docs/database.md explains them."""

import json

from sqlite_utils import Database, Migrations
from tablic.rules import stored_rules

__all__ = ["migrations"]

migrations = Migrations("tablic_arena")


@migrations()
def m001_arena(db: Database) -> None:
    """Bots, tournaments, boards, games, and what happened on the way."""
    _run(db, _M001)


@migrations()
def m002_results(db: Database) -> None:
    """Points and places of any number of bots a game, and the rules of tournaments in words."""
    _run(db, _M002)
    for row in list(db.query("SELECT id, spec FROM tournament")):
        text = stored_rules(json.loads(row["spec"])["rules"]).text
        db.execute("UPDATE tournament SET rules = ? WHERE id = ?", [text, row["id"]])


@migrations()
def m003_sandbox(db: Database) -> None:
    """In which sandbox each process was; until then there were none."""
    _run(db, "ALTER TABLE process ADD COLUMN sandbox TEXT NOT NULL DEFAULT 'none'")


@migrations()
def m004_bundles(db: Database) -> None:
    """The bundles of faults, and how many bytes of logs a tournament has."""
    _run(db, _M004)


@migrations()
def m005_jitter(db: Database) -> None:
    """How late the machine woke the referee; until then nobody looked."""
    _run(db, "ALTER TABLE batch ADD COLUMN jitter_seconds REAL NOT NULL DEFAULT 0")


@migrations()
def m006_stages(db: Database) -> None:
    """Stages that are opened after the first, each with a secret of its own."""
    _run(db, _M006)


@migrations()
def m007_views_and_sums(db: Database) -> None:
    """Views for people who open the file with something else, and sums for rankings."""
    _run(db, _M007)


@migrations()
def m008_serving(db: Database) -> None:
    """Who may do what at a server, what they did, whose a bot is, and what is to be played."""
    _run(db, _M008)


@migrations()
def m009_elsewhere(db: Database) -> None:
    """Versions without content, of bots that run elsewhere: what they say they are."""
    _run(db, "ALTER TABLE version ADD COLUMN declared TEXT")


def _run(db: Database, statements: str) -> None:
    for statement in statements.split(";"):
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

# A record has totals and places by side: of two bots, the one in position p of the match plays
# side (p + rotation) % 2.
_M002 = """
CREATE TABLE result (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES game(id),
    position INTEGER NOT NULL,
    version INTEGER NOT NULL REFERENCES version(id),
    points INTEGER NOT NULL,
    place INTEGER NOT NULL,
    UNIQUE (game, position)
);
INSERT INTO result (game, position, version, points, place)
SELECT game.id, position, iif(position = 0, first_version, second_version),
    json_extract(record, '$.totals[' || ((position + rotation) % 2) || ']'),
    json_extract(record, '$.places[' || ((position + rotation) % 2) || ']')
FROM game JOIN board ON board.id = game.board,
    (SELECT 0 AS position UNION ALL SELECT 1)
ORDER BY game.id, position;
CREATE INDEX result_version ON result (version);
DROP INDEX board_first;
DROP INDEX board_second;
ALTER TABLE board DROP COLUMN first_version;
ALTER TABLE board DROP COLUMN second_version;
ALTER TABLE board DROP COLUMN score;
ALTER TABLE board DROP COLUMN margin;
ALTER TABLE tournament ADD COLUMN rules TEXT NOT NULL DEFAULT ''
"""

_M004 = """
CREATE TABLE bundle (
    fault INTEGER PRIMARY KEY REFERENCES fault(id),
    content TEXT NOT NULL
);
ALTER TABLE tournament ADD COLUMN log_bytes INTEGER NOT NULL DEFAULT 0;
UPDATE tournament SET log_bytes = (
    SELECT coalesce(sum(length(CAST(log AS BLOB))), 0)
    FROM process JOIN batch ON batch.id = process.batch
    WHERE batch.tournament = tournament.id
)
"""

# The first stage is that of the tournament itself, its number is 0.
_M006 = """
CREATE TABLE stage (
    id INTEGER PRIMARY KEY,
    tournament INTEGER NOT NULL REFERENCES tournament(id),
    number INTEGER NOT NULL,
    spec TEXT NOT NULL,
    commitment TEXT NOT NULL,
    secret TEXT NOT NULL,
    started_at TEXT NOT NULL,
    UNIQUE (tournament, number)
);
ALTER TABLE board ADD COLUMN stage INTEGER NOT NULL DEFAULT 0
"""

_M007 = """
CREATE TABLE summary (
    tournament INTEGER PRIMARY KEY REFERENCES tournament(id),
    boards INTEGER NOT NULL,
    boards_before INTEGER NOT NULL,
    sums TEXT NOT NULL,
    elo TEXT NOT NULL
);
CREATE VIEW bots AS
SELECT bot.name AS bot, version.number AS version, version.submitted_at, bot.retired_at,
    (SELECT count(*) FROM result WHERE result.version = version.id) AS games,
    (SELECT count(*) FROM fault
     WHERE fault.version = version.id AND fault.kind NOT IN ('referee', 'strikes')) AS faults
FROM version JOIN bot ON bot.id = version.bot
ORDER BY bot.name, version.number;
CREATE VIEW games AS
SELECT game.id AS game, board.tournament, tournament.rules, board.match, board.number AS board,
    game.rotation,
    group_concat(bot.name || ' ' || version.number || ': ' || result.points, ', ') AS points,
    group_concat(CASE WHEN result.place = 1 THEN bot.name || ' ' || version.number END, ', ')
        AS won_by,
    board.faulted, batch.played_at
FROM game
JOIN board ON board.id = game.board
JOIN tournament ON tournament.id = board.tournament
JOIN batch ON batch.id = game.batch
JOIN result ON result.game = game.id
JOIN version ON version.id = result.version
JOIN bot ON bot.id = version.bot
GROUP BY game.id;
CREATE VIEW results AS
SELECT result.game, board.tournament, tournament.rules, board.match, board.number AS board,
    game.rotation, bot.name AS bot, version.number AS version, result.points, result.place,
    board.faulted
FROM result
JOIN game ON game.id = result.game
JOIN board ON board.id = game.board
JOIN tournament ON tournament.id = board.tournament
JOIN version ON version.id = result.version
JOIN bot ON bot.id = version.bot;
CREATE VIEW scores AS
SELECT rules, bot, version, count(*) AS games, round(100.0 * avg(place = 1), 1) AS first_percent,
    round(avg(place), 2) AS place, round(avg(CASE WHEN faulted = 0 THEN points END), 1) AS points
FROM results
GROUP BY rules, bot, version
ORDER BY rules, place;
CREATE VIEW meetings AS
SELECT tournament.rules, own_bot.name || ' ' || own_version.number AS bot,
    other_bot.name || ' ' || other_version.number AS opponent, count(*) AS games,
    sum(own.place < other.place) AS won, sum(own.place = other.place) AS drawn,
    sum(own.place > other.place) AS lost, round(avg(own.points - other.points), 1) AS margin
FROM result AS own
JOIN result AS other ON other.game = own.game AND other.position <> own.position
JOIN version AS own_version ON own_version.id = own.version
JOIN bot AS own_bot ON own_bot.id = own_version.bot
JOIN version AS other_version ON other_version.id = other.version
JOIN bot AS other_bot ON other_bot.id = other_version.bot
JOIN game ON game.id = own.game
JOIN board ON board.id = game.board
JOIN tournament ON tournament.id = board.tournament
GROUP BY tournament.rules, own.version, other.version;
CREATE VIEW faults AS
SELECT fault.id AS fault, batch.tournament, batch.match, bot.name AS bot,
    version.number AS version, fault.kind, fault.rotation, fault.seat, fault.boards,
    fault.message, batch.played_at
FROM fault
JOIN batch ON batch.id = fault.batch
JOIN version ON version.id = fault.version
JOIN bot ON bot.id = version.bot;
CREATE VIEW thinking AS
SELECT bot.name AS bot, version.number AS version, sum(process.decisions) AS decisions,
    round(1000 * sum(process.thinking_seconds) / sum(process.decisions), 3)
        AS milliseconds_a_decision,
    round(1000 * sum(process.cpu_seconds) / sum(process.decisions), 3)
        AS cpu_milliseconds_a_decision
FROM process
JOIN version ON version.id = process.version
JOIN bot ON bot.id = version.bot
WHERE process.decisions > 0
GROUP BY version.id
ORDER BY bot.name, version.number
"""

_M008 = """
CREATE TABLE token (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    created_at TEXT NOT NULL,
    revoked_at TEXT
);
CREATE TABLE deed (
    id INTEGER PRIMARY KEY,
    done_at TEXT NOT NULL,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    what TEXT NOT NULL,
    about TEXT NOT NULL,
    outcome TEXT NOT NULL
);
CREATE TABLE agenda (
    id INTEGER PRIMARY KEY,
    tournament INTEGER NOT NULL UNIQUE REFERENCES tournament(id)
);
ALTER TABLE bot ADD COLUMN owner TEXT
"""
