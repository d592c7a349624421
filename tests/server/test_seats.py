"""Faults with three and four seats: who loses, who is told, and who plays on."""

import math

import pytest
from tablic import GameRecord, parse_rules
from tablic.client import Player
from tablic.examples.greedy_bot import GreedyBot
from tablic.examples.random_bot import RandomBot
from tablic.record import FaultRecord
from tablic.v1 import events_pb2, referee_pb2
from tablic_server.faults import FaultKind

from .driver import Driver
from .stories import act, first_play, game_at, send, started, told

THREE, PAIRS, EACH = "tablic-3p hands=1", "tablic-pairs hands=1", "tablic players=4 hands=1"

# The rule set, the seat at fault, the totals and the places.
FORFEITS = [
    (THREE, 0, (0, 101, 101), (3, 1, 1)),
    (THREE, 1, (101, 0, 101), (1, 3, 1)),
    (THREE, 2, (101, 101, 0), (1, 1, 3)),
    ("tablic-3p-40 hands=1 target=30", 1, (30, 0, 30), (1, 3, 1)),
    (PAIRS, 0, (0, 101), (2, 1)),
    (PAIRS, 1, (101, 0), (1, 2)),
    (PAIRS, 2, (0, 101), (2, 1)),
    (PAIRS, 3, (101, 0), (1, 2)),
    ("tablanette-pairs hands=1", 3, (251, 0), (1, 2)),
    (EACH, 3, (101, 101, 101, 0), (1, 1, 1, 4)),
]
each_forfeit = pytest.mark.parametrize(("text", "seat", "totals", "places"), FORFEITS)


def at_turn_of(text: str, seat: int, boards: int = 1) -> Driver:
    """Games in which a seat is to act everywhere."""
    driver = started(text, boards=boards)
    for table in range(boards):
        while game_at(driver, table).turn != seat:
            act(driver, first_play(game_at(driver, table)), table)
    return driver


def check_told(driver: Driver, seat: int, kind: FaultKind) -> None:
    """Every seat is told the fault and the end; only the seat at fault is told why."""
    (record,) = driver.rotation.records()
    for other in range(record.rules.players):
        (fault,) = told(driver, other, "fault")
        (end,) = told(driver, other, "game_finished")
        assert fault.fault.seat == seat
        assert fault.fault.kind == events_pb2.FaultKind.Value(f"FAULT_KIND_{kind.name}")
        assert bool(fault.fault.message) == (other == seat)
        assert end.game_finished.forfeited
        assert tuple(end.game_finished.totals) == record.totals
        assert tuple(end.game_finished.places) == record.places


def lost(driver: Driver) -> GameRecord:
    (record,) = driver.rotation.records()
    assert list(record.replay())
    return record


@each_forfeit
def test_an_illegal_answer_of_one_seat_loses_for_its_side(
    text: str, seat: int, totals: tuple[int, ...], places: tuple[int, ...]
) -> None:
    driver = at_turn_of(text, seat)
    act(driver, None)
    record = lost(driver)
    assert (record.totals, record.places) == (totals, places)
    assert record.faults == (FaultRecord(seat, "illegal"),)
    check_told(driver, seat, FaultKind.ILLEGAL)
    for number in range(record.rules.players):
        farewell = driver.sent[number][-1].farewell
        assert farewell.reason == referee_pb2.FAREWELL_REASON_FINISHED


@pytest.mark.parametrize("kind", [FaultKind.LATE, FaultKind.CRASHED, FaultKind.PROTOCOL])
@each_forfeit
def test_a_stream_fault_of_one_seat_loses_what_it_owes(
    text: str, seat: int, totals: tuple[int, ...], places: tuple[int, ...], kind: FaultKind
) -> None:
    driver = at_turn_of(text, seat)
    driver.rotation.stream_fault(seat, kind, "It is gone.")
    send(driver)
    record = lost(driver)
    assert (record.totals, record.places) == (totals, places)
    assert record.faults == (FaultRecord(seat, kind),)
    for other in range(record.rules.players):
        if other != seat:
            (fault,) = told(driver, other, "fault")
            assert fault.fault.message == ""


@pytest.mark.parametrize("text", [THREE, PAIRS])
def test_a_seat_that_owes_nothing_loses_nothing_and_the_others_play_until_its_turn(
    text: str,
) -> None:
    driver = at_turn_of(text, 1)
    driver.rotation.stream_fault(0, FaultKind.CRASHED, "It ended.")
    (fault,) = driver.rotation.faults
    assert fault.boards == ()
    while game_at(driver).turn != 0:
        act(driver, first_play(game_at(driver)))
    assert not driver.rotation.finished
    assert all(not driver.turns(seat) for seat in range(len(driver.players)))
    driver.players[0] = Player(RandomBot)
    driver.greet(0)
    send(driver)
    assert len(driver.turns(0)) == 1
    while not driver.rotation.finished:
        act(driver, first_play(game_at(driver)))
    assert not lost(driver).faults


@pytest.mark.parametrize("text", [THREE, PAIRS])
def test_only_the_stream_that_owes_an_answer_has_a_clock_that_runs(text: str) -> None:
    driver = at_turn_of(text, 2)
    clocks = [seat.clock for seat in driver.rotation.seats]
    assert [clock.deadline < math.inf for clock in clocks] == [
        number == 2 for number in range(len(clocks))
    ]
    driver.now = 4.0
    act(driver, first_play(game_at(driver)))
    assert [clock.spent for clock in clocks] == [4.0 * (n == 2) for n in range(len(clocks))]
    running = [number for number, clock in enumerate(clocks) if clock.owed]
    assert running == [game_at(driver).turn]


@pytest.mark.parametrize("text", [THREE, PAIRS])
def test_a_restarted_seat_plays_its_other_games_on(text: str) -> None:
    driver = at_turn_of(text, 2, boards=3)
    act(driver, first_play(game_at(driver, 1)), 1)
    driver.rotation.stream_fault(2, FaultKind.CRASHED, "It ended.")
    assert [fault.boards for fault in driver.rotation.faults] == [(0, 2)]
    for seat in range(len(driver.players)):
        if seat != 2:
            driver.take(seat)
    driver.players[2] = Player(GreedyBot)
    driver.greet(2)
    response = driver.take(2)
    assert [event.table for event in response.events if event.HasField("game_started")] == [1]
    while not driver.rotation.finished:
        act(driver, first_play(game_at(driver, 1)), 1)
    assert [bool(record.faults) for record in driver.rotation.records()] == [True, False, True]


@pytest.mark.parametrize(
    ("text", "totals"), [(THREE, (101, 0, 101)), (PAIRS, (101, 0)), (EACH, (101, 0, 101, 101))]
)
def test_the_third_fault_of_a_seat_loses_the_rest(text: str, totals: tuple[int, ...]) -> None:
    driver = at_turn_of(text, 1, boards=6)
    for table in range(2):
        act(driver, None, table)
    driver.rotation.stream_fault(1, FaultKind.LATE, "No answer came.")
    for number in range(len(driver.sent)):
        driver.take(number)
    assert [fault.boards for fault in driver.rotation.faults] == [(0,), (1,), (2, 3, 4, 5)]
    assert {record.totals for record in driver.rotation.records()} == {totals}
    for number, responses in enumerate(driver.sent):
        farewell = responses[-1].farewell
        if number == 1:
            assert farewell.reason == referee_pb2.FAREWELL_REASON_FAULT
            assert farewell.message.endswith(
                "No answer came. It was fault 3: all other games are lost too."
            )
        else:
            assert farewell.reason == referee_pb2.FAREWELL_REASON_FINISHED


def test_partners_share_their_faults() -> None:
    driver = at_turn_of(PAIRS, 1, boards=5)
    driver.rotation.seats[3].strikes = driver.rotation.seats[1].strikes
    for table in (0, 1):
        act(driver, None, table)
    for table in (2, 3):
        while game_at(driver, table).turn != 3:
            act(driver, first_play(game_at(driver, table)), table)
        act(driver, None, table)
    assert [seat.strikes.count for seat in driver.rotation.seats] == [0, 4, 0, 4]
    assert not driver.rotation.finished
    act(driver, first_play(game_at(driver, 4)), 4)


@pytest.mark.parametrize(
    ("text", "absent", "totals", "places"),
    [
        (THREE, [0], (0, 101, 101), (3, 1, 1)),
        (THREE, [0, 2], (0, 101, 0), (2, 1, 2)),
        (THREE, [0, 1, 2], (0, 0, 0), (1, 1, 1)),
        (PAIRS, [2], (0, 101), (2, 1)),
        (PAIRS, [1, 3], (101, 0), (1, 2)),
        (PAIRS, [1, 2], (0, 0), (1, 1)),
    ],
)
def test_seats_that_cannot_start_lose_everything(
    text: str, absent: list[int], totals: tuple[int, ...], places: tuple[int, ...]
) -> None:
    rules = parse_rules(text)
    driver = Driver([RandomBot] * rules.players, ["a", "b"], rules)
    for seat in set(range(rules.players)) - set(absent):
        driver.greet(seat)
    driver.rotation.startup_fault({seat: f"Seat {seat} is not there." for seat in absent})
    driver.rotation.start()
    for record in driver.rotation.records():
        assert (record.totals, record.places) == (totals, places)
        assert [fault.seat for fault in record.faults] == absent
    assert [fault.seat for fault in driver.rotation.faults] == absent
    for seat in set(range(rules.players)) - set(absent):
        assert driver.take(seat).farewell.reason == referee_pb2.FAREWELL_REASON_FINISHED


def test_two_seats_of_three_can_be_away_at_once() -> None:
    driver = at_turn_of(THREE, 1, boards=2)
    act(driver, first_play(game_at(driver, 0)), 0)
    driver.rotation.stream_fault(2, FaultKind.CRASHED, "It ended.")
    driver.rotation.stream_fault(1, FaultKind.LATE, "No answer came.")
    assert [fault.boards for fault in driver.rotation.faults] == [(0,), (1,)]
    totals = [record.totals for record in driver.rotation.records()]
    assert totals == [(101, 101, 0), (101, 0, 101)]
