"""What a tournament costs beside its play: the process that hands out batches and stores them."""

import resource
import tempfile
import time
from pathlib import Path

from tablic_tournaments.contents import inspect_path
from tablic_tournaments.runners.local import LocalRunner
from tablic_tournaments.runners.tournament import TournamentRun
from tablic_tournaments.spec import TournamentSpec
from tablic_tournaments.store import Arena, open_arena
from tablic_tournaments.submit import example_folder

__all__ = ["print_scheduling"]

BOTS = ("careful", "greedy", "random")
# 16 games at once.
WORKERS, TABLES, BOARDS = 2, 8, 32


def print_scheduling() -> None:
    """Print the CPU time of the tournament process beside that of everything it started."""
    with tempfile.TemporaryDirectory() as folder, open_arena(Path(folder, "arena.db")) as arena:
        started, before = time.process_time(), _children()
        games = _play(arena)
        own, play = time.process_time() - started, _children() - before
    print(
        f"(i) scheduling               {100 * own / (own + play):10.2f} % of all CPU time: "
        f"{own:.2f} s beside {play:.1f} s of play, {games:,} games, {WORKERS * TABLES} at once"
    )


def _play(arena: Arena) -> int:
    """Play a round robin of the bundled bots; how many games it has."""
    for name in BOTS:
        content = inspect_path(example_folder() / f"{name}_bot.py", name)
        arena.bots.add(name, arena.contents.add(content), content.command)
    entrants = tuple(version.entrant for version in arena.bots.latest())
    spec = TournamentSpec(entrants, BOARDS, TABLES, trusted=True)
    with LocalRunner(WORKERS) as runner:
        TournamentRun(arena, arena.tournaments.create(spec), runner).play(lambda _results: None)
    return spec.games


def _children() -> float:
    """The CPU seconds of workers that have ended, and of the bots that they waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
