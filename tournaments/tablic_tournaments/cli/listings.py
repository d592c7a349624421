"""Commands that look: tournaments, games, show and info."""

from typing import TYPE_CHECKING

import click

from tablic_tournaments.cli.common import Settings, listing_options
from tablic_tournaments.cli.printing import CHOSEN_DECKS, print_listing
from tablic_tournaments.cli.scope import short_rules

if TYPE_CHECKING:
    from tablic_tournaments.store import Tournament
    from tablic_tournaments.store.games import GameRow

__all__ = ["games", "info", "show", "tournaments"]

GAME_COLUMNS = [
    "game",
    "tournament",
    "rules",
    "board",
    "rotation",
    "bots",
    "points",
    "places",
    "fault",
]
# Whoever chose the secret can know every card.


@click.command()
@listing_options
@click.pass_obj
def tournaments(settings: Settings, style: str | None) -> None:
    """List the tournaments."""
    with settings.arena() as arena:
        rows = [_tournament_row(tournament) for tournament in arena.tournaments.all()]
    if not rows and not style:
        click.echo("There are no tournaments yet. Play one with: tablic-arena tournament")
        return
    columns = ["tournament", "started", "finished", "bots", "boards", "played", "rules", "decks"]
    print_listing(rows if style else _with_short_rules(rows), columns, style)


@click.command()
@click.option("--tournament", type=int, help="Only the games of this tournament.")
@click.option("--bot", help="Only the games of this bot.")
@listing_options
@click.pass_obj
def games(settings: Settings, tournament: int | None, bot: str | None, style: str | None) -> None:
    """List the games."""
    with settings.arena() as arena:
        if tournament is not None:
            arena.tournaments.get(tournament)
        rows = [_game_row(game) for game in arena.games.all(tournament, bot)]
    if not rows and not style:
        click.echo("There are no such games.")
        return
    same = ("tournament", "rules") if tournament is not None and not style else ()
    columns = [column for column in GAME_COLUMNS if column not in same]
    print_listing(rows if style else _with_short_rules(rows), columns, style)


@click.command()
@click.argument("game", type=int)
@click.option("--json", "as_json", is_flag=True, help="Print the record, as JSON.")
@click.pass_obj
def show(settings: Settings, game: int, as_json: bool) -> None:
    """Print a game play by play, with the table and the hands."""
    from tablic_tournaments.reports.game_text import game_text

    with settings.arena() as arena:
        row = arena.games.get(game)
        spec = arena.tournaments.get(row.tournament).spec
    record = row.record
    if as_json:
        click.echo(record.text())
        return
    click.echo("\n".join(game_text(record)))
    if spec.chosen_secret:
        click.echo(f"\n{CHOSEN_DECKS.format(row.tournament)}")


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


def _with_short_rules(rows: "list[dict[str, object]]") -> "list[dict[str, object]]":
    return [{**row, "rules": short_rules(str(row["rules"]))} for row in rows]


def _tournament_row(tournament: "Tournament") -> dict[str, object]:
    spec = tournament.spec
    return {
        "tournament": tournament.id,
        "started": tournament.started_at,
        "finished": tournament.finished_at,
        "bots": len(spec.entrants),
        "boards": tournament.total_boards,
        "played": tournament.boards_played,
        "rules": spec.rules.text,
        "decks": "chosen by the organiser" if spec.chosen_secret else "secret",
    }


def _game_row(game: "GameRow") -> dict[str, object]:
    from tablic_tournaments.reports.game_text import side_names

    record = game.record
    faults = ", ".join(f"{record.seats[fault.seat]}: {fault.kind}" for fault in record.faults)
    return {
        "game": game.id,
        "tournament": game.tournament,
        "rules": record.rules.text,
        "board": record.board,
        "rotation": record.rotation,
        "bots": side_names(record),
        "points": list(record.totals),
        "places": list(record.places),
        "fault": faults,
    }
