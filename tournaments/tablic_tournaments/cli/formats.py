"""The options that say who plays whom."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

import click

__all__ = ["BOARDS", "default_boards", "format_options"]

Command = TypeVar("Command", bound=Callable[..., Any])

FORMATS: Final = ("round-robin", "gauntlet", "swiss", "knockout", "sprt", "ladder")
# Boards where none are said; of formats that count all boards, and not those of each match.
BOARDS: Final = 50
OTHER_BOARDS: Final[Mapping[str, int]] = {"sprt": 20_000, "ladder": 1_000}


def default_boards(name: str) -> int:
    """How many boards there are where nobody says it."""
    return OTHER_BOARDS.get(name, BOARDS)


def format_options(command: Command) -> Command:
    """Give a command --name, --format, --boards, and what the formats need."""
    others = ", ".join(f"{boards} in {name}" for name, boards in OTHER_BOARDS.items())
    options = [
        click.option("--name", help="What the tournament is called, to extend it by that."),
        click.option(
            "--format",
            "format_name",
            type=click.Choice(FORMATS),
            default="round-robin",
            show_default=True,
            metavar="FORMAT",
            help=f"Who plays whom: {', '.join(FORMATS[:-1])} or {FORMATS[-1]}.",
        ),
        click.option(
            "--boards",
            type=click.IntRange(0),
            help="Boards of a match. Each is played once in every seat rotation, same decks. "
            f"A ladder with 0 has no end. [default: {BOARDS}, but {others}]",
        ),
        click.option(
            "--challenger",
            "challengers",
            multiple=True,
            metavar="BOT",
            help="gauntlet: a bot that meets all others, the field. May be given again.",
        ),
        click.option(
            "--rounds",
            type=click.IntRange(1),
            help="swiss: how many. [default: the least after which one bot at most has won all]",
        ),
        click.option("--elo0", type=float, help="sprt: the lower normalized Elo. [default: 0]"),
        click.option("--elo1", type=float, help="sprt: the higher. [default: 10]"),
        click.option("--alpha", type=float, help="sprt: how often elo1 is wrong. [default: 0.05]"),
        click.option("--beta", type=float, help="sprt: how often elo0 is wrong. [default: 0.05]"),
    ]
    for option in reversed(options):
        command = option(command)
    return command
