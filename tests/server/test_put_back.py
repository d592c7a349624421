"""The lenient policy: an illegal answer is put back, and the seat is asked again."""

import pytest
from tablic import parse_rules
from tablic.examples.greedy_bot import GreedyBot
from tablic.examples.random_bot import RandomBot
from tablic.v1 import events_pb2, referee_pb2
from tablic_server.clock import DEFAULT_TIME
from tablic_server.faults import FaultKind, FaultPolicy

from .driver import Driver

SHORT = parse_rules("tablic hands=1")


def lenient(boards: int = 1) -> Driver:
    """Games in which seat 1 has been asked everywhere, and nobody has answered."""
    driver = Driver(
        [GreedyBot, RandomBot], [f"{n}" for n in range(boards)], SHORT, policy=FaultPolicy.PUT_BACK
    )
    driver.begin()
    for seat in (0, 1):
        driver.take(seat)
    return driver


def events(driver: Driver, seat: int) -> list[events_pb2.Event]:
    return list(driver.take(seat).events)


def test_the_match_says_what_an_illegal_answer_costs() -> None:
    told = [Driver([GreedyBot, RandomBot], policy=policy).rotation for policy in FaultPolicy]
    for rotation in told:
        rotation.greet(0, referee_pb2.Hello())
    started = [rotation.seats[0].take_outbox(0.0).match_started for rotation in told]
    assert [message.fault_policy for message in started] == [
        referee_pb2.FAULT_POLICY_FORFEIT,
        referee_pb2.FAULT_POLICY_PUT_BACK,
    ]


def test_an_illegal_answer_is_put_back_and_asked_again_under_another_number() -> None:
    driver = lenient()
    (answer,) = driver.turns(1)
    driver.answer(1, answer)
    (fault,) = driver.rotation.faults
    assert (fault.seat, fault.kind, fault.boards) == (1, FaultKind.ILLEGAL, ())
    assert fault.put_back
    told, turn = events(driver, 1)
    assert told.fault.put_back
    assert told.fault.message == fault.message
    assert turn.turn.turn > answer.turn
    assert not driver.rotation.seats[0].has_output, "the others are not told"


def test_the_record_is_as_if_nothing_had_been_put_back() -> None:
    played = []
    for wrongs in (0, 2):
        driver = Driver([GreedyBot, RandomBot], rules=SHORT, policy=FaultPolicy.PUT_BACK)
        driver.begin()
        for _ in range(wrongs):
            driver.take(1)
            driver.answer(1, *driver.turns(1))
        driver.greet(1)
        driver.run()
        played += driver.rotation.records()
    assert played[0] == played[1]
    assert not played[1].faults


def test_what_is_put_back_costs_time_and_earns_none() -> None:
    driver = lenient()
    clock = driver.rotation.seats[1].clock
    driver.now += 1.0
    driver.answer(1, *driver.turns(1))
    assert clock.bank == pytest.approx(DEFAULT_TIME.bank - 1.0)
    (_, turn) = events(driver, 1)
    assert turn.turn.clock.bank_ms == 9_000
    assert clock.deadline == driver.now + DEFAULT_TIME.cap


def test_the_third_illegal_answer_in_a_game_loses_it() -> None:
    driver = lenient(boards=2)
    for table in (0, 0, 1, 0):
        (answer,) = [answer for answer in driver.turns(1) if answer.table == table]
        driver.answer(1, answer)
    assert [fault.boards for fault in driver.rotation.faults] == [(), (), (), (0,)]
    assert [fault.put_back for fault in driver.rotation.faults] == [True, True, True, False]
    assert [record.board for record in driver.rotation.records()] == ["0"]


def test_a_lost_stream_has_nothing_that_could_be_put_back() -> None:
    driver = lenient(boards=2)
    driver.rotation.stream_fault(1, FaultKind.LATE, "No answer came.")
    assert [fault.boards for fault in driver.rotation.faults] == [(0, 1)]
