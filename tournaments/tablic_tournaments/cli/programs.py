"""The programs of a match that is not stored: bots from files, and whom a person starts."""

import secrets
from collections.abc import Sequence
from itertools import chain, count
from pathlib import Path
from typing import Final

from tablic_server.launch import Program

from tablic_tournaments.building import built
from tablic_tournaments.contents import check_name, inspect_path
from tablic_tournaments.store.contents import Contents

__all__ = ["file_program", "log_end", "started_by_hand", "with_names_that_differ"]

LOG_LINES: Final = 20


def file_program(path: Path, contents: Contents, stdio: bool = False) -> Program:
    """The bot of a file or folder, built where it has to be, and copied into these contents."""
    # The commands have required a sandbox, or that bots are trusted.
    with built(inspect_path(path, stdio=stdio), trusted=True, stdio=stdio) as content:
        return contents.program(content.name, contents.add(content), content.command)


def started_by_hand(name: str, folder: str) -> Program:
    """A program that the arena waits for."""
    return Program(check_name(name), (), folder, secrets.token_hex(16))


def with_names_that_differ(programs: Sequence[Program]) -> list[Program]:
    """The programs, with a number after a name that was used before."""
    named: dict[str, Program] = {}
    for program in programs:
        numbered = (f"{program.name}-{number}" for number in count(2))
        name = next(name for name in chain([program.name], numbered) if name not in named)
        named[name] = program._replace(name=name)
    return list(named.values())


def log_end(log: str) -> str:
    """The last lines of what a bot printed."""
    return "\n".join(log.splitlines()[-LOG_LINES:])
