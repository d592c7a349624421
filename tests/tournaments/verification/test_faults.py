"""``verify``: faults and what they decided are held to each other."""

from pathlib import Path
from typing import Any

from .tampering import BOARD, FORFEIT, change_record, findings, sql


def test_a_fault_that_is_not_stored(db: Path) -> None:
    sql(db, "DELETE FROM fault")
    assert findings(db) == [
        f"{FORFEIT}the record has crashed in seat 0; stored for the game: no fault"
    ]


def test_a_fault_that_decided_another_board(db: Path) -> None:
    sql(db, "UPDATE fault SET boards = '[0]'")
    assert findings(db) == [
        f"game 2 ({BOARD}, rotation 1): the record has no fault; stored for the game: "
        "crashed in seat 0",
        f"{FORFEIT}the record has crashed in seat 0; stored for the game: no fault",
    ]


def test_a_fault_of_another_kind(db: Path) -> None:
    sql(db, "UPDATE fault SET kind = 'late'")
    assert findings(db) == [
        f"{FORFEIT}the record has crashed in seat 0; stored for the game: late in seat 0"
    ]


def test_a_fault_that_is_charged_to_another_bot(db: Path) -> None:
    sql(db, "UPDATE fault SET version = 1")
    assert findings(db) == [
        "bot-0 1 v bot-1 1: a fault in seat 0 of rotation 1 is charged to bot-0 1, "
        "bot-1 1 sat there"
    ]


def test_a_board_that_is_marked_otherwise(db: Path) -> None:
    sql(db, "UPDATE board SET faulted = 1 - faulted")
    assert findings(db) == [
        f"{BOARD}: the board is stored as decided by a fault, its games were played out",
        "bot-0 1 v bot-1 1/1: the board is stored as played out, its games were decided by a fault",
    ]


def test_a_forfeit_that_is_scored_otherwise(db: Path) -> None:
    change_record(db, lambda fields: fields.update(totals=[0, 7]), game=4)
    assert findings(db) == [
        f"{FORFEIT}a fault decides it as 0 : 101 (places 2 : 1), the record says 0 : 7 "
        "(places 2 : 1)"
    ]


def test_a_fault_in_a_seat_that_is_not_there(db: Path) -> None:
    change_record(db, lambda fields: fields["faults"][0].update(seat=9), game=4)
    assert findings(db) == [
        f"{FORFEIT}the record has crashed in seat 9; stored for the game: crashed in seat 0",
        f"{FORFEIT}a fault is in seat 9, and there are 2 seats",
    ]


def test_an_illegal_play_before_a_fault(db: Path) -> None:
    def change(fields: dict[str, Any]) -> None:
        plays = fields["hands"][0]["plays"].split()
        fields["hands"][0]["plays"] = " ".join([plays[0], plays[0], *plays[2:]])

    change_record(db, change, game=4)
    (found,) = findings(db)
    assert found.startswith(f"{FORFEIT}hand 0: ")
    assert " is illegal: " in found
