"""The stream of events: complete, each thing told once, and as documented."""

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from tablic_server.faults import Fault, FaultKind
from tablic_tournaments.cli.events import told_events
from tablic_tournaments.store import Arena

from .bots.first_bot import FirstBot
from .bots.last_bot import LastBot
from .commands import fill, invoke
from .specs import batch_result, small_spec, stored

PAGE = Path(__file__).parents[2] / "docs" / "events.md"
FAULT = Fault(1, 0, FaultKind.CRASHED, "It ended with exit code 1.", (1,))


def events_in(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def kinds_in(path: Path) -> list[str]:
    return [event["event"] for event in events_in(path)]


@pytest.fixture
def told(tmp_path: Path) -> Path:
    """The stream of a finished tournament."""
    db = fill(tmp_path / "arena.db")
    invoke("tournament", "--resume", "1", "--events", tmp_path / "events", db=db)
    return tmp_path / "events"


def test_a_finished_tournament_is_told_whole(told: Path) -> None:
    started, first, second, fault, standings, finished = events_in(told)
    assert kinds_in(told) == ["started", "board", "board", "fault", "standings", "finished"]
    assert started["bots"][0] == {"bot": "bot-0 1", "sha256": f"{0:064x}"}
    assert (first["number"], second["number"]) == (0, 1)
    assert first["bots"] == ["bot-0 1", "bot-1 1"]
    assert [game["rotation"] for game in first["games"]] == [0, 1]
    assert sorted(first["games"][0]["places"]) in ([1, 1], [1, 2])
    assert (fault["bot"], fault["kind"], fault["boards"]) == ("bot-1 1", "crashed", [1])
    assert {row["bot"] for row in standings["rows"]} == {"bot-0 1", "bot-1 1"}
    assert sha256(bytes.fromhex(finished["secrets"][0])).hexdigest() == started["commitment"]


def test_what_is_in_the_file_is_not_told_again(told: Path) -> None:
    db = told.parent / "arena.db"
    invoke("tournament", "--resume", "1", "--events", told, db=db)
    assert kinds_in(told)[6:] == ["started", "standings", "finished"]


def test_every_board_is_told_when_it_is_stored_and_a_killed_run_loses_none(
    arena: Arena, tmp_path: Path
) -> None:
    path = tmp_path / "events"
    tournament = stored(arena, small_spec(bots=2, boards=4))

    def play(*boards: int) -> None:
        played = batch_result(tournament, [FirstBot, LastBot], boards)
        arena.tournaments.save(tournament, played._replace(faults=(FAULT,)))

    with told_events(arena, tournament, path) as tell:
        play(1)
        assert kinds_in(path) == ["started"]
        tell(None)
        assert kinds_in(path) == ["started", "board", "fault"]
        tell(None)
        play(0)
    assert kinds_in(path)[3:] == ["board", "fault", "standings", "stopped"]
    play(2)
    with path.open("a") as file:
        file.write('{"format": 1, "event": "boa')
    with told_events(arena, tournament, path):
        play(3)
        assert arena.tournaments.finish(tournament.id)
    assert kinds_in(path)[7:10] == ["started", "board", "fault"]
    boards = [event["number"] for event in events_in(path) if event["event"] == "board"]
    assert boards == [1, 0, 2, 3]
    assert kinds_in(path).count("fault") == 4
    assert "secret" not in events_in(path)[6]


def test_tournaments_share_a_file(arena: Arena, tmp_path: Path) -> None:
    path = tmp_path / "events"
    spec = small_spec(bots=2, boards=1)
    for secret in (bytes(32), bytes([1] * 32)):
        tournament = arena.tournaments.create(stored(arena, spec).spec, secret)
        arena.tournaments.save(tournament, batch_result(tournament, [FirstBot, LastBot], [0]))
        with told_events(arena, tournament, path):
            pass
    assert kinds_in(path).count("board") == 2


@pytest.mark.parametrize("text", ["hello\n", '{"format": 2, "event": "board"}\n', "[1]\n"])
def test_a_file_of_something_else_is_left_alone(text: str, tmp_path: Path) -> None:
    db = fill(tmp_path / "arena.db")
    path = tmp_path / "notes"
    path.write_text(text)
    error = invoke("tournament", "--resume", "1", "--events", path, db=db, code=1).stderr
    assert error == (
        f"Error: line 1 of {path} is no event of format 1; name a new file, or one of events to "
        "go on with\n"
    )
    assert path.read_text() == text


def test_every_field_is_documented(told: Path) -> None:
    text = PAGE.read_text("utf-8")
    common = set(re.findall(r"`(\w+)`", text.partition("## Every event")[2].partition("## `")[0]))
    for event in events_in(told):
        section = re.search(rf"^## .*`{event['event']}`.*?(?=^## |\Z)", text, re.M | re.S)
        assert section, event["event"]
        assert set(event) <= common | set(re.findall(r"`(\w+)`", section[0]))
