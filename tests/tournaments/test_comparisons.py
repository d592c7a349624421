"""crosstable, head-to-head, history and --assert: bots beside each other."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from tablic_tournaments.errors import SpecError, UnknownNameError
from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.reports.assertions import Assertion, Condition, parse_assertion, what_fails
from tablic_tournaments.reports.histories import Played, history_of
from tablic_tournaments.reports.meetings import meeting, meetings, played_label

from .commands import COMPARISONS, fill, invoke
from .specs import result

# b won 3 of 4 boards against a; c was beaten by a alone.
BOARDS = [
    *[result("a 1", "b 1", 0.0, margin=-4)] * 3,
    result("a 1", "b 1", 1.0, margin=8),
    *[result("a 1", "c 1", 1.0)] * 4,
]
THREE = BoardResult(("a 1", "b 1", "c 1"), ((9, 5, 2),) * 3, ((1, 2, 3), (3, 1, 1), (2, 2, 1)))


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return fill(tmp_path / "arena.db")


def test_a_meeting_counts_boards_and_games_of_both() -> None:
    met = meeting(BOARDS, "b 1", "a 1")
    assert met is not None
    assert (met.boards, met.won, met.drawn, met.lost) == (4, 6, 0, 2)
    assert met.score.mean == 0.75
    assert met.points is not None
    assert met.points.mean == 1.0
    assert met.difference.mean > 0
    assert 0.5 < met.superiority < 1
    assert meeting(BOARDS, "b 1", "c 1") is None


def test_a_meeting_of_two_of_three_leaves_the_third_out() -> None:
    met = meeting([THREE], "a 1", "c 1")
    assert met is not None
    assert (met.won, met.drawn, met.lost) == (1, 0, 2)
    assert met.score.mean == pytest.approx(1 / 3)


def test_meetings_are_the_same_from_both_sides() -> None:
    pairs = {(met.bot, met.opponent): met for met in meetings([*BOARDS], ["a 1", "b 1", "c 1"])}
    assert set(pairs) == {("a 1", "b 1"), ("b 1", "a 1"), ("a 1", "c 1"), ("c 1", "a 1")}
    for (one, two), met in pairs.items():
        back = pairs[two, one]
        assert met.superiority + back.superiority == pytest.approx(1)
        assert met.difference.mean == pytest.approx(-back.difference.mean)
        assert (met.won, met.lost) == (back.lost, back.won)


def test_a_bot_alone_is_its_latest_version_that_played() -> None:
    labels = ["b 2", "b 10", "b-b 11"]
    assert played_label("b", labels, "of tablic") == "b 10"
    assert played_label("b 2", labels, "of tablic") == "b 2"
    with pytest.raises(UnknownNameError) as error:
        played_label("b 3", labels, "of tablic")
    assert str(error.value) == (
        "no boards of tablic were played by 'b 3'; they are of: b 10, b 2, b-b 11"
    )


def test_a_history_goes_on_where_the_tournament_before_ended() -> None:
    first = Played(1, "then", "tablic", BOARDS[:4])
    second = Played(2, "later", "tablic", BOARDS[4:])
    other = Played(3, "later", "tablic-3p", [THREE])
    chapters = list(history_of([first, other, second], "a"))
    assert [(part.tournament, part.boards) for part in chapters] == [(1, 4), (3, 1), (2, 4)]
    whole = list(history_of([Played(1, "then", "tablic", BOARDS)], "a"))
    assert chapters[2].elo == pytest.approx(whole[0].elo)
    assert chapters[0].elo < 1500 < chapters[2].elo


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("new > old", Assertion("new", "old")),
        ("new 2>old-bot 10", Assertion("new 2", "old-bot 10")),
        (
            " a>b , los>= .95,elo < -10",
            Assertion("a", "b", (Condition("los", ">=", 0.95), Condition("elo", "<", -10))),
        ),
    ],
)
def test_an_assertion_is_read_and_written(text: str, expected: Assertion) -> None:
    assert parse_assertion(text) == expected
    assert parse_assertion(str(expected)) == expected


@pytest.mark.parametrize(
    "text", ["", "new", "new >", "new < old", "a > b > c", "a > b,", "a > b, los", "a > b, x > 1"]
)
def test_what_is_no_assertion_is_refused(text: str) -> None:
    with pytest.raises(SpecError, match="such as"):
        parse_assertion(text)


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("b > a", []),
        ("b > a, score >= 0.75, elo > 0, los > 0.5", []),
        ("b > a, score > 0.75", ["score is 0.75, not > 0.75"]),
        ("b > c, score > 0.5", ["score > 0.5 cannot be told: b 1 and c 1 never met"]),
    ],
)
def test_an_assertion_holds_or_is_told_why_not(text: str, reasons: list[str]) -> None:
    assert what_fails(parse_assertion(text), BOARDS, "of tablic") == reasons


def test_a_bot_that_is_rated_below_is_not_above() -> None:
    (reason,) = what_fails(parse_assertion("a > b"), BOARDS, "of tablic")
    assert reason.startswith("a 1 is rated ")
    assert reason.endswith(" points below b 1")


@pytest.mark.parametrize("words", COMPARISONS, ids=" ".join)
def test_comparisons_give_the_same_rows_as_json_and_as_csv(words: list[str], db: Path) -> None:
    rows: list[dict[str, Any]] = json.loads(invoke(*words, "--json", db=db).stdout)
    table = list(csv.DictReader(io.StringIO(invoke(*words, "--csv", db=db).stdout)))
    assert rows
    assert [{key: str(value) for key, value in row.items()} for row in rows] == table
    assert all(row["bot"] in invoke(*words, db=db).stdout for row in rows)


def test_the_exit_code_tells_whether_an_assertion_holds(db: Path) -> None:
    best, worst = (row["bot"] for row in json.loads(invoke("rankings", "--json", db=db).stdout))
    assert invoke("rankings", "--assert", f"{best} > {worst}", db=db).stderr == ""
    failed = invoke("rankings", "--json", "--assert", f"{worst} > {best}, los > 0.9", db=db, code=1)
    assert failed.stderr.splitlines()[-1].startswith(
        f"It does not hold that {worst} > {best}, los > 0.9: {worst} is rated "
    )
    assert len(json.loads(failed.stdout)) == 2


def test_a_tournament_can_be_asked_for_alone(db: Path) -> None:
    for words in (["rankings"], ["crosstable"], ["head-to-head", "bot-0", "bot-1"]):
        both = [invoke(*words, *more, db=db).stdout for more in ([], ["--tournament", "1"])]
        assert both[0] == both[1]
    assert invoke("rankings", "--tournament", "2", db=db).stdout == (
        "No board of tournament 2 is finished yet. Go on with: tablic-arena tournament --resume 2\n"
    )


def test_bots_that_are_fixed_at_a_rating_have_it_and_the_others_are_relative(
    tmp_path: Path,
) -> None:
    db = tmp_path / "arena.db"
    fill(db)
    free = ratings_of(db)
    best, worst = max(free, key=free.__getitem__), min(free, key=free.__getitem__)
    fixed = ratings_of(db, "--anchor", f"{best}=2000")
    assert fixed[best] == 2000
    assert fixed[worst] - 2000 == pytest.approx(free[worst] - free[best], abs=1)
    both = ratings_of(db, "--anchor", f"{best}=2000", "--anchor", f"{worst}=1000")
    assert (both[best], both[worst]) == (2000, 1000)


def ratings_of(db: Path, *options: str) -> dict[str, float]:
    rows = json.loads(invoke("rankings", "--json", *options, db=db).stdout)
    return {row["bot"]: row["rating"] for row in rows}
