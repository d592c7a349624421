"""backup: a copy of the arena."""

from pathlib import Path

import click

from tablic_tournaments.cli.common import Settings

__all__ = ["backup"]


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.pass_obj
def backup(settings: Settings, file: Path) -> None:
    """Copy the arena, also while it is served or a tournament is played.

    FILE becomes a whole arena, with the folder of its bots beside it; use it with --db FILE, or put
    both back where the arena was.
    """
    with settings.arena() as arena:
        arena.back_up(file)
    click.echo(f"The arena is copied to {file}.")
