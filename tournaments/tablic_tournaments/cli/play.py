"""play: a person against bots, through the same referee as any bot. Nothing is stored."""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablic_tournaments.cli.common import Settings, rules_option
from tablic_tournaments.cli.confinement import confinement_options, require_sandbox

if TYPE_CHECKING:
    from tablic.rules import Rules
    from tablic_server.host import RotationHost
    from tablic_server.launch import Program
    from tablic_server.limits import Limits

    from tablic_tournaments.reports.view_text import Watcher
    from tablic_tournaments.store.contents import Contents

__all__ = ["play"]

# What the bots see.
PERSON = "person"


@click.command()
@click.argument("bots", nargs=-1, required=True, metavar="BOT...")
@rules_option
@click.option(
    "--seat",
    type=click.IntRange(0, 3),
    default=0,
    show_default=True,
    help="Where you sit. Seat 0 deals the first hand, and seat 1 plays first.",
)
@click.option("--ascii", "ascii_only", is_flag=True, help="Print cards as TD, without symbols.")
@confinement_options
@click.pass_obj
def play(
    settings: Settings,
    bots: Sequence[str],
    rules: "Rules",
    seat: int,
    ascii_only: bool,
    limits: "Limits",
    trust_bots: bool,
) -> None:
    """Play a game yourself against one or more bots. Nothing is stored.

    A BOT is a file or folder, as for match, or the name of a submitted bot where no file is called
    that. Name one bot for all other seats, or one for each, in the order in which they play after
    you: in partnerships the second of three is your partner.

    Type a card such as 7s to lay it, ts 4d 6h to take cards with it, ? for all legal plays, h for
    help. You have no clock. Ctrl-C leaves the game.

    \b
    tablic-arena play ./my_bot.py
    tablic-arena play careful greedy --rules tablic-3p
    """  # noqa: D301  # click keeps the lines of a block that starts with this character
    from tablic_tournaments.cli.terminal import faces_of_terminal
    from tablic_tournaments.reports.hand_words import YOU
    from tablic_tournaments.reports.view_text import Watcher

    _check(len(bots), rules, seat)
    require_sandbox(trust_bots)
    with tempfile.TemporaryDirectory(prefix="tablic-play-") as folder:
        programs = _programs(settings, bots, rules.players, folder)
        # Program n sits n seats after the person.
        names = [programs[(s - seat) % rules.players].name for s in range(rules.players)]
        names[seat] = YOU
        watcher = Watcher(rules, tuple(names), faces_of_terminal(ascii_only=ascii_only))
        host = _play(programs, rules, limits, seat, watcher)
    _print_end(host, watcher)


def _check(given: int, rules: "Rules", seat: int) -> None:
    """Refuse what the rule set has no seats for."""
    others = rules.players - 1
    if given not in (1, others):
        from tablic_tournaments.words import number

        wanted = f"one bot or {number(others)}" if others > 1 else "one bot"
        raise click.UsageError(f"{rules.name} needs {wanted} to play you, not {number(given)}.")
    if seat >= rules.players:
        raise click.UsageError(f"{rules.name} has the seats 0 to {others}, and no seat {seat}.")


def _programs(
    settings: Settings, bots: Sequence[str], players: int, folder: str
) -> list["Program"]:
    """The person, and the bots in the order in which they play after them."""
    from tablic_tournaments.cli.programs import started_by_hand, with_names_that_differ
    from tablic_tournaments.store.contents import Contents

    contents = Contents(Path(folder, "bots"))
    found = [_bot(settings, bot, contents) for bot in bots]
    if len(found) == 1:
        found *= players - 1
    return with_names_that_differ([started_by_hand(PERSON, folder), *found])


def _bot(settings: Settings, bot: str, contents: "Contents") -> "Program":
    """The bot of a file, or of a name where there is no such file."""
    from tablic_tournaments.cli.programs import file_program
    from tablic_tournaments.errors import UnknownNameError

    if Path(bot).exists():
        return file_program(Path(bot), contents)
    # Opening an arena that is not there would make one.
    if not settings.path.exists():
        raise UnknownNameError(f"there is no file {bot!r}, and no arena to look for a bot in")
    with settings.arena() as arena:
        try:
            (version,) = arena.bots.latest([bot])
        except UnknownNameError as error:
            raise UnknownNameError(f"{bot!r} is not a file, and {error}") from None
        return arena.contents.program(version.name, version.sha256, version.command)


def _play(
    programs: Sequence["Program"], rules: "Rules", limits: "Limits", seat: int, watcher: "Watcher"
) -> "RotationHost":
    import asyncio

    from tablic.deals import new_secret
    from tablic_server.batch import Batch
    from tablic_server.finding import find_sandbox
    from tablic_server.host import RotationHost

    from tablic_tournaments.cli.sitting import play_with_person

    batch = Batch("play", (0,), tuple(programs), rules, new_secret(), tables=1, limits=limits)

    async def play_it() -> "RotationHost":
        # With a program for each seat, program 0 sits in the seat of the rotation's number.
        host = RotationHost(batch, seat, find_sandbox())
        await play_with_person(host, watcher)
        return host

    return asyncio.run(play_it())


def _print_end(host: "RotationHost", watcher: "Watcher") -> None:
    """Say who won, or what ended the game."""
    (table,) = host.tables
    if table.record is None:
        click.echo("You have left the game.")
    elif table.record.faults:
        _raise_fault(host, watcher)
    else:
        click.echo("\n".join(watcher.game_end(table.record.totals, table.record.places)))


def _raise_fault(host: "RotationHost", watcher: "Watcher") -> None:
    """Print the end of what the bot at fault printed; raises PlayError."""
    from tablic_tournaments.cli.programs import log_end
    from tablic_tournaments.errors import PlayError

    fault = next(fault for fault in host.faults() if fault.boards)
    name, log = watcher.names[fault.seat], host.reports()[fault.seat].log
    if log:
        click.echo(f"--- the end of what {name} printed ---", err=True)
        click.echo(log_end(log), err=True)
    raise PlayError(f"{name} ended the game by a fault ({fault.kind}): {fault.message}")
