"""Whatever two seats send or fail at, the games that nobody spoils stay the same."""

from collections.abc import Callable
from functools import cache
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st
from tablic import Bot, GameRecord, MadePlay, Play, View, parse_rules
from tablic.client import Player
from tablic.v1 import referee_pb2
from tablic.wire import write_play
from tablic_server.faults import FaultKind

from .driver import Driver

SHORT = parse_rules("tablic hands=1")
BOARDS = [f"{n}" for n in range(9)]
AT_ONCE = 3  # as many as FirstBot can play
Answer = referee_pb2.Answer


class FirstBot(Bot):
    """Always the first of the legal plays; wants every event."""

    max_tables = AT_ONCE

    def choose(self, view: View) -> Play:
        return view.legal_plays(1)[0]

    def play_made(self, made: MadePlay) -> None:
        pass


def played(driver: Driver, seat: int, answer: Answer) -> Answer:
    """The answer that FirstBot gives to an open turn."""
    view = driver.rotation.tables[answer.table].game.view(seat)
    write_play(view.legal_plays(1)[0], answer.play)
    return answer


def one(driver: Driver, seat: int, number: int) -> Answer:
    """An empty answer to one of the open turns, or to a turn that was never open."""
    turns = driver.turns(seat)
    return turns[number % len(turns)] if turns else Answer(table=number % 8, turn=10_000 + number)


def play(driver: Driver, seat: int, number: int) -> None:
    answer = one(driver, seat, number)
    driver.answer(seat, played(driver, seat, answer) if answer.turn < 10_000 else answer)


def play_all(driver: Driver, seat: int, _number: int) -> None:
    driver.answer(seat, *[played(driver, seat, answer) for answer in driver.turns(seat)])


def play_twice(driver: Driver, seat: int, number: int) -> None:
    for _ in range(2):
        play(driver, seat, number)


def play_stale(driver: Driver, seat: int, number: int) -> None:
    answer = one(driver, seat, number)
    driver.answer(seat, Answer(table=answer.table, turn=max(0, answer.turn - 1 - number % 3)))


def play_illegal(driver: Driver, seat: int, number: int) -> None:
    answer = one(driver, seat, number)
    answer.play.card = 1 + number % 60  # type: ignore[assignment]  # enum values are ints
    answer.play.taken.extend([1 + number % 52, 1 + number % 51])  # type: ignore[list-item]
    driver.answer(seat, answer)


def decide_nothing(driver: Driver, seat: int, number: int) -> None:
    driver.answer(seat, one(driver, seat, number))


def send_too_many(driver: Driver, seat: int, number: int) -> None:
    driver.answer(seat, *[one(driver, seat, number)] * (AT_ONCE + 1))


def send_nothing(driver: Driver, seat: int, _number: int) -> None:
    driver.answer(seat)


def send_garbage(driver: Driver, seat: int, _number: int) -> None:
    driver.rotation.unreadable(seat, "it is garbage")


def greet_again(driver: Driver, seat: int, _number: int) -> None:
    driver.rotation.receive(seat, driver.players[seat].hello("token"), driver.now)


def read(driver: Driver, seat: int, _number: int) -> None:
    if driver.rotation.seats[seat].has_output:
        driver.take(seat)


def fail(driver: Driver, seat: int, number: int) -> None:
    """What the supervisor of a seat does when its bot is gone or late."""
    if driver.rotation.seats[seat].listening:
        kind = FaultKind.CRASHED if number % 2 else FaultKind.LATE
        driver.rotation.stream_fault(seat, kind, "It failed.")


def come_back(driver: Driver, seat: int, _number: int) -> None:
    """What the supervisor of a seat does after its stream was ended."""
    state = driver.rotation.seats[seat]
    if not state.listening and not state.out and not driver.rotation.finished:
        driver.players[seat] = Player(FirstBot)
        driver.greet(seat)


HONEST = [play, play_all, read, come_back]
ACTIONS: list[Callable[[Driver, int, int], None]] = [
    *HONEST * 3,
    *[play_twice, play_stale, play_illegal, decide_nothing, send_too_many],
    *[send_nothing, send_garbage, greet_again, fail],
]
moves = st.tuples(st.sampled_from(ACTIONS), st.integers(0, 1), st.integers(0, 1000))


@cache
def undisturbed() -> dict[str, GameRecord]:
    driver = Driver([FirstBot, FirstBot], BOARDS, SHORT)
    driver.begin()
    driver.run()
    return {record.board: record for record in driver.rotation.records()}


def finish(driver: Driver) -> None:
    """Let honest bots come back and play what is left."""
    for action in (come_back, read):
        for seat in (0, 1):
            action(driver, seat, 0)
    while not driver.rotation.finished:
        for seat in (0, 1):
            play_all(driver, seat, 0)
            read(driver, seat, 0)


@settings(max_examples=100, deadline=None)
@given(st.lists(moves, max_size=60))
def test_the_games_that_nobody_spoils_stay_the_same(
    story: list[tuple[Callable[[Driver, int, int], None], int, int]],
) -> None:
    driver = Driver([FirstBot, FirstBot], BOARDS, SHORT)
    driver.begin()
    for action, seat, number in story:
        driver.now += 0.01
        action(driver, seat, number)
        live = [t for t in driver.rotation.tables if t.game.hands and not t.record]
        assert len(live) <= AT_ONCE
    finish(driver)
    for seat in (0, 1):
        read(driver, seat, 0)
    check_records(driver)
    check_seats(driver)


def check_records(driver: Driver) -> None:
    """Every board is over; a game that a fault did not decide is the undisturbed one."""
    assert driver.rotation.finished
    records = driver.rotation.records()
    assert [record.board for record in records] == BOARDS
    charged = [table for fault in driver.rotation.faults for table in fault.boards]
    assert len(charged) == len(set(charged))
    for table, record in enumerate(records):
        if record.faults:
            (fault,) = record.faults
            assert table in charged
            assert record.totals[fault.seat] == 0
            assert record.totals[1 - fault.seat] == SHORT.target
        else:
            assert record == undisturbed()[record.board]
        assert list(record.replay()) or not record.hands


def check_seats(driver: Driver) -> None:
    """Nothing is owed; events and turns were numbered as promised."""
    for seat in driver.rotation.seats:
        assert not seat.open_turns
        assert (seat.clock.owed, seat.clock.spent >= 0) == (0, True)
        turns: list[int] = []
        numbers: dict[int, int] = {}
        for response in driver.sent[seat.number]:
            if response.HasField("welcome"):
                numbers.clear()
            for event in response.events:
                assert event.number == numbers.get(event.table, 0) + 1
                numbers[event.table] = event.number
                turns += [event.turn.turn] if event.HasField("turn") else []
        assert all(earlier < later for earlier, later in pairwise(turns))
