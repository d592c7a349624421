"""Commands that compare bots: rankings, crosstable, head-to-head and history."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from tablic_tournaments.cli.asserting import assert_option, end_with, what_does_not_hold
from tablic_tournaments.cli.common import Settings, listing_options
from tablic_tournaments.cli.printing import CHOSEN_DECKS, print_listing
from tablic_tournaments.cli.scope import chosen_scope, scope_options

if TYPE_CHECKING:
    from tablic_tournaments.reports.assertions import Assertion

__all__ = ["crosstable", "head_to_head", "history", "rankings"]


@click.command()
@scope_options
@assert_option
@listing_options
@click.pass_context
def rankings(
    context: click.Context,
    tournament: int | None,
    rules: str | None,
    assertions: "Sequence[Assertion]",
    style: str | None,
) -> None:
    """Show the ratings of all bots, over their boards of one rule set or tournament."""
    from tablic_tournaments.cli.tables import standing_columns, standing_rows
    from tablic_tournaments.reports.standings import remarks_of, standings_of

    settings: Settings = context.obj
    with settings.arena() as arena:
        scope = chosen_scope(arena, tournament, rules)
        sums, elo = scope.summary(arena)
        lines = standings_of(sums, elo, scope.fault_counts(arena))
        results = scope.results(arena) if assertions else []
        failed = what_does_not_hold(assertions, results, scope.name)
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
    if rows or style:
        scope.echo_choice(style)
        print_listing(rows, [*standing_columns(lines), "retired"], style)
    else:
        click.echo(scope.nothing_played())
    for remark in (*remarks_of(sums), *chosen_decks):
        click.echo(remark, err=bool(style))
    end_with(context, failed)


@click.command()
@scope_options
@listing_options
@click.pass_obj
def crosstable(
    settings: Settings, tournament: int | None, rules: str | None, style: str | None
) -> None:
    """Show how each bot did against each other, and how likely it is the stronger.

    JSON and CSV have a row for each two bots; a table for people has a column for each bot.
    """
    from tablic_tournaments.cli import tables
    from tablic_tournaments.reports.meetings import meetings
    from tablic_tournaments.reports.standings import standings

    with settings.arena() as arena:
        scope = chosen_scope(arena, tournament, rules)
        results = scope.results(arena)
    labels = [line.label for line in standings(results, {})]
    if style in ("json", "csv"):
        rows = [tables.meeting_row(met) for met in meetings(results, labels)]
        print_listing(rows, tables.MEETING_COLUMNS, style)
        return
    if not results:
        click.echo(scope.nothing_played())
        return
    scope.echo_choice(style)
    click.echo(f"{tables.CROSSTABLE_LEGEND}\n")
    print_listing(*tables.crosstable_rows(results, labels), style)
    click.echo(f"\n{tables.SUPERIORITY_LEGEND}\n")
    print_listing(*tables.superiority_rows(meetings(results, labels), labels), style)


@click.command()
@click.argument("bot")
@click.argument("opponent")
@scope_options
@listing_options
@click.pass_obj
def head_to_head(
    settings: Settings,
    bot: str,
    opponent: str,
    tournament: int | None,
    rules: str | None,
    style: str | None,
) -> None:
    """Show what two bots got against each other, by the boards of both alone.

    A bot is named alone, for the latest version that played, or with its version: "fisher 2".
    """
    from tablic_tournaments.cli.tables import MEETING_COLUMNS, meeting_row
    from tablic_tournaments.reports.meetings import labels_of, meetings, played_label

    with settings.arena() as arena:
        scope = chosen_scope(arena, tournament, rules)
        results = scope.results(arena)
    known = labels_of(results)
    labels = [played_label(name, known, scope.name) for name in (bot, opponent)]
    if labels[0] == labels[1]:
        raise click.UsageError(f"{labels[0]} does not meet itself; name two bots.")
    rows = [meeting_row(met) for met in meetings(results, labels)]
    if not rows and not style:
        click.echo(f"{labels[0]} and {labels[1]} did not meet {scope.name}.")
        return
    scope.echo_choice(style)
    print_listing(rows, MEETING_COLUMNS, style)


@click.command()
@click.argument("bot")
@listing_options
@click.pass_obj
def history(settings: Settings, bot: str, style: str | None) -> None:
    """Show what the versions of a bot did in each tournament, and their Elo after it."""
    from tablic_tournaments.cli.tables import HISTORY_COLUMNS, history_rows
    from tablic_tournaments.reports.histories import Played, history_of

    with settings.arena() as arena:
        arena.bots.check(bot)
        played = (
            Played(t.id, t.started_at, t.spec.rules.text, list(arena.tournaments.results(t.id)))
            for t in arena.tournaments.all()
        )
        rows = history_rows(history_of(played, bot))
    if not rows and not style:
        click.echo(f"{bot} has not played yet. Play a tournament with: tablic-arena tournament")
        return
    print_listing(rows, HISTORY_COLUMNS, style)
