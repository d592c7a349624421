"""The schedule of every format."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tablic_tournaments.ratings.results import Played
from tablic_tournaments.schedule.knockout import knockout
from tablic_tournaments.schedule.ladder import ladder
from tablic_tournaments.schedule.pairing import Schedule
from tablic_tournaments.schedule.round_robin import gauntlet, round_robin
from tablic_tournaments.schedule.sprt import sprt
from tablic_tournaments.schedule.swiss import swiss
from tablic_tournaments.spec import Format, TournamentSpec

__all__ = ["schedule"]

SCHEDULES: Final[Mapping[Format, Callable[[Sequence[TournamentSpec], Played], Schedule]]] = {
    Format.ROUND_ROBIN: round_robin,
    Format.GAUNTLET: gauntlet,
    Format.SWISS: swiss,
    Format.KNOCKOUT: knockout,
    Format.SPRT: sprt,
    Format.LADDER: ladder,
}


def schedule(stages: Sequence[TournamentSpec], played: Played) -> Schedule:
    """The pairings of a tournament whose stages have these specs, the first stage first."""
    return SCHEDULES[stages[-1].format](stages, played)
