"""The page of a tournament, of what is stored of it."""

from tablic_tournaments.reports.html import Fault, PlayedBoard, Tournament, report_html
from tablic_tournaments.store import Arena

__all__ = ["tournament_page"]


def tournament_page(arena: Arena, number: int, *, faults: bool = True, linked: bool = False) -> str:
    """One HTML file that needs nothing else; raises UnknownNameError.

    Without ``faults`` it does not tell what happened in them; ``linked`` leads to other pages.
    """
    stored = arena.tournaments.get(number)
    elsewhere = arena.bots.elsewhere()
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
            [entrant.label for entrant in stored.spec.entrants if entrant.label in elsewhere],
        ),
        list(arena.tournaments.results(number)),
        arena.tournaments.fault_counts(number),
        [
            Fault(row.id, row.label, row.kind, row.match, row.rotation, row.boards, row.message)
            for row in arena.faults.all(number)
        ]
        if faults
        else None,
        (PlayedBoard(*board) for board in arena.games.by_board(number)),
        linked=linked,
    )
