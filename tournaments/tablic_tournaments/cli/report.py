"""report: a tournament as a page to look at and to give away."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablic_tournaments.cli.common import Settings

if TYPE_CHECKING:
    from tablic_tournaments.store import Arena

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
    with settings.arena() as arena:
        page = _page(arena, tournament)
    output.write_text(page, encoding="utf-8")
    click.echo(f"Tournament {tournament} is told in {output}; open it in a browser.")


def _page(arena: "Arena", number: int) -> str:
    from tablic_tournaments.reports.html import Fault, PlayedBoard, Tournament, report_html

    stored = arena.tournaments.get(number)
    return report_html(
        Tournament(
            stored.id,
            stored.spec,
            stored.started_at,
            stored.finished_at,
            stored.boards_played if stored.finished else stored.total_boards,
            [
                (stage.commitment, stage.secret.hex() if stored.finished else None)
                for stage in stored.stages
            ],
        ),
        list(arena.tournaments.results(number)),
        arena.tournaments.fault_counts(number),
        [
            Fault(row.id, row.label, row.kind, row.match, row.rotation, row.boards, row.message)
            for row in arena.faults.all(number)
        ],
        (PlayedBoard(*board) for board in arena.games.by_board(number)),
    )
