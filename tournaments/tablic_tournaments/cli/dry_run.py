"""What a tournament would play, and how long that should take, from a few boards that are timed."""

import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

import click
from tablic.deals import new_secret
from tablic_server.match import Batch

from tablic_tournaments.cli.running import new_runner
from tablic_tournaments.growth import total_boards
from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.reports.outcome import summary
from tablic_tournaments.runners.runner import Runner
from tablic_tournaments.runners.tournament import batch_of, programs_of
from tablic_tournaments.schedule.formats import schedule
from tablic_tournaments.schedule.pairing import Pairing
from tablic_tournaments.spec import TournamentSpec
from tablic_tournaments.store import Arena, Tournament
from tablic_tournaments.words import counted

__all__ = ["print_plan"]

SHOWN: Final = 10


def print_plan(
    arena: Arena, spec: TournamentSpec, before: Tournament | None, asked: Mapping[str, Any]
) -> None:
    """Print it; nothing is stored, and the decks that are played are those of no tournament."""
    stages = [*(stage.spec for stage in before.stages), spec] if before else [spec]
    boards = total_boards(stages)
    fresh = boards - (before.boards_played if before else 0)
    click.echo(summary(spec, boards))
    if before and spec.boards:
        click.echo(f"A further stage of tournament {before.id}: {counted(fresh, 'board')} are new.")
    click.echo("First there would be:")
    pairings = list(islice(_first(arena, spec, before), SHOWN))
    for pairing in pairings:
        click.echo(f"  {pairing.match}, boards {pairing.boards.start} to {pairing.boards.stop - 1}")
    programs = programs_of(arena, spec)
    with new_runner(asked) as runner:
        # As many at once as in play, so that they wait for each other as much.
        batches = [
            batch_of(spec, pairing, programs, new_secret())
            for pairing in pairings[: runner.workers]
        ]
        seconds = _timed(runner, batches) / sum(len(batch.boards) for batch in batches)
        if not spec.boards:
            click.echo(f"It has no end. A board takes {seconds:.2g} seconds.")
            return
        click.echo(
            f"{counted(fresh, 'board')} on {counted(runner.workers, 'worker')} should take "
            f"{_duration(fresh * seconds)}, by {seconds:.2g} seconds a board."
        )


def _first(arena: Arena, spec: TournamentSpec, before: Tournament | None) -> Iterator[Pairing]:
    """The pairings that are to be played and known by now."""

    def played(match: str, boards: range) -> Sequence[BoardResult] | None:
        return arena.tournaments.played(before.id)(match, boards) if before else None

    stages = [stage.spec for stage in before.stages] if before else []
    for pairing in schedule([*stages, spec], played):
        if pairing is None:
            return
        if played(pairing.match, pairing.boards) is None:
            yield pairing


def _timed(runner: Runner, batches: list[Batch]) -> float:
    """The seconds that it takes to play batches at the same time."""
    start = time.monotonic()
    for future in [runner.submit(batch) for batch in batches]:
        future.result()
    return time.monotonic() - start


def _duration(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.0f} seconds"
    minutes = seconds / 60
    return f"{minutes:.0f} minutes" if minutes < 120 else f"{minutes / 60:.0f} hours"
