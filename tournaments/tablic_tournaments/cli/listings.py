"""Commands that look: rankings, tournaments, games, show and info."""

from typing import TYPE_CHECKING

import click

from tablic_tournaments.cli.common import Settings, listing_options, print_listing

if TYPE_CHECKING:
    from tablic_tournaments.store import Tournament
    from tablic_tournaments.store.games import GameRow

__all__ = ["games", "info", "rankings", "show", "tournaments"]


@click.command()
@listing_options
@click.pass_obj
def rankings(settings: Settings, style: str | None) -> None:
    """Show the ratings of all bots, over all their boards."""
    from tablic_tournaments.cli.tables import COLUMNS, standing_rows
    from tablic_tournaments.reports.standings import standings

    with settings.arena() as arena:
        lines = standings(arena.tournaments.results(), arena.tournaments.fault_counts())
        retired = {v.entrant.label for v in arena.bots.versions() if v.retired}
    lines.sort(key=lambda line: (-line.elo, line.label))
    rows = [
        {**row, "retired": "retired" if line.label in retired else ""}
        for row, line in zip(standing_rows(lines), lines, strict=True)
    ]
    if not rows and not style:
        click.echo("No board has been played yet. Play some with: tablic-arena tournament")
        return
    print_listing(rows, [*COLUMNS, "retired"], style)


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
    print_listing(rows, columns, style)


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
    columns = ["game", "tournament", "board", "seat_0", "seat_1", "points_0", "points_1", "fault"]
    print_listing(rows, columns, style)


@click.command()
@click.argument("game", type=int)
@click.option("--json", "as_json", is_flag=True, help="Print the record, as JSON.")
@click.pass_obj
def show(settings: Settings, game: int, as_json: bool) -> None:
    """Print a game play by play, with the table and the hands."""
    from tablic_tournaments.reports.game_text import game_text

    with settings.arena() as arena:
        record = arena.games.get(game).record
    if as_json:
        click.echo(record.text())
        return
    click.echo("\n".join(game_text(record)))


@click.command()
@listing_options
@click.pass_obj
def info(settings: Settings, style: str | None) -> None:
    """Print where the arena lives, and what is used to play."""
    import sys
    from importlib import metadata

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
    }
    rows = [{"what": what, "value": value} for what, value in facts.items()]
    print_listing(rows, ["what", "value"], style)


def _tournament_row(tournament: "Tournament") -> dict[str, object]:
    spec = tournament.spec
    return {
        "tournament": tournament.id,
        "started": tournament.started_at,
        "finished": tournament.finished_at,
        "bots": len(spec.entrants),
        "boards": spec.matches * spec.boards,
        "played": tournament.boards_played,
        "rules": spec.rules.text,
        "decks": "chosen by the organiser" if spec.chosen_secret else "secret",
    }


def _game_row(game: "GameRow") -> dict[str, object]:
    record = game.record
    faults = ", ".join(f"{record.seats[fault.seat]}: {fault.kind}" for fault in record.faults)
    return {
        "game": game.id,
        "tournament": game.tournament,
        "board": record.board,
        "seat_0": record.seats[0],
        "seat_1": record.seats[1],
        "points_0": record.totals[0],
        "points_1": record.totals[1],
        "fault": faults,
    }
