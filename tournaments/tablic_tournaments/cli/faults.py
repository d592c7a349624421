"""faults, show-fault and replay-fault: what a bot did wrong, and whether it still does."""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from tablic_tournaments.cli.common import Settings, listing_options
from tablic_tournaments.cli.confinement import confinement_options, require_sandbox
from tablic_tournaments.cli.printing import print_answer

if TYPE_CHECKING:
    from tablic_server.bundle import Bundle
    from tablic_server.launch import Program
    from tablic_server.limits import Limits
    from tablic_server.replay import Replay

    from tablic_tournaments.store import Arena
    from tablic_tournaments.store.faults import FaultRow

__all__ = ["faults", "replay_fault", "show_fault"]

PEOPLE_COLUMNS = ["fault", "tournament", "bot", "kind", "lost", "message"]
# How long a bot that the arena starts may think about an answer, in seconds.
PATIENCE = 30.0


@click.command()
@click.option("--tournament", type=int, help="Only the faults in this tournament.")
@click.option("--bot", help="Only the faults of this bot.")
@listing_options
@click.pass_obj
def faults(settings: Settings, tournament: int | None, bot: str | None, style: str | None) -> None:
    """List the faults of bots."""
    listing = settings.ask("faults", tournament=tournament, bot=bot)
    if not style:
        (table,) = listing.tables
        rows = [{**row, "lost": len(cast("list[int]", row["boards"]))} for row in table.rows]
        same = "tournament" if tournament is not None else ""
        columns = [column for column in PEOPLE_COLUMNS if column != same]
        listing = listing._replace(tables=[table._replace(columns=columns, rows=rows)])
    print_answer(listing, style)


@click.command("show-fault")
@click.argument("fault", type=int)
@click.option("--json", "as_json", is_flag=True, help="Print the whole bundle, as JSON.")
@click.pass_obj
def show_fault(settings: Settings, fault: int, as_json: bool) -> None:
    """Print what a bot saw and said before a fault, the clock, and the end of its log."""
    from tablic_server.bundle import parse_bundle

    from tablic_tournaments.reports.fault_text import bundle_text

    heading, text = _told(settings, fault)
    if as_json:
        click.echo(text)
        return
    for line in heading:
        click.echo(line)
    click.echo()
    for line in bundle_text(parse_bundle(text)):
        click.echo(line)
    if not settings.server:
        click.echo(f"\nPlay it again with: tablic-arena replay-fault {fault}", err=True)


def _told(settings: Settings, fault: int) -> tuple[Sequence[str], str]:
    """Who was charged with what, and the JSON of the bundle."""
    if settings.server:
        from tablic.v1.arena_pb2 import GetFaultRequest

        with settings.remote() as remote:
            found = remote.call("GetFault", GetFaultRequest(fault=fault))
        return found.heading, found.bundle
    from tablic_tournaments.listings.stored import fault_heading

    with settings.arena() as arena:
        arena.faults.bundle(fault)
        return fault_heading(arena.faults.get(fault)), arena.faults.bundle_text(fault)


@click.command("replay-fault")
@click.argument("fault", type=int)
@click.argument("path", required=False, type=click.Path(exists=True, path_type=Path))
@click.option("--wait", is_flag=True, help="Wait for a bot that you start by hand: print how.")
@confinement_options
@click.pass_obj
def replay_fault(
    settings: Settings,
    fault: int,
    path: Path | None,
    wait: bool,
    limits: "Limits",
    trust_bots: bool,
) -> None:
    """Say to a bot again what it was told before a fault, without a clock.

    The version that was charged with the fault is started, or the bot at PATH. The exit code is 1
    if there is a fault again.

    \b
    tablic-arena replay-fault 12
    tablic-arena replay-fault 12 ./my_bot.py
    tablic-arena replay-fault 12 --wait
    """  # noqa: D301  # click keeps the lines of a block that starts with this character
    from tablic_tournaments.listings.stored import fault_heading
    from tablic_tournaments.reports.replay_text import is_at_fault, replay_text

    if path and wait:
        raise click.UsageError("Give a PATH or --wait, not both.")
    require_sandbox(trust_bots)
    with tempfile.TemporaryDirectory(prefix="tablic-replay-") as folder:
        with settings.arena() as arena:
            row, bundle = arena.faults.get(fault), arena.faults.bundle(fault)
            program = _program(arena, row, path, wait, folder)
        for line in fault_heading(row):
            click.echo(line)
        click.echo()
        replay, log = _replay(bundle, program, limits)
    for line in replay_text(bundle, replay):
        click.echo(line)
    _print_log(program, log)
    if is_at_fault(bundle, replay):
        raise SystemExit(1)


def _program(
    arena: "Arena", fault: "FaultRow", path: Path | None, wait: bool, folder: str
) -> "Program":
    """What is to be started."""
    from tablic_tournaments.cli.programs import file_program, started_by_hand
    from tablic_tournaments.store.contents import Contents

    if wait:
        return started_by_hand(fault.bot, folder)
    if path:
        return file_program(path, Contents(Path(folder, "bots")))
    version = arena.bots.version(fault.bot, fault.version)
    return arena.contents.program(version.entrant.label, version.sha256, version.command)


def _replay(bundle: "Bundle", program: "Program", limits: "Limits") -> "tuple[Replay, str]":
    import asyncio
    import math

    from tablic_server.finding import find_sandbox
    from tablic_server.replay import replay

    seconds = PATIENCE if program.command else math.inf
    return asyncio.run(replay(bundle, program, find_sandbox(), limits, seconds, _announce))


def _announce(name: str, address: str, token: str) -> None:
    """Tell the author how to start the bot."""
    click.echo(f"Waiting for {name}, without a clock. Start it with this environment:", err=True)
    click.echo(f"  TABLIC_ADDRESS={address} TABLIC_TOKEN={token}", err=True)


def _print_log(program: "Program", log: str) -> None:
    from tablic_tournaments.cli.programs import log_end

    if log:
        click.echo(f"--- the end of what {program.name} printed now ---", err=True)
        click.echo(log_end(log), err=True)
