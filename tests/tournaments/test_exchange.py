"""export and import: whole, once, and never against what is here."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tablic_tournaments.errors import StoreError
from tablic_tournaments.store import Arena, open_arena
from tablic_tournaments.store.imports import Imported

from .bots.first_bot import FirstBot
from .bots.last_bot import LastBot
from .commands import fill, invoke
from .specs import THREE_PLAYERS, batch_result, small_spec, stored

PAGE = Path(__file__).parents[2] / "docs" / "exchange.md"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return fill(tmp_path / "there.db")


@pytest.fixture
def lines(db: Path) -> list[str]:
    return invoke("export", db=db).stdout.splitlines()


def changed(lines: list[str], kind: str, change: Callable[[dict[str, Any]], object]) -> list[str]:
    """The lines, the first of a kind changed."""
    fields = list(map(json.loads, lines))
    change(next(line for line in fields if line["kind"] == kind))
    return list(map(json.dumps, fields))


def rows(db: Path, *words: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(invoke(*words, "--json", db=db).stdout)
    return found


def test_a_tournament_is_the_same_in_another_arena(db: Path, tmp_path: Path) -> None:
    file, here = tmp_path / "club.jsonl", tmp_path / "here.db"
    invoke("export", "1", "-o", file, db=db)
    done = invoke("import", file, db=here)
    assert done.stdout == "1 tournament and 4 games are new; 0 games were here already.\n"
    assert rows(here, "games") == rows(db, "games")
    assert rows(here, "faults")[0]["message"] == rows(db, "faults")[0]["message"]
    for there, row in zip(rows(db, "rankings"), rows(here, "rankings"), strict=True):
        assert row == {**there, "retired": "retired"}
    assert rows(here, "tournaments") == rows(db, "tournaments")[:1]
    assert invoke("export", db=here).stdout == file.read_text("utf-8")


def test_nothing_is_taken_in_twice(db: Path, lines: list[str], arena: Arena) -> None:
    assert arena.take_in(lines) == Imported(1, 4, 0)
    assert arena.take_in(lines) == Imported(0, 0, 4)
    with open_arena(db) as there:
        assert there.take_in(lines) == Imported(0, 0, 4)
        assert len(list(there.faults.all())) == 1


def test_games_of_three_players_come_with_their_points(arena: Arena, tmp_path: Path) -> None:
    tournament = stored(arena, small_spec(bots=3, boards=1, rules=THREE_PLAYERS))
    played = batch_result(tournament, [FirstBot, LastBot, FirstBot], [0])
    arena.tournaments.save(tournament, played)
    assert arena.tournaments.finish(tournament.id)
    with open_arena(tmp_path / "here.db") as here:
        assert here.take_in(arena.exports.lines(tournament.id)) == Imported(1, 3, 0)
        assert list(here.tournaments.results()) == list(arena.tournaments.results())


def test_an_interrupted_tournament_becomes_whole(lines: list[str], arena: Arena) -> None:
    tournament = stored(arena, small_spec(bots=2, boards=2))
    arena.tournaments.save(tournament, batch_result(tournament, [FirstBot, LastBot], [1]))
    assert arena.take_in(lines) == Imported(0, 2, 2)
    assert arena.tournaments.get(tournament.id).finished
    assert not list(arena.faults.all()), "a fault of a batch that is here in part may be here too"


def test_an_unfinished_tournament_keeps_its_secret(db: Path) -> None:
    assert invoke("export", "2", db=db, code=1).stderr == (
        "Error: tournament 2 is not finished, and its decks are still secret; go on with: "
        "tablic-arena tournament --resume 2\n"
    )


def test_a_version_with_another_content_is_named(lines: list[str], arena: Arena) -> None:
    arena.bots.add("bot-1", "f" * 64, ("./bot",))
    with pytest.raises(StoreError, match=r"^bot-1 1 is another program here"):
        arena.take_in(lines)
    assert not list(arena.tournaments.all())


def test_a_newer_version_does_not_replace_a_bot_in_play(lines: list[str], arena: Arena) -> None:
    arena.bots.add("bot-0", f"{0:064x}", ("./bot",))
    newer = changed(lines, "tournament", lambda line: line["versions"][0].update(number=2))
    with pytest.raises(StoreError, match=r"^bot-0 2 is not here, and bot-0 is in play"):
        arena.take_in(newer)
    assert len(list(arena.bots.versions())) == 1


def test_a_game_that_was_played_otherwise_is_named(lines: list[str], arena: Arena) -> None:
    arena.take_in(lines)
    other = changed(lines, "game", lambda line: line["record"].update(totals=[0, 99]))
    with pytest.raises(StoreError, match=r"^game 1 here, .*, rotation 0, was played other"):
        arena.take_in(other)


@pytest.mark.parametrize(
    ("kind", "change", "sentence"),
    [
        ("tournament", lambda line: line.update(boards=9), "after 2 of 9 boards"),
        ("tournament", lambda line: line["stages"][0].update(secret="00"), "is no commitment"),
        ("tournament", lambda line: line["stages"][0]["spec"].pop("rules"), "makes no sense"),
        ("tournament", lambda line: line.update(format=2), "line 1 is not one that"),
        ("game", lambda line: line["record"].pop("hands"), "not a game record"),
        ("game", lambda line: line.update(match="x 1 v y 1"), "x 1 is in a game and not among"),
        ("game", lambda line: line.pop("board"), "makes no sense"),
        ("fault", lambda line: line.update(seat=None), "makes no sense"),
    ],
)
def test_what_makes_no_sense_is_refused_whole(
    kind: str, change: Callable[[Any], object], sentence: str, lines: list[str], arena: Arena
) -> None:
    with pytest.raises(StoreError, match=sentence):
        arena.take_in(changed(lines, kind, change))
    assert not list(arena.tournaments.all())
    assert not list(arena.bots.versions())


def test_a_setup_that_differs_is_named(lines: list[str], arena: Arena) -> None:
    arena.take_in(lines)
    with pytest.raises(StoreError, match=r"^tournament 1 has the same secret"):
        arena.take_in(
            changed(lines, "tournament", lambda line: line["stages"][0]["spec"].update(boards=9))
        )


def extended(db: Path, boards: int) -> list[str]:
    """The lines of the tournament after a stage with more boards."""
    with open_arena(db) as arena:
        before = arena.tournaments.get(1)
        spec = replace(before.spec, boards=boards)
        chosen = arena.tournaments.open_stage(1, spec)
        new, secret = range(before.spec.boards, boards), chosen.stages[-1].secret
        played = batch_result(chosen, [FirstBot, LastBot], new, secret)
        arena.tournaments.save(chosen, played)
        assert arena.tournaments.finish(1)
    return invoke("export", db=db).stdout.splitlines()


def test_stages_come_along_with_their_secrets(db: Path, lines: list[str], tmp_path: Path) -> None:
    here = tmp_path / "here.db"
    longer = extended(db, boards=3)
    for step, new in ((lines, Imported(1, 4, 0)), (longer, Imported(0, 2, 4))):
        with open_arena(here) as arena:
            assert arena.take_in(step) == new
    with open_arena(here) as arena, open_arena(db) as there:
        assert arena.tournaments.get(1).stages == there.tournaments.get(1).stages
    assert invoke("export", db=here).stdout.splitlines() == longer


def test_a_file_that_was_cut_is_refused(lines: list[str], tmp_path: Path) -> None:
    for text in ("\n".join(lines)[:-20], "\n".join(lines[:2]), "hello"):
        (tmp_path / "cut").write_text(text)
        error = invoke("import", tmp_path / "cut", db=tmp_path / "here.db", code=1).stderr
        assert error.endswith(f"nothing of {tmp_path / 'cut'} was taken in\n")


def test_every_field_is_documented(lines: list[str]) -> None:
    told = set(re.findall(r"`(\w+)`", PAGE.read_text("utf-8")))
    assert {name for line in map(json.loads, lines) for name in line} <= told
