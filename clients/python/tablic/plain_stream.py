"""One gRPC stream over HTTP/2 as plain bytes, without threads and without I/O.

The bridge stands between two pipes for each decision. gRPC's own client wakes two threads and an
event loop for every message, which costs more than all else that the bridge does, and it is
imported in a tenth of a second. What is here is what a client of one stream needs of RFC 9113 and
of gRPC's own description: frames, windows, pings, and no compression. Headers that come back are
not looked into.
"""

import struct
from collections.abc import Iterator
from typing import Final

__all__ = ["PlainStream"]

_PREFACE: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
_DATA, _HEADERS, _RST_STREAM, _SETTINGS, _PING, _WINDOW_UPDATE = 0, 1, 3, 4, 6, 8
_END_STREAM = _ACK = 0x1
_END_HEADERS: Final = 0x4
_INITIAL_WINDOW_SIZE: Final = 4
_STREAM: Final = 1
_FRAME_HEADER: Final = 9
_PREFIX: Final = 5

# What every peer takes in one frame, and lets be sent at first.
_MOST_FRAME_BYTES: Final = 16_384
_WINDOW: Final = 65_535

# How much the peer may send ahead, given back when half of it was used.
_OWN_WINDOW: Final = 1 << 24


class PlainStream:
    """The client's side of a stream; ``ended`` says that the peer has ended it, in whatever way.

    What is ``taken`` is to be written, and what is read goes to ``feed``.
    """

    def __init__(self, method: str) -> None:
        self.ended = False
        self._outgoing = bytearray(_PREFACE)
        self._incoming = bytearray()
        self._message = bytearray()
        self._waiting = bytearray()
        self._closing = False
        self._unacknowledged = 0
        self._initial = _WINDOW
        self._windows = {0: _WINDOW, _STREAM: _WINDOW}
        self._frame(_SETTINGS, struct.pack("!HI", _INITIAL_WINDOW_SIZE, _OWN_WINDOW))
        self._frame(_WINDOW_UPDATE, struct.pack("!I", _OWN_WINDOW - _WINDOW))
        self._frame(_HEADERS, _request_headers(method), _END_HEADERS, _STREAM)

    def send(self, message: bytes) -> None:
        """Send a message, as far as the peer has room for it."""
        self._waiting += struct.pack("!BI", 0, len(message)) + message
        self._send_waiting()

    def close(self) -> None:
        """Say that no message follows."""
        self._closing = True
        self._send_waiting()

    def taken(self) -> bytes:
        """What is to be written, which is taken to be written then."""
        data = bytes(self._outgoing)
        self._outgoing.clear()
        return data

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Take in what was read; yields the messages that are whole."""
        self._incoming += data
        while len(self._incoming) >= _FRAME_HEADER:
            high, low, kind, flags, number = struct.unpack_from("!BHBBI", self._incoming)
            end = _FRAME_HEADER + (high << 16 | low)
            if len(self._incoming) < end:
                break
            payload = bytes(self._incoming[_FRAME_HEADER:end])
            del self._incoming[:end]
            self._take(kind, flags, number, payload)
            if kind == _DATA:
                yield from self._messages()

    def _take(self, kind: int, flags: int, number: int, payload: bytes) -> None:
        if kind == _DATA:
            self._message += payload
            self._give_back(len(payload))
        elif kind == _PING and not flags & _ACK:
            self._frame(_PING, payload, _ACK)
        elif kind == _SETTINGS and not flags & _ACK:
            self._set(payload)
        elif kind == _WINDOW_UPDATE:
            self._windows[number] += struct.unpack("!I", payload)[0]
            self._send_waiting()
        if kind == _RST_STREAM or (kind in (_DATA, _HEADERS) and flags & _END_STREAM):
            self.ended = True

    def _messages(self) -> Iterator[bytes]:
        while len(self._message) >= _PREFIX:
            end = _PREFIX + struct.unpack_from("!I", self._message, 1)[0]
            if len(self._message) < end:
                return
            yield bytes(self._message[_PREFIX:end])
            del self._message[:end]

    def _give_back(self, size: int) -> None:
        self._unacknowledged += size
        if self._unacknowledged > _OWN_WINDOW // 2:
            for number in (0, _STREAM):
                self._frame(_WINDOW_UPDATE, struct.pack("!I", self._unacknowledged), 0, number)
            self._unacknowledged = 0

    def _set(self, payload: bytes) -> None:
        for key, value in struct.iter_unpack("!HI", payload):
            if key == _INITIAL_WINDOW_SIZE:
                self._windows[_STREAM] += value - self._initial
                self._initial = value
        self._frame(_SETTINGS, b"", _ACK)
        self._send_waiting()

    def _send_waiting(self) -> None:
        while room := min(len(self._waiting), _MOST_FRAME_BYTES, *self._windows.values()):
            if room < 0:
                return
            self._frame(_DATA, bytes(self._waiting[:room]), 0, _STREAM)
            del self._waiting[:room]
            for number in self._windows:
                self._windows[number] -= room
        if self._closing and not self._waiting:
            self._frame(_DATA, b"", _END_STREAM, _STREAM)
            self._closing = False

    def _frame(self, kind: int, payload: bytes, flags: int = 0, number: int = 0) -> None:
        size = len(payload)
        self._outgoing += struct.pack("!BHBBI", size >> 16, size & 0xFFFF, kind, flags, number)
        self._outgoing += payload


def _request_headers(method: str) -> bytes:
    """The headers of a call, each written out without an index."""
    headers = {
        ":method": "POST",
        ":scheme": "http",
        ":path": method,
        ":authority": "localhost",
        "te": "trailers",
        "content-type": "application/grpc",
    }
    texts = (text.encode() for pair in headers.items() for text in pair)
    words = [bytes([len(text)]) + text for text in texts]
    pairs = zip(words[::2], words[1::2], strict=True)
    return b"".join(b"\0" + name + value for name, value in pairs)
