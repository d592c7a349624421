"""report: a tournament as a page to look at and to give away."""

from pathlib import Path

import click

from tablic_tournaments.cli.common import Settings

__all__ = ["report"]


@click.command()
@click.argument("tournament", type=int)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default="report.html",
    show_default=True,
    help="The file to write.",
)
@click.pass_obj
def report(settings: Settings, tournament: int, output: Path) -> None:
    """Write a page about a tournament: one HTML file that needs nothing else.

    It has standings with intervals, the cross-table, Elo over time, how points are spread, the
    faults, and boards to open and follow play by play.
    """
    if settings.server:
        from tablic.v1.arena_pb2 import GetReportRequest

        with settings.remote() as remote:
            request = GetReportRequest(tournament=tournament)
            chunks = [piece.chunk for piece in remote.stream("GetReport", request)]
        page = b"".join(chunks).decode()
    else:
        from tablic_tournaments.listings.page import tournament_page

        with settings.arena() as arena:
            page = tournament_page(arena, tournament)
    output.write_text(page, encoding="utf-8")
    click.echo(f"Tournament {tournament} is told in {output}; open it in a browser.")
