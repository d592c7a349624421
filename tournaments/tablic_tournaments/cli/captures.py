"""captures: what a card can take, for a dispute or for the author of a bot."""

from typing import TYPE_CHECKING, Any

import click

from tablic_tournaments.cli.common import rules_option

if TYPE_CHECKING:
    from tablic.cards import Card, CardSet
    from tablic.rules import Rules

__all__ = ["captures"]


class CardsType(click.ParamType[Any]):
    """Some cards, as a set."""

    name = "cards"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> "CardSet":
        """The set of a text such as "TC 4D"."""
        from tablic.cards import mask_of
        from tablic.errors import NotationError

        from tablic_tournaments.cli.typed import typed_cards

        if isinstance(value, int):
            return value
        try:
            cards = mask_of(typed_cards(value))
        except NotationError as error:
            self.fail(f"{error}.", param, ctx)
        if not cards:
            self.fail("There are no cards in it.", param, ctx)
        return cards


@click.command()
@click.argument("card", type=CardsType())
@click.option(
    "--table", type=CardsType(), required=True, help='What lies on the table: "TC 4D 6H".'
)
@rules_option
@click.option(
    "--limit",
    type=click.IntRange(0),
    default=20,
    show_default=True,
    help="List so many of them at most; there can be very many.",
)
@click.option("--takes", type=CardsType(), help='Say only whether it may take these: "4D 6H".')
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def captures(
    card: "CardSet",
    table: "CardSet",
    rules: "Rules",
    limit: int,
    takes: "CardSet | None",
    as_json: bool,
) -> None:
    """Say what a card can take from a table, and how it is cut into groups.

    \b
    tablic-arena captures TS --table "TC 4D 6H 3S 7C"
    tablic-arena captures TS --table "TC 4D 6H 3S 7C" --takes "4D 6H"
    """  # noqa: D301  # click keeps the lines of a block that starts with this character
    import json

    from tablic_tournaments.reports.captures_text import captures_text, verdict

    played = _checked(card, table, rules)
    if as_json:
        click.echo(json.dumps(_facts(table, played, rules, limit, takes)))
    elif takes:
        click.echo(verdict(table, played, takes, rules))
    else:
        click.echo("\n".join(captures_text(table, played, rules, limit)))


def _checked(card: "CardSet", table: "CardSet", rules: "Rules") -> "Card":
    """The card, which with the table must be of one pack."""
    from tablic.cards import cards_text

    if card.bit_count() != 1:
        raise click.UsageError(f"One card is played; {cards_text(card)} are {card.bit_count()}.")
    if card & table:
        raise click.UsageError(f"{cards_text(card)} cannot be played and lie on the table as well.")
    absent = (card | table) >> rules.deck << rules.deck
    if absent:
        raise click.UsageError(
            f"The pack of {rules.name} has {rules.deck} cards, without {cards_text(absent)}."
        )
    return card.bit_length() - 1


def _facts(
    table: "CardSet", card: "Card", rules: "Rules", limit: int, takes: "CardSet | None"
) -> dict[str, object]:
    """What --json prints."""
    from itertools import islice

    from tablic.captures import captures as captures_of
    from tablic.captures import count_captures
    from tablic.cards import cards_text

    from tablic_tournaments.reports.captures_text import why_not

    count = count_captures(table, card, rules)
    listed = islice(captures_of(table, card, rules), limit)
    facts = {
        "count": count,
        "captures": [cards_text(taken).split() for taken in listed],
        "truncated": count > limit,
    }
    if takes:
        reason = why_not(table, card, takes, rules)
        facts |= {"legal": reason is None, "reason": reason}
    return facts
