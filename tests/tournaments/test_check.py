"""check: a bot is tried as an arena would, and its author is told."""

import json

import pytest
from tablic import parse_rules
from tablic.rules import rule_set_names
from tablic_server.faults import FaultKind
from tablic_server.limits import DEFAULT_LIMITS
from tablic_tournaments.checking import Checker
from tablic_tournaments.contents import PYTHON
from tablic_tournaments.store.contents import program_of

from .place import BOTS, EXAMPLES, Place
from .test_contents import written

ONE_HAND = parse_rules("tablic hands=1")


def checker_of(file: str) -> Checker:
    program = program_of("fisher", EXAMPLES, (PYTHON, file))
    return Checker(program, games=2, limits=DEFAULT_LIMITS, trusted=True)


@pytest.mark.long
def test_a_good_bot_passes_everything(place: Place) -> None:
    done = place.run("check", EXAMPLES / "random_bot.py", "--games", "3", "--json")
    result = json.loads(done.stdout)
    assert result["passed"]
    assert all(check["passed"] for check in result["checks"])
    figures = {check["name"]: check["figures"] for check in result["checks"]}
    assert {name for name in figures if name.startswith("rules ")} == {
        f"rules {name}" for name in rule_set_names()
    }
    assert figures["start"]["startup_seconds"] > 0
    assert 0 < figures["a game"]["median_seconds"] <= figures["a game"]["p99_seconds"]
    assert figures["a game"]["memory_bytes"] > 1 << 20
    assert figures["tables"] == {"tables": 32}
    assert figures["repeated"] == {"deterministic": True}
    assert figures["many games"]["games"] == 3


def test_a_bot_that_plays_illegally_is_told_where(place: Place) -> None:
    lines = place.run("check", BOTS / "illegal_bot.py", code=1).stdout.splitlines()
    assert lines[0].startswith("ok    start  ")
    assert lines[1].startswith("FAIL  a game  ")
    assert "illegal: " in lines[1]
    assert "I play what I do not have" in lines[1]
    assert lines[2:] == ["illegal_bot is not fit for an arena yet: a game."]


def test_a_bot_that_does_not_start_is_told_what_it_printed(place: Place) -> None:
    path = written(place.root / "fisher.py", "import no_such_module\n")
    first, last = place.run("check", path, code=1).stdout.splitlines()
    assert first.startswith("FAIL  start  ")
    assert "It ended with exit code 1 before it said hello." in first
    assert first.endswith("ModuleNotFoundError: No module named 'no_such_module'")
    assert last == "fisher is not fit for an arena yet: start."


@pytest.mark.parametrize("spoil_at", [1, 3])
def test_an_answer_is_spoiled_on_its_way_and_put_back(spoil_at: int, place: Place) -> None:
    assert place.root.is_dir()
    host = checker_of("random_bot.py").play(ONE_HAND, spoil_at=spoil_at)
    assert [(fault.kind, fault.seat, fault.put_back) for fault in host.rotation.faults] == [
        (FaultKind.ILLEGAL, 0, True)
    ]
    assert host.own_faults == []
    assert len(host.seconds) == 25, "24 plays, one of them twice"
    assert len(host.rotation.records()) == 1
