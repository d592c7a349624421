"""What a bot does wrong, and what it costs: in memory, with answers written by hand."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tablic import parse_rules
from tablic.client import Player
from tablic.examples.greedy_bot import GreedyBot
from tablic.examples.random_bot import RandomBot
from tablic.v1 import referee_pb2
from tablic.wire import write_play
from tablic_server.faults import FaultKind

from .driver import Driver

SHORT = parse_rules("tablic hands=1")
Answer = referee_pb2.Answer


def started(boards: int = 1) -> Driver:
    """Games in which seat 1 is to act everywhere."""
    driver = Driver([GreedyBot, RandomBot], [f"{n}" for n in range(boards)], SHORT)
    driver.begin()
    for seat in (0, 1):
        response = driver.take(seat)
        for event in response.events:
            if event.HasField("turn"):
                event.ClearField("turn")
        assert not list(driver.players[seat].answers(response))
    return driver


def numbers_held(driver: Driver, seat: int) -> list[int]:
    held = driver.rotation.tables[0].game.hand.held[seat]
    return [card + 1 for card in range(52) if held >> card & 1]


def not_held(driver: Driver, answer: Answer) -> None:
    answer.play.card = numbers_held(driver, 0)[0]  # type: ignore[assignment]


def named_twice(driver: Driver, answer: Answer) -> None:
    answer.play.card = numbers_held(driver, 1)[0]  # type: ignore[assignment]
    answer.play.taken.extend([3, 3])  # type: ignore[list-item]


def takes_its_own_hand(driver: Driver, answer: Answer) -> None:
    first, second = numbers_held(driver, 1)[:2]
    answer.play.card = first  # type: ignore[assignment]
    answer.play.taken.append(second)  # type: ignore[arg-type]


def takes_everything(driver: Driver, answer: Answer) -> None:
    card = numbers_held(driver, 1)[0]
    answer.play.card = card  # type: ignore[assignment]
    answer.play.taken.extend(n for n in range(1, 53) if n != card)  # type: ignore[misc]


def unknown_card(_driver: Driver, answer: Answer) -> None:
    answer.play.card = 77  # type: ignore[assignment]


def claims(_driver: Driver, answer: Answer) -> None:
    answer.claim.SetInParent()


def claims_with_a_play(driver: Driver, answer: Answer) -> None:
    answer.play.card = numbers_held(driver, 1)[0]  # type: ignore[assignment]
    answer.play.claim = True


def decides_nothing(_driver: Driver, _answer: Answer) -> None:
    pass


def keeps_the_talon(_driver: Driver, answer: Answer) -> None:
    answer.keep_talon = True


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (not_held, "is not in the hand"),
        (named_twice, "named twice"),
        (takes_its_own_hand, "is not on the table"),
        (takes_everything, "is not on the table"),
        (unknown_card, "card number 77 is not a card"),
        (claims, "this rule set has no claims"),
        (claims_with_a_play, "no claims"),
        (decides_nothing, "the answer holds nothing"),
        (keeps_the_talon, "the answer holds keep_talon"),
    ],
)
def test_an_illegal_answer_loses_the_game_and_is_explained_to_its_bot_alone(
    wrong: Callable[[Driver, Answer], None], reason: str
) -> None:
    driver = started()
    (answer,) = driver.turns(1)
    wrong(driver, answer)
    driver.answer(1, answer)
    (record,) = driver.rotation.records()
    assert record.totals == (101, 0)
    assert record.places == (1, 2)
    assert [(fault.seat, fault.kind) for fault in record.faults] == [(1, "illegal")]
    (fault,) = driver.rotation.faults
    assert fault.kind is FaultKind.ILLEGAL
    assert reason in fault.message
    told = [e.fault.message for e in driver.take(1).events if e.HasField("fault")]
    others = [e.fault.message for e in driver.take(0).events if e.HasField("fault")]
    assert told == [fault.message]
    assert others == [""]


def test_an_answer_to_a_turn_that_is_not_open_is_dropped_and_counted() -> None:
    driver = started()
    (answer,) = driver.turns(1)
    answer.turn += 1
    driver.answer(1, answer)
    driver.answer(1, Answer(table=9, turn=1))
    driver.answer(0, Answer(table=0, turn=1))
    assert driver.rotation.seats[1].dropped_answers == 2
    assert driver.rotation.seats[0].dropped_answers == 1
    assert not driver.rotation.faults
    assert driver.turns(1)


def test_a_hundred_dropped_answers_are_a_protocol_fault_of_every_game_owed() -> None:
    driver = started(boards=3)
    for _ in range(100):
        driver.answer(1, Answer(table=9, turn=1))
    (fault,) = driver.rotation.faults
    assert fault.kind is FaultKind.PROTOCOL
    assert fault.boards == (0, 1, 2)
    assert driver.rotation.finished


def test_more_answers_than_tables_are_a_protocol_fault() -> None:
    driver = started()
    driver.answer(1, *[Answer(table=0, turn=1)] * 2)
    assert [fault.kind for fault in driver.rotation.faults] == [FaultKind.PROTOCOL]


def test_a_message_that_is_too_large_is_a_protocol_fault() -> None:
    driver = started()
    (answer,) = driver.turns(1)
    answer.play.taken.extend([1] * 70_000)  # type: ignore[list-item]
    driver.answer(1, answer)
    assert [fault.kind for fault in driver.rotation.faults] == [FaultKind.PROTOCOL]


def test_games_that_never_started_are_lost_without_a_word_of_them() -> None:
    driver = Driver([GreedyBot, RandomBot], [f"{n}" for n in range(5)], SHORT, at_once=1)
    driver.begin()
    for _ in range(2):
        driver.answer(1, *driver.turns(1))
    driver.rotation.stream_fault(1, FaultKind.CRASHED, "It ended.")
    assert driver.rotation.finished
    tables = {event.table for event in driver.take(0).events if event.HasField("game_finished")}
    assert tables == {0, 1, 2}
    assert not driver.rotation.tables[4].game.hands


def test_a_second_hello_is_a_protocol_fault() -> None:
    driver = started()
    driver.rotation.receive(1, driver.players[1].hello("token"), 0.0)
    assert [fault.kind for fault in driver.rotation.faults] == [FaultKind.PROTOCOL]
    assert driver.take(1).farewell.reason == referee_pb2.FAREWELL_REASON_FAULT


def test_a_crash_loses_the_games_owed_and_the_restarted_bot_plays_the_others() -> None:
    driver = started(boards=3)
    for table in (1, 2):
        answer = next(answer for answer in driver.turns(1) if answer.table == table)
        play = driver.rotation.tables[table].game.view(1).legal_plays(1)[0]
        write_play(play, answer.play)
        driver.answer(1, answer)
    last = driver.rotation.seats[1]._last_turn
    driver.rotation.stream_fault(1, FaultKind.CRASHED, "It ended.")
    assert [fault.boards for fault in driver.rotation.faults] == [(0,)]
    driver.players[1] = Player(RandomBot)
    driver.greet(1)
    driver.run()
    records = driver.rotation.records()
    assert [bool(record.faults) for record in records] == [True, False, False]
    numbers = [
        event.turn.turn
        for response in driver.sent[1][1:]
        for event in response.events
        if event.HasField("turn")
    ]
    assert min(numbers) > last


def test_an_illegal_answer_loses_its_own_game_also_where_it_is_the_third() -> None:
    driver = started(boards=4)
    for answer in driver.turns(1)[:3]:
        driver.answer(1, answer)
    assert [fault.boards for fault in driver.rotation.faults] == [(0,), (1,), (2,)]
    assert driver.rotation.seats[1].strikes.out
    assert not driver.rotation.seats[1].out
    driver.players[1] = Player(RandomBot)
    driver.greet(1)
    driver.run()
    assert not driver.rotation.records()[3].faults


def test_a_rotation_after_the_third_fault_is_forfeited_before_a_card_is_dealt() -> None:
    driver = Driver([GreedyBot, RandomBot], ["a", "b"], SHORT)
    driver.rotation.seats[1].strikes.count = 3
    driver.rotation.forfeit_struck()
    assert driver.rotation.finished
    (fault,) = driver.rotation.faults
    assert (fault.seat, fault.kind, fault.boards) == (1, FaultKind.STRIKES, (0, 1))
    assert [record.totals for record in driver.rotation.records()] == [(101, 0)] * 2
    assert not any(table.game.hands for table in driver.rotation.tables)


def test_a_rotation_after_two_faults_is_played() -> None:
    driver = Driver([GreedyBot, RandomBot], rules=SHORT)
    driver.rotation.seats[1].strikes.count = 2
    driver.rotation.forfeit_struck()
    assert not driver.rotation.finished
    driver.begin()
    driver.rotation.stream_fault(1, FaultKind.LATE, "It was so.")
    last_word = "It was so. It was fault 3: all other games are lost too."
    assert driver.rotation.seats[1].last_word == last_word


def test_one_that_cannot_start_has_a_strike() -> None:
    driver = Driver([GreedyBot, RandomBot], ["a", "b"], SHORT)
    driver.rotation.startup_fault({0: "It is not there."})
    assert [seat.strikes.count for seat in driver.rotation.seats] == [1, 0]


@pytest.mark.parametrize("kind", [FaultKind.LATE, FaultKind.CRASHED, FaultKind.PROTOCOL])
def test_the_third_fault_of_a_stream_is_told_as_such(kind: FaultKind) -> None:
    driver = started(boards=8)
    for answer in driver.turns(1)[:2]:
        driver.answer(1, answer)
    driver.rotation.stream_fault(1, kind, "It was so.")
    assert [fault.message for fault in driver.rotation.faults][2] == "It was so."
    farewell = driver.take(1).farewell
    assert farewell.reason == referee_pb2.FAREWELL_REASON_FAULT
    assert farewell.message == "It was so. It was fault 3: all other games are lost too."


def test_a_stream_fault_before_the_third_loses_no_other_games() -> None:
    driver = started(boards=8)
    driver.answer(1, driver.turns(1)[0])
    driver.rotation.stream_fault(1, FaultKind.LATE, "It was so.")
    assert driver.take(1).farewell.message == "It was so."


def test_when_both_cannot_start_nobody_scores() -> None:
    driver = Driver([GreedyBot, RandomBot], ["a", "b"], SHORT)
    driver.rotation.startup_fault({0: "first", 1: "second"})
    assert [record.totals for record in driver.rotation.records()] == [(0, 0), (0, 0)]
    assert [record.places for record in driver.rotation.records()] == [(1, 1), (1, 1)]
    assert [fault.message for fault in driver.rotation.faults] == ["first", "second"]


def test_one_that_cannot_start_loses_everything() -> None:
    driver = Driver([GreedyBot, RandomBot], ["a", "b"], SHORT)
    driver.greet(1)
    driver.rotation.startup_fault({0: "It is not there."})
    driver.rotation.start()
    assert [record.totals for record in driver.rotation.records()] == [(0, 101), (0, 101)]
    assert driver.take(1).farewell.reason == referee_pb2.FAREWELL_REASON_FINISHED


answers = st.builds(
    Answer,
    table=st.integers(0, 4),
    turn=st.integers(0, 40),
    play=st.builds(
        dict,
        card=st.integers(-5, 60),
        taken=st.lists(st.integers(-5, 60), max_size=4),
        claim=st.booleans(),
    ),
)


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 1), st.lists(answers, max_size=4)), max_size=30))
def test_no_sequence_of_answers_breaks_the_referee(
    messages: list[tuple[int, list[Answer]]],
) -> None:
    driver = Driver([GreedyBot, RandomBot], ["a", "b", "c"], SHORT)
    driver.begin()
    for seat, batch in messages:
        for each in (0, 1):
            if driver.rotation.seats[each].has_output:
                driver.take(each)
        driver.answer(seat, *batch)
    for record in driver.rotation.records():
        assert record.faults
    assert all(seat.clock.owed >= 0 for seat in driver.rotation.seats)
    for table in driver.rotation.tables:
        if table.game.hands:
            game = table.game
            everything = game.hand.table
            for cards in (*game.hand.held, *game.hand.piles):
                assert not everything & cards
                everything |= cards
