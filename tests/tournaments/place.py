"""An arena in a folder of its own, used through the command as its users do."""

import os
import sqlite3
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from tablic.record import GameRecord, parse_record
from tablic_tournaments.store import Arena, open_arena
from tablic_tournaments.submit import example_folder

from .processes import DEADLINE

__all__ = ["BOTS", "COMMAND", "EXAMPLES", "STARTS_BOTS", "Done", "Place"]

COMMAND: Final = str(Path(sysconfig.get_path("scripts"), "tablic-arena"))
EXAMPLES: Final = example_folder()
STARTS_BOTS: Final = ("check", "submit", "tournament", "match", "play", "replay-fault", "serve")
BOTS: Final = Path(__file__).parent / "bots"


class Done(NamedTuple):
    """What a command printed."""

    stdout: str
    stderr: str


class Place:
    """A folder with a database, and one for everything temporary."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.db = root / "arena.db"
        self.temporary = root / "tmp"
        self.temporary.mkdir()
        self._started: list[subprocess.Popen[str]] = []

    def run(self, *arguments: str | Path, code: int = 0, seconds: float = 2 * DEADLINE) -> Done:
        """Run a command to its end, which has this exit code and comes within so many seconds."""
        process = self.start(*arguments)
        stdout, stderr = process.communicate(timeout=seconds)
        assert process.returncode == code, f"exit code {process.returncode}\n{stdout}\n{stderr}"
        return Done(stdout, stderr)

    def start(self, *arguments: str | Path) -> subprocess.Popen[str]:
        """Start a command as a terminal would: in a process group of its own.

        The bots of the tests are trusted, so that they are played also where no sandbox can be had.
        """
        trusting = ["--trust-bots"] if arguments[0] in STARTS_BOTS else []
        process = subprocess.Popen(
            [COMMAND, *arguments, *trusting],
            cwd=self.root,
            env={
                **os.environ,
                "TABLIC_ARENA_DB": str(self.db),
                "TMPDIR": str(self.temporary),
                "PYTHONUNBUFFERED": "1",
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self._started.append(process)
        return process

    def submit(self, *paths: Path) -> None:
        """Submit bots that are known to be good, without their validation games."""
        from tablic_tournaments.contents import inspect_path

        with self.arena() as arena:
            for path in paths:
                content = inspect_path(path)
                name = content.name.removesuffix("_bot")
                arena.bots.add(name, arena.contents.add(content), content.command)

    def start_by_hand(self, address: str, token: str) -> subprocess.Popen[str]:
        """Start an awaited bot, as its author would, from a folder of their own."""
        process = subprocess.Popen(
            [sys.executable, EXAMPLES / "random_bot.py"],
            cwd=self.temporary,
            env={**os.environ, "TABLIC_ADDRESS": address, "TABLIC_TOKEN": token},
            text=True,
        )
        self._started.append(process)
        return process

    @contextmanager
    def arena(self) -> Iterator[Arena]:
        """What is stored, for as long as it is needed."""
        with open_arena(self.db) as arena:
            yield arena

    def record_texts(self) -> list[str]:
        """The records of all games, sorted: byte for byte as they are stored."""
        return sorted(str(row[0]) for row in self.rows("SELECT record FROM game"))

    def records(self) -> list[GameRecord]:
        """The records of all games."""
        return list(map(parse_record, self.record_texts()))

    def boards(self) -> int:
        """How many boards are stored, also while another process plays."""
        return len(self.rows("SELECT id FROM board"))

    def rows(self, sql: str) -> list[tuple[object, ...]]:
        """The rows of a query, read beside whatever is running."""
        with closing(sqlite3.connect(self.db)) as connection:
            return connection.execute(sql).fetchall()

    def kill(self) -> None:
        """End what was started and is still there: a test has failed."""
        for process in self._started:
            if process.poll() is None:
                process.kill()
            process.communicate()
