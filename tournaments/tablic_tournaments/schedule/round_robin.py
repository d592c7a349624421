"""Round robin: all meet; the matches advance side by side, a few boards at a time."""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from tablic_tournaments.spec import Entrant, TournamentSpec

__all__ = ["Pairing", "groups", "match_name", "pairs", "round_robin"]


class Pairing(NamedTuple):
    """Some boards of the match of some bots, to be played by one set of processes."""

    match: str
    entrants: tuple[Entrant, ...]
    boards: range


def round_robin(spec: TournamentSpec) -> Iterator[Pairing]:
    """All pairings, lazily: the first boards of every match before the next of any.

    Partial standings then mean something, and nothing is held in memory.
    """
    for first in range(0, spec.boards, spec.tables):
        boards = range(first, min(first + spec.tables, spec.boards))
        for group in groups(spec.entrants, spec.rules.sides):
            yield Pairing(match_name(group), group, boards)


def groups(entrants: tuple[Entrant, ...], size: int) -> Iterator[tuple[Entrant, ...]]:
    """Every so many of the entrants once, each group in their order."""
    return pairs(entrants) if size == 2 else combinations(entrants, size)


def pairs(entrants: tuple[Entrant, ...]) -> Iterator[tuple[Entrant, ...]]:
    """Every pair once, in rounds in which nobody plays twice (the circle method)."""
    size = len(entrants) + len(entrants) % 2
    last = size - 1
    for shift in range(last):
        # Seat `last` stays, the others turn around it; the odd one out meets nobody.
        yield from _pair(entrants, shift, last)
        for n in range(1, size // 2):
            yield from _pair(entrants, (shift + n) % last, (shift - n) % last)


def match_name(group: tuple[Entrant, ...]) -> str:
    """The name of a match, which its board ids and so its decks come from."""
    return " v ".join(entrant.label for entrant in group)


def _pair(entrants: tuple[Entrant, ...], a: int, b: int) -> Iterator[tuple[Entrant, ...]]:
    if max(a, b) < len(entrants):
        yield entrants[min(a, b)], entrants[max(a, b)]
