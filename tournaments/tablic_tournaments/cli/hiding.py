"""verify-hiding: does the referee tell a seat anything of hidden cards?"""

from typing import TYPE_CHECKING

import click

from tablic_tournaments.cli.common import RulesType

if TYPE_CHECKING:
    from tablic.rules import Rules

__all__ = ["verify_hiding"]


@click.command("verify-hiding")
@click.option("--rules", type=RulesType(), help="One rule set. [default: every named one]")
@click.option(
    "--games",
    type=click.IntRange(1),
    default=20,
    show_default=True,
    help="Games of each rule set.",
)
@click.pass_context
def verify_hiding(context: click.Context, rules: "Rules | None", games: int) -> None:
    """Test that the referee tells a seat nothing of hidden cards.

    Plays random games at the referee, exchanges the cards that a seat cannot know, plays the same
    again, and compares all bytes that were sent to the seat, message by message. Games go to 21
    points, so that their ends are tested too. Prints one line for each difference, and then ends
    with exit code 1.
    """
    from tablic.rules import named_rules, rule_set_names

    sets = [rules] if rules else [named_rules(name) for name in rule_set_names()]
    leaks = sum([_leaks(chosen, games) for chosen in sets])
    context.exit(1 if leaks else 0)


def _leaks(rules: "Rules", games: int) -> int:
    """Check so many games of a rule set; returns how many messages differed."""
    from tablic_server.hiding import Check

    check = Check(rules)
    leaks = 0
    for number in range(games):
        for difference in check.differences(number):
            click.echo(f"{rules.text}, game {number}: {difference.text}")
            leaks += 1
    click.echo(
        f"{rules.text}: {games} games, {check.comparisons} streams compared, "
        f"{check.messages} messages, {leaks or 'none'} differed"
    )
    return leaks
