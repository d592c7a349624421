"""A seat whose bot runs elsewhere: its stream can be lost, and it may come back to what it missed.

What was sent is kept until the bot has shown that it came: by the answer to a turn, or to a ping,
of the same message or a later one. No game goes on without its answers, so that this is little.
"""

import math
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tablic.v1 import events_pb2, referee_pb2

from tablic_server.clock import StreamClock
from tablic_server.latency import Latency
from tablic_server.seat import Seat
from tablic_server.strikes import Strikes

__all__ = ["ConnectedSeat"]


class _Sent(NamedTuple):
    """A turn that is owed: when it was sent, when it counts as being there, in which message."""

    at: float
    there: float
    message: int


class ConnectedSeat(Seat):
    """A seat that may be away: then its messages pile up, and its clock stands still.

    ``session`` is what the bot has to know to come back, and is to be set before it is greeted.
    """

    returns = True

    def __init__(self, number: int, clock: StreamClock, strikes: Strikes) -> None:
        super().__init__(number, clock, strikes)
        self.latency = Latency(clock.control.credit)
        self._grace = clock.control.grace
        self._lost_at = math.inf
        self._messages = 0
        self._backlog: deque[tuple[int, referee_pb2.PlayResponse]] = deque()
        self._sent: dict[int, _Sent] = {}
        self._sent_events: dict[int, int] = {}
        self._ping_message = 0

    @property
    def away(self) -> bool:
        """Whether its stream is lost, and the bot may come back."""
        return self.connected and self._lost_at < math.inf

    @property
    def back_by(self) -> float:
        """The time by which it has to come back; infinity while it is there."""
        return self._lost_at + self._grace

    def greet(self, hello: referee_pb2.Hello) -> referee_pb2.PlayResponse:
        """Take a fresh stream, of a program that knows nothing of an earlier one."""
        self._backlog.clear()
        self._sent_events.clear()
        response = super().greet(hello)
        response.ping.SetInParent()
        return response

    def ping(self, now: float) -> None:
        """Send a ping, if it is time."""
        if self.listening and not self.away and self.latency.is_due(now):
            self.outbox.ping.SetInParent()
            self.has_output = True

    def pong(self, number: int, now: float) -> None:
        """Take in a pong; one that answers no ping counts as a stale answer."""
        if self.latency.answered(number, now):
            self.clock.credit = self.latency.credit
            self._forget(self._ping_message)
        else:
            self.dropped_answers += 1

    def answered(self, tables: Sequence[int], now: float) -> None:
        """The open turns of these tables were answered by a message read at this time."""
        self.decisions += len(tables)
        sent = [self._sent.pop(table) for table in tables]
        self.latency.took(now - max(turn.at for turn in sent))
        self.clock.answered(len(tables), now, self._oldest())
        self.clock.credit = self.latency.credit
        self._forget(max(turn.message for turn in sent))

    def take_outbox(self, now: float) -> referee_pb2.PlayResponse:
        """Everything to be sent; it is kept until it is known to have come."""
        self._messages += 1
        there = now + self.clock.credit
        self._sent.update(dict.fromkeys(self._unsent, _Sent(now, there, self._messages)))
        response = super().take_outbox(now)
        if response.HasField("ping"):
            response.ping.number = self.latency.sent(now)
            self._ping_message = self._messages
        for event in response.events:
            self._sent_events[event.table] = event.number
        self._backlog.append((self._messages, response))
        return response

    def close_turn(self, table: int, now: float) -> None:
        """The game at a table is over: no answer is owed any more."""
        self._sent.pop(table, None)
        super().close_turn(table, now)

    def lose(self, now: float) -> None:
        """Its stream is lost: the clock stands, and what is owed is to be sent again."""
        self._lost_at = now
        self.latency.lost()
        self.clock.dropped(len(self._sent), now)
        self._unsent.update(self._sent)
        self._sent.clear()
        self.outbox.ClearField("ping")

    def returned(self, now: float) -> None:
        """It is back: what it was away for is taken from its grace.

        So is what it is credited for turns that are sent again, or it could think for nothing.
        """
        if self.away:
            self._grace -= now - self._lost_at + self.clock.credit
            self._lost_at = math.inf

    def why_not_missed(self, last_events: Mapping[int, int]) -> str:
        """Why these cannot be the last events that came; empty where they can."""
        first = {event.table: event.number for event in reversed(list(self._pending()))}
        for table in {*last_events, *self._event_numbers}:
            seen = last_events.get(table, 0)
            sent = self._sent_events.get(table, 0)
            known = first.get(table, sent + 1) - 1
            if not known <= seen <= sent:
                least = f"{known} of them had come" if seen < known else f"{sent} were sent"
                return f"event {seen} cannot be the last of table {table}: {least}"
        return ""

    def resume(self, last_events: Mapping[int, int]) -> referee_pb2.PlayResponse:
        """Take a stream to go on with; returns the outbox, which has the events that it missed.

        Turns that are open are missing: they are to be written by ``open_again``.
        """
        missed = [
            event
            for event in self._pending()
            if event.number > last_events.get(event.table, 0) and not self._is_open(event)
        ]
        outbox = referee_pb2.PlayResponse(events=missed)
        for response in self._unread():
            if response.HasField("farewell"):
                outbox.farewell.CopyFrom(response.farewell)
        outbox.ping.SetInParent()
        self._backlog.clear()
        self.outbox = outbox
        self.has_output = True
        return outbox

    def open_again(self, table: int) -> events_pb2.Turn:
        """The open turn of a table once more, to be filled with the view."""
        event = self.outbox.events.add(table=table, number=self._event_numbers[table])
        event.turn.turn = self.open_turns[table]
        self._write_clock(event.turn)
        return event.turn

    def _is_open(self, event: events_pb2.Event) -> bool:
        return event.HasField("turn") and self.open_turns.get(event.table) == event.turn.turn

    def _pending(self) -> Iterator[events_pb2.Event]:
        """The events of which it is not known that they came."""
        for response in self._unread():
            yield from response.events

    def _unread(self) -> Iterator[referee_pb2.PlayResponse]:
        """What was sent and is not known to have come, and what is to be sent."""
        yield from (response for _, response in self._backlog)
        yield self.outbox

    def _forget(self, message: int) -> None:
        """Forget what was sent up to a message: it has come."""
        while self._backlog and self._backlog[0][0] <= message:
            self._backlog.popleft()

    def _oldest(self) -> float:
        return min((turn.there for turn in self._sent.values()), default=0.0)
