"""Knockout: who loses a match is out. The seeds are the bots in the order of the spec.

The bracket is the usual one: if the better seed always wins, the first meets the second in the last
round, and the first four are the last four. Where there are not enough bots the best seeds have no
opponent in the first round.
"""

from collections.abc import Generator, Sequence
from typing import Final

from tablic_tournaments.ratings.results import BoardResult, Played
from tablic_tournaments.schedule.pairing import (
    Pairing,
    Schedule,
    completed,
    in_turn,
    match_name,
)
from tablic_tournaments.spec import TournamentSpec

__all__ = ["bracket", "knockout", "winner"]

# How often a match that is tied goes on with as many boards again.
MOST_EXTENSIONS: Final = 3


def knockout(stages: Sequence[TournamentSpec], played: Played) -> Schedule:
    """Round after round, each when the one before is decided."""
    [spec] = stages
    yield from _rounds(spec, played)


def winner(spec: TournamentSpec, played: Played) -> str | None:
    """The label of who won; None while that is not known."""
    rounds = _rounds(spec, played)
    while True:
        try:
            if next(rounds) is None:
                return None
        except StopIteration as end:
            seed: int = end.value
            return spec.entrants[seed].label


def bracket(entrants: int) -> list[int | None]:
    """The seeds, counted from 0, in the order in which neighbours meet; None for no opponent."""
    seeds = [0]
    while len(seeds) < entrants:
        size = 2 * len(seeds)
        seeds = [place for seed in seeds for place in (seed, size - 1 - seed)]
    return [seed if seed < entrants else None for seed in seeds]


def _rounds(spec: TournamentSpec, played: Played) -> Generator[Pairing | None, None, int]:
    left = bracket(len(spec.entrants))
    while len(left) > 1:
        pairs = list(zip(left[::2], left[1::2], strict=True))
        met = [(a, b) for a, b in pairs if a is not None and b is not None]
        won = yield from _round(spec, met, played)
        left = [won.get((a, b), a if b is None else b) for a, b in pairs]
    assert left[0] is not None  # noqa: S101  # somebody is left
    return left[0]


def _round(
    spec: TournamentSpec, pairs: Sequence[tuple[int, int]], played: Played
) -> Generator[Pairing | None, None, dict[tuple[int | None, int | None], int]]:
    """Who won each of the matches of a round."""
    won: dict[tuple[int | None, int | None], int] = {}
    for extension in range(MOST_EXTENSIONS + 1):
        tied = [pair for pair in pairs if pair not in won]
        boards = range(extension * spec.boards, (extension + 1) * spec.boards)
        matches = [_match(spec, pair, boards) for pair in tied]
        yield from in_turn(matches, spec)
        so_far = [match._replace(boards=range(boards.stop)) for match in matches]
        results = yield from completed(so_far, played)
        for pair, of_match in zip(tied, results, strict=True):
            lead = _lead(of_match)
            if lead or extension == MOST_EXTENSIONS:
                lead = lead or sum(map(_margin, of_match))
                won[pair] = max(pair) if lead < 0 else min(pair)
    return won


def _match(spec: TournamentSpec, pair: tuple[int, int], boards: range) -> Pairing:
    group = tuple(spec.entrants[bot] for bot in sorted(pair))
    return Pairing(match_name(group), group, boards)


def _lead(results: Sequence[BoardResult]) -> int:
    """By how much the first bot leads, in quarters of a board."""
    return sum(round(4 * result.score(0)) - 2 for result in results)


def _margin(result: BoardResult) -> int:
    """The points of the first bot less those of the second."""
    return sum(game[0] - game[1] for game in result.points)
