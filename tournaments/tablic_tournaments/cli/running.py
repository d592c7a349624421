"""A tournament on the screen: live, stopped by signals, and its tables at the end."""

import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from tablic_tournaments.cli.printing import print_table

if TYPE_CHECKING:
    from tablic_tournaments.cli.live import LiveDisplay
    from tablic_tournaments.ratings.results import BoardResult
    from tablic_tournaments.runners.runner import Runner
    from tablic_tournaments.runners.tournament import TournamentRun
    from tablic_tournaments.store import Arena, Tournament

__all__ = ["new_runner", "play"]

# The share of the cap on an answer by which a referee that wakes late is worth a word.
MUCH_JITTER = 0.1


def new_runner(asked: "Mapping[str, Any]") -> "Runner":
    """What plays the batches: processes of this machine, or those of a cluster."""
    if not asked["cluster"]:
        from tablic_tournaments.runners.local import LocalRunner

        return LocalRunner(asked["workers"])
    from tablic_tournaments.errors import PlayError

    try:
        from tablic_tournaments.runners.cluster import ClusterRunner
    except ModuleNotFoundError as error:
        raise PlayError(
            f"--cluster needs Dask, and {error.name} is not installed; install it with: "
            "pip install 'tablic-arena[cluster]'"
        ) from None
    return ClusterRunner(asked["cluster"])


def play(arena: "Arena", chosen: "Tournament", asked: "Mapping[str, Any]") -> None:
    """Play what is missing in a tournament, tell a file of it, and print its tables."""
    from tablic_tournaments.cli.events import told_events
    from tablic_tournaments.cli.live import LiveDisplay
    from tablic_tournaments.runners.tournament import TournamentRun
    from tablic_tournaments.words import counted

    results = list(arena.tournaments.results(chosen.id))
    finished = chosen.finished

    def take(played: "list[BoardResult]") -> None:
        display.add(played)
        tell(None)

    def open_stage(tournament: "Tournament") -> None:
        display.note_commitment(tournament)
        tell(tournament)

    with told_events(arena, chosen, asked["events"]) as tell:
        if finished:
            click.echo(f"Tournament {chosen.id} is finished already.")
        else:
            with new_runner(asked) as runner:
                run = TournamentRun(arena, chosen, runner)
                with LiveDisplay(chosen, results) as display, _stopped_by_signals(run, display):
                    display.note_commitment(chosen)
                    finished = run.play(take, open_stage)
    if not finished:
        stored = counted(arena.tournaments.get(chosen.id).boards_played, "board")
        click.echo(
            f"Stopped with {stored} stored; go on with: "
            f"tablic-arena tournament --resume {chosen.id}"
        )
    _print_tables(arena, chosen)


def _print_tables(arena: "Arena", chosen: "Tournament") -> None:
    """Print the cross-table and the standings of what is played."""
    from tablic_tournaments.listings.tables import (
        CROSSTABLE_LEGEND,
        crosstable_rows,
        standing_columns,
        standing_rows,
    )
    from tablic_tournaments.reports.outcome import outcome
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
    specs = [stage.spec for stage in chosen.stages]
    for remark in [*remarks(results), *outcome(specs, arena.tournaments.played(chosen.id))]:
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
