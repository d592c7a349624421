"""Which bots can be compared: who met whom, and who beat whom."""

from collections import Counter
from collections.abc import Collection, Sequence

import numpy as np

from tablic_tournaments.ratings.tallies import Chosen, Tallies

__all__ = ["groups", "not_connected", "unbounded"]

MOST_NAMED = 3


def groups(tallies: Tallies, anchors: Collection[str] = ()) -> list[list[str]]:
    """The bots in groups that met directly or through others, or through anchors; largest first."""
    size = len(tallies.labels)
    met = np.zeros((size, size), dtype=bool)
    for first in tallies.bots.T:
        for second in tallies.bots.T:
            met[first, second] = True
    fixed = [bot for bot, label in enumerate(tallies.labels) if label in anchors]
    met[np.ix_(fixed, fixed)] = True
    numbers = _numbered(met)
    found: dict[int, list[str]] = {}
    for label, number in zip(tallies.labels, numbers, strict=True):
        found.setdefault(number, []).append(label)
    return sorted((sorted(group) for group in found.values()), key=lambda g: (-len(g), g))


def not_connected(found: Sequence[Sequence[str]]) -> str | None:
    """Why groups of bots cannot be rated together, as a sentence; None where there is just one."""
    if len(found) <= 1:
        return None
    named = "; ".join(_named(group) for group in found[:MOST_NAMED])
    more = "; and more" if len(found) > MOST_NAMED else ""
    return (
        f"There are no joint ratings: the bots are {len(found)} groups that never met, "
        f"and no number compares them: {named}{more}. Play a tournament with bots of each."
    )


def unbounded(labels: Sequence[str], beat: Chosen) -> frozenset[str]:
    """The bots without a finite rating by their results alone.

    ``beat[i, j]`` is whether bot i ever scored against bot j. Ratings are finite among bots of whom
    each scored against each other, directly or through others (Ford, Solution of a Ranking Problem
    from Binary Comparisons, 1957). Those outside the largest such group are unbounded; where there
    is no largest, all are.
    """
    numbers = _numbered(beat)
    sizes = Counter(numbers).most_common(2)
    if len(sizes) == 2 and sizes[0][1] == sizes[1][1]:
        return frozenset(labels)
    return frozenset(
        label for label, number in zip(labels, numbers, strict=True) if number != sizes[0][0]
    )


def _numbered(edges: Chosen) -> list[int]:
    """A number for each position, equal for those that are reached from each other."""
    numbers = np.full(len(edges), -1)
    for position in range(len(edges)):
        if numbers[position] < 0:
            both = _reached(edges, position) & _reached(edges.T, position)
            numbers[both] = position
    return [int(number) for number in numbers]


def _reached(edges: Chosen, start: int) -> Chosen:
    """Where the edges lead from a position, itself included."""
    reached = np.zeros(len(edges), dtype=bool)
    fresh = reached.copy()
    fresh[start] = True
    while fresh.any():
        reached |= fresh
        fresh = edges[fresh].any(axis=0) & ~reached
    return reached


def _named(group: Sequence[str]) -> str:
    more = f" and {len(group) - MOST_NAMED} more" if len(group) > MOST_NAMED else ""
    return ", ".join(group[:MOST_NAMED]) + more
