"""``verify``: whatever is changed in the record of a game is found and said."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from tablic.cards import Card, card_name
from tablic.deals import board_seed, deck_of_hand
from tablic.examples.random_bot import RandomBot
from tablic.record import parse_record
from tablic_tournaments.reports.verification import Verification
from tablic_tournaments.store import open_arena

from ..bots.last_bot import LastBot
from ..commands import invoke
from ..specs import SHORT, played_game
from .tampering import (
    BOARD,
    CLASSIC,
    GAME,
    SECRET,
    TABINET,
    ClaimingBot,
    arena_of,
    batch_result_with,
    change_record,
    findings,
    record_of,
    results_sql,
    sql,
    swap_cards,
)


def dealt(place: int) -> str:
    deck: list[Card] = deck_of_hand(board_seed(SECRET, BOARD), 0)
    return card_name(deck[place])


def test_a_card_that_was_swapped(db: Path) -> None:
    change_record(db, swap_cards)
    assert findings(db) == [
        f"{GAME}hand 0: card 5 of the deck is {dealt(-1)}, the secret deals {dealt(4)}"
    ]


def test_cards_that_were_swapped_before_the_game_was_played(db: Path) -> None:
    """The plays fit the deck in the record, and only that is wrong."""
    other = batch_result_with(bytes(31) + b"\1")
    sql(db, f"UPDATE game SET record = '{other.text()}' WHERE id = 1")
    sql(db, *results_sql(1, other))
    (found,) = findings(db)
    assert found.startswith(f"{GAME}hand 0: card ")
    assert "of the deck is " in found


def test_a_deck_that_is_short_of_a_card(db: Path) -> None:
    def shorten(fields: dict[str, Any]) -> None:
        fields["hands"][0]["deck"] = fields["hands"][0]["deck"][:-2]

    change_record(db, shorten)
    assert findings(db) == [f"{GAME}hand 0: the deck has 51 cards, the rules 52"]


def test_a_play_that_was_changed(db: Path) -> None:
    def change(fields: dict[str, Any]) -> None:
        plays = fields["hands"][0]["plays"].split()
        plays[0] = plays[1]
        fields["hands"][0]["plays"] = " ".join(plays)

    change_record(db, change)
    (found,) = findings(db)
    assert found.startswith(f"{GAME}hand 0: ")
    assert " is illegal: " in found
    assert " is not in the hand" in found


def test_a_play_that_is_left_out(db: Path) -> None:
    def shorten(fields: dict[str, Any]) -> None:
        fields["hands"][0]["plays"] = fields["hands"][0]["plays"].rpartition(" ")[0]

    totals, places = record_of(db).totals, record_of(db).places
    change_record(db, shorten)
    assert findings(db) == [
        f"{GAME}the plays end with no result, the record says "
        f"{totals[0]} : {totals[1]} (places {places[0]} : {places[1]})"
    ]


def test_a_score_that_was_changed(db: Path) -> None:
    (a, b), (c, d) = record_of(db).totals, record_of(db).places
    change_record(db, lambda fields: fields.update(totals=[a + 1, b]))
    assert findings(db) == [
        f"{GAME}the plays end with {a} : {b} (places {c} : {d}), "
        f"the record says {a + 1} : {b} (places {c} : {d})"
    ]


def test_places_that_were_changed(db: Path) -> None:
    (a, b), (c, d) = record_of(db).totals, record_of(db).places
    change_record(db, lambda fields: fields.update(places=[d, c]))
    assert findings(db) == [
        f"{GAME}the plays end with {a} : {b} (places {c} : {d}), "
        f"the record says {a} : {b} (places {d} : {c})"
    ]


def test_a_record_of_another_board(db: Path) -> None:
    change_record(db, lambda fields: fields.update(board="final/7"))
    assert findings(db) == [f"{GAME}the record is of board final/7"]


def test_bots_that_sat_otherwise(db: Path) -> None:
    change_record(db, lambda fields: fields["seats"].reverse())
    assert findings(db) == [
        f"{GAME}the seats are bot-1 1, bot-0 1; in this rotation they must be bot-0 1, bot-1 1"
    ]


def test_another_rule_set_in_a_record(db: Path) -> None:
    change_record(db, lambda fields: fields["rules"].update(most_cards=2))
    assert findings(db) == [
        f"{GAME}the rules are tablic most_cards=2 hands=1, the tournament has tablic hands=1"
    ]


def test_a_record_that_is_none(db: Path) -> None:
    sql(db, "UPDATE game SET record = '{}' WHERE id = 1")
    assert findings(db) == [f"{GAME}not a game record: KeyError('format') in '{{}}'"]


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where the values of a JSON object are, lists and objects among them."""
    yield path
    keys = (
        value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    )
    for key in keys:
        yield from leaves(value[key], (*path, key))


@pytest.mark.parametrize("game", [0, 1])
def test_nothing_in_a_record_can_be_anything_else(clean: Path, game: int) -> None:
    """Whatever is put in its place: it is found, and nothing breaks."""
    with open_arena(clean) as arena:
        evidence = arena.tournaments.evidence(1)
        boards = list(evidence.boards)
    # The second board's second game was decided by a fault.
    true_game = boards[game].games[game]
    unnoticed = set()
    for path in leaves(json.loads(true_game.record)):
        for odd in (None, -1, 7, "x", "", [], {}, [None], {"x": 1}):
            changed = true_game._replace(record=replaced(true_game.record, path, odd))
            board = boards[game]._replace(games=swapped(boards[game].games, game, changed))
            check = Verification(evidence._replace(boards=swapped(boards, game, board)))
            if not any(finding.game == changed.id for finding in check.findings()):
                assert not odd
                unnoticed.add(path)
    # No fault is no fault, and nobody knows how many plays came before one.
    assert unnoticed == ({("hands",), ("hands", 0, "plays")} if game else {("faults",)})


def replaced(record: str, path: tuple[Any, ...], value: object) -> str:
    """A record with another value at a place."""
    fields = {"": json.loads(record)}
    inner: Any = fields
    *before, last = ("", *path)
    for key in before:
        inner = inner[key]
    inner[last] = value
    return json.dumps(fields[""])


def swapped(items: Sequence[Any], place: int, item: object) -> tuple[Any, ...]:
    """The items with another one at a place."""
    return (*items[:place], item, *items[place + 1 :])


def test_a_claim_that_was_taken_away(tmp_path: Path) -> None:
    db = arena_of(tmp_path / "arena.db", CLASSIC, [ClaimingBot, RandomBot])
    with open_arena(db) as arena:
        rows = list(arena.games.all())
    game = next(row for row in rows if row.record.hands[-1].claimed)
    change_record(db, lambda fields: fields["hands"][-1].pop("claimed"), game.id)
    (found,) = findings(db)
    assert ": the plays end with no result, the record says " in found


def test_a_talon_that_was_not_kept(tmp_path: Path) -> None:
    db = arena_of(tmp_path / "arena.db", TABINET, [ClaimingBot, ClaimingBot])
    assert parse_record(record_of(db).text()).hands[0].talon_kept
    change_record(db, lambda fields: fields["hands"][0].update(talon_kept=False))
    (found,) = findings(db)
    assert found.startswith(f"{GAME}hand 0: ")


def test_rotations_that_were_dealt_independently_are_dealt_so_again(db: Path) -> None:
    names, bots = ("bot-0 1", "bot-1 1"), [RandomBot, LastBot]
    for number in range(2):
        game = played_game(SHORT, SECRET, BOARD, number, names, bots, independent=True)
        points = [game.totals[(p + number) % 2] for p in range(2)]
        places = [game.places[(p + number) % 2] for p in range(2)]
        stored = game._replace(totals=tuple(points), places=tuple(places))
        sql(db, f"UPDATE game SET record = '{game.text()}' WHERE id = {number + 1}")
        sql(db, *results_sql(number + 1, stored))
    invoke("verify", "1", db=db)


def test_a_rotation_that_says_it_was_dealt_independently_and_was_not(db: Path) -> None:
    def mark(fields: dict[str, Any]) -> None:
        fields["independent"] = True

    change_record(db, mark)
    told = findings(db)
    assert "some of its rotations were dealt independently, some not" in told[-1]
    assert any("of the deck is" in line for line in told)
