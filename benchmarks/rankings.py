"""The rankings of an arena with very many games."""

import json
import resource
import sqlite3
import subprocess
import sysconfig
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tablic.rules import named_rules
from tablic_tournaments.ratings.elo import expected_score
from tablic_tournaments.spec import Entrant, TournamentSpec
from tablic_tournaments.store import open_arena

__all__ = ["print_rankings"]

BOTS, TOURNAMENTS, BOARDS = 20, 27, 100
ROUNDS = 3


def print_rankings() -> None:
    """Print how long rankings take, the first time and then."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "arena.db")
        games = _fill(path)
        first, *later = [_seconds(path) for _ in range(1 + ROUNDS)]
    seconds, cpu = sorted(later)[ROUNDS // 2]
    print(
        f"(g) rankings                 {seconds:10.2f} s, {cpu:.2f} s of CPU, by stored sums; the "
        f"first time {first[1]:.1f} s of CPU; {BOTS} bots, {games:,} games"
    )


def _seconds(path: Path) -> tuple[float, float]:
    """How long the command takes from its start to its end, and its CPU time."""
    command = [str(Path(sysconfig.get_path("scripts"), "tablic-arena")), "--db", str(path)]
    started, before = time.perf_counter(), _cpu()
    subprocess.run([*command, "rankings"], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started, _cpu() - before


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _fill(path: Path) -> int:
    """Round robins of bots whose strengths lie 20 points apart; how many games there are.

    The records hold no plays, as rankings do not read them.
    """
    entrants = tuple(Entrant(f"bot-{n}", 1, f"{n:064x}") for n in range(BOTS))
    with open_arena(path) as arena:
        for entrant in entrants:
            arena.bots.add(entrant.name, entrant.sha256, ("./bot",))
        for _ in range(TOURNAMENTS):
            arena.tournaments.create(TournamentSpec(entrants, BOARDS, rules=named_rules()))
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("UPDATE tournament SET finished_at = started_at")
        for tournament in range(1, TOURNAMENTS + 1):
            _fill_tournament(connection, tournament, Random(tournament))  # noqa: S311
    (games,) = connection.execute("SELECT count(*) FROM game").fetchone()
    connection.close()
    return int(games)


def _fill_tournament(connection: sqlite3.Connection, tournament: int, random: Random) -> None:
    batch = connection.execute(
        "INSERT INTO batch (tournament, match, played_at) VALUES (?, '', '')", [tournament]
    ).lastrowid
    pairs = [(one, two) for one in range(BOTS) for two in range(one + 1, BOTS)]
    (board,) = connection.execute("SELECT coalesce(max(id), 0) FROM board").fetchone()
    boards = [(one, two, number) for number in range(BOARDS) for one, two in pairs]
    connection.executemany(
        "INSERT INTO board (id, tournament, match, number, faulted) VALUES (?, ?, ?, ?, 0)",
        (
            (board + n, tournament, f"bot-{one} 1 v bot-{two} 1", number)
            for n, (one, two, number) in enumerate(boards, 1)
        ),
    )
    record = json.dumps({"hands": [{}] * 4})
    connection.executemany(
        "INSERT INTO game (id, board, batch, rotation, record) VALUES (?, ?, ?, ?, ?)",
        (
            (2 * (board + n) + rotation, board + n, batch, rotation, record)
            for n in range(1, len(boards) + 1)
            for rotation in (0, 1)
        ),
    )
    connection.executemany(
        "INSERT INTO result (game, position, version, points, place) VALUES (?, ?, ?, ?, ?)",
        (
            row
            for n, pair in enumerate(boards, 1)
            for row in _results(2 * (board + n), pair, random)
        ),
    )


def _results(
    game: int, pair: tuple[int, int, int], random: Random
) -> Iterator[tuple[int, int, int, int, int]]:
    """The results of the two games of a board."""
    one, two, _ = pair
    for rotation in (0, 1):
        won = random.random() < expected_score(20.0 * (two - one))
        for position, (bot, is_first) in enumerate(((one, won), (two, not won))):
            points = random.randrange(101, 125) if is_first else random.randrange(101)
            yield game + rotation, position, bot + 1, points, 1 if is_first else 2


if __name__ == "__main__":
    print_rankings()
