"""The options that choose the boards a command is about."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

__all__ = ["scope_options"]

Command = TypeVar("Command", bound=Callable[..., Any])


def scope_options(command: Command) -> Command:
    """Give a command the options --tournament and --rules, of which one can be given."""
    command = click.option(
        "--rules",
        callback=_rules,
        help='The rule set, such as "tablic target=51", or the name of one that was played. '
        "[default: that of the most boards]",
    )(command)
    return click.option(
        "--tournament", type=int, is_eager=True, help="Only the boards of this tournament."
    )(command)


def _rules(context: click.Context, _parameter: click.Parameter, rules: str | None) -> str | None:
    if rules and context.params.get("tournament") is not None:
        raise click.UsageError("A tournament has one rule set; leave out --rules.")
    return rules
