"""The command line within this process, for commands that start no bots."""

from pathlib import Path
from typing import Final

import click
from click.testing import CliRunner, Result
from tablic_server.faults import Fault, FaultKind
from tablic_tournaments.cli import main
from tablic_tournaments.store import open_arena

from .bots.first_bot import FirstBot
from .bots.last_bot import LastBot
from .place import STARTS_BOTS
from .specs import batch_result, small_spec, stored

__all__ = ["COMPARISONS", "LISTINGS", "command_paths", "fill", "invoke"]

# Every command that lists something, with --json, --csv and --markdown.
LISTINGS: Final = ("bots", "rankings", "tournaments", "games", "faults", "rules", "info")

# Those that compare bots of the arena that ``fill`` makes.
COMPARISONS: Final = (
    ("crosstable",),
    ("head-to-head", "bot-0", "bot-1"),
    ("history", "bot-0"),
)


def invoke(*arguments: str | Path, db: Path | None = None, code: int = 0) -> Result:
    """Run a command, which must end with this exit code."""
    before = ["--db", str(db)] if db else []
    # As in Place: the tests do not depend on a sandbox.
    trusting = ["--trust-bots"] if arguments and arguments[0] in STARTS_BOTS else []
    runner = CliRunner(env={"COLUMNS": "100", "TABLIC_ARENA_DB": None})
    result = runner.invoke(
        main, [*before, *map(str, arguments), *trusting], prog_name="tablic-arena"
    )
    assert result.exit_code == code, f"exit code {result.exit_code}\n{result.output}"
    return result


def command_paths(group: click.Group = main, before: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The words of every command, the groups among them, in the order of the help."""
    paths = [before]
    for name, command in group.commands.items():
        path = (*before, name)
        paths += command_paths(command, path) if isinstance(command, click.Group) else [path]
    return paths


def fill(db: Path) -> Path:
    """An arena of three bots with a finished tournament of two, one unfinished, and a fault."""
    with open_arena(db) as arena:
        finished = stored(arena, small_spec(bots=2, boards=2))
        fault = Fault(1, 0, FaultKind.CRASHED, "It ended with exit code 1.", (1,))
        played = batch_result(finished, [FirstBot, LastBot])._replace(faults=(fault,))
        arena.tournaments.save(finished, played)
        assert arena.tournaments.finish(finished.id)
        arena.bots.retire("bot-0")
        stored(arena, small_spec(bots=3, boards=5))
        arena.bots.add("bot-0", "a" * 64, ("./bot",))
        arena.bots.retire("bot-1")
    return db
