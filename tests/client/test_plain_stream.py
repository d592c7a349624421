"""The bytes of one stream, against a peer that is written here from RFC 9113."""

import struct

from tablic.plain_stream import PlainStream

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RST_STREAM, SETTINGS, PING, GOAWAY, WINDOW_UPDATE = 0, 1, 3, 4, 6, 7, 8


def frame(kind: int, payload: bytes, flags: int = 0, number: int = 1) -> bytes:
    return struct.pack("!I", len(payload))[1:] + struct.pack("!BBI", kind, flags, number) + payload


def frames(data: bytes) -> list[tuple[int, int, int, bytes]]:
    """Kind, flags, stream and payload of each frame."""
    found = []
    while data:
        size = int.from_bytes(data[:3])
        kind, flags, number = struct.unpack("!BBI", data[3:9])
        found.append((kind, flags, number, data[9 : 9 + size]))
        data = data[9 + size :]
    return found


def message(content: bytes) -> bytes:
    return struct.pack("!BI", 0, len(content)) + content


def opened() -> PlainStream:
    stream = PlainStream("/a.B/C")
    stream.taken()
    return stream


def sent(stream: PlainStream) -> bytes:
    """What was sent as data."""
    return b"".join(payload for kind, _, _, payload in frames(stream.taken()) if kind == DATA)


def test_a_stream_opens_with_preface_settings_and_headers() -> None:
    data = PlainStream("/a.B/C").taken()
    assert data.startswith(PREFACE)
    kinds = [(kind, flags, number) for kind, flags, number, _ in frames(data[len(PREFACE) :])]
    assert kinds == [(SETTINGS, 0, 0), (WINDOW_UPDATE, 0, 0), (HEADERS, 4, 1)]
    assert b"\x05:path\x06/a.B/C" in data
    assert b"\x0ccontent-type\x10application/grpc" in data


def test_messages_come_whole_however_their_bytes_are_cut() -> None:
    contents = [b"", b"x", b"y" * 70_000]
    whole = b"".join(map(message, contents))
    data = frame(HEADERS, b"\x88", 4) + b"".join(
        frame(DATA, whole[start : start + 9_999]) for start in range(0, len(whole), 9_999)
    )
    for step in (1, 7, 4096, len(data)):
        stream = opened()
        found = [
            content
            for start in range(0, len(data), step)
            for content in stream.feed(data[start : start + step])
        ]
        assert found == contents
        assert not stream.ended


def test_a_message_waits_for_room_and_then_goes_on() -> None:
    stream, content = opened(), bytes(range(256)) * 600
    stream.send(content)
    stream.close()
    data = sent(stream)
    assert len(data) == 65_535
    more = struct.pack("!I", 50_000)
    assert not list(stream.feed(frame(WINDOW_UPDATE, more)))
    assert sent(stream) == b"", "the connection has no room"
    assert not list(stream.feed(frame(WINDOW_UPDATE, more, number=0)))
    data += sent(stream)
    assert len(data) == 115_535
    assert not list(stream.feed(frame(SETTINGS, struct.pack("!HI", 4, 200_000), number=0)))
    assert not list(stream.feed(frame(WINDOW_UPDATE, more, number=0)))
    taken = frames(stream.taken())
    data += b"".join(payload for kind, _, _, payload in taken if kind == DATA)
    assert (SETTINGS, 1, 0, b"") in taken
    assert data == message(content)
    assert taken[-1] == (DATA, 1, 1, b"")


def test_no_frame_is_larger_than_every_peer_takes() -> None:
    stream = opened()
    stream.send(bytes(40_000))
    assert max(len(payload) for *_, payload in frames(stream.taken())) == 16_384


def test_a_window_that_is_made_smaller_is_kept_to() -> None:
    stream = opened()
    stream.send(bytes(60_000))
    stream.taken()
    assert not list(stream.feed(frame(SETTINGS, struct.pack("!HI", 4, 100), number=0)))
    stream.send(b"x")
    assert sent(stream) == b""


def test_a_ping_is_answered_and_its_answer_is_not() -> None:
    stream = opened()
    assert not list(stream.feed(frame(PING, b"12345678", 0, 0) + frame(PING, b"87654321", 1, 0)))
    assert frames(stream.taken()) == [(PING, 1, 0, b"12345678")]


def test_the_peer_is_given_room_again() -> None:
    stream = opened()
    piece = message(bytes(16_000))
    for _ in range(600):
        assert len(list(stream.feed(frame(DATA, piece)))) == 1
    given = [
        (number, int.from_bytes(payload))
        for kind, _, number, payload in frames(stream.taken())
        if kind == WINDOW_UPDATE
    ]
    assert [number for number, _ in given] == [0, 1]
    assert given[0][1] == given[1][1] > 8 << 20


def test_every_end_is_an_end() -> None:
    for end in (
        frame(HEADERS, b"\x88", 5),
        frame(DATA, message(b"x"), 1),
        frame(RST_STREAM, bytes(4)),
    ):
        stream = opened()
        list(stream.feed(end))
        assert stream.ended
    stream = opened()
    list(stream.feed(frame(GOAWAY, bytes(8), number=0)))
    assert not stream.ended, "the open stream goes on"
