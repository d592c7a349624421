"""The options of a match that bind all its bots alike: what a fault costs."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

__all__ = ["condition_options"]

Command = TypeVar("Command", bound=Callable[..., Any])


def condition_options(command: Command) -> Command:
    """Give a command the option --faults, as a parameter ``fault_policy``."""
    return click.option(
        "--faults",
        "fault_policy",
        type=click.Choice(["forfeit", "put-back"]),
        default="forfeit",
        show_default=True,
        help="What an illegal answer costs: the game, or it is put back and asked for again.",
    )(command)
