"""``verify``: whatever is changed in the tables beside the records is found and said."""

from pathlib import Path

import pytest
from tablic.deals import commitment
from tablic_tournaments.reports.verification import Verification
from tablic_tournaments.store import open_arena

from ..commands import invoke
from .tampering import BOARD, GAME, SECRET, findings, record_of, sql


@pytest.mark.parametrize(("rotation", "side"), [(0, 1), (1, 0)])
def test_points_and_a_place_that_are_not_those_of_the_record(
    db: Path, rotation: int, side: int
) -> None:
    game = 1 + rotation
    record = record_of(db, game)
    points, place = record.totals[side], record.places[side]
    sql(db, f"UPDATE result SET points = 99, place = 4 WHERE game = {game} AND position = 1")
    where = f"game {game} ({BOARD}, rotation {rotation}): "
    assert findings(db) == [
        f"{where}bot-1 1 is stored with 99 points, the record says {points}",
        f"{where}bot-1 1 is stored with place 4, the record says {place}",
    ]


def test_a_result_of_another_bot_and_one_that_is_missing(db: Path) -> None:
    sql(
        db,
        "UPDATE result SET version = 2 WHERE game = 1 AND position = 0",
        "DELETE FROM result WHERE game = 2 AND position = 1",
    )
    assert findings(db) == [
        f"{GAME}the result at position 0 is stored for bot-1 1, not bot-0 1",
        f"game 2 ({BOARD}, rotation 1): results are stored for the positions [0], there are 2",
    ]


def test_a_rotation_that_is_missing(db: Path) -> None:
    sql(db, "DELETE FROM result WHERE game = 2", "DELETE FROM game WHERE id = 2")
    assert findings(db) == [f"{BOARD}: rotation 1 is missing"]


def test_a_rotation_that_never_was(db: Path) -> None:
    sql(db, "UPDATE game SET rotation = 5 WHERE id = 2")
    found = findings(db)
    assert found[:2] == [
        f"{BOARD}: rotation 1 is missing",
        f"{BOARD}: there is a rotation 5, of 2 from 0",
    ]
    assert f"game 2 ({BOARD}, rotation 5): the record is of rotation 1" in found


def test_a_game_that_is_another(db: Path) -> None:
    """A record that was copied from the other rotation."""
    sql(db, "UPDATE game SET record = (SELECT record FROM game WHERE id = 1) WHERE id = 2")
    found = findings(db)
    where = f"game 2 ({BOARD}, rotation 1): "
    assert found[:2] == [
        f"{where}the record is of rotation 0",
        f"{where}the seats are bot-0 1, bot-1 1; in this rotation they must be bot-1 1, bot-0 1",
    ]
    assert all(text.startswith(where) for text in found)


def test_a_board_that_was_duplicated(db: Path) -> None:
    sql(
        db,
        "INSERT INTO board (tournament, match, number, faulted) "
        "SELECT tournament, match, 2, faulted FROM board WHERE id = 1",
        "INSERT INTO game (board, batch, rotation, record) "
        "SELECT 3, batch, rotation, record FROM game WHERE board = 1",
    )
    assert findings(db) == ["bot-0 1 v bot-1 1/2: the schedule has no such board"]


def test_a_match_that_nobody_scheduled(db: Path) -> None:
    sql(db, "UPDATE board SET match = 'bot-1 1 v bot-0 1' WHERE number = 0")
    assert findings(db) == [
        "bot-1 1 v bot-0 1/0: the schedule has no such board",
        f"{BOARD}: the board is missing",
    ]


def test_a_board_that_is_stored_twice(clean: Path) -> None:
    """The tables do not allow it, so this is what the check says of such rows."""
    with open_arena(clean) as arena:
        evidence = arena.tournaments.evidence(1)
        boards = list(evidence.boards)
        twice = Verification(evidence._replace(boards=[*boards, boards[0]]))
        assert [finding.text for finding in twice.findings()] == [
            f"{BOARD}: the board is stored twice"
        ]
        assert (twice.boards, twice.games) == (2, 4)
        first, second = boards[0].games
        again = boards[0]._replace(games=(first, first, second))
        rotations = Verification(evidence._replace(boards=[again, boards[1]]))
        assert [finding.text for finding in rotations.findings()] == [
            f"{BOARD}: rotation 0 is there 2 times"
        ]


def test_a_board_that_is_missing(db: Path) -> None:
    sql(
        db,
        "DELETE FROM result WHERE game IN (1, 2)",
        "DELETE FROM game WHERE board = 1",
        "DELETE FROM board WHERE id = 1",
    )
    assert findings(db) == [f"{BOARD}: the board is missing"]
    sql(db, "UPDATE tournament SET finished_at = NULL")
    assert "1 of 2 boards, 2 games" in invoke("verify", "1", db=db).stdout


def test_a_board_without_games(db: Path) -> None:
    sql(db, "DELETE FROM result WHERE game IN (1, 2)", "DELETE FROM game WHERE board = 1")
    assert findings(db) == [f"{BOARD}: rotation 0 is missing", f"{BOARD}: rotation 1 is missing"]


def test_another_secret(db: Path) -> None:
    other = bytes(31) + b"\1"
    sql(db, f"UPDATE tournament SET secret = '{other.hex()}'")
    first, *rest = findings(db)
    assert first == (
        f"the stored commitment is {commitment(SECRET).hex()}, the SHA-256 of the secret is "
        f"{commitment(other).hex()}"
    )
    assert len(rest) == 4
    assert all(": hand 0: card " in text and ", the secret deals " in text for text in rest)


def test_another_commitment(db: Path) -> None:
    sql(db, f"UPDATE tournament SET commitment = '{'ab' * 32}'")
    assert findings(db) == [
        f"the stored commitment is {'ab' * 32}, the SHA-256 of the secret is "
        f"{commitment(SECRET).hex()}"
    ]


def test_another_rule_set_beside_the_spec(db: Path) -> None:
    sql(db, "UPDATE tournament SET rules = 'tablic'")
    assert findings(db) == [
        "the tournament is stored under the rules tablic, its spec has tablic hands=1"
    ]


def test_another_rule_set_in_the_spec(db: Path) -> None:
    sql(db, "UPDATE tournament SET spec = json_set(spec, '$.rules.target', 51)")
    found = findings(db)
    assert found[0].startswith("the tournament is stored under the rules tablic hands=1, its spec")
    assert [text.partition(": ")[2] for text in found[1:]] == [
        "the rules are tablic hands=1, the tournament has tablic target=51 hands=1"
    ] * 4


@pytest.mark.parametrize(
    "change",
    [
        "tournament SET secret = 'no hexadecimal'",
        "tournament SET spec = '{}'",
        "tournament SET spec = 'no JSON'",
        "fault SET boards = '7'",
    ],
)
def test_rows_that_make_no_sense_are_an_error(db: Path, change: str) -> None:
    sql(db, f"UPDATE {change}")
    stderr = invoke("verify", "1", db=db, code=1).stderr
    assert stderr.startswith("Error: the rows of tournament 1 make no sense: ")
