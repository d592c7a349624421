"""The commands that look: the same rows for people, as JSON and as CSV."""

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from tablic.record import parse_record
from tablic.rules import parse_rules
from tablic_tournaments.cli.printing import list_text, print_listing
from tablic_tournaments.store import open_arena

from .bots.first_bot import FirstBot
from .bots.last_bot import LastBot
from .commands import LISTINGS, fill, invoke
from .specs import THREE_PLAYERS, batch_result, small_spec, stored


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return fill(tmp_path / "arena.db")


def json_rows(*arguments: str, db: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(invoke(*arguments, "--json", db=db).stdout)
    return rows


@pytest.mark.parametrize("listing", LISTINGS)
def test_every_listing_gives_the_same_rows_as_json_and_as_csv(listing: str, db: Path) -> None:
    rows = json_rows(listing, db=db)
    text = invoke(listing, "--csv", db=db).stdout
    assert rows
    assert list(csv.DictReader(io.StringIO(text))) == [
        {key: shown(value) for key, value in row.items()} for row in rows
    ]


def shown(value: object) -> str:
    return "" if value is None else str(list_text(value))


@pytest.mark.parametrize("listing", LISTINGS)
def test_every_listing_shows_people_every_value(listing: str, db: Path) -> None:
    text = invoke(listing, db=db).stdout
    for row in json_rows(listing, db=db):
        for value in row.values():
            assert shown(value) in text


@pytest.mark.parametrize("listing", LISTINGS)
def test_every_listing_is_a_table_in_markdown(listing: str, db: Path) -> None:
    head, line, *rows = invoke(listing, "--markdown", db=db).stdout.splitlines()
    assert len(rows) == len(json_rows(listing, db=db))
    parts = len(re.split(r"(?<!\\)\|", head))
    assert all(len(re.split(r"(?<!\\)\|", row)) == parts for row in (line, *rows))
    assert set(line) <= set("|-: ")


@pytest.mark.parametrize("text", ["a|b", "<b>", "`x`", "*x* _y_", "[a](b)", "two\nlines"])
def test_markdown_reads_a_cell_as_text(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    print_listing([{"message": text}], ["message"], "markdown")
    cell = capsys.readouterr().out.splitlines()[2].removeprefix("| ").removesuffix(" |")
    assert re.sub(r"\\(.)", r"\1", cell) == text.replace("\n", " ")
    assert not re.search(r"(?<!\\)[|<>`*_\[\]]", cell)


@pytest.mark.parametrize("listing", LISTINGS[:-2])
def test_listings_of_a_fresh_arena_say_so_and_are_empty(listing: str, tmp_path: Path) -> None:
    path = tmp_path / "arena.db"
    with open_arena(path):
        pass
    assert invoke(listing, db=path).stdout.count("\n") == 1
    assert json_rows(listing, db=path) == []
    assert invoke(listing, "--csv", db=path).stdout.count("\n") == 1


def test_bots_are_listed_with_their_versions(db: Path) -> None:
    rows = json_rows("bots", db=db)
    assert [(row["bot"], row["version"], row["retired"]) for row in rows] == [
        ("bot-0", 1, ""),
        ("bot-0", 2, ""),
        ("bot-1", 1, "retired"),
        ("bot-2", 1, ""),
    ]


def test_rankings_are_by_elo_and_mark_the_retired(db: Path) -> None:
    rows = json_rows("rankings", db=db)
    assert [row["elo"] for row in rows] == sorted((row["elo"] for row in rows), reverse=True)
    assert {row["bot"]: (row["boards"], row["faults"], row["retired"]) for row in rows} == {
        "bot-0 1": (2, 0, ""),
        "bot-1 1": (2, 1, "retired"),
    }
    assert [row["rank"] for row in rows] == [1, 2]


def test_rankings_and_bots_tell_faults_by_kind(db: Path) -> None:
    for listing in ("rankings", "bots"):
        kinds = {row["fault_kinds"] for row in json_rows(listing, db=db)}
        assert kinds == {"", "1 crashed"}
        assert "fault kinds" in invoke(listing, db=db).stdout


def test_rankings_do_not_mix_rule_sets(db: Path) -> None:
    with open_arena(db) as arena:
        spec = small_spec(bots=4, boards=2, rules=THREE_PLAYERS)
        tournament = stored(arena, spec)
        played = batch_result(tournament, [FirstBot, LastBot, FirstBot], [0])
        arena.tournaments.save(tournament, played)
    result = invoke("rankings", db=db)
    assert result.stdout.splitlines()[0] == ("Rules: tablic hands=1, 2 boards. Others:")
    assert result.stdout.splitlines()[1] == '  --rules "tablic-3p hands=1"  (1 board)'
    assert {row["bot"] for row in json_rows("rankings", db=db)} == {"bot-0 1", "bot-1 1"}
    rows = json_rows("rankings", "--rules", "tablic-3p hands=1", db=db)
    assert [row["boards"] for row in rows] == [1, 1, 1]
    assert sum(row["wins_percent"] for row in rows) == pytest.approx(100, abs=0.2)
    assert sum(row["faults"] for row in rows) == 0
    with open_arena(db) as arena:
        arena.tournaments.save(tournament, played._replace(boards=(), faults=()))
        more = batch_result(tournament, [FirstBot, LastBot, FirstBot], [1, 2])
        arena.tournaments.save(tournament, more)
    assert json_rows("rankings", db=db) == json_rows(
        "rankings", "--rules", "tablic-3p hands=1", db=db
    )
    assert invoke("rankings", "--rules", "tablic", db=db).stdout == (
        "No board of tablic has been played yet. Play some with: "
        'tablic-arena tournament --rules "tablic"\n'
    )


def test_games_of_three_are_listed_with_every_side(db: Path) -> None:
    with open_arena(db) as arena:
        tournament = stored(arena, small_spec(bots=3, rules=THREE_PLAYERS))
        arena.tournaments.save(
            tournament, batch_result(tournament, [FirstBot, LastBot, FirstBot], [0])
        )
    rows = json_rows("games", "--tournament", str(tournament.id), db=db)
    assert [row["bots"] for row in rows] == [
        ["bot-0 1", "bot-1 1", "bot-2 1"],
        ["bot-2 1", "bot-0 1", "bot-1 1"],
        ["bot-1 1", "bot-2 1", "bot-0 1"],
    ]
    assert {len(row["points"]) for row in rows} == {len(row["places"]) for row in rows} == {3}
    assert "bot-2 1 : bot-0 1 : bot-1 1" in invoke("games", "--csv", db=db).stdout


def test_tournaments_are_listed_with_what_is_played(db: Path) -> None:
    first, second = json_rows("tournaments", db=db)
    assert (first["bots"], first["boards"], first["played"]) == (2, 2, 2)
    assert (second["bots"], second["boards"], second["played"]) == (3, 15, 0)
    assert first["finished"]
    assert second["finished"] is None
    assert first["rules"] == "tablic hands=1"


def test_games_can_be_chosen_by_tournament_and_bot(db: Path) -> None:
    assert [row["game"] for row in json_rows("games", db=db)] == [1, 2, 3, 4]
    assert len(json_rows("games", "--tournament", "1", "--bot", "bot-1", db=db)) == 4
    assert json_rows("games", "--tournament", "2", db=db) == []
    assert json_rows("games", "--bot", "bot-2", db=db) == []
    assert invoke("games", "--tournament", "2", db=db).stdout == "There are no such games.\n"
    first = json_rows("games", db=db)[0]
    assert first["bots"] == ["bot-0 1", "bot-1 1"]
    assert (first["rules"], first["rotation"]) == ("tablic hands=1", 0)
    assert sorted(first["places"]) in ([1, 1], [1, 2])


def test_a_game_is_shown_play_by_play(db: Path) -> None:
    text = invoke("show", "1", db=db).stdout
    record = parse_record(invoke("show", "1", "--json", db=db).stdout)
    assert text.splitlines()[0] == "bot-0 1 (seat 0) against bot-1 1 (seat 1)"
    assert text.count(" lies ") + text.count(" takes ") == len(record.hands[0].plays)
    assert text.count("  dealt, ") == 4
    assert f"{record.totals[0]} : {record.totals[1]}" in text.splitlines()[-1]


HOUSE = "my_cafe (tablic leftovers=last hands=1)"


def played_by(db: Path, rules: str) -> int:
    """A tournament by these rules, with a board; its number."""
    with open_arena(db) as arena:
        tournament = stored(arena, small_spec(bots=2, boards=1, rules=parse_rules(rules)))
        arena.tournaments.save(tournament, batch_result(tournament, [FirstBot, LastBot], [0]))
        return tournament.id


def test_a_house_rule_is_listed_by_its_name(db: Path) -> None:
    number = str(played_by(db, HOUSE))
    for words in (["games"], ["tournaments"]):
        text = invoke(*words, db=db).stdout
        assert "my_cafe " in text
        assert "leftovers" not in text
        assert json_rows(*words, db=db)[-1]["rules"] == HOUSE
        assert HOUSE in invoke(*words, "--csv", db=db).stdout
    text = invoke("games", "--tournament", number, db=db).stdout
    assert text.split("\n")[0].split() == [
        "game",
        "board",
        "rotation",
        "bots",
        "points",
        "places",
        "fault",
    ]
    assert "rules" in json_rows("games", "--tournament", number, db=db)[0]


def test_rankings_know_a_house_rule_by_its_name(db: Path) -> None:
    played_by(db, HOUSE)
    assert [row["boards"] for row in json_rows("rankings", "--rules", "my_cafe", db=db)] == [1, 1]
    unknown = invoke("rankings", "--rules", "my_bar", db=db, code=2).stderr
    assert unknown.startswith("Error: there is no rule set 'my_bar'; there are ")
    assert unknown.endswith(
        "; boards were played of:\n"
        '  --rules "tablic hands=1"  (2 boards)\n'
        f'  --rules "{HOUSE}"  (1 board)\n'
    )
    other = "my_cafe (tablic leftovers=last target=51 hands=1)"
    played_by(db, other)
    assert invoke("rankings", "--rules", "my_cafe", db=db, code=2).stderr == (
        "Error: several rule sets are called 'my_cafe':\n"
        f'  --rules "{other}"  (1 board)\n  --rules "{HOUSE}"  (1 board)\n'
    )


READING = (
    *(["bots"], ["bots", "log", "x"], ["bots", "retire", "x"], ["tournament"]),
    *(["tournament", "--resume"], ["rankings"], ["tournaments"], ["games"]),
    *(["show", "1"], ["verify", "1"]),
)


@pytest.mark.parametrize("words", READING)
def test_only_submit_makes_an_arena(words: list[str], tmp_path: Path) -> None:
    path = tmp_path / "folder" / "arena.db"
    more = ["--trust-bots"] if words[0] == "tournament" else []
    assert invoke(*words, *more, db=path, code=1).stderr == (
        f"Error: there is no arena at {path}; submit a bot to make one\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_info_says_where_the_arena_lives(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    facts = {row["what"]: row["value"] for row in json_rows("info", db=path)}
    assert facts["database"] == str(path)
    assert facts["bots"] == str(tmp_path / "club-bots")
    assert Path(facts["example bots"], "greedy_bot.py").is_file()
    assert not path.exists()


def test_the_arena_is_found_by_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from click.testing import CliRunner
    from tablic_tournaments.cli import main

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for variables, expected in (
        ({"TABLIC_ARENA_DB": str(tmp_path / "my.db")}, "my.db"),
        ({"TABLIC_ARENA_DB": None}, "tablic-arena/arena.db"),
    ):
        result = CliRunner(env=variables).invoke(main, ["info", "--json"])
        facts = {row["what"]: row["value"] for row in json.loads(result.stdout)}
        assert facts["database"].endswith(expected)


def test_a_log_is_printed_for_all_games_or_one(db: Path) -> None:
    text = invoke("bots", "log", "bot-1", db=db).stdout
    assert text.count("--- bot-1 1, tournament 1, bot-0 1 v bot-1 1, rotation ") == 2
    assert text.count("--- 24 decisions, charged 0.250 s; 0.500 s of CPU time in 1.000 s ---") == 2
    assert "bot 1 in rotation 0\n" in text
    assert "bot 1 in rotation 1\n" in text
    assert "rotation 1" not in invoke("bots", "log", "bot-1", "1", db=db).stdout
    assert invoke("bots", "log", "bot-2", db=db).stdout == "bot-2 printed nothing.\n"
    assert invoke("bots", "log", "bot-2", "1", db=db, code=2).stderr == (
        "Error: bot-2 did not play game 1; list its games with: tablic-arena games --bot bot-2\n"
    )


def test_a_bot_is_retired_once(db: Path) -> None:
    assert invoke("bots", "retire", "bot-2", db=db).stdout == "bot-2 is retired.\n"
    assert invoke("bots", "retire", "bot-2", db=db).stdout == "bot-2 was retired already.\n"


def test_a_finished_tournament_is_not_played_again_but_printed(db: Path) -> None:
    result = invoke("tournament", "--resume", "1", db=db)
    assert result.stdout.startswith("Tournament 1 is finished already.\n")
    assert "Standings of tournament 1:" in result.stdout
    assert "Board scores in percent" in result.stdout
    assert len(json_rows("games", db=db)) == 4
