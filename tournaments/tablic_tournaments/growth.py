"""Stages of a tournament: what may be more in a further one, and what all come to."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from itertools import pairwise
from typing import Final, NamedTuple

from tablic_tournaments.spec import Format, TournamentSpec

__all__ = ["Change", "change", "total_boards"]

# What grows in a further stage. In a knockout nothing can: who is out was not out then.
GROWS: Final[Mapping[Format, frozenset[str]]] = {
    Format.ROUND_ROBIN: frozenset({"entrants", "boards"}),
    Format.GAUNTLET: frozenset({"entrants", "boards", "challengers"}),
    Format.SWISS: frozenset({"entrants", "rounds"}),
    Format.KNOCKOUT: frozenset(),
    Format.SPRT: frozenset({"boards"}),
    Format.LADDER: frozenset({"entrants", "boards"}),
}
# What decides neither who plays whom nor how a game ends.
ASIDE: Final = ("trusted",)


class Change(NamedTuple):
    """How a spec differs from that of a tournament that began."""

    fields: tuple[str, ...]
    """The fields that differ."""
    refused: str | None
    """The first of them that cannot change so; None where a further stage plays the difference."""


def change(before: TournamentSpec, after: TournamentSpec) -> Change:
    """The difference of a spec from the one that a tournament has."""
    names = [item.name for item in fields(TournamentSpec) if item.name not in ASIDE]
    differ = tuple(name for name in names if getattr(before, name) != getattr(after, name))
    refused = (name for name in differ if not _grows(name, before, after))
    return Change(differ, next(refused, None))


def _grows(name: str, before: TournamentSpec, after: TournamentSpec) -> bool:
    old, new = getattr(before, name), getattr(after, name)
    if name not in GROWS[before.format]:
        return False
    if name == "entrants":
        # Who enters a Swiss tournament late needs a round to play in.
        late = before.format is Format.SWISS and after.rounds <= before.rounds
        return bool(new[: len(old)] == old) and not late
    if name == "challengers":
        known = {entrant.label for entrant in before.entrants}
        return bool(new[: len(old)] == old) and not known.intersection(new[len(old) :])
    return _endless(new) > _endless(old)


def _endless(number: int) -> float:
    """A number of boards or rounds, where 0 boards of a ladder are all that there ever are."""
    return number or math.inf


def total_boards(stages: Sequence[TournamentSpec]) -> int:
    """How many boards all stages have; at least of a knockout, and at most of a test.

    In Swiss rounds that were played, those who entered later have no boards.
    """
    if stages[0].format is not Format.SWISS:
        return stages[-1].total_boards
    later = (replace(b, rounds=b.rounds - a.rounds) for a, b in pairwise(stages))
    return sum(spec.total_boards for spec in (stages[0], *later))
