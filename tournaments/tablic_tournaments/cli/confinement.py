"""The options of commands that start bots: how they are confined, and whether they must be."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from tablic_server.limits import Limits

__all__ = ["confinement_options", "require_sandbox"]

Command = TypeVar("Command", bound=Callable[..., Any])


def confinement_options(command: Command) -> Command:
    """Give a command the options --limit, as a parameter ``limits``, and --trust-bots."""
    command = click.option(
        "--trust-bots",
        is_flag=True,
        help="Start bots also where no sandbox can be had, with all the rights that you have.",
    )(command)
    return click.option(
        "--limit",
        "limits",
        multiple=True,
        callback=_limits,
        metavar="NAME=NUMBER",
        help="Change a cap of the sandbox, such as memory=2048; tablic-arena info lists them.",
    )(command)


def require_sandbox(trusted: bool) -> None:
    """Raise PlayError where bots that are not trusted would run unconfined."""
    from tablic_server.finding import find_sandbox

    from tablic_tournaments.errors import PlayError

    sandbox = find_sandbox()
    if not sandbox.confines and not trusted:
        raise PlayError(
            f"no sandbox can be had here ({sandbox.reason}), so bots could do whatever you can; "
            "give --trust-bots if you trust every one of them, or see docs/security.md"
        )


def _limits(context: click.Context, parameter: click.Parameter, words: Sequence[str]) -> "Limits":
    from tablic_server.limits import Limits

    try:
        return Limits.parse(words)
    except ValueError as error:
        raise click.BadParameter(f"{error}.", context, parameter) from None
