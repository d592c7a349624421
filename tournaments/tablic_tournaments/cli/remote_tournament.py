"""tournament with --server: stored and started there, and followed from here."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from tablic.rules import Rules, rule_set_names
from tablic.v1 import arena_pb2 as pb
from tablic_server.clock import TimeControl

from tablic_tournaments.cli.common import Settings
from tablic_tournaments.cli.printing import print_answer
from tablic_tournaments.cli.spec_file import KEYS, LISTS, is_spec_file
from tablic_tournaments.cli.tournament import LATEST, refuse_given
from tablic_tournaments.cli.watch import follow

__all__ = ["play_there"]

# What only the arena of this machine can do, or the server decides.
NOT_THERE = (
    "workers",
    "cluster",
    "limits",
    "extend",
    "dry_run",
    "events",
    "assertions",
    "trust_bots",
)


def play_there(settings: Settings, context: click.Context) -> None:
    """Have a tournament played by the server, print what happens, and its standings at the end."""
    names = {parameter.name or "" for parameter in context.command.params}
    heard = tuple(names - set(NOT_THERE))
    refuse_given(context, heard, "With --server the option {} is not heard; leave it out.")
    with settings.remote() as remote:
        number = _number(remote, context)
        waits = remote.call("StartTournament", pb.StartTournamentRequest(tournament=number))
        click.echo(
            f"Tournament {number} is played at {settings.server}, also when you leave with Ctrl-C. "
            f"Watch it again with: tablic-arena watch {number}",
            err=True,
        )
        if waits.waits_for:
            click.echo(f"It waits for others; there are {waits.waits_for} before it.", err=True)
        follow(remote, number)
        print_answer(remote.ask("rankings", tournament=number), None)


def _number(remote: Any, context: click.Context) -> int:
    """The tournament to go on with, or a new one."""
    resume = context.params["resume"]
    if resume is None:
        request = pb.CreateTournamentRequest(spec_toml=_spec_text(context))
        return int(remote.call("CreateTournament", request).tournament)
    if resume == LATEST or not resume.isdecimal():
        raise click.UsageError("With --server, --resume takes the number of a tournament.")
    refuse_given(
        context,
        ("resume",),
        "--resume goes on with the stored settings; leave out {}, or start a new tournament "
        "without --resume.",
    )
    return int(resume)


def _spec_text(context: click.Context) -> str:
    """The file that was given, or one that says the same as the options that were."""
    bots = context.params["bots"]
    if is_spec_file(bots):
        refuse_given(
            context, ("bots",), "the file says what is played; leave out {}, or write it there."
        )
        return Path(bots[0]).read_text(encoding="utf-8")
    return "\n".join(_lines(context))


def _lines(context: click.Context) -> Iterator[str]:
    from click.core import ParameterSource

    for key, name in KEYS.items():
        given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        value = context.params.get(name)
        if given and value not in (None, ()):
            yield f"{key} = {_toml(list(value) if key in LISTS else value)}"


def _toml(value: object) -> str:
    """A value in TOML, which has the texts, numbers and lists of JSON."""
    if isinstance(value, Rules) and value.name not in rule_set_names():
        raise click.UsageError(f"The server does not know the rule set {value.name} of a file.")
    return json.dumps(value.text if isinstance(value, (Rules, TimeControl)) else value)
