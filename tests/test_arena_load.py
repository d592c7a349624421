"""A few bots from outside at a served arena: the same as make arena-load, for seconds."""

import pytest

from benchmarks import arena

from .tournaments.processes import linux_only


@pytest.mark.long
@linux_only
def test_bots_from_outside_lose_nothing_and_are_charged_with_nothing() -> None:
    found = arena.arena(arena.Size(bots=6, games=4, matches=2, idle_seconds=1.0))
    assert (found.games, found.lost, found.faults) == (3 * 2 * 2, 0, 0)
    assert found.decisions_a_second > 0
    assert found.megabytes
