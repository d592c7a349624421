"""A served arena with many bots from outside: python -m benchmarks.arena.

All bots stay connected, half of them over connections with a delay each way. First nobody plays:
that is what bots in the lobby cost. Then each meets another in a round, so many matches at once,
while somebody asks for the rankings again and again.
"""

import argparse
import asyncio
import json
import math
import multiprocessing
import os
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from tablic import BotError
from tablic.client import Player
from tablic.remote import Connection
from tablic.v1 import arena_pb2 as pb
from tablic_tournaments.serving.gate import MOST_CALLS
from tablic_tournaments.serving.logins import Login
from tablic_tournaments.serving.remote import Remote, connected
from tablic_tournaments.store import open_arena
from tablic_tournaments.store.tokens import Role

from benchmarks.bots import InstantBot

__all__ = ["Figures", "Size", "arena"]

COMMAND: Final = Path(sysconfig.get_path("scripts"), "tablic-arena")
RULES: Final = "tablic hands=1"
# Of a game: the pack, but for the four cards that lie on the table at first.
DECISIONS: Final = 48
DELAY_SECONDS: Final = 0.02
LOOK_SECONDS: Final = 0.25
START_SECONDS: Final = 120.0
# The clock of a machine with a hundred bots to a core: who is late by it did not answer at all.
CLOCK: Final = "600+1/60"


class Size(NamedTuple):
    """How much there is of everything."""

    bots: int = 200
    games: int = 100
    """At once."""
    matches: int = 4
    """At once: they share the games."""
    idle_seconds: float = 20.0


class Figures(NamedTuple):
    """What was measured."""

    games: int
    lost: int
    faults: int
    decisions_a_second: float
    idle_share: float
    """Of a core, that the server took while all bots waited."""
    megabytes: tuple[float, ...]
    """Resident memory of the server, from the first look to the last."""
    rankings_seconds: float
    """The 99th percentile."""


class Named(NamedTuple):
    """A bot, and the token of its author."""

    name: str
    token: str


def main() -> None:
    """Measure, print the figures, and fail if a game is lost or a fault charged."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.arena", description=__doc__)
    for name, default in Size()._asdict().items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(default), default=default)
    found = arena(Size(**vars(parser.parse_args())))
    looks = found.megabytes[:: max(1, len(found.megabytes) // 8)]
    print(f"games                {found.games:,}, {found.lost} lost, {found.faults} faults")
    print(f"decisions a second   {found.decisions_a_second:,.0f}")
    print(f"bots in the lobby    {found.idle_share:.2%} of a core")
    print(f"memory of the server {', '.join(f'{look:.0f}' for look in looks)} MB")
    print(f"rankings             {1000 * found.rankings_seconds:.0f} ms, 99th percentile")
    if found.lost or found.faults:
        sys.exit("a game was lost, or a fault charged")


def arena(size: Size) -> Figures:
    """Serve an arena, connect the bots, and play."""
    with tempfile.TemporaryDirectory(prefix="arena-") as folder:
        db = Path(folder, "arena.db")
        bots, organiser = _tokens(db, size.bots)
        with _served(db, size.matches) as (process, address):
            half = len(bots) // 2
            with (
                _connected(address, bots[:half], 0.0),
                _connected(address, bots[half:], DELAY_SECONDS),
                connected(address, Login(organiser, None)) as remote,
            ):
                _wait_for(remote, bots)
                return _measured(remote, process, size, bots)


def _tokens(db: Path, bots: int) -> tuple[list[Named], str]:
    """The bots, with as many authors as they need, and the token of an organiser."""
    with open_arena(db) as stored:
        authors = [
            stored.tokens.create(f"author-{number}", Role.AUTHOR)[1]
            for number in range(math.ceil(bots / MOST_CALLS))
        ]
        organiser = stored.tokens.create("organiser", Role.ORGANISER)[1]
    named = [Named(f"bot-{number}", authors[number // MOST_CALLS]) for number in range(bots)]
    return named, organiser


@contextmanager
def _served(db: Path, workers: int) -> Iterator[tuple[int, str]]:
    """The process of a server, and its address."""
    log = db.with_name("serve.log")
    words = ["serve", "--listen", "127.0.0.1:0", "--workers", str(workers), "--trust-bots"]
    with log.open("w", encoding="utf-8") as file:
        process = subprocess.Popen(
            [COMMAND, *words], env={**os.environ, "TABLIC_ARENA_DB": str(db)}, stderr=file
        )
    try:
        yield process.pid, _address(log, process)
    finally:
        process.terminate()
        process.wait()


def _address(log: Path, process: "subprocess.Popen[bytes]") -> str:
    while process.poll() is None:
        for line in log.read_text(encoding="utf-8").splitlines():
            with suppress(json.JSONDecodeError):
                if "address" in (event := json.loads(line)):
                    return str(event["address"])
        time.sleep(0.05)
    raise RuntimeError(log.read_text(encoding="utf-8"))


@contextmanager
def _connected(address: str, bots: Sequence[Named], delay: float) -> Iterator[None]:
    """A process in which all these bots run."""
    process = multiprocessing.get_context("spawn").Process(
        target=_run_bots, args=(address, bots, delay), daemon=True
    )
    process.start()
    try:
        yield
    finally:
        process.kill()
        process.join()


def _run_bots(address: str, bots: Sequence[Named], delay: float) -> None:
    async def run() -> None:
        at = await _delayed(address, delay) if delay else address
        await asyncio.gather(*(_run_bot(at, bot) for bot in bots))

    asyncio.run(run())


async def _run_bot(address: str, bot: Named) -> None:
    kind = type("Elsewhere", (InstantBot,), {"name": bot.name, "version": "1", "max_tables": 64})
    connection = Connection(address, bot.token)
    while True:
        with suppress(BotError):
            await connection.play(Player(kind))


async def _delayed(address: str, seconds: float) -> str:
    """The address of a proxy that lets everything wait, on its way there and back."""
    host, _, port = address.rpartition(":")

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_connection(host, int(port))
        await asyncio.gather(
            _carry(reader, there_writer, seconds), _carry(there_reader, writer, seconds)
        )

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    return f"127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def _carry(
    source: asyncio.StreamReader, target: asyncio.StreamWriter, seconds: float
) -> None:
    loop = asyncio.get_running_loop()
    while data := await source.read(64 * 1024):
        # In order, as all wait equally long.
        loop.call_later(seconds, target.write, data)
    loop.call_later(seconds, target.close)


def _wait_for(remote: Remote, bots: Sequence[Named]) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        rows = remote.ask("bots").tables[0].rows
        if sum(row.get("elsewhere") == "connected" for row in rows) == len(bots):
            return
        time.sleep(LOOK_SECONDS)
    raise RuntimeError(f"not all of {len(bots)} bots have connected in {START_SECONDS:g} seconds")


def _measured(remote: Remote, process: int, size: Size, bots: Sequence[Named]) -> Figures:
    before = _cpu_seconds(process)
    time.sleep(size.idle_seconds)
    idle = (_cpu_seconds(process) - before) / size.idle_seconds
    boards = max(1, size.games // size.matches)
    spec = (
        f"bots = {json.dumps([bot.name for bot in bots])}\n"
        f'format = "swiss"\nrounds = 1\nboards = {boards}\ntables = {boards}\n'
        f'rules = "{RULES}"\nclock = "{CLOCK}"\nstartup = 60\n'
    )
    request = pb.CreateTournamentRequest(spec_toml=spec)
    number = int(remote.call("CreateTournament", request).tournament)
    began = time.monotonic()
    remote.call("StartTournament", pb.StartTournamentRequest(tournament=number))
    megabytes, waits = _looks(remote, process, number)
    seconds = time.monotonic() - began
    games = list(remote.ask("games", tournament=number).tables[0].rows)
    expected = 2 * boards * (len(bots) // 2)
    faults = list(remote.ask("faults", tournament=number).tables[0].rows)
    return Figures(
        len(games),
        expected - len(games) + sum(bool(game["fault"]) for game in games),
        len(faults),
        DECISIONS * len(games) / seconds,
        idle,
        megabytes,
        sorted(waits)[int(0.99 * (len(waits) - 1))],
    )


def _looks(remote: Remote, process: int, tournament: int) -> tuple[tuple[float, ...], list[float]]:
    """The memory of the server and the waits for rankings, until a tournament ends."""
    ended = threading.Event()

    def watch() -> None:
        list(remote.stream("WatchTournament", pb.WatchTournamentRequest(tournament=tournament)))
        ended.set()

    watching = threading.Thread(target=watch)
    watching.start()
    megabytes: list[float] = []
    waits: list[float] = []
    while not ended.wait(LOOK_SECONDS):
        began = time.monotonic()
        remote.ask("rankings", tournament=tournament)
        waits.append(time.monotonic() - began)
        megabytes.append(_megabytes(process))
    watching.join()
    return tuple(megabytes), waits


def _cpu_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _megabytes(process: int) -> float:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


if __name__ == "__main__":
    main()
