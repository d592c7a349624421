"""What all schedules yield, and what they ask: pairings, and the results of boards.

A schedule is a generator. It yields pairings in an order that depends on nothing but the spec and
the results of boards, so any number of workers and any resumed run play the same. Where the next
pairing depends on results that are not there yet, it yields None, and goes on when asked again.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from tablic_tournaments.ratings.results import BoardResult, Played
from tablic_tournaments.spec import Entrant, TournamentSpec

__all__ = ["Pairing", "Schedule", "completed", "in_turn", "match_name"]


class Pairing(NamedTuple):
    """Some boards of the match of some bots, to be played by one set of processes."""

    match: str
    entrants: tuple[Entrant, ...]
    boards: range
    stage: int = 0
    """The stage whose secret their decks come from, counted from 0."""


Schedule: TypeAlias = Iterator[Pairing | None]


def match_name(group: Iterable[Entrant]) -> str:
    """The name of a match, which its board ids and so its decks come from."""
    return " v ".join(entrant.label for entrant in group)


def in_turn(matches: Sequence[Pairing], spec: TournamentSpec) -> Iterator[Pairing]:
    """The boards of matches, a few of each in turn: as many as are played at once."""
    longest = max((len(match.boards) for match in matches), default=0)
    for first in range(0, longest, spec.tables):
        for match in matches:
            if boards := match.boards[first : first + spec.tables]:
                yield match._replace(boards=boards)


def completed(
    matches: Iterable[Pairing], played: Played
) -> Generator[None, None, list[Sequence[BoardResult]]]:
    """The results of each match, as soon as all are there."""
    found = []
    for match in matches:
        while (results := played(match.match, match.boards)) is None:
            yield
        found.append(results)
    return found
