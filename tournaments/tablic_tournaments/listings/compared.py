"""Rankings and the cross-table: what bots did, and what they did against each other."""

from collections.abc import Iterator, Mapping
from typing import Final

from tablic_tournaments.errors import UnknownNameError
from tablic_tournaments.listings.listing import Listing, Table
from tablic_tournaments.listings.scope import Scope, chosen_scope
from tablic_tournaments.listings.tables import (
    HISTORY_COLUMNS,
    MEETING_COLUMNS,
    crosstable_rows,
    history_rows,
    meeting_row,
    standing_columns,
    standing_rows,
    superiority_rows,
)
from tablic_tournaments.reports.histories import Played, history_of
from tablic_tournaments.reports.meetings import labels_of, meetings, played_label
from tablic_tournaments.reports.standings import remarks_of, standings, standings_of
from tablic_tournaments.store import Arena
from tablic_tournaments.words import counted

__all__ = ["CHOSEN_DECKS", "crosstable", "head_to_head", "history", "rankings"]

# Whoever chose the secret can know every card.
CHOSEN_DECKS: Final = "The decks of tournament {} were chosen by the organiser."
# The same decks would come to a bot that could remember them.
ELSEWHERE: Final = "In tournament {}, {} ran elsewhere: its boards have independent deals."


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
    elsewhere = arena.bots.elsewhere()
    independent = [
        ELSEWHERE.format(played.id, " and ".join(sorted(ran)))
        for played in (arena.tournaments.all() if elsewhere else ())
        if scope.holds(played)
        and (ran := elsewhere.intersection(entrant.label for entrant in played.spec.entrants))
    ]
    rows = [
        {**row, "retired": "retired" if line.label in retired else ""}
        for row, line in zip(standing_rows(lines), lines, strict=True)
    ]
    return Listing(
        [Table([*standing_columns(lines), "retired"], rows)],
        scope.choice,
        scope.nothing_played,
        [*remarks_of(sums, fixed), *chosen_decks, *independent, *_blamed(arena, scope)],
    )


def _blamed(arena: Arena, scope: Scope) -> Iterator[str]:
    """The faults of the machine, which are no bot's and so in no row."""
    held = [played.id for played in arena.tournaments.all() if scope.holds(played)]
    if blamed := sum(map(arena.tournaments.blamed, held)):
        yield (
            f"The machine was to blame for {counted(blamed, 'time-out')}, no bot: what was void "
            "was played again."
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


def head_to_head(
    arena: Arena,
    bot: str = "",
    opponent: str = "",
    tournament: int | None = None,
    rules: str | None = None,
) -> Listing:
    """What two bots got against each other; raises UnknownNameError and RulesError."""
    scope = chosen_scope(arena, tournament, rules)
    results = scope.results(arena)
    known = labels_of(results)
    labels = [played_label(name, known, scope.name) for name in (bot, opponent)]
    if labels[0] == labels[1]:
        raise UnknownNameError(f"{labels[0]} does not meet itself; name two bots")
    rows = [meeting_row(met) for met in meetings(results, labels)]
    nothing = f"{labels[0]} and {labels[1]} did not meet {scope.name}."
    return Listing([Table(MEETING_COLUMNS, rows)], scope.choice, nothing)


def history(arena: Arena, bot: str = "") -> Listing:
    """What the versions of a bot did in each tournament; raises UnknownNameError."""
    arena.bots.check(bot)
    played = (
        Played(t.id, t.started_at, t.spec.rules.text, list(arena.tournaments.results(t.id)))
        for t in arena.tournaments.all()
    )
    nothing = f"{bot} has not played yet. Play a tournament with: tablic-arena tournament"
    return Listing([Table(HISTORY_COLUMNS, history_rows(history_of(played, bot)))], nothing=nothing)
