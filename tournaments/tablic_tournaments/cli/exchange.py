"""export and import: tournaments from one arena into another."""

from collections.abc import Sequence
from typing import TextIO

import click

from tablic_tournaments.cli.common import Settings
from tablic_tournaments.words import counted

__all__ = ["export", "import_"]


@click.command()
@click.argument("tournaments", nargs=-1, type=int, metavar="[TOURNAMENT]...")
@click.option(
    "-o",
    "--output",
    type=click.File("w", encoding="utf-8", lazy=True),
    default="-",
    help="The file to write. [default: stdout]",
)
@click.pass_obj
def export(settings: Settings, tournaments: Sequence[int], output: TextIO) -> None:
    """Write finished tournaments as JSON Lines, all of them if none is named.

    Another arena takes them in with import. Bots are named by their SHA-256; their files stay here.
    """
    with settings.arena() as arena:
        numbers = tournaments or arena.exports.finished()
        for number in numbers:
            for line in arena.exports.lines(number):
                output.write(line + "\n")
    click.echo(f"{counted(len(numbers), 'tournament')} written.", err=True)


@click.command("import")
@click.argument("file", type=click.File("r", encoding="utf-8"))
@click.pass_obj
def import_(settings: Settings, file: TextIO) -> None:
    """Take in tournaments that another arena exported, all of the file or nothing.

    What is here already is not counted twice. Bots that are not here come without their files, so
    they are retired.
    """
    from tablic_tournaments.errors import StoreError

    try:
        with settings.arena(make=True) as arena:
            imported = arena.take_in(file)
    except UnicodeDecodeError:
        raise StoreError(f"{file.name} is not text in UTF-8") from None
    except StoreError as error:
        raise StoreError(f"{error}; nothing of {file.name} was taken in") from None
    click.echo(
        f"{counted(imported.tournaments, 'tournament')} and {counted(imported.games, 'game')} are "
        f"new; {counted(imported.known_games, 'game')} were here already."
    )
