"""A seat that is away and comes back: what it loses, what it is told, and what goes on without."""

import math

import pytest
from tablic import Bot, MadePlay, Play, View, parse_rules
from tablic.client import Player
from tablic.v1 import events_pb2, referee_pb2
from tablic.wire import view_of, write_play
from tablic_server.clock import StreamClock, TimeControl
from tablic_server.faults import FaultKind

from .driver import Driver

SHORT = parse_rules("tablic hands=1")
Answer = referee_pb2.Answer


class FirstBot(Bot):
    """Always the first of the legal plays."""

    def choose(self, view: View) -> Play:
        return view.legal_plays(1)[0]


class ListeningBot(FirstBot):
    """Wants every event."""

    def play_made(self, made: MadePlay) -> None:
        pass


class OneTableBot(FirstBot):
    max_tables = 1


def started(*bots: type[Bot], boards: int = 3) -> Driver:
    """Games in which seat 1 is to act everywhere, and has read its turns."""
    driver = Driver(bots or [FirstBot, FirstBot], [f"{n}" for n in range(boards)], SHORT)
    driver.begin()
    driver.take(0)
    driver.take(1)
    return driver


def play(driver: Driver, seat: int, *tables: int) -> None:
    """Let a seat make its first legal play at these tables, in one message."""
    answers = [answer for answer in driver.turns(seat) if answer.table in tables]
    for answer in answers:
        view = driver.rotation.tables[answer.table].game.view(seat)
        write_play(view.legal_plays(1)[0], answer.play)
    driver.answer(seat, *answers)


def crash(driver: Driver, seat: int) -> None:
    driver.rotation.stream_fault(seat, FaultKind.CRASHED, "It ended.")


def test_one_that_comes_back_for_fewer_games_may_answer_in_all_that_go_on_at_once() -> None:
    driver = started(boards=3)
    crash(driver, 0)
    driver.players[0] = Player(OneTableBot)
    driver.greet(0)
    play(driver, 1, 0, 1, 2)
    assert driver.take(0).welcome.tables == 3
    play(driver, 0, 0, 1, 2)
    (fault,) = driver.rotation.faults
    assert fault.kind is FaultKind.CRASHED


def come_back(driver: Driver, seat: int) -> referee_pb2.PlayResponse:
    """Let a fresh process greet and answer what it finds; returns its first response."""
    driver.players[seat] = Player(driver.players[seat].bot_class)
    driver.greet(seat)
    response = driver.take(seat)
    for request in driver.players[seat].answers(response):
        driver.answer(seat, *request.answers)
    return response


def finish(driver: Driver) -> None:
    """Play on, turn by turn, until every game is over."""
    while not driver.rotation.finished:
        for seat in (0, 1):
            driver.take(seat)
            play(driver, seat, *range(len(driver.rotation.tables)))


def kinds(response: referee_pb2.PlayResponse, table: int) -> list[str | None]:
    return [event.WhichOneof("kind") for event in response.events if event.table == table]


def events(response: referee_pb2.PlayResponse, kind: str) -> list[events_pb2.Event]:
    return [event for event in response.events if event.WhichOneof("kind") == kind]


def test_a_late_seat_loses_what_it_owes() -> None:
    driver = started()
    clock = driver.rotation.seats[1].clock
    assert clock.deadline == 5.0
    driver.now = 3.0
    play(driver, 1, 1, 2)
    assert clock.deadline == 8.0
    driver.now = 8.0
    driver.rotation.stream_fault(1, FaultKind.LATE, "No answer came.")
    assert clock.deadline == math.inf
    assert clock.spent == 8.0
    (fault,) = driver.rotation.faults
    assert (fault.kind, fault.boards) == (FaultKind.LATE, (0,))
    come_back(driver, 1)
    finish(driver)
    assert [len(record.faults) for record in driver.rotation.records()] == [1, 0, 0]


def test_a_seat_that_owes_nothing_loses_no_game_and_the_others_play_on() -> None:
    driver = started()
    play(driver, 1, 0, 1, 2)
    crash(driver, 1)
    (fault,) = driver.rotation.faults
    assert fault.boards == ()
    driver.take(0)
    play(driver, 0, 0, 1)
    assert not driver.turns(1)
    response = come_back(driver, 1)
    assert [event.table for event in events(response, "turn")] == [0, 1]
    finish(driver)
    assert not any(record.faults for record in driver.rotation.records())


def test_a_seat_that_comes_back_is_told_its_games_anew_and_asked_what_it_has_to_answer() -> None:
    driver = started(FirstBot, ListeningBot)
    first = driver.sent[1][-1]
    play(driver, 1, 1, 2)
    crash(driver, 1)
    driver.take(0)
    play(driver, 0, 2)
    response = come_back(driver, 1)
    assert response.HasField("welcome")
    assert response.HasField("match_started")
    assert kinds(response, 0) == []
    assert kinds(response, 1) == ["game_started"]
    again = events(response, "game_started")
    assert [event.table for event in again] == [1, 2]
    before = {event.table: event.game_started for event in events(first, "game_started")}
    assert all(event.game_started == before[event.table] for event in again)
    assert kinds(response, 2) == ["game_started", "turn"]
    finish(driver)


def test_a_turn_after_a_restart_says_all_that_happened_since_the_last_one() -> None:
    driver = started()
    play(driver, 1, 1)
    crash(driver, 1)
    driver.take(0)
    play(driver, 0, 1)
    (turn,) = events(come_back(driver, 1), "turn")
    view = view_of(turn.turn, SHORT)
    assert [made.seat for made in view.plays] == [1, 0]
    finish(driver)


def test_the_opponent_is_told_the_fault_and_the_end_but_not_the_reason() -> None:
    driver = started(ListeningBot, FirstBot, boards=2)
    crash(driver, 1)
    told = driver.take(0)
    for table in (0, 1):
        assert kinds(told, table) == ["fault", "game_finished"]
    for event in events(told, "fault"):
        assert event.fault.seat == 1
        assert event.fault.kind == events_pb2.FAULT_KIND_CRASHED
        assert event.fault.message == ""
    for event in events(told, "game_finished"):
        assert event.game_finished.forfeited
        assert list(event.game_finished.totals) == [SHORT.target, 0]
        assert list(event.game_finished.places) == [1, 2]


def test_no_more_games_start_while_a_seat_is_away_than_it_can_play() -> None:
    driver = started(FirstBot, OneTableBot, boards=6)
    play(driver, 1, 0)
    crash(driver, 1)
    driver.take(0)
    driver.answer(0, *driver.turns(0))
    assert [bool(table.record) for table in driver.rotation.tables] == [True] + [False] * 5
    response = come_back(driver, 1)
    assert [event.table for event in events(response, "game_started")] == [1]


def test_both_seats_may_be_away_at_once() -> None:
    driver = started(boards=4)
    play(driver, 1, 0, 1)
    crash(driver, 0)
    crash(driver, 1)
    assert [fault.boards for fault in driver.rotation.faults] == [(0, 1), (2, 3)]
    assert driver.rotation.finished
    totals = [record.totals for record in driver.rotation.records()]
    assert totals == [(0, 101), (0, 101), (101, 0), (101, 0)]


def test_turns_that_were_never_sent_are_lost_with_the_stream_and_cost_no_time() -> None:
    driver = started(boards=2)
    play(driver, 1, 0, 1)
    driver.now = 100.0
    crash(driver, 0)
    clock = driver.rotation.seats[0].clock
    assert (clock.owed, clock.spent) == (0, 0.0)
    assert driver.rotation.finished


def test_one_stream_is_charged_once_whatever_came_with_the_fault() -> None:
    driver = started(boards=3)
    for _ in range(5):
        driver.rotation.receive(1, driver.players[1].hello("token"), driver.now)
        driver.rotation.unreadable(1, "it is garbage")
        driver.answer(1, *[Answer(table=0, turn=1)] * 9)
    assert driver.rotation.seats[1].strikes.count == 1
    assert len(driver.rotation.faults) == 1
    assert driver.take(1).farewell.reason == referee_pb2.FAREWELL_REASON_FAULT


def test_nothing_is_charged_after_the_last_farewell() -> None:
    driver = started(boards=1)
    finish(driver)
    for _ in range(200):
        driver.answer(1, Answer(table=0, turn=1))
    assert not driver.rotation.faults


def test_a_fresh_stream_begins_with_no_dropped_answers() -> None:
    driver = started()
    play(driver, 1, 0)
    for _ in range(99):
        driver.answer(1, Answer(table=7, turn=1))
    crash(driver, 1)
    come_back(driver, 1)
    for _ in range(99):
        driver.answer(1, Answer(table=7, turn=1))
    assert [fault.kind for fault in driver.rotation.faults] == [FaultKind.CRASHED]


def test_a_turn_is_answered_once() -> None:
    driver = started(boards=2)
    answer = driver.turns(1)[0]
    view = driver.rotation.tables[0].game.view(1)
    write_play(view.legal_plays(1)[0], answer.play)
    driver.answer(1, answer, answer)
    driver.answer(1, answer)
    assert driver.rotation.seats[1].dropped_answers == 2
    assert len(driver.rotation.tables[0].game.hand.plays) == 1


def test_an_answer_to_a_turn_that_was_not_sent_yet_is_dropped_however_well_guessed() -> None:
    driver = Driver([FirstBot, FirstBot], ["0"], SHORT)
    driver.begin()
    driver.answer(1, Answer(table=0, turn=1))
    assert driver.rotation.seats[1].dropped_answers == 1
    assert not driver.rotation.faults
    driver.run()
    assert driver.rotation.finished
    assert not driver.rotation.faults


def test_a_good_answer_beside_the_hundredth_stale_one_is_not_played() -> None:
    driver = started(boards=2)
    for _ in range(99):
        driver.answer(1, Answer(table=7, turn=1))
    good = driver.turns(1)[0]
    write_play(driver.rotation.tables[0].game.view(1).legal_plays(1)[0], good.play)
    driver.answer(1, good, Answer(table=7, turn=1))
    (fault,) = driver.rotation.faults
    assert fault.kind is FaultKind.PROTOCOL
    assert fault.boards == (0, 1)
    assert not driver.rotation.tables[0].game.hand.plays


def test_a_flood_of_messages_without_answers_is_a_protocol_fault() -> None:
    driver = started()
    for _ in range(100):
        driver.answer(1)
    assert [fault.kind for fault in driver.rotation.faults] == [FaultKind.PROTOCOL]


@pytest.mark.parametrize(
    ("control", "bank_ms", "cap_ms"),
    [
        (TimeControl(1.0, 0.0, 5.0), 0, 0),
        (TimeControl(math.inf, 0.0, 5.0), (1 << 32) - 1, 5_000),
        (TimeControl(3.0, 0.0, math.inf), 500, 500),
    ],
)
def test_a_turn_can_say_any_clock(control: TimeControl, bank_ms: int, cap_ms: int) -> None:
    driver = Driver([FirstBot, FirstBot], ["a"], SHORT)
    driver.rotation.seats[1].clock = StreamClock(control, 1)
    driver.begin()
    driver.take(1)
    driver.now = 2.5  # an answer that comes just before its lateness is noticed
    play(driver, 1, 0)
    driver.take(0)
    play(driver, 0, 0)
    (turn,) = events(driver.take(1), "turn")
    assert (turn.turn.clock.bank_ms, turn.turn.clock.cap_ms) == (bank_ms, cap_ms)
