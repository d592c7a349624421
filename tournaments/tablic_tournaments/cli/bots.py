"""submit, and the commands about bots."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from tablic_tournaments.cli.common import ArenaGroup, Settings, listing_options
from tablic_tournaments.cli.confinement import confinement_options, require_sandbox
from tablic_tournaments.cli.printing import print_answer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tablic_server.limits import Limits

__all__ = ["bots", "submit"]

# The steps of a submission that take time: here, and at a server, where others may be before it.
STEPS: Final = {"building": "It is built from its sources, which may take minutes."}
STEPS_THERE: Final = {
    **STEPS,
    "validating": "It plays a validation game against the random bot.",
}


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

    if settings.server:
        from tablic_server.limits import DEFAULT_LIMITS

        if trust_bots or limits != DEFAULT_LIMITS:
            raise click.UsageError("How bots are confined is the server's affair; leave it out.")
        _submit_there(settings, path, name, stdio=stdio)
        return
    require_sandbox(trust_bots)
    with settings.arena(make=True) as arena:
        submission = submit_path(
            arena, path, name, limits=limits, trusted=trust_bots, stdio=stdio, on_step=_say
        )
    for sentence in submission.sentences:
        click.echo(sentence)
    for warning in submission.warnings:
        click.echo(warning, err=True)


def _say(step: str, steps: "Mapping[str, str]" = STEPS) -> None:
    """Say on stderr which step of a submission begins."""
    if step in steps:
        click.echo(steps[step], err=True)


def _submit_there(settings: Settings, path: Path, name: str | None, *, stdio: bool) -> None:
    """Upload a bot, and say what happens to it."""
    with settings.remote() as remote:
        for response in remote.submit(path, name, stdio=stdio):
            if step := response.WhichOneof("step"):
                _say(step, STEPS_THERE)
            for sentence in response.accepted.sentences:
                click.echo(sentence)
            for warning in response.accepted.warnings:
                click.echo(warning, err=True)


@click.group(cls=ArenaGroup, invoke_without_command=True)
@listing_options
@click.pass_context
def bots(context: click.Context, style: str | None) -> None:
    """List the bots and their versions."""
    if context.invoked_subcommand:
        return
    settings: Settings = context.obj
    print_answer(settings.ask("bots"), style)


@bots.command()
@click.argument("name")
@click.pass_obj
def retire(settings: Settings, name: str) -> None:
    """Take a bot out of play; its games and ratings stay."""
    if settings.server:
        from tablic.v1.arena_pb2 import RetireBotRequest

        with settings.remote() as remote:
            was_in_play = remote.call("RetireBot", RetireBotRequest(bot=name)).was_in_play
    else:
        with settings.arena(writes=True) as arena:
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
