"""Many matches at once for minutes: is anything lost, charged or left? python -m benchmarks.load.

A worker plays one match at a time, so there are as many workers as matches, far more than cores.
Whole tournaments are played on the same workers, one after another until the time is over.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import count
from multiprocessing import resource_tracker
from pathlib import Path
from typing import NamedTuple

from tablic.rules import Rules, named_rules
from tablic_server.clock import TimeControl
from tablic_tournaments.contents import inspect_path
from tablic_tournaments.reports.verification import Verification
from tablic_tournaments.runners.local import LocalRunner
from tablic_tournaments.runners.tournament import TournamentRun
from tablic_tournaments.spec import Entrant, TournamentSpec
from tablic_tournaments.store import Arena, open_arena

__all__ = ["LoadError", "Round", "load"]

BOT = Path(__file__).parent / "thinking_bot.py"
TABLES = 8
LEAST_ROUNDS = 3
# With dozens of bots to a core a start takes a minute, and an answer seconds: the clock has to be
# that of such a machine. Whoever is late by it was not answered at all.
TIME = TimeControl(bank=1200.0, increment=1.0, cap=120.0)
STARTUP = 300.0
# How long a process that was ended may take to be gone.
ENDING_SECONDS = 10.0
# What the memory of the workers may grow by from the second round to the last.
MOST_GROWTH = 1.05


class LoadError(Exception):
    """A condition does not hold; the text says which."""


class Round(NamedTuple):
    """What there was at the end of a tournament, when the workers had nothing to do."""

    seconds: float
    games: int
    decisions: int
    processes: int
    descriptors: int
    megabytes: float
    """Resident memory of the command and its workers together."""


def main() -> None:
    """Play, print the figures, and fail with a sentence if a condition does not hold."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--minutes", type=float, default=4.0, help="how long, at least")
    parser.add_argument("--matches", type=int, default=64, help="how many at once")
    given = parser.parse_args()
    try:
        for played in load(given.matches, 60 * given.minutes, named_rules()):
            print(
                f"{played.seconds:6.1f} s  {played.games:6,} games  "
                f"{played.decisions / played.seconds:7,.0f} decisions a second  "
                f"{played.megabytes:7,.1f} MB  {played.descriptors:4} descriptors  "
                f"{played.processes:4} processes",
                flush=True,
            )
    except LoadError as error:
        sys.exit(f"{error}")
    print("no game lost, no fault, memory flat, nothing left")


def load(matches: int, seconds: float, rules: Rules, boards: int = TABLES) -> Iterator[Round]:
    """Rounds of so many matches at once, for so many seconds at least; raises LoadError."""
    # Python's resource tracker, with a descriptor, stays for as long as the command.
    resource_tracker.ensure_running()
    descriptors, processes = _descriptors(), set(_processes())
    yield from _rounds(matches, time.monotonic() + seconds, rules, boards)
    _check("descriptors are left open", _descriptors(), descriptors)
    _check_ended(processes)


def _rounds(matches: int, end: float, rules: Rules, boards: int) -> Iterator[Round]:
    rounds: list[Round] = []
    with (
        tempfile.TemporaryDirectory(prefix="load-") as folder,
        open_arena(Path(folder, "arena.db")) as arena,
        LocalRunner(matches) as runner,
    ):
        entrants = _entrants(arena, matches)
        spec = TournamentSpec(entrants, boards, TABLES, rules, TIME, startup=STARTUP, trusted=True)
        while len(rounds) < LEAST_ROUNDS or time.monotonic() < end:
            rounds.append(_play(arena, spec, runner))
            yield rounds[-1]
            _check_flat(rounds)


def _entrants(arena: Arena, matches: int) -> tuple[Entrant, ...]:
    """So many bots that they have at least so many matches, all with the same program."""
    content = inspect_path(BOT)
    sha256 = arena.contents.add(content)
    bots = next(n for n in count(2) if n * (n - 1) // 2 >= matches)
    for n in range(bots):
        arena.bots.add(f"bot-{n}", sha256, content.command)
    return tuple(Entrant(f"bot-{n}", 1, sha256) for n in range(bots))


def _play(arena: Arena, spec: TournamentSpec, runner: LocalRunner) -> Round:
    """Play a tournament and look at all that is stored of it."""
    tournament = arena.tournaments.create(spec)
    start = time.monotonic()
    finished = TournamentRun(arena, tournament, runner).play(lambda _: None)
    seconds = time.monotonic() - start
    _check("tournaments are unfinished", int(not finished), 0)
    verification = Verification(arena.tournaments.evidence(tournament.id))
    for finding in verification.findings():
        raise LoadError(f"a tournament does not hold: {finding.text}")
    _check("games are stored", verification.games, 2 * spec.boards * spec.matches)
    games = [game.record for game in arena.games.all(tournament.id)]
    _check("games were lost by a fault", sum(bool(game.faults) for game in games), 0)
    decisions = sum(len(hand.plays) for game in games for hand in game.hands)
    processes = _processes()
    return Round(
        seconds,
        len(games),
        decisions,
        len(processes),
        _descriptors(),
        sum(map(_megabytes, [os.getpid(), *processes])),
    )


def _check_flat(rounds: list[Round]) -> None:
    """Nothing grows once every worker has played."""
    if len(rounds) > 1:
        _check("descriptors are open", rounds[-1].descriptors, rounds[0].descriptors)
        _check("processes are there", rounds[-1].processes, rounds[0].processes)
    if len(rounds) > LEAST_ROUNDS - 1:
        growth = rounds[-1].megabytes / rounds[1].megabytes
        if growth > MOST_GROWTH:
            raise LoadError(f"memory has grown by {growth - 1:.0%} since the second round")


def _check(what: str, found: int, expected: int) -> None:
    if found != expected:
        raise LoadError(f"{found} {what}, not {expected}")


def _check_ended(before: set[int]) -> None:
    """Whether all processes that were not there before end soon."""
    end = time.monotonic() + ENDING_SECONDS
    while left := set(_processes()) - before:
        if time.monotonic() > end:
            raise LoadError(f"processes are left: {', '.join(map(_command, sorted(left)))}")
        time.sleep(0.05)


def _command(process: int) -> str:
    try:
        words = Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ")
    except OSError:
        words = b"ended by now"
    return f"{process} ({words.decode(errors='replace').strip()})"


def _descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def _processes() -> list[int]:
    """The processes that this one has started, and those have; none that has ended."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = path.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue  # it has ended
        if state != "Z":
            parents[int(path.parent.name)] = int(parent)
    below = {os.getpid()}
    while more := {child for child, parent in parents.items() if parent in below} - below:
        below |= more
    return sorted(below - {os.getpid()})


def _megabytes(process: int) -> float:
    """The resident memory of a process."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


if __name__ == "__main__":
    main()
