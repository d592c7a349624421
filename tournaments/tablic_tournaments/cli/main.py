"""The ``tablic-arena`` command."""

import os
from pathlib import Path

import click

from tablic_tournaments.cli.backup import backup
from tablic_tournaments.cli.bots import bots, submit
from tablic_tournaments.cli.captures import captures
from tablic_tournaments.cli.check import check
from tablic_tournaments.cli.common import ArenaGroup, Settings
from tablic_tournaments.cli.exchange import export, import_
from tablic_tournaments.cli.faults import faults, replay_fault, show_fault
from tablic_tournaments.cli.hiding import verify_hiding
from tablic_tournaments.cli.listings import games, info, show, tournaments
from tablic_tournaments.cli.login import login
from tablic_tournaments.cli.match import match
from tablic_tournaments.cli.new_bot import new_bot
from tablic_tournaments.cli.play import play
from tablic_tournaments.cli.prune import prune
from tablic_tournaments.cli.rankings import crosstable, head_to_head, history, rankings
from tablic_tournaments.cli.report import report
from tablic_tournaments.cli.rules import rules
from tablic_tournaments.cli.serve import serve
from tablic_tournaments.cli.tokens import token
from tablic_tournaments.cli.tournament import tournament
from tablic_tournaments.cli.verification import verify
from tablic_tournaments.cli.watch import watch

__all__ = ["main"]


@click.group(cls=ArenaGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--db",
    type=click.Path(path_type=Path),
    envvar="TABLIC_ARENA_DB",
    show_envvar=True,
    help="Where the arena lives: one SQLite file, and a folder of bots beside it. submit makes it.",
)
@click.option(
    "--server",
    metavar="HOST:PORT",
    envvar="TABLIC_ARENA_SERVER",
    show_envvar=True,
    help="Use the arena that is served there, and not one of this machine.",
)
@click.option(
    "--tls-ca",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Certificates to know the server by, where it has none that is known anyway.",
)
@click.version_option(package_name="tablic-arena", message="tablic-arena %(version)s")
@click.pass_context
def main(context: click.Context, db: Path | None, server: str | None, tls_ca: Path | None) -> None:
    """Tournaments for programs that play Tablić, the Balkan fishing card game.

    \b
    tablic-arena submit ./my_bot.py     a bot enters the arena
    tablic-arena tournament             all bots play each other
    tablic-arena rankings               who is best
    """  # noqa: D301  # click keeps the lines of a block that starts with this character
    # What goes wrong is raised. Below errors gRPC writes raw lines to stderr, such as that a bot
    # has gone; it reads the level when a command imports it, and workers inherit it.
    os.environ.setdefault("GRPC_VERBOSITY", "ERROR")
    context.obj = Settings(db, server, tls_ca)


COMMANDS = (
    *(new_bot, check, submit, bots, tournament, match, play, tournaments, games, show),
    *(rankings, crosstable, head_to_head, history, report),
    *(faults, show_fault, replay_fault, prune, export, import_),
    *(verify, verify_hiding, rules, captures, info),
    *(serve, login, token, watch, backup),
)
for command in COMMANDS:
    main.add_command(command)
