"""match: files that are not submitted play each other, and nothing is stored."""

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablic_tournaments.cli.common import Settings, board_options, rules_option
from tablic_tournaments.cli.conditions import condition_options
from tablic_tournaments.cli.confinement import confinement_options, require_sandbox
from tablic_tournaments.cli.printing import print_table

if TYPE_CHECKING:
    from collections import Counter

    from tablic.rules import Rules
    from tablic_server.batch import Batch, BatchResult
    from tablic_server.clock import TimeControl
    from tablic_server.launch import Program
    from tablic_server.limits import Limits

__all__ = ["match"]


class BotPath(click.Path):
    """A file or folder that is there."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path."""
        if not Path(value).exists():
            self.fail(
                f"there is no file {value!r}; match takes files and folders, and tournament takes "
                "the names of submitted bots.",
                param,
                ctx,
            )
        return Path(value)


@click.command()
@click.argument("paths", nargs=-1, type=BotPath(), metavar="BOT...")
@board_options(20)
@rules_option
@click.option(
    "--wait-for",
    metavar="NAME",
    help="Let one side be started by hand: print its address and token, and wait.",
)
@condition_options
@confinement_options
@click.pass_obj
def match(
    settings: Settings,
    paths: Sequence[Path],
    boards: int,
    tables: int,
    rules: "Rules",
    wait_for: str | None,
    clock: "TimeControl",
    startup: float,
    fault_policy: str,
    limits: "Limits",
    trust_bots: bool,
) -> None:
    """Play bots that are not submitted against each other. Nothing is stored.

    The rule set says how many: two in most, three in tablic-3p. In partnerships a bot plays both
    partners.
    """
    from tablic_server.faults import FaultPolicy

    from tablic_tournaments.cli.programs import (
        file_program,
        started_by_hand,
        with_names_that_differ,
    )
    from tablic_tournaments.store.contents import Contents

    _check_count(len(paths), rules, wait_for)
    require_sandbox(trust_bots)
    del settings  # a match has no use for the arena
    with tempfile.TemporaryDirectory(prefix="tablic-match-") as folder:
        contents = Contents(Path(folder, "bots"))
        programs = [file_program(path, contents) for path in paths]
        if wait_for:
            programs.append(started_by_hand(wait_for, folder))
        programs = with_names_that_differ(programs)
        conditions = {
            "limits": limits,
            "trusted": trust_bots,
            "time": clock,
            "startup": startup,
            "fault_policy": FaultPolicy(fault_policy),
        }
        at_once = boards if wait_for else tables
        results = _play(programs, rules, boards, at_once, wait_for, conditions)
    _print_results(programs, results)


def _check_count(given: int, rules: "Rules", wait_for: str | None) -> None:
    """Refuse a number of bots that the rule set has no sides for."""
    from tablic_tournaments.words import count

    wanted = rules.sides - 1 if wait_for else rules.sides
    if given != wanted:
        to_play = f", to play {wait_for}" if wait_for else ""
        raise click.UsageError(
            f"{rules.name} needs {count(wanted, 'bot')}{to_play}; "
            f"{given} {'was' if given == 1 else 'were'} given."
        )


def _play(
    programs: Sequence["Program"],
    rules: "Rules",
    boards: int,
    at_once: int,
    by_hand: str | None,
    conditions: Mapping[str, Any],
) -> list["BatchResult"]:
    """Play the boards, as many at once as there are tables; Ctrl-C keeps what is finished."""
    import asyncio

    from tablic.deals import new_secret
    from tablic_server.batch import Batch

    secret = new_secret()
    name = " v ".join(program.name for program in programs)
    batches = [
        Batch(
            match=name,
            boards=tuple(range(first, min(first + at_once, boards))),
            bots=tuple(programs),
            rules=rules,
            secret=secret,
            tables=1 if by_hand else at_once,
            **conditions,
        )
        for first in range(0, boards, at_once)
    ]
    return asyncio.run(_play_batches(batches))


async def _play_batches(batches: Sequence["Batch"]) -> list["BatchResult"]:
    import asyncio
    import signal

    from tablic_server.match import play_batch

    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    results: list[BatchResult] = []
    for batch in batches:
        if results:
            click.echo(_progress(batches, results), err=True)
        results.append(await play_batch(_after(results, batch), stop, _announce))
        if stop.is_set():
            click.echo(f"Stopped. {_progress(batches, results)}", err=True)
            break
    return results


def _after(results: Sequence["BatchResult"], batch: "Batch") -> "Batch":
    """A batch with the faults of each bot in the boards before."""
    counts = [result.strikes for result in results]
    return batch._replace(strikes=tuple(map(sum, zip(*counts, strict=True))))


def _progress(batches: Sequence["Batch"], results: Sequence["BatchResult"]) -> str:
    done = sum(len(result.boards) for result in results)
    return f"{done} of {sum(len(batch.boards) for batch in batches)} boards"


def _announce(name: str, address: str, token: str) -> None:
    """Tell the author how to start the other side."""
    click.echo(f"\nWaiting for {name}, without a clock. Start it with this environment:", err=True)
    click.echo(f"  TABLIC_ADDRESS={address} TABLIC_TOKEN={token}", err=True)
    click.echo("It plays one seat of every board, then the next is asked for.", err=True)


def _print_results(programs: Sequence["Program"], results: Sequence["BatchResult"]) -> None:
    from tablic_tournaments.cli.programs import log_end
    from tablic_tournaments.listings.tables import RATING_COLUMNS, standing_columns, standing_rows
    from tablic_tournaments.ratings.results import board_result
    from tablic_tournaments.reports.standings import standings

    outcomes = [board_result(result.batch, board) for result in results for board in result.boards]
    faults = _print_faults(results)
    for bot, program in enumerate(programs):
        logs = [r.log for result in results for r in result.reports if r.bot == bot and r.log]
        if logs:
            click.echo(f"--- the end of what {program.name} printed ---")
            click.echo(log_end("".join(logs)))
    if not outcomes:
        click.echo("No board was finished.")
        return
    lines = standings(outcomes, faults)
    pool = ("elo", "mark", *RATING_COLUMNS)
    columns = [column for column in standing_columns(lines) if column not in pool]
    print_table(standing_rows(lines), columns)


def _print_faults(results: Sequence["BatchResult"]) -> dict[str, "Counter[str]"]:
    """Print a line for each fault, and return how many of each kind each bot is charged with."""
    from collections import Counter

    from tablic_server.faults import FaultKind

    from tablic_tournaments.words import counted

    charged: dict[str, Counter[str]] = {}
    for result in results:
        batch = result.batch
        for fault in result.faults:
            name = batch.bots[batch.bot_in(fault.rotation, fault.seat)].name
            if fault.kind is not FaultKind.STRIKES:
                charged.setdefault(name, Counter())[fault.kind] += 1
            lost = f"{counted(len(fault.boards), 'game')} lost"
            cost = "put back" if fault.put_back else lost
            click.echo(f"{name}: {fault.kind} fault, {cost}: {fault.message}")
    return charged
