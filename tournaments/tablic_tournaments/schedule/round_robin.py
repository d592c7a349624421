"""Round robin: every pair meets; its matches advance side by side, a few boards at a time."""

from collections.abc import Iterator
from typing import NamedTuple

from tablic_tournaments.spec import Entrant, TournamentSpec

__all__ = ["Pairing", "match_name", "pairs", "round_robin"]


class Pairing(NamedTuple):
    """Some boards of the match of two bots, to be played by one set of processes."""

    match: str
    entrants: tuple[Entrant, Entrant]
    boards: range


def round_robin(spec: TournamentSpec) -> Iterator[Pairing]:
    """All pairings, lazily: the first boards of every pair before the next of any.

    Partial standings then mean something, and nothing is held in memory.
    """
    for first in range(0, spec.boards, spec.tables):
        boards = range(first, min(first + spec.tables, spec.boards))
        for pair in pairs(spec.entrants):
            yield Pairing(match_name(pair), pair, boards)


def pairs(entrants: tuple[Entrant, ...]) -> Iterator[tuple[Entrant, Entrant]]:
    """Every pair once, in rounds in which nobody plays twice (the circle method)."""
    size = len(entrants) + len(entrants) % 2
    last = size - 1
    for shift in range(last):
        # Seat `last` stays, the others turn around it; the odd one out meets nobody.
        yield from _pair(entrants, shift, last)
        for n in range(1, size // 2):
            yield from _pair(entrants, (shift + n) % last, (shift - n) % last)


def match_name(pair: tuple[Entrant, Entrant]) -> str:
    """The name of a match, which its board ids and so its decks come from."""
    return f"{pair[0].label} v {pair[1].label}"


def _pair(entrants: tuple[Entrant, ...], a: int, b: int) -> Iterator[tuple[Entrant, Entrant]]:
    if max(a, b) < len(entrants):
        yield entrants[min(a, b)], entrants[max(a, b)]
