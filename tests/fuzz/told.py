"""What the streams of one seat were told, held to what the protocol promises of it."""

from collections.abc import Sequence

from tablic.v1 import events_pb2, referee_pb2
from tablic_server.tables import Table

__all__ = ["Told"]


class Told:
    """All that one seat's bots know, one process after the other."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self.turns: dict[int, events_pb2.Turn] = {}
        """The turns that are neither answered nor over, as far as the bot was told."""
        self.at_once = 1
        """How many games the welcome spoke of."""
        self.last_turn = 0
        self.dropped = 0
        """Answers of this stream that no open turn asked for."""
        self.ended = True
        """Whether the farewell was read, or no stream was ever opened."""
        self.spent = 0.0
        """Seconds in which an answer was owed."""
        self.returned = False
        """Whether the next message is the first after the stream was lost."""
        self._tables = tables
        self._events: dict[int, int] = {}

    def greeted(self) -> None:
        """A stream is opened: nothing of the last one holds any more."""
        self.turns.clear()
        self._events.clear()
        self.dropped = 0
        self.ended = False

    def take(self, response: referee_pb2.PlayResponse) -> None:
        """Read a message."""
        assert not self.ended
        if response.HasField("welcome"):
            assert response.HasField("match_started")
            assert self.returned or not self._events
            self.at_once = response.welcome.tables
        for event in response.events:
            self._read(event)
        self.ended = response.HasField("farewell")
        self.returned = False

    @property
    def last_events(self) -> dict[int, int]:
        """The number of the last event of each table."""
        return dict(self._events)

    def owed(self) -> set[int]:
        """The tables at which an answer is awaited."""
        return {table for table in self.turns if self._tables[table].record is None}

    def _read(self, event: events_pb2.Event) -> None:
        if self.returned and event.number == self._events.get(event.table):
            before = self.turns[event.table]
            if event.turn.HasField("clock"):
                before.clock.CopyFrom(event.turn.clock)
            assert event.turn == before, "an open turn is sent again as it was"
            return
        assert event.number == self._events.get(event.table, 0) + 1
        self._events[event.table] = event.number
        if event.HasField("turn"):
            assert self.returned or event.turn.turn > self.last_turn
            self.last_turn = max(event.turn.turn, self.last_turn)
            self.turns[event.table] = event.turn
        elif event.HasField("game_finished"):
            self.turns.pop(event.table, None)
