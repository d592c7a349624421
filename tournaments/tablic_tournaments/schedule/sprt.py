"""The sequential test of two bots: looked at after each group of boards, in their order."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from tablic_tournaments.ratings.results import BoardResult, Played
from tablic_tournaments.ratings.sprt import Bounds, bounds, normalized_llr, pentanomial
from tablic_tournaments.schedule.pairing import (
    Pairing,
    Schedule,
    completed,
    in_turn,
    match_name,
)
from tablic_tournaments.spec import TournamentSpec

__all__ = ["Looked", "look", "sprt", "verdict"]

# Batches between two looks, which several workers can play at the same time.
BATCHES: Final = 4


class Looked(NamedTuple):
    """What the results of some boards say."""

    boards: int
    llr: float
    """The log-likelihood ratio: positive where ``elo1`` is likelier than ``elo0``."""
    bounds: Bounds

    @property
    def accepted(self) -> str | None:
        """The hypothesis that is taken, ``elo0`` or ``elo1``; None where the test goes on."""
        if self.llr >= self.bounds.upper:
            return "elo1"
        return "elo0" if self.llr <= self.bounds.lower else None


def sprt(stages: Sequence[TournamentSpec], played: Played) -> Schedule:
    """Boards of the only match, until a hypothesis is accepted or there are enough of them."""
    results: list[BoardResult] = []
    for match, spec in _groups(stages):
        yield from in_turn([match], spec)
        [fresh] = yield from completed([match], played)
        results += fresh
        if look(spec, results).accepted:
            return


def verdict(stages: Sequence[TournamentSpec], played: Played) -> Looked:
    """What the test says by the last look, at the groups that are complete."""
    results: list[BoardResult] = []
    for match, spec in _groups(stages):
        fresh = played(match.match, match.boards)
        if fresh is None or look(spec, results).accepted:
            break
        results += fresh
    return look(stages[-1], results)


def look(spec: TournamentSpec, results: Sequence[BoardResult]) -> Looked:
    """What these results say of the hypotheses of a spec."""
    test = spec.hypotheses
    counts = pentanomial(results, spec.entrants[0].label)
    llr = normalized_llr(counts, test.elo0, test.elo1) if results else 0.0
    return Looked(len(results), llr, bounds(test.alpha, test.beta))


def _groups(stages: Sequence[TournamentSpec]) -> Iterator[tuple[Pairing, TournamentSpec]]:
    """The boards between two looks, as parts of the only match."""
    done = 0
    for stage, spec in enumerate(stages):
        while done < spec.boards:
            boards = range(done, min(done + BATCHES * spec.tables, spec.boards))
            yield Pairing(match_name(spec.entrants), spec.entrants, boards, stage), spec
            done = boards.stop
