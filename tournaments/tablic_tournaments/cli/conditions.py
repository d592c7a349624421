"""The options of a match that bind all its bots alike: their time, and what a fault costs."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from tablic_server.clock import TimeControl

__all__ = ["condition_options"]

Command = TypeVar("Command", bound=Callable[..., Any])


class ClockType(click.ParamType[Any]):
    """A time control, such as 10+0.05/5."""

    name = "clock"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> "TimeControl":
        """The time control of a text."""
        from tablic_server.clock import TimeControl

        if isinstance(value, TimeControl):
            return value
        try:
            return TimeControl.parse(value)
        except ValueError as error:
            self.fail(f"{error}.", param, ctx)


def condition_options(command: Command) -> Command:
    """Give a command the options --clock, --startup and --faults.

    Their parameters are ``clock``, ``startup`` and ``fault_policy``.
    """
    command = click.option(
        "--faults",
        "fault_policy",
        type=click.Choice(["forfeit", "put-back"]),
        default="forfeit",
        show_default=True,
        help="What an illegal answer costs: the game, or it is put back and asked for again.",
    )(command)
    command = click.option(
        "--startup",
        type=click.FloatRange(0.1, 600),
        default=10.0,
        show_default=True,
        metavar="SECONDS",
        help="How long a bot may take to start.",
    )(command)
    return click.option(
        "--clock",
        type=ClockType(),
        default="10+0.05/5",
        show_default=True,
        metavar="GAME+ANSWER/MOST",
        help="Seconds for a game, those added for each answer, and the most for one answer.",
    )(command)
