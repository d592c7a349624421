"""A bot that runs elsewhere, in virtual time: away and back, and what it is told."""

from random import Random

import pytest
from tablic import Play, View
from tablic.client import Player
from tablic.examples.random_bot import RandomBot
from tablic.v1 import events_pb2, referee_pb2
from tablic_server.bundle import Bundle
from tablic_server.faults import FaultKind
from tablic_server.replay import Replay
from tablic_server.transcript import Said

from .driver import Driver
from .elsewhere import (
    GAME,
    SHORT,
    TIME,
    Listening,
    Response,
    come_back,
    driver,
    hear,
    kinds,
    lose,
    measured,
    seat_of,
)


def test_only_a_match_with_a_bot_elsewhere_tells_a_grace_and_a_credit() -> None:
    given = driver()
    here, elsewhere = (given.take(seat).match_started.time_control for seat in (0, 1))
    assert (here.credit_ms, here.grace_ms) == (0, 0)
    assert (elsewhere.credit_ms, elsewhere.grace_ms) == (100, 60_000)


def test_what_was_read_is_not_sent_again_but_for_turns_that_are_open() -> None:
    given = driver("a")
    first = hear(given, answers=False)
    lose(given)
    come_back(given)
    again = given.take(1)
    assert again.welcome.session == "secret"
    assert again.HasField("match_started")
    (turn,) = again.events
    assert turn == first.events[-1]
    assert not given.rotation.seats[0].has_output or kinds(given.take(0)) == list(GAME[:1])


def test_what_was_lost_on_the_way_is_sent_again_in_order() -> None:
    given = driver("a")
    lost = given.take(1)
    assert kinds(lost) == [*GAME, "turn"]
    lose(given)
    given.players[1].session = "secret"
    come_back(given)
    assert list(given.take(1).events) == list(lost.events)


def test_what_happens_while_it_is_away_comes_when_it_is_back() -> None:
    given = driver("a")
    hear(given)
    lose(given, 5.0)
    play_until_seat_1_is_to_act(given)
    assert not given.turns(0)
    come_back(given)
    assert kinds(hear(given)) == ["play_made", "play_made", "turn"]
    assert not given.rotation.faults


def play_until_seat_1_is_to_act(given: Driver) -> None:
    while given.rotation.seats[0].has_output:
        for request in given.players[0].answers(given.take(0)):
            given.answer(0, *request.answers)


def test_the_clock_stands_while_it_is_away() -> None:
    given = driver("a")
    turn = hear(given, answers=False).events[-1].turn
    given.now += 2.0
    lose(given, 30.0)
    clock = seat_of(given).clock
    assert clock.deadline == float("inf")
    assert clock.bank == 8.0
    come_back(given)
    again = given.take(1).events[-1].turn
    assert (turn.clock.bank_ms, again.clock.bank_ms) == (10_000, 8_000)
    assert clock.deadline == given.now + TIME.cap
    assert clock.spent == 2.0


def test_an_answer_that_was_lost_is_given_again_and_the_bot_not_asked_twice() -> None:
    given = driver("a")
    asked: list[View] = []

    class Asked(RandomBot):
        def choose(self, view: View) -> Play:
            asked.append(view)
            return super().choose(view)

    given.players[1] = Player(Asked)
    hear(given, answers=False)
    lose(given)
    come_back(given)
    hear(given)
    assert len(asked) == 1
    assert not seat_of(given).open_turns
    assert seat_of(given).dropped_answers == 0


def test_an_answer_that_comes_over_the_lost_stream_is_dropped() -> None:
    given = driver("a")
    given.take(1)
    (late,) = given.turns(1)
    lose(given)
    given.players[1].session = "secret"
    come_back(given)
    given.answer(1, late)
    assert seat_of(given).dropped_answers == 1
    assert seat_of(given).open_turns
    assert not given.rotation.faults


@pytest.mark.parametrize("seed", range(12))
def test_a_game_with_losses_at_any_time_has_the_record_of_one_without(seed: int) -> None:
    played = []
    for breaks in (False, True):
        random = Random(seed)
        given = driver()
        given.players[1].session = "secret"
        while not given.rotation.finished:
            for seat, player in enumerate(given.players):
                if not given.rotation.seats[seat].has_output:
                    continue
                if breaks and seat == 1 and random.random() < 0.5:
                    lose_somewhere(given, random)
                    continue
                response = given.take(seat)
                player.note(response)
                for request in player.answers(response):
                    given.answer(seat, *request.answers)
        assert not given.rotation.faults
        played.append([record.text() for record in given.rotation.records()])
    assert played[0] == played[1]


def lose_somewhere(given: Driver, random: Random) -> None:
    """Lose the stream before a message is sent, on its way, or with the answers to it."""
    where = random.randrange(3)
    if where > 0:
        response = given.take(1)
        if where > 1:
            given.players[1].note(response)
            list(given.players[1].answers(response))
    lose(given, random.random())
    come_back(given)


def test_a_fresh_program_begins_anew_where_the_games_stand() -> None:
    given = driver("a")
    hear(given)
    play_until_seat_1_is_to_act(given)
    lose(given, 3.0)
    given.players[1] = Player(Listening)
    seat_of(given).session = "another"
    given.greet(1)
    response = hear(given)
    assert response.welcome.session == "another"
    assert kinds(response) == ["game_started", "turn"]
    assert [event.number for event in response.events] == [1, 2]
    assert not given.rotation.faults


def test_the_grace_is_for_all_absences_together() -> None:
    given = driver("a")
    hear(given, answers=False)
    lose(given, 25.0)
    come_back(given)
    hear(given, answers=False)
    given.now += 1.0
    assert seat_of(given).back_by == float("inf")
    lose(given)
    assert seat_of(given).back_by == given.now + 35.0


def test_time_that_is_credited_for_coming_back_is_taken_from_the_grace() -> None:
    given = measured(TIME.credit)
    seat = seat_of(given)
    player = given.players[1]
    for response in given.sent[1]:
        player.note(response)
    began = given.now
    for _ in range(20):
        given.now += TIME.credit
        lose(given)
        given.rotation.resume(1, player.last_events)
        given.take(1)
    took = given.now - began
    lose(given)
    used = seat.clock.spent + TIME.grace - (seat.back_by - given.now)
    assert used == pytest.approx(took)


def test_the_farewell_comes_to_who_was_away_as_it_was_said() -> None:
    given = driver("a")
    hear(given, answers=False)
    given.rotation.stop()
    farewell = given.take(1).farewell
    lose(given)
    come_back(given)
    assert given.take(1).farewell == farewell


def test_who_stays_away_loses_every_game_as_disconnected_and_nobody_else_is_charged() -> None:
    given = driver()
    for seat in (0, 1):
        given.take(seat)
    lose(given, 61.0)
    given.rotation.gone(1, "It was away.")
    (fault,) = given.rotation.faults
    assert (fault.seat, fault.kind, fault.boards) == (1, FaultKind.DISCONNECTED, (0, 1, 2))
    assert given.rotation.finished
    told = [event.fault for event in given.take(0).events if event.HasField("fault")]
    assert {event.kind for event in told} == {events_pb2.FAULT_KIND_DISCONNECTED}
    assert not any(event.message for event in told)
    for record in given.rotation.records():
        assert [(fault.seat, fault.kind) for fault in record.faults] == [(1, "disconnected")]
        assert record.totals == (101, 0)


@pytest.mark.parametrize(
    ("last", "words"),
    [
        ({0: 5}, "event 5 cannot be the last of table 0: 4 were sent"),
        ({0: 4, 7: 1}, "event 1 cannot be the last of table 7: 0 were sent"),
        ({0: 2**32 - 1}, "4 were sent"),
    ],
)
def test_last_events_from_the_future_are_impossible(last: dict[int, int], words: str) -> None:
    given = driver("a")
    hear(given, answers=False)
    lose(given)
    assert words in seat_of(given).why_not_missed(last)


@pytest.mark.parametrize("last", [{}, {0: 3}])
def test_last_events_from_before_an_answer_are_impossible(last: dict[int, int]) -> None:
    given = driver("a")
    hear(given)
    lose(given)
    assert "4 of them had come" in seat_of(given).why_not_missed(last)
    assert not seat_of(given).why_not_missed({0: 4})


def test_little_is_kept_of_what_was_sent() -> None:
    given = driver()
    most = 0
    while not given.rotation.finished:
        for seat, player in enumerate(given.players):
            if given.rotation.seats[seat].has_output:
                for request in player.answers(given.take(seat)):
                    given.answer(seat, *request.answers)
        kept = sum(len(message.events) for _, message in seat_of(given)._backlog)
        most = max(most, kept)
    assert 0 < most <= 30


def test_a_replay_says_once_what_was_sent_twice() -> None:
    given = driver("a")
    first = hear(given, answers=False)
    lose(given)
    come_back(given)
    again = given.take(1)
    hellos = [given.players[1].hello("token") for _ in range(2)]
    assert hellos[1].hello.session
    (answer,) = given.turns(1)
    given.answer(1, answer)  # illegal
    (fault,) = given.rotation.faults
    messages: list[referee_pb2.PlayRequest | Response] = [hellos[0], first, hellos[1], again]
    messages.append(referee_pb2.PlayRequest(answers=[answer]))
    said = tuple(Said(float(n), 1.0, message) for n, message in enumerate(messages))
    told = (fault.kind, fault.message, 0, 1, (0,), said, 0, "")
    judge = Replay(Bundle("bot", SHORT, *told), 30.0, lambda: 0.0)
    judge.greet(0, hellos[0].hello)
    events: list[events_pb2.Event] = []
    while judge.seats[0].has_output:
        events += judge.seats[0].take_outbox(0.0).events
    assert [event.number for event in events] == [1, 2, 3, 4]
    judge.receive(0, referee_pb2.PlayRequest(answers=[answer]), 1.0)
    assert [one.now for one in judge.given] == [answer]
    assert judge.finished
