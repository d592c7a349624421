"""tournament: a round robin, live, stoppable and resumable."""

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from tablic_tournaments.cli.common import Settings, board_options, rules_option
from tablic_tournaments.cli.conditions import condition_options
from tablic_tournaments.cli.confinement import confinement_options, require_sandbox
from tablic_tournaments.cli.printing import print_table

if TYPE_CHECKING:
    from tablic.rules import Rules
    from tablic_server.clock import TimeControl
    from tablic_server.limits import Limits

    from tablic_tournaments.cli.live import LiveDisplay
    from tablic_tournaments.runners.tournament import TournamentRun
    from tablic_tournaments.spec import Entrant
    from tablic_tournaments.store import Arena, Tournament

__all__ = ["tournament"]

LATEST = "latest"
# The share of the cap on an answer by which a referee that wakes late is worth a word.
MUCH_JITTER = 0.1
HEARD_WITH_RESUME = ("resume", "workers", "trust_bots")


@click.command()
@click.argument("bots", nargs=-1, metavar="[BOT]...")
@board_options(50)
@rules_option
@click.option(
    "--workers",
    type=click.IntRange(1),
    help="Worker processes. [default: one for two cores]",
)
@click.option(
    "--secret",
    metavar="HEX",
    help="256 bits that all decks come from. [default: random, and secret]",
)
@click.option(
    "--resume",
    is_flag=False,
    flag_value=LATEST,
    metavar="[ID]",
    help="Go on with an unfinished tournament, as it was set up.",
)
@condition_options
@confinement_options
@click.pass_obj
def tournament(
    settings: Settings,
    bots: Sequence[str],
    boards: int,
    tables: int,
    rules: "Rules",
    workers: int | None,
    secret: str | None,
    resume: str | None,
    clock: "TimeControl",
    startup: float,
    fault_policy: str,
    limits: "Limits",
    trust_bots: bool,
) -> None:
    """Play a round robin of the latest versions of these bots, or of all.

    A match has two bots, or as many as the rule set has sides: every three meet in tablic-3p.

    Ctrl-C stops it and keeps the boards that are stored; --resume goes on.
    """
    from dataclasses import replace

    from tablic_server.faults import FaultPolicy

    from tablic_tournaments.spec import TournamentSpec

    with settings.arena() as arena:
        if resume is not None:
            _refuse_with_resume(click.get_current_context())
            chosen = _unfinished(arena, resume)
            trusted = trust_bots or chosen.spec.trusted
            require_sandbox(trusted)
            chosen = chosen._replace(spec=replace(chosen.spec, trusted=trusted))
        else:
            require_sandbox(trust_bots)
            spec = TournamentSpec(
                entrants=_entrants(arena, bots, rules),
                boards=boards,
                tables=tables,
                rules=rules,
                chosen_secret=secret is not None,
                limits=limits,
                trusted=trust_bots,
                time=clock,
                startup=startup,
                fault_policy=FaultPolicy(fault_policy),
            )
            chosen = arena.tournaments.create(spec, _secret_bytes(secret))
        _play(arena, chosen, workers)


def _entrants(arena: "Arena", bots: Sequence[str], rules: "Rules") -> tuple["Entrant", ...]:
    """The named bots, or all; raises SpecError where too few are named and there are more."""
    from tablic_tournaments.errors import SpecError
    from tablic_tournaments.words import count

    versions = arena.bots.latest(bots)
    missing = rules.sides - len(bots)
    if bots and missing > 0 and len(arena.bots.latest()) > len(bots):
        raise SpecError(
            f"{rules.name} needs {count(rules.sides, 'bot')} a match, and you named {len(bots)}; "
            f"name {'another' if missing == 1 else f'{missing} more'}, or none for all bots"
        )
    return tuple(version.entrant for version in versions)


def _play(arena: "Arena", chosen: "Tournament", workers: int | None) -> None:
    from tablic_tournaments.cli.live import LiveDisplay
    from tablic_tournaments.runners.local import LocalRunner
    from tablic_tournaments.runners.tournament import TournamentRun
    from tablic_tournaments.words import counted

    results = list(arena.tournaments.results(chosen.id))
    if chosen.finished:
        click.echo(f"Tournament {chosen.id} is finished already.")
    else:
        with LocalRunner(workers) as runner:
            run = TournamentRun(arena, chosen, runner)
            with LiveDisplay(chosen, results) as display, _stopped_by_signals(run, display):
                finished = run.play(display.add)
        if not finished:
            stored = counted(arena.tournaments.get(chosen.id).boards_played, "board")
            click.echo(
                f"Stopped with {stored} stored; go on with: "
                f"tablic-arena tournament --resume {chosen.id}"
            )
    _print_tables(arena, chosen)


def _print_tables(arena: "Arena", chosen: "Tournament") -> None:
    """Print the cross-table and the standings of what is played."""
    from tablic_tournaments.cli.tables import (
        CROSSTABLE_LEGEND,
        crosstable_rows,
        standing_columns,
        standing_rows,
    )
    from tablic_tournaments.reports.standings import remarks, standings

    results = list(arena.tournaments.results(chosen.id))
    lines = standings(results, arena.tournaments.fault_counts(chosen.id))
    if not lines:
        click.echo("No board is finished yet.")
        return
    click.echo(f"\n{CROSSTABLE_LEGEND}")
    print_table(*crosstable_rows(results, [line.label for line in lines]))
    click.echo(f"\nStandings of tournament {chosen.id}:")
    print_table(standing_rows(lines), standing_columns(lines))
    for remark in remarks(results):
        click.echo(remark)
    _warn_of_jitter(arena, chosen)


def _warn_of_jitter(arena: "Arena", chosen: "Tournament") -> None:
    """Say how late the machine woke the referee, where that is much beside the cap on an answer."""
    from tablic_tournaments.words import counted

    if blamed := arena.tournaments.blamed(chosen.id):
        click.echo(
            f"\nThe machine was to blame for {counted(blamed, 'time-out')}, which is no fault of a "
            f"bot: what was void was played again. See: tablic-arena faults --tournament "
            f"{chosen.id}",
            err=True,
        )
    much = MUCH_JITTER * chosen.spec.time.cap
    worst = arena.tournaments.jitter(chosen.id)
    if worst < much:
        return
    late = arena.tournaments.late_faults(chosen.id, much)
    click.echo(
        f"\nThe machine had too much to do: it woke the referee up to {worst:.2g} seconds late, "
        f"where an answer may take {chosen.spec.time.cap:g}. {counted(late, 'late fault')} came in "
        "batches in which that was so; give it less to do, or bots more time with --clock.",
        err=True,
    )


def _unfinished(arena: "Arena", resume: str) -> "Tournament":
    """The tournament to go on with."""
    if resume != LATEST:
        if not resume.isdecimal():
            raise click.UsageError(f"--resume takes the number of a tournament, not {resume!r}.")
        return arena.tournaments.get(int(resume))
    unfinished = [item for item in arena.tournaments.all() if not item.finished]
    if not unfinished:
        raise click.UsageError("There is no unfinished tournament to go on with.")
    if len(unfinished) > 1:
        lines = [
            f"  {item.id}: started {item.started_at}, {len(item.spec.entrants)} bots, "
            f"{item.boards_played} of {item.spec.matches * item.spec.boards} boards played"
            for item in unfinished
        ]
        raise click.UsageError(
            "There are several unfinished tournaments; name one with --resume ID:\n"
            + "\n".join(lines)
        )
    return unfinished[0]


def _refuse_with_resume(context: click.Context) -> None:
    """A resumed tournament is played as it was set up: other settings would not be heard."""
    from click.core import ParameterSource

    for parameter in context.command.params:
        name = parameter.name or ""
        given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if name not in HEARD_WITH_RESUME and given and context.params[name]:
            raise click.UsageError(
                f"--resume goes on with the stored settings; leave out {_given_as(parameter)}, or "
                "start a new tournament without --resume."
            )


def _given_as(parameter: click.Parameter) -> str:
    """What the user typed to set a parameter, without its dashes."""
    return parameter.opts[0].removeprefix("--")


def _secret_bytes(secret: str | None) -> bytes | None:
    if secret is None:
        return None
    try:
        value = bytes.fromhex(secret)
    except ValueError:
        value = b""
    if len(value) != 32:
        raise click.BadParameter(f"{secret!r} is not 64 hexadecimal digits.", param_hint="--secret")
    return value


@contextmanager
def _stopped_by_signals(run: "TournamentRun", display: "LiveDisplay") -> Iterator[None]:
    """Let the first Ctrl-C or SIGTERM stop the run cleanly, and the second end it at once."""

    def stop(number: int, _frame: Any) -> None:
        run.stop()
        display.note("Stopping: the boards in play are cut short.")
        signal.signal(number, signal.default_int_handler)

    signals = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, stop) for number in signals]
    try:
        yield
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)
