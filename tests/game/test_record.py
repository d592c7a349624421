"""Records that are none, and records that do not replay, are refused with the reason."""

import json
from typing import Any

import pytest
from tablic import parse_rules, play_game
from tablic.errors import RecordError
from tablic.examples.greedy_bot import GreedyBot
from tablic.examples.random_bot import RandomBot
from tablic.record import FaultRecord, GameRecord, parse_record

SHORT = parse_rules("tablic hands=1")


@pytest.fixture(scope="module")
def record() -> GameRecord:
    return play_game([GreedyBot, RandomBot], 7, SHORT)


def changed(record: GameRecord, **changes: Any) -> str:
    return json.dumps(json.loads(record.text()) | changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"rules": "x"},
        {"rules": [None]},
        {"rules": {}},
        {"rules": None},
        {"hands": [{"deck": "AS"}]},
        {"hands": [{"deck": "xx", "plays": ""}]},
        {"seats": None},
        {"faults": [{"seat": 1}]},
        {"rotation": "0"},
        {"rotation": False},
        {"totals": [1.0, 2]},
        {"weather": "fine"},
    ],
)
def test_what_is_no_record_is_refused(record: GameRecord, changes: dict[str, Any]) -> None:
    with pytest.raises(RecordError, match="not a game record: "):
        parse_record(changed(record, **changes))


def test_a_text_that_never_ends_opening_is_refused() -> None:
    with pytest.raises(RecordError, match="not a game record: "):
        parse_record("[" * 100_000)


def test_another_format_is_said(record: GameRecord) -> None:
    with pytest.raises(RecordError, match="this is record format 2, this version reads 1"):
        parse_record(changed(record, format=2))


def test_a_score_that_the_plays_do_not_give_is_said(record: GameRecord) -> None:
    (a, b), (c, d) = record.totals, record.places
    wrong = record._replace(totals=(a, b + 1))
    with pytest.raises(RecordError) as caught:
        list(wrong.replay())
    assert str(caught.value) == (
        f"board local/7: the plays end with {a} : {b} (places {c} : {d}), "
        f"the record says {a} : {b + 1} (places {c} : {d})"
    )
    unfinished = record._replace(hands=(record.hands[0]._replace(plays=()),))
    with pytest.raises(RecordError, match="the plays end with no result, the record says"):
        list(unfinished.replay())


def test_a_fault_cannot_decide_a_game_that_its_plays_have_ended(record: GameRecord) -> None:
    lost = record._replace(totals=(101, 0), places=(1, 2), faults=(FaultRecord(1, "late"),))
    with pytest.raises(RecordError, match="so no fault can have decided it"):
        list(lost.replay())
    cut = record.hands[0]._replace(plays=record.hands[0].plays[:-1])
    *_, game = lost._replace(hands=(cut,)).replay()
    assert game.hand.plays_left == 1


def test_an_independent_deal_is_kept_and_nothing_is_said_of_others(record: GameRecord) -> None:
    assert "independent" not in record.text()
    alone = record._replace(independent=True)
    assert alone.text().endswith(',"independent":true}')
    assert parse_record(alone.text()) == alone
    for value in (False, 1, "true", None):
        with pytest.raises(RecordError):
            parse_record(changed(record, independent=value))
