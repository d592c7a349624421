"""A rotation in virtual time, held to its promises after each step and at the end."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from hypothesis.stateful import RuleBasedStateMachine, invariant
from tablic.record import parse_record
from tablic.rules import parse_rules
from tablic.v1 import referee_pb2
from tablic_server.clock import TimeControl
from tablic_server.faults import FaultKind
from tablic_server.rotation import Rotation
from tablic_server.tables import Deal, Table

from .told import Told

__all__ = ["MOST_DROPPED", "HeldRotation"]

MOST_DROPPED = 100


class HeldRotation(RuleBasedStateMachine):
    """What can be done to a rotation, and what has to hold; which is done when, others say."""

    def set_up(
        self,
        text: str,
        boards: int,
        at_once: int,
        times: Sequence[TimeControl],
        elsewhere: bool = False,
    ) -> None:
        """A rotation to which nobody has come yet."""
        self.given = parse_rules(text)
        players = self.given.players
        names = tuple("abcd"[:players])
        self.boards = [f"{n}" for n in range(boards)]
        self.tables = [Table(self.given, Deal(bytes(32), board, 0), names) for board in self.boards]
        self.now = 1000.0
        self.rotation = Rotation(
            self.tables,
            self.given,
            names,
            times[:players],
            b"",
            lambda: self.now,
            at_once,
            elsewhere=range(players if elsewhere else 0),
        )
        self.elsewhere = elsewhere
        self.at_once = at_once
        self.told = [Told(self.tables) for _ in names]
        self.started = self.stopped = False

    @invariant()
    def no_more_games_than_allowed_are_in_play(self) -> None:
        live = [table for table in self.tables if table.game.hands and not table.record]
        assert len(live) <= self.at_once

    @invariant()
    def the_clock_runs_while_an_answer_is_owed(self) -> None:
        for seat, told in zip(self.rotation.seats, self.told, strict=True):
            if seat.connected and not self.stopped:
                assert seat.clock.owed == len(told.owed())
            assert seat.clock.owed >= 0
            if not seat.clock.owed and not self.stopped:
                assert math.isclose(seat.clock.spent, told.spent, abs_tol=1e-6)

    @invariant()
    def nothing_follows_a_farewell(self) -> None:
        for seat, told in zip(self.rotation.seats, self.told, strict=True):
            assert not (told.ended and seat.has_output)

    @invariant()
    def nothing_is_owed_when_all_is_over(self) -> None:
        if self.rotation.finished:
            for seat in self.rotation.seats:
                assert not seat.listening
                assert not seat.open_turns
                assert seat.clock.deadline == math.inf

    def listening(self, seat: int) -> bool:
        return self.rotation.seats[seat].listening

    @contextmanager
    def charged(
        self, seat: int | None, *kinds: FaultKind, exactly: int | None = None
    ) -> Iterator[None]:
        """Nobody is charged in here but this seat, with one of these kinds."""
        before = len(self.rotation.faults)
        over = {n for n, table in enumerate(self.tables) if table.record}
        yield
        new = self.rotation.faults[before:]
        assert exactly in (None, len(new))
        lost = set()
        for fault in new:
            assert (fault.seat, fault.kind in kinds) == (seat, True)
            assert not over & set(fault.boards)
            lost |= set(fault.boards)
        for n, table in enumerate(self.tables):
            if n not in over and table.record:
                assert bool(table.record.faults) == (n in lost)

    def fail(self, seat: int, kind: FaultKind) -> None:
        owed = self.told[seat].owed()
        with self.charged(seat, kind, exactly=1):
            self.rotation.stream_fault(seat, kind, "It failed.")
        assert owed <= set(self.rotation.faults[-1].boards)

    def send(self, seat: int, *answers: referee_pb2.Answer, may: FaultKind | None = None) -> None:
        """Send answers, of which those to open turns are legal or may be this fault."""
        told = self.told[seat]
        kinds = [may] if may else []
        if self.listening(seat):
            open_ones = [
                answer
                for answer in answers
                if answer.table in told.owed() and told.turns[answer.table].turn == answer.turn
            ]
            told.dropped += len(answers) - len(open_ones) if answers else 1
            if told.dropped >= MOST_DROPPED:
                kinds = [FaultKind.PROTOCOL]
            else:
                for answer in open_ones:
                    del told.turns[answer.table]
        exactly = int(FaultKind.PROTOCOL in kinds) if not may else None
        with self.charged(seat, *kinds, exactly=exactly):
            self.receive(seat, referee_pb2.PlayRequest(answers=answers))

    def break_protocol(self, seat: int, request: referee_pb2.PlayRequest) -> None:
        with self.charged(seat, FaultKind.PROTOCOL, exactly=int(self.listening(seat))):
            self.receive(seat, request)

    def receive(self, seat: int, request: referee_pb2.PlayRequest) -> None:
        read = referee_pb2.PlayRequest.FromString(request.SerializeToString())
        self.rotation.receive(seat, read, self.now)

    def check_records(self) -> None:
        """Every record replays, is read back as written, and tells who lost by a fault."""
        charged = {(n, fault.seat) for fault in self.rotation.faults for n in fault.boards}
        for n, table in enumerate(self.tables):
            record = table.record
            if record is None:
                continue
            assert parse_record(record.text()) == record
            assert len(list(record.replay())) >= len(record.hands)
            assert len(record.totals) == len(record.places) == self.given.sides
            assert min(record.places) == 1
            assert {(n, fault.seat) for fault in record.faults} == {
                pair for pair in charged if pair[0] == n
            }
