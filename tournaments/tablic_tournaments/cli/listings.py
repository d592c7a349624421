"""Commands that look: tournaments, games, show and info."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from tablic_tournaments.cli.common import Settings, listing_options
from tablic_tournaments.cli.printing import print_answer, print_listing
from tablic_tournaments.words import short_rules

if TYPE_CHECKING:
    from tablic.record import GameRecord

    from tablic_tournaments.listings import Listing

__all__ = ["games", "info", "show", "tournaments"]


@click.command()
@listing_options
@click.pass_obj
def tournaments(settings: Settings, style: str | None) -> None:
    """List the tournaments."""
    listing = settings.ask("tournaments")
    print_answer(listing if style else _for_people(listing), style)


@click.command()
@click.option("--tournament", type=int, help="Only the games of this tournament.")
@click.option("--bot", help="Only the games of this bot.")
@listing_options
@click.pass_obj
def games(settings: Settings, tournament: int | None, bot: str | None, style: str | None) -> None:
    """List the games."""
    listing = settings.ask("games", tournament=tournament, bot=bot)
    same = ("tournament", "rules") if tournament is not None else ()
    print_answer(listing if style else _for_people(listing, same), style)


@click.command()
@click.argument("game", type=int)
@click.option("--json", "as_json", is_flag=True, help="Print the record, as JSON.")
@click.pass_obj
def show(settings: Settings, game: int, as_json: bool) -> None:
    """Print a game play by play, with the table and the hands."""
    from tablic_tournaments.listings.compared import CHOSEN_DECKS
    from tablic_tournaments.reports.game_text import game_text

    record, tournament, chosen_decks = _game(settings, game)
    if as_json:
        click.echo(record.text())
        return
    click.echo("\n".join(game_text(record)))
    if chosen_decks:
        click.echo(f"\n{CHOSEN_DECKS.format(tournament)}")
    if record.independent:
        click.echo("\nA bot of this board ran elsewhere: each of its games had decks of its own.")


def _game(settings: Settings, game: int) -> "tuple[GameRecord, int, bool]":
    """The record of a game, its tournament, and whether the organiser chose the decks."""
    if settings.server:
        from tablic.record import parse_record
        from tablic.v1.arena_pb2 import GetGameRequest

        with settings.remote() as remote:
            found = remote.call("GetGame", GetGameRequest(game=game))
        return parse_record(found.record), found.tournament, found.chosen_decks
    with settings.arena() as arena:
        row = arena.games.get(game)
        chosen_decks = arena.tournaments.get(row.tournament).spec.chosen_secret
    return row.record, row.tournament, chosen_decks


@click.command()
@listing_options
@click.pass_obj
def info(settings: Settings, style: str | None) -> None:
    """Print where the arena lives, and what is used to play."""
    import sys
    from importlib import metadata

    from tablic_server.finding import find_sandbox
    from tablic_server.limits import BUILD_LIMITS, BUILD_SECONDS, DEFAULT_LIMITS

    from tablic_tournaments.runners.local import default_workers
    from tablic_tournaments.store.arena import contents_folder
    from tablic_tournaments.submit import example_folder

    facts = {
        "version": metadata.version("tablic-arena"),
        "database": str(settings.path),
        "bots": str(contents_folder(settings.path)),
        "example bots": str(example_folder()),
        "python": sys.executable,
        "workers": str(default_workers()),
        "sandbox": find_sandbox().text,
        **{f"limit {name}": text for name, text in DEFAULT_LIMITS.lines()},
        "build limit time": f"{BUILD_SECONDS:g} seconds",
        **{f"build limit {name}": text for name, text in BUILD_LIMITS.lines()},
    }
    rows = [{"what": what, "value": value} for what, value in facts.items()]
    print_listing(rows, ["what", "value"], style)


def _for_people(listing: "Listing", same: Sequence[str] = ()) -> "Listing":
    """A listing with short rules, and without the columns that are the same in each row."""
    (table,) = listing.tables
    rows = [{**row, "rules": short_rules(str(row["rules"]))} for row in table.rows]
    columns = [column for column in table.columns if column not in same]
    return listing._replace(tables=[table._replace(columns=columns, rows=rows)])
