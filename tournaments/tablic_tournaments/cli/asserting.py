"""The option --assert: an exit code that a script can go by."""

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from tablic_tournaments.ratings.results import BoardResult
    from tablic_tournaments.reports.assertions import Assertion

__all__ = ["assert_option", "check_named", "end_with", "what_does_not_hold"]

Command = TypeVar("Command", bound=Callable[..., Any])


class AssertionType(click.ParamType[Any]):
    """An assertion, such as ``new > old, los >= 0.95``."""

    name = "assertion"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> "Assertion":
        """The assertion of a text."""
        from tablic_tournaments.errors import SpecError
        from tablic_tournaments.reports.assertions import Assertion, parse_assertion

        if isinstance(value, Assertion):
            return value
        try:
            return parse_assertion(value)
        except SpecError as error:
            self.fail(f"{error}.", param, ctx)


def assert_option(command: Command) -> Command:
    """Give a command the option --assert, as the parameter ``assertions``."""
    return click.option(
        "--assert",
        "assertions",
        type=AssertionType(),
        multiple=True,
        metavar='"A > B, los >= 0.95"',
        help="End with exit code 1 where this does not hold; los, elo and score can be asked for. "
        "May be given several times.",
    )(command)


def check_named(assertions: "Sequence[Assertion]", labels: Collection[str], where: str) -> None:
    """Raise UnknownNameError for an assertion about a bot that is not among these."""
    from tablic_tournaments.reports.meetings import played_label

    for assertion in assertions:
        for bot in (assertion.better, assertion.worse):
            played_label(bot, labels, where)


def what_does_not_hold(
    assertions: "Sequence[Assertion]", results: "Sequence[BoardResult]", where: str
) -> list[str]:
    """A sentence for each assertion that does not hold by these boards.

    ``where`` says in sentences which boards they are. Raises UnknownNameError and RatingError.
    """
    from tablic_tournaments.reports.assertions import what_fails

    reasons = ((assertion, what_fails(assertion, results, where)) for assertion in assertions)
    return [
        f"It does not hold that {assertion}: {'; '.join(why)}." for assertion, why in reasons if why
    ]


def end_with(context: click.Context, failed: Sequence[str]) -> None:
    """Print what does not hold, and then end with exit code 1."""
    for sentence in failed:
        click.echo(sentence, err=True)
    if failed:
        context.exit(1)
