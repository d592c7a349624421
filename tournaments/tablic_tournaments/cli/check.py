"""check: what the author of a bot wants to know before it is submitted."""

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablic_tournaments.cli.confinement import confinement_options, require_sandbox

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tablic_server.limits import Limits

    from tablic_tournaments.checking import Check

__all__ = ["check"]


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path))
@click.option(
    "--stdio", is_flag=True, help="It reads and writes lines of JSON, and does not speak gRPC."
)
@click.option(
    "--games",
    type=click.IntRange(1),
    default=200,
    show_default=True,
    help="Games against the random bot, after everything else.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@confinement_options
@click.pass_context
def check(
    context: click.Context,
    path: Path,
    stdio: bool,
    games: int,
    as_json: bool,
    limits: "Limits",
    trust_bots: bool,
) -> None:
    """Try a bot as an arena would, and say whether it is fit for one. Nothing is stored.

    Start and hello, the time for a decision, every rule set that it says it plays, many tables, an
    answer that is put back, long waits, the same game again, and many games. Ends with exit code 1
    if anything failed.
    """
    from tablic_tournaments.checking import checks
    from tablic_tournaments.cli.programs import file_program
    from tablic_tournaments.store.contents import Contents

    require_sandbox(trust_bots)
    with tempfile.TemporaryDirectory(prefix="tablic-check-") as folder:
        program = file_program(path, Contents(Path(folder, "bots")), stdio)
        done = list(_told(checks(program, games, limits, trust_bots), not as_json))
    failed = [check.name for check in done if not check.passed]
    if as_json:
        rows = [check._asdict() for check in done]
        result = {"bot": program.name, "passed": not failed, "checks": rows}
        click.echo(json.dumps(result, indent=2))
    elif failed:
        click.echo(f"{program.name} is not fit for an arena yet: {', '.join(failed)}.")
    else:
        click.echo(f"{program.name} is fit for an arena.")
    context.exit(1 if failed else 0)


def _told(checks: "Iterator[Check]", aloud: bool) -> "Iterator[Check]":
    """The checks, each told when it is done."""
    for done in checks:
        if aloud:
            click.echo(f"{'ok  ' if done.passed else 'FAIL'}  {done.name:24}{done.text}")
        yield done
