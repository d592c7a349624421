"""The referee of a rotation under any sequence of messages, failures and waits, in virtual time."""

from enum import StrEnum
from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)
from tablic.v1 import referee_pb2
from tablic_server.clock import NO_LIMIT, TimeControl
from tablic_server.faults import FaultKind

from ..server.stories import RULE_SETS
from .answers import hellos, legal, odd
from .held import MOST_DROPPED, HeldRotation

TIMES = [NO_LIMIT, TimeControl(10.0, 0.05, 5.0), TimeControl(0.5, 0.0, 0.2)]
RULES = [*RULE_SETS, *["tablic hands=1"] * 3]

seats = st.integers(0, 3)
seeds = st.integers(0, 2**32)


playing = precondition(lambda self: not self.rotation.finished)


class Misdeed(StrEnum):
    """What is charged to a seat."""

    ODD = "an answer that is hardly ever legal"
    STALE = "answers to turns that are over, too many of them"
    MANY = "more answers than tables"
    LARGE = "a message over the limit"
    HELLO = "a second hello"
    GARBAGE = "bytes that are no message"
    CRASH = "an end without a farewell"


class RotationMachine(HeldRotation):
    """What supervisors and streams may do to a rotation, in any order."""

    @initialize(
        text=st.sampled_from(RULES),
        boards=st.integers(1, 9),
        at_once=st.integers(1, 4),
        times=st.tuples(*[st.sampled_from(TIMES)] * 4),
        first=st.tuples(*[hellos] * 4),
        absent=st.sampled_from([None] * 9 + [0]),
        waits=st.booleans(),
        failures=st.sampled_from([(), (), ("stop",), ("return",)]),
        elsewhere=st.booleans(),
    )
    def begin(
        self,
        text: str,
        boards: int,
        at_once: int,
        times: tuple[TimeControl, ...],
        first: tuple[referee_pb2.Hello, ...],
        absent: int | None,
        waits: bool,
        failures: tuple[str, ...],
        elsewhere: bool,
    ) -> None:
        self.set_up(text, boards, at_once, times, elsewhere)
        self.failures = failures
        for seat, hello in zip(range(len(self.told)), first, strict=False):
            if seat != absent:
                self.greet(seat, hello)
        if not waits:
            self.start()

    # What happens to a seat.

    @precondition(lambda self: not self.started)
    @rule()
    def start(self) -> None:
        missing = [n for n, told in enumerate(self.told) if told.ended and not self.listening(n)]
        if missing and not self.stopped:
            self.rotation.startup_fault(dict.fromkeys(missing, "It did not come."))
            assert {
                (fault.seat, fault.kind) for fault in self.rotation.faults[-len(missing) :]
            } == {(seat, FaultKind.STARTUP) for seat in missing}
        self.started = True
        with self.charged(None):
            self.rotation.start()

    @rule(seat=seats, hello=hellos)
    def greet(self, seat: int, hello: referee_pb2.Hello) -> None:
        seat %= len(self.told)
        if not self.listening(seat):
            with self.charged(None):
                self.rotation.greet(seat, hello)
            self.told[seat].greeted()

    @rule(seat=seats)
    def take(self, seat: int) -> None:
        seat %= len(self.told)
        if self.rotation.seats[seat].has_output:
            data = self.rotation.seats[seat].take_outbox(self.now).SerializeToString()
            self.told[seat].take(referee_pb2.PlayResponse.FromString(data))

    @rule()
    def take_all(self) -> None:
        for seat in range(len(self.told)):
            self.take(seat)

    @rule(seconds=st.sampled_from([0.001, 0.1, 0.3, 6.0]))
    def wait(self, seconds: float) -> None:
        self.now += seconds
        for told in self.told:
            told.spent += seconds if told.owed() else 0

    @rule(seat=seats)
    def look_at_the_clock(self, seat: int) -> None:
        seat %= len(self.told)
        if self.listening(seat) and self.now > self.rotation.seats[seat].clock.deadline:
            assert self.told[seat].owed()
            self.fail(seat, FaultKind.LATE)

    @precondition(lambda self: self.elsewhere)
    @rule(seat=seats, seconds=st.sampled_from([0.0, 0.3, 6.0]), lost=st.booleans(), seed=seeds)
    def be_away(self, seat: int, seconds: float, lost: bool, seed: int) -> None:
        """Lose the stream, and what is on its way; the others play on until it is back."""
        seat %= len(self.told)
        if not self.listening(seat):
            return
        connected, told = self.rotation.connected(seat), self.told[seat]
        if lost and connected.has_output:
            connected.take_outbox(self.now)
        with self.charged(None):
            self.rotation.lose(seat)
        self.now += seconds
        for other, others in enumerate(self.told):
            if other != seat:
                others.spent += seconds if others.owed() else 0
                self.take(other)
                self.answer_all(other, seed)
        assert not connected.why_not_missed(told.last_events)
        with self.charged(None):
            self.rotation.resume(seat, told.last_events)
        told.returned = True
        self.take(seat)

    @precondition(lambda self: "return" in self.failures)
    @rule(seat=seats)
    def fail_to_come_back(self, seat: int) -> None:
        seat %= len(self.told)
        playing = self.started and not self.stopped and not self.rotation.finished
        if playing and not self.listening(seat):
            with self.charged(seat, FaultKind.STARTUP, exactly=1):
                self.rotation.startup_fault({seat: "It did not come back."})
            assert self.rotation.finished

    @precondition(lambda self: self.elsewhere and "return" in self.failures)
    @rule(seat=seats)
    def stay_away(self, seat: int) -> None:
        seat %= len(self.told)
        if self.listening(seat) and not self.rotation.finished:
            self.rotation.lose(seat)
            with self.charged(seat, FaultKind.DISCONNECTED, exactly=1):
                self.rotation.gone(seat, "It stayed away.")
            assert self.rotation.finished

    @precondition(lambda self: "stop" in self.failures)
    @rule()
    def stop(self) -> None:
        self.stopped = True
        with self.charged(None):
            self.rotation.stop()

    # What it sends.

    @rule(seat=seats, seed=seeds)
    def answer_all(self, seat: int, seed: int) -> None:
        seat %= len(self.told)
        told, random = self.told[seat], Random(seed)
        turns = list(told.turns.items())[: told.at_once]
        self.send(seat, *[legal(table, turn, self.given, random) for table, turn in turns])

    @playing
    @rule(seed=seeds, rounds=st.integers(1, 12))
    def everybody_plays_on(self, seed: int, rounds: int) -> None:
        for n in range(rounds):
            for seat, told in enumerate(self.told):
                self.take(seat)
                if told.turns:
                    self.answer_all(seat, seed + n)

    @rule(seat=seats, seed=seeds)
    def answer_one_twice(self, seat: int, seed: int) -> None:
        seat %= len(self.told)
        for table, turn in list(self.told[seat].turns.items())[:1]:
            answer = legal(table, turn, self.given, Random(seed))
            self.send(seat, answer)
            self.send(seat, answer)

    @playing
    @rule(seat=seats, seed=seeds, table=st.integers(0, 8), ago=st.integers(1, 9))
    def answer_what_is_over(self, seat: int, seed: int, table: int, ago: int) -> None:
        seat %= len(self.told)
        turn = max(0, min(told.last_turn for told in self.told) - ago)
        self.send(seat, odd(table, turn, Random(seed)), may=FaultKind.ILLEGAL)

    @playing
    @rule(seat=seats, seed=seeds, table=st.integers(0, 8), ahead=st.integers(1, 5))
    def guess_a_turn_that_was_not_sent(self, seat: int, seed: int, table: int, ahead: int) -> None:
        seat %= len(self.told)
        self.send(seat, odd(table, self.told[seat].last_turn + ahead, Random(seed)))

    @playing
    @rule(seat=seats, table=st.sampled_from([99, 2**32 - 1]), seed=seeds)
    def answer_at_a_foreign_table(self, seat: int, table: int, seed: int) -> None:
        seat %= len(self.told)
        self.send(seat, odd(table, self.told[seat].last_turn, Random(seed)))

    @playing
    @rule(seat=seats)
    def send_nothing(self, seat: int) -> None:
        self.send(seat % len(self.told))

    @playing
    @rule(seat=seats, how=st.sampled_from(Misdeed), seed=seeds)
    def misbehave(self, seat: int, how: Misdeed, seed: int) -> None:
        seat %= len(self.told)
        told, random = self.told[seat], Random(seed)
        match how:
            case Misdeed.ODD:
                for table, turn in list(told.turns.items())[:1]:
                    self.send(seat, odd(table, turn.turn, random), may=FaultKind.ILLEGAL)
            case Misdeed.STALE:
                for _ in range(MOST_DROPPED):
                    self.send(seat, referee_pb2.Answer(table=0, turn=0))
            case Misdeed.MANY:
                answers = [odd(n, told.last_turn, random) for n in range(len(self.tables) + 1)]
                self.break_protocol(seat, referee_pb2.PlayRequest(answers=answers))
            case Misdeed.LARGE:
                answer = referee_pb2.Answer(play={"taken": [1] * (64 * 1024 + 1)})
                self.break_protocol(seat, referee_pb2.PlayRequest(answers=[answer]))
            case Misdeed.HELLO:
                self.break_protocol(seat, referee_pb2.PlayRequest(hello=referee_pb2.Hello()))
            case Misdeed.GARBAGE:
                with self.charged(seat, FaultKind.PROTOCOL, exactly=int(self.listening(seat))):
                    self.rotation.unreadable(seat, "it is garbage")
            case Misdeed.CRASH if self.listening(seat):
                self.fail(seat, FaultKind.CRASHED)

    def teardown(self) -> None:
        if self.rotation.finished or self.stopped:
            self.check_records()
            return
        self.play_to_the_end()
        assert [record.board for record in self.rotation.records()] == self.boards
        self.check_records()

    def play_to_the_end(self) -> None:
        """Honest bots take the seats that are left; what is left must come to an end."""
        if not self.started:
            self.start()
        for turn in range(10_000):
            if self.rotation.finished:
                return
            for seat in range(len(self.told)):
                self.take(seat)
                self.greet(seat, referee_pb2.Hello(max_tables=9))
            self.everybody_plays_on(turn, 1)
        raise AssertionError("the games do not come to an end")


def test_no_sequence_of_messages_and_failures_breaks_a_promise(stories: settings) -> None:
    run_state_machine_as_test(RotationMachine, settings=stories)
