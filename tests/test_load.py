"""The load of a few matches at once: the same as make load, for seconds."""

import pytest
from tablic import parse_rules

from benchmarks import load

from .tournaments.processes import linux_only

SHORT = parse_rules("tablic hands=1")


@pytest.mark.long
@linux_only
def test_matches_at_once_lose_nothing_charge_nobody_and_leave_nothing() -> None:
    rounds = list(load.load(3, 0, SHORT, boards=2))
    assert [played.games for played in rounds] == [3 * 2 * 2] * 3
    assert {played.decisions for played in rounds} == {3 * 2 * 2 * 48}


def test_memory_that_grows_is_told() -> None:
    rounds = [load.Round(1.0, 1, 1, 1, 1, megabytes) for megabytes in (50.0, 100.0, 106.0)]
    with pytest.raises(load.LoadError, match="memory has grown by 6% since the second round"):
        load._check_flat(rounds)


def test_descriptors_that_stay_open_are_told() -> None:
    rounds = [load.Round(1.0, 1, 1, 1, descriptors, 50.0) for descriptors in (9, 10)]
    with pytest.raises(load.LoadError, match="10 descriptors are open, not 9"):
        load._check_flat(rounds)
