"""submit, and the commands about bots."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablic_tournaments.cli.common import ArenaGroup, Settings, listing_options
from tablic_tournaments.cli.confinement import confinement_options, require_sandbox
from tablic_tournaments.cli.printing import print_listing
from tablic_tournaments.words import counted_kinds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tablic_server.limits import Limits

    from tablic_tournaments.store import Version

__all__ = ["bots", "submit"]


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path))
@click.option("--name", help="The bot's name. [default: the name of the file or folder]")
@click.option(
    "--stdio", is_flag=True, help="It reads and writes lines of JSON, and does not speak gRPC."
)
@confinement_options
@click.pass_obj
def submit(
    settings: Settings,
    path: Path,
    name: str | None,
    stdio: bool,
    limits: "Limits",
    trust_bots: bool,
) -> None:
    """Submit a bot: a script, an executable, or a folder with a bot.toml.

    Its content is copied into the arena and plays a validation game against the random bot. A bot
    of that name gets a new version; the same content again adds nothing.
    """
    from tablic_tournaments.submit import submit as submit_path

    require_sandbox(trust_bots)
    with settings.arena(make=True) as arena:
        submission = submit_path(arena, path, name, limits=limits, trusted=trust_bots, stdio=stdio)
        (latest,) = arena.bots.latest([submission.version.name])
    version = submission.version
    if submission.was_retired:
        click.echo(f"{latest.name} version {latest.number} is back in play.")
        return
    if not submission.is_new:
        click.echo(f"{version.name} has this content already, as version {version.number}.")
        return
    click.echo(f"{version.name} version {version.number} is in the arena.")
    if submission.same_as:
        others = ", ".join(other.entrant.label for other in submission.same_as)
        click.echo(f"It is the same content as {others}.")
    if submission.printed:
        click.echo(
            "Warning: it wrote lines to stdout that are not JSON objects. They are kept in its "
            "log and break nothing; write them to stderr.",
            err=True,
        )


@click.group(cls=ArenaGroup, invoke_without_command=True)
@listing_options
@click.pass_context
def bots(context: click.Context, style: str | None) -> None:
    """List the bots and their versions."""
    if context.invoked_subcommand:
        return
    settings: Settings = context.obj
    with settings.arena() as arena:
        faults = arena.tournaments.fault_counts()
        rows = [
            _version_row(version, faults.get(version.entrant.label, {}))
            for version in arena.bots.versions()
        ]
    if not rows and not style:
        click.echo("There are no bots yet. Submit one with: tablic-arena submit FILE")
        return
    columns = ["bot", "version", "submitted", "content", "faults", "fault_kinds", "retired"]
    print_listing(rows, columns, style)


@bots.command()
@click.argument("name")
@click.pass_obj
def retire(settings: Settings, name: str) -> None:
    """Take a bot out of play; its games and ratings stay."""
    with settings.arena() as arena:
        was_in_play = arena.bots.retire(name)
    click.echo(f"{name} is retired." if was_in_play else f"{name} was retired already.")


@bots.command()
@click.argument("name")
@click.argument("game", type=int, required=False)
@click.pass_obj
def log(settings: Settings, name: str, game: int | None) -> None:
    """Print what a bot wrote to stderr and stdout, in all games or in one.

    A process plays several games at once, so the log of a game is that of the process that played
    it.
    """
    with settings.arena() as arena:
        rows = arena.games.logs(name, game)
    if not rows:
        click.echo(f"{name} printed nothing.")
    for row in rows:
        click.echo(
            f"--- {name} {row.version}, tournament {row.tournament}, {row.match}, "
            f"rotation {row.rotation}, {row.played_at} ---"
        )
        click.echo(
            f"--- {row.decisions} decisions, charged {row.thinking_seconds:.3f} s; "
            f"{row.cpu_seconds:.3f} s of CPU time in {row.wall_seconds:.3f} s ---"
        )
        click.echo(row.log.rstrip("\n"))


def _version_row(version: "Version", faults: "Mapping[str, int]") -> dict[str, object]:
    return {
        "bot": version.name,
        "version": version.number,
        "submitted": version.submitted_at,
        "content": version.sha256[:12],
        "faults": sum(faults.values()),
        "fault_kinds": counted_kinds(faults),
        "retired": "retired" if version.retired else "",
    }
