"""The way to a bot that runs elsewhere and back: measured by pings, and credited to its clock."""

import pytest
from tablic.examples.random_bot import RandomBot
from tablic_server.faults import FaultKind, FaultPolicy

from .driver import Driver
from .elsewhere import BOARDS, SHORT, TIME, Listening, driver, hear, measured, pong, seat_of


@pytest.mark.parametrize(("way", "credit"), [(0.02, 0.02), (0.5, 0.1), (0.0, 0.0)])
def test_the_way_is_credited_up_to_what_the_match_allows(way: float, credit: float) -> None:
    given = measured(way)
    clock = seat_of(given).clock
    assert clock.credit == pytest.approx(credit)
    assert clock.deadline == pytest.approx(given.now + credit + TIME.cap)
    given.now += credit + 1.0
    (answer,) = given.turns(1)
    given.answer(1, answer)
    assert clock.spent == pytest.approx(1.0)


def test_who_sends_no_pong_is_credited_nothing_and_loses_nothing() -> None:
    given = driver("a")
    given.now += 1.0
    hear(given)
    assert seat_of(given).clock.credit == 0.0
    given.run()
    assert given.rotation.finished
    assert not given.rotation.faults


def test_the_fastest_ping_counts_however_late_others_are_answered() -> None:
    given = measured(0.02)
    for way in (0.03, 5.0, 0.09):
        given.now += 2.0
        seat_of(given).ping(given.now)
        number = given.take(1).ping.number
        given.now += way
        pong(given, number)
        assert seat_of(given).clock.credit == pytest.approx(0.02)


def test_a_fast_answer_shows_that_the_pongs_were_held_back() -> None:
    given = measured(0.1)
    (answer,) = given.turns(1)
    given.now += 0.005
    given.answer(1, answer)
    assert seat_of(given).clock.credit == pytest.approx(0.005)


def test_one_ping_is_on_its_way_and_the_next_comes_a_second_later() -> None:
    given = measured(0.02)
    seat = seat_of(given)
    pings = 0
    for _ in range(100):
        given.now += 0.1
        seat.ping(given.now)
        if seat.has_output:
            pings += given.take(1).HasField("ping")
    assert pings == 1, "it is not answered"
    pong(given, seat.latency._number)
    seat.ping(given.now)
    assert given.take(1).ping.number == seat.latency._number


def test_pongs_that_answer_nothing_are_stale_answers() -> None:
    given = measured(0.02)
    for number in range(99):
        pong(given, number)
    assert not given.rotation.faults
    pong(given, 1)
    given.answer(1)
    (fault,) = given.rotation.faults
    assert fault.kind is FaultKind.PROTOCOL


def test_answers_one_after_the_other_are_credited_the_way_once() -> None:
    given = Driver([RandomBot, Listening], BOARDS, SHORT, elsewhere={1}, time=TIME)
    for seat in (0, 1):
        given.greet(seat)
    number = given.take(1).ping.number
    given.now += 0.1
    pong(given, number)
    given.rotation.start()
    answers = given.turns(1)
    given.now += 0.1
    for answer in answers:
        given.now += 0.03
        given.answer(1, answer)
    assert seat_of(given).clock.spent == pytest.approx(0.09)


def test_a_turn_that_is_on_its_way_takes_no_time() -> None:
    given = Driver(
        [RandomBot, Listening],
        ["a", "b"],
        SHORT,
        at_once=2,
        policy=FaultPolicy.PUT_BACK,
        elsewhere={1},
        time=TIME,
    )
    for seat in (0, 1):
        given.greet(seat)
    number = given.take(1).ping.number
    given.now += 0.1
    pong(given, number)
    given.rotation.start()
    first, second = given.turns(1)
    given.now += 0.15  # there for 0.05
    given.answer(1, first)  # put back: asked again, and sent now
    (again,) = [answer for answer in given.turns(1) if answer.table == first.table]
    assert again.turn != first.turn
    given.now += 0.02
    given.answer(1, second)
    given.now += 0.08 + 0.01  # the other turn is there for 0.01
    given.answer(1, again)
    assert seat_of(given).clock.spent == pytest.approx(0.05 + 0.02 + 0.01)
