"""What was said on a stream, kept while it lasts: for the author of a bot that is at fault."""

from collections import deque
from typing import Final, NamedTuple

from google.protobuf.message import DecodeError
from tablic.v1 import events_pb2, referee_pb2

__all__ = ["Heard", "Kept", "Said", "Starts", "Transcript", "note_starts"]

# A turn without legal plays has some 150 bytes, and a game of 101 points 60 turns for each seat.
MOST_BYTES: Final = 4 << 20
# The hello and the welcome.
OPENING: Final = 2

Starts = dict[int, dict[str, events_pb2.Event]]
"""For each table with a game in progress, the events with which the game and its hand began."""


class Said(NamedTuple):
    """A message, and when it was said, in seconds; ``left`` is what was left of the bank then."""

    at: float
    left: float
    message: referee_pb2.PlayRequest | referee_pb2.PlayResponse | bytes
    """What came from the bot, or was sent to it, or bytes that came and are no message."""


class Heard(NamedTuple):
    """What is known of a stream."""

    said: tuple[Said, ...]
    forgotten: int
    """How many messages there were after the opening that are not in ``said``."""
    starts: Starts
    """How the games began of which the beginning is forgotten."""


class Kept(NamedTuple):
    """What a transcript held at some time, as it lay on the wire."""

    messages: tuple[tuple[float, float, bool, bytes], ...]
    forgotten: int
    starts: Starts

    def heard(self) -> Heard:
        """The messages, parsed."""
        said = tuple(Said(at, left, _parsed(sent, data)) for at, left, sent, data in self.messages)
        return Heard(said, self.forgotten, self.starts)


class Transcript:
    """The first and the last messages of a stream, in the bytes that gRPC carries anyway."""

    def __init__(self) -> None:
        self._opening: list[tuple[float, float, bool, bytes]] = []
        self._last: deque[tuple[float, float, bool, bytes]] = deque()
        self._bytes = 0
        self._forgotten = 0
        self._starts: Starts = {}

    def add(self, now: float, left: float, data: bytes, *, sent: bool) -> None:
        """Keep a message that was sent, or that came."""
        if len(self._opening) < OPENING:
            self._opening.append((now, left, sent, data))
            return
        self._last.append((now, left, sent, data))
        self._bytes += len(data)
        while self._bytes > MOST_BYTES and len(self._last) > 1:
            if not self._forgotten:
                for _, _, sent, data in self._opening:
                    note_starts(_parsed(sent, data), self._starts)
            _, _, sent, oldest = self._last.popleft()
            self._bytes -= len(oldest)
            self._forgotten += 1
            note_starts(_parsed(sent, oldest), self._starts)

    def kept(self) -> Kept:
        """What it holds now."""
        starts = {table: dict(events) for table, events in self._starts.items()}
        return Kept((*self._opening, *self._last), self._forgotten, starts)


def note_starts(message: object, starts: Starts) -> None:
    """Take into ``starts`` what begins and ends with a message."""
    if not isinstance(message, referee_pb2.PlayResponse):
        return
    for event in message.events:
        kind = event.WhichOneof("kind")
        if kind == "game_started":
            starts[event.table] = {kind: event}
        elif kind == "hand_started":
            starts.setdefault(event.table, {})[kind] = event
        elif kind == "game_finished":
            starts.pop(event.table, None)


def _parsed(sent: bool, data: bytes) -> referee_pb2.PlayRequest | referee_pb2.PlayResponse | bytes:
    if sent:
        return referee_pb2.PlayResponse.FromString(data)
    try:
        return referee_pb2.PlayRequest.FromString(data)
    except DecodeError:
        return data
