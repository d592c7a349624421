"""Rankings and the cross-table: what bots did, and what they did against each other."""

from collections.abc import Mapping
from typing import Final

from tablic_tournaments.listings.listing import Listing, Table
from tablic_tournaments.listings.scope import chosen_scope
from tablic_tournaments.listings.tables import (
    MEETING_COLUMNS,
    crosstable_rows,
    meeting_row,
    standing_columns,
    standing_rows,
    superiority_rows,
)
from tablic_tournaments.reports.meetings import meetings, played_label
from tablic_tournaments.reports.standings import remarks_of, standings, standings_of
from tablic_tournaments.store import Arena

__all__ = ["CHOSEN_DECKS", "crosstable", "rankings"]

# Whoever chose the secret can know every card.
CHOSEN_DECKS: Final = "The decks of tournament {} were chosen by the organiser."


def rankings(
    arena: Arena,
    tournament: int | None = None,
    rules: str | None = None,
    anchors: Mapping[str, float] | None = None,
) -> Listing:
    """The ratings of all bots, some of them fixed; raises UnknownNameError and RulesError."""
    scope = chosen_scope(arena, tournament, rules)
    sums, elo = scope.summary(arena)
    fixed = {played_label(bot, elo, scope.name): at for bot, at in (anchors or {}).items()}
    lines = standings_of(sums, elo, scope.fault_counts(arena), fixed)
    retired = {v.entrant.label for v in arena.bots.versions() if v.retired}
    chosen_decks = [
        CHOSEN_DECKS.format(played.id)
        for played in arena.tournaments.all()
        if played.spec.chosen_secret and scope.holds(played)
    ]
    rows = [
        {**row, "retired": "retired" if line.label in retired else ""}
        for row, line in zip(standing_rows(lines), lines, strict=True)
    ]
    return Listing(
        [Table([*standing_columns(lines), "retired"], rows)],
        scope.choice,
        scope.nothing_played,
        [*remarks_of(sums, fixed), *chosen_decks],
    )


def crosstable(arena: Arena, tournament: int | None = None, rules: str | None = None) -> Listing:
    """How each bot did against each other: a row for each two; then as two tables for people.

    Raises UnknownNameError and RulesError.
    """
    scope = chosen_scope(arena, tournament, rules)
    results = scope.results(arena)
    labels = [line.label for line in standings(results, {})]
    met = list(meetings(results, labels))
    rows, columns = crosstable_rows(results, labels)
    superior, superior_columns = superiority_rows(met, labels)
    return Listing(
        [
            Table(MEETING_COLUMNS, [meeting_row(meeting) for meeting in met]),
            Table(columns, rows),
            Table(superior_columns, superior),
        ],
        scope.choice,
        scope.nothing_played,
    )
