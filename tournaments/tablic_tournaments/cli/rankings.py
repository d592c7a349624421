"""Commands that compare bots: rankings, crosstable, head-to-head and history."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from tablic_tournaments.cli.asserting import assert_option, end_with, what_does_not_hold
from tablic_tournaments.cli.common import Settings, listing_options
from tablic_tournaments.cli.printing import echo_heading, print_answer, print_listing
from tablic_tournaments.cli.scope import scope_options

if TYPE_CHECKING:
    from tablic_tournaments.reports.assertions import Assertion

__all__ = ["crosstable", "head_to_head", "history", "rankings"]


def _anchors(
    context: click.Context, parameter: click.Parameter, words: Sequence[str]
) -> dict[str, float]:
    """The ratings of bots that are fixed, by their names."""
    from tablic_tournaments.ratings.pool import MOST_ANCHORED

    anchors = {}
    for word in words:
        name, _, number = word.rpartition("=")
        try:
            anchors[name.strip()] = float(number)
        except ValueError:
            anchors[name.strip()] = -1.0
        if not name.strip() or not 0 <= anchors[name.strip()] <= MOST_ANCHORED:
            raise click.BadParameter(
                f"{word!r} does not fix a bot at a rating from 0 to {MOST_ANCHORED}, as "
                '"fisher=1500" does.',
                context,
                parameter,
            )
    return anchors


@click.command()
@scope_options
@click.option(
    "--anchor",
    "anchors",
    multiple=True,
    callback=_anchors,
    metavar="BOT=RATING",
    help="Fix a bot at a rating, to which the others are relative. May be given again.",
)
@assert_option
@listing_options
@click.pass_context
def rankings(
    context: click.Context,
    tournament: int | None,
    rules: str | None,
    anchors: "Mapping[str, float]",
    assertions: "Sequence[Assertion]",
    style: str | None,
) -> None:
    """Show the ratings of all bots, over their boards of one rule set or tournament."""
    settings: Settings = context.obj
    failed = _what_does_not_hold(settings, tournament, rules, assertions) if assertions else ()
    print_answer(
        settings.ask("rankings", tournament=tournament, rules=rules, anchors=anchors), style
    )
    end_with(context, failed)


def _what_does_not_hold(
    settings: Settings, tournament: int | None, rules: str | None, assertions: "Sequence[Assertion]"
) -> Sequence[str]:
    from tablic_tournaments.listings.scope import chosen_scope

    with settings.arena() as arena:
        scope = chosen_scope(arena, tournament, rules)
        return what_does_not_hold(assertions, scope.results(arena), scope.name)


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
    from tablic_tournaments.listings.tables import CROSSTABLE_LEGEND, SUPERIORITY_LEGEND

    listing = settings.ask("crosstable", tournament=tournament, rules=rules)
    met, scores, superior = listing.tables
    if style in ("json", "csv"):
        print_listing(list(met.rows), met.columns, style)
        return
    if not met.rows:
        click.echo(listing.nothing)
        return
    echo_heading(listing.heading, style)
    click.echo(f"{CROSSTABLE_LEGEND}\n")
    print_listing(list(scores.rows), scores.columns, style)
    click.echo(f"\n{SUPERIORITY_LEGEND}\n")
    print_listing(list(superior.rows), superior.columns, style)


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
    names = {"bot": bot, "opponent": opponent}
    print_answer(settings.ask("head_to_head", **names, tournament=tournament, rules=rules), style)


@click.command()
@click.argument("bot")
@listing_options
@click.pass_obj
def history(settings: Settings, bot: str, style: str | None) -> None:
    """Show what the versions of a bot did in each tournament, and their Elo after it."""
    print_answer(settings.ask("history", bot=bot), style)
