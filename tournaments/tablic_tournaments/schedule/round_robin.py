"""Round robin and gauntlet: who meets whom is known beforehand, and listed lazily.

The matches advance side by side, a few boards at a time. Partial standings then mean something, and
nothing is held in memory.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from tablic_tournaments.ratings.results import Played
from tablic_tournaments.schedule.pairing import Pairing, Schedule, match_name
from tablic_tournaments.spec import Entrant, TournamentSpec

__all__ = ["gauntlet", "groups", "pairs", "round_robin"]

Group = tuple[Entrant, ...]


def round_robin(stages: Sequence[TournamentSpec], _played: Played) -> Schedule:
    """Every match, the first boards of each before the next of any."""
    return _staged(stages, lambda spec: groups(spec.entrants, spec.rules.sides))


def gauntlet(stages: Sequence[TournamentSpec], _played: Played) -> Schedule:
    """The same with matches of one challenger and bots of the field."""
    return _staged(stages, challenges)


def _staged(
    stages: Sequence[TournamentSpec], groups_of: Callable[[TournamentSpec], Iterator[Group]]
) -> Schedule:
    """Stage after stage, each without the boards of those before."""
    for stage, spec in enumerate(stages):
        earlier = [(frozenset(before.entrants), before.boards) for before in stages[:stage]]
        for first in range(0, spec.boards, spec.tables):
            end = min(first + spec.tables, spec.boards)
            for group in groups_of(spec):
                done = max((n for bots, n in earlier if bots.issuperset(group)), default=0)
                if boards := range(max(first, done), end):
                    yield Pairing(match_name(group), group, boards, stage)


def challenges(spec: TournamentSpec) -> Iterator[Group]:
    """Every group of one challenger and bots of the field, each in the order of the spec."""
    field = [entrant for entrant in spec.entrants if entrant.label not in spec.challengers]
    challengers = [entrant for entrant in spec.entrants if entrant.label in spec.challengers]
    places = {entrant: place for place, entrant in enumerate(spec.entrants)}
    for opponents in combinations(field, spec.rules.sides - 1):
        for challenger in challengers:
            yield tuple(sorted((challenger, *opponents), key=places.__getitem__))


def groups(entrants: Group, size: int) -> Iterator[Group]:
    """Every so many of the entrants once, each group in their order."""
    return pairs(entrants) if size == 2 else combinations(entrants, size)


def pairs(entrants: Group) -> Iterator[Group]:
    """Every pair once, in rounds in which nobody plays twice (the circle method)."""
    size = len(entrants) + len(entrants) % 2
    last = size - 1
    for shift in range(last):
        # Seat `last` stays, the others turn around it; the odd one out meets nobody.
        yield from _pair(entrants, shift, last)
        for n in range(1, size // 2):
            yield from _pair(entrants, (shift + n) % last, (shift - n) % last)


def _pair(entrants: Group, a: int, b: int) -> Iterator[Group]:
    if max(a, b) < len(entrants):
        yield entrants[min(a, b)], entrants[max(a, b)]
