"""What the referee keeps of one seat: its messages to be sent, its open turns, its clock."""

from collections.abc import Sequence
from typing import Final

from tablic.v1 import events_pb2, referee_pb2

from tablic_server.clock import StreamClock
from tablic_server.strikes import Strikes

__all__ = ["MOST_LEGAL_PLAYS", "Seat"]

MOST_MILLISECONDS: Final = (1 << 32) - 1

# Sane play has 4 legal plays on average and 200 at worst; a list longer than this is truncated.
MOST_LEGAL_PLAYS: Final = 256


class Seat:
    """One seat of a rotation. No I/O: messages pile up in ``outbox`` until they are taken."""

    returns = False
    """Whether its bot may come back to a lost stream."""

    def __init__(self, number: int, clock: StreamClock, strikes: Strikes) -> None:
        self.number = number
        self.session = f"seat {number}"
        self.clock = clock
        self.connected = False
        self.closing = False
        self.out = False
        self.strikes = strikes
        self.last_word = ""
        self.decisions = 0
        self.dropped_answers = 0
        self.turns_only = False
        self.legal_plays = MOST_LEGAL_PLAYS
        self.max_tables = self.tables = 1
        self.open_turns: dict[int, int] = {}
        self.outbox = referee_pb2.PlayResponse()
        self.has_output = False
        self._unsent: set[int] = set()
        self._last_turn = 0
        self._event_numbers: dict[int, int] = {}

    @property
    def unsent_turns(self) -> int:
        """How many turns are in the outbox."""
        return len(self._unsent)

    @property
    def listening(self) -> bool:
        """Whether there is a stream that still gets messages."""
        return self.connected and not self.closing

    def greet(self, hello: referee_pb2.Hello) -> referee_pb2.PlayResponse:
        """Take a fresh stream for the seat; returns the empty outbox, for the welcome."""
        self.connected, self.closing = True, False
        self.turns_only = hello.turns_only
        self.legal_plays = 0 if hello.omit_legal_plays else MOST_LEGAL_PLAYS
        self.max_tables = hello.max_tables or 1
        self.dropped_answers = 0
        self._event_numbers.clear()
        self.outbox = referee_pb2.PlayResponse()
        self.has_output = True
        return self.outbox

    def answered(self, tables: Sequence[int], now: float) -> None:
        """The open turns of these tables were answered by a message read at this time."""
        self.decisions += len(tables)
        self.clock.answered(len(tables), now)

    def pong(self, number: int, now: float) -> None:
        """Take in a pong. Who is not sent pings has none to answer: it counts as a stale answer."""
        del number, now
        self.dropped_answers += 1

    def event(self, table: int) -> events_pb2.Event:
        """A new event for a table, to be filled."""
        event = self.outbox.events.add()
        event.table = table
        event.number = self._event_numbers[table] = self._event_numbers.get(table, 0) + 1
        self.has_output = True
        return event

    def open_turn(self, table: int) -> events_pb2.Turn:
        """A new turn for a table, to be filled with the view."""
        turn = self.event(table).turn
        # Not even a restarted bot sees a number again: its first process may have answered late.
        self._last_turn += 1
        turn.turn = self.open_turns[table] = self._last_turn
        self._unsent.add(table)
        self._write_clock(turn)
        return turn

    def awaits(self, table: int, turn: int) -> bool:
        """Whether this turn is open; one that was not sent yet is not, even if it is guessed."""
        return self.open_turns.get(table) == turn and table not in self._unsent

    def take_outbox(self, now: float) -> referee_pb2.PlayResponse:
        """Everything to be sent; the clock runs from here for the turns in it."""
        response = self.outbox
        self.outbox = referee_pb2.PlayResponse()
        self.has_output = False
        if self._unsent:
            self.clock.sent(len(self._unsent), now)
            self._unsent.clear()
        return response

    def close_turn(self, table: int, now: float) -> None:
        """The game at a table is over: no answer is owed any more."""
        if self.open_turns.pop(table, None) is None:
            return
        if table in self._unsent:
            self._unsent.remove(table)
        else:
            self.clock.dropped(1, now, self._oldest())

    def say_farewell(self, reason: referee_pb2.FarewellReason, message: str) -> None:
        """End the stream once the outbox is sent."""
        if self.listening:
            self.outbox.farewell.reason = reason
            self.outbox.farewell.message = message
            self.has_output = True
            self.closing = True

    def _oldest(self) -> float:
        """The time from which on the oldest turn that is owed is with the bot."""
        return 0.0

    def _write_clock(self, turn: events_pb2.Turn) -> None:
        if self.clock.limited:
            turn.clock.bank_ms = _milliseconds(self.clock.bank)
            turn.clock.cap_ms = _milliseconds(self.clock.allowed)


def _milliseconds(seconds: float) -> int:
    """Time left as a message holds it: a bank may be overdrawn by a little, or have no limit."""
    return int(max(0.0, min(seconds * 1000, MOST_MILLISECONDS)))
