"""The bundle of a fault: all that its author needs to understand it, as one JSON text.

It holds what was said on the stream of the bot at fault, and no other: nothing in it was hidden
from that bot. docs/faults.md explains the format.
"""

import json
import math
import zlib
from base64 import b64decode, b64encode
from collections import deque
from collections.abc import Sequence
from copy import deepcopy
from typing import Any, Final, NamedTuple

from google.protobuf.json_format import MessageToDict, ParseDict
from tablic.rules import Rules
from tablic.v1 import referee_pb2, rules_pb2
from tablic.wire import rules_message, rules_of

from tablic_server.faults import FaultKind
from tablic_server.transcript import OPENING, Heard, Said, Starts, note_starts

__all__ = ["MOST_BUNDLES", "MOST_BYTES", "Bundle", "bundle_text", "parse_bundle"]

# The last bundles of a bot that are kept, and the bytes of one.
MOST_BUNDLES: Final = 20
MOST_BYTES: Final = 256 * 1024

MOST_LOG_BYTES: Final = 32 * 1024
# The log, the sentence, the rules, and all but the messages.
MOST_OTHER_BYTES: Final = MOST_LOG_BYTES + 16 * 1024
# Of the messages so much stands in plain JSON, and so much before it is packed.
MOST_SAID_BYTES: Final = 64 * 1024
MOST_PACKED_BYTES: Final = 1 << 20
# No honest answer is near it.
MOST_CAME_BYTES: Final = 64 * 1024
MOST_SENTENCE: Final = 2000
# Of bytes that are no message, or too many, the first.
MOST_UNREADABLE: Final = 1024


class Bundle(NamedTuple):
    """One fault as its author may see it. Times are seconds since the first message."""

    bot: str
    rules: Rules
    kind: FaultKind
    message: str
    rotation: int
    seat: int
    tables: tuple[int, ...]
    """The tables whose games were lost."""
    said: tuple[Said, ...]
    left_out: int
    """How many messages after the opening are not in ``said``, or only in parts."""
    log: str
    """The end of what the bot printed."""


def bundle_text(bundle: Bundle, heard: Heard, token: str) -> str:
    """The JSON of a bundle with as much of what was heard as there is room for.

    What does not fit goes first in other games than those that were lost, then from the oldest on.
    The token is struck out wherever it stands.
    """
    said = _fitting(bundle.tables, heard)
    content = {
        "bot": bundle.bot,
        "kind": str(bundle.kind),
        "message": bundle.message[:MOST_SENTENCE],
        "rotation": bundle.rotation,
        "seat": bundle.seat,
        "tables": bundle.tables,
        "rules": MessageToDict(rules_message(bundle.rules)),
        "left_out": said.left_out,
        "messages": said.lines,
        "earlier": said.earlier,
        "log": _end(bundle.log),
    }
    text = _json(content)
    return text.replace(token, "[token]") if token else text


def parse_bundle(text: str) -> Bundle:
    """The bundle of a JSON text; raises ValueError or KeyError where it is none."""
    content = json.loads(text)
    lines, earlier = content["messages"], _unpacked(content["earlier"])
    return Bundle(
        bot=content["bot"],
        rules=rules_of(ParseDict(content["rules"], rules_pb2.Rules())),
        kind=FaultKind(content["kind"]),
        message=content["message"],
        rotation=content["rotation"],
        seat=content["seat"],
        tables=tuple(content["tables"]),
        said=tuple(map(_said, [*lines[:OPENING], *earlier, *lines[OPENING:]])),
        left_out=content["left_out"],
        log=content["log"],
    )


class _Lines(NamedTuple):
    """Messages as JSON: the opening and the last ones, those before packed, and what is cut."""

    lines: list[dict[str, Any]]
    earlier: str
    left_out: int


def _fitting(tables: Sequence[int], heard: Heard) -> _Lines:
    """All that was heard, or else of the games that were lost, or else the end of it."""
    everything = _end_of(heard)
    if sum(map(_bytes, everything.lines)) > MOST_BYTES - MOST_OTHER_BYTES:
        # A bot that came back to very many tables was greeted with more than there is room for.
        return _Lines([], "", heard.forgotten + len(heard.said))
    if everything.left_out == heard.forgotten or not tables:
        return everything
    lost = [_of_tables(said, frozenset(tables)) for said in heard.said]
    changed = sum(before != after for before, after in zip(heard.said, lost, strict=True))
    starts = {table: events for table, events in heard.starts.items() if table in tables}
    of_tables = _end_of(Heard(tuple(said for said in lost if said), heard.forgotten, starts))
    return of_tables._replace(left_out=of_tables.left_out + changed)


def _end_of(heard: Heard) -> _Lines:
    """The opening and as many of the last messages as fit."""
    first = heard.said[0].at if heard.said else 0.0
    opening = [_line(said, first) for said in heard.said[:OPENING]]
    rest = heard.said[OPENING:]
    lines: deque[dict[str, Any]] = deque()
    readable = size = sum(map(_bytes, opening))
    plain = 0
    for said in reversed(rest):
        line = _line(said, first)
        size += _bytes(line) + 1
        if size > MOST_PACKED_BYTES:
            break
        lines.appendleft(line)
        if size <= MOST_SAID_BYTES:
            plain, readable = len(lines), size
    earlier = list(lines)[: len(lines) - plain]
    while True:
        cut = rest[: len(rest) - plain - len(earlier)]
        packed = _packed([*_began(heard, cut, first), *earlier])
        if len(packed) <= MOST_BYTES - MOST_OTHER_BYTES - readable or not earlier:
            break
        earlier = earlier[len(earlier) // 4 + 1 :]
    if heard.forgotten or cut:
        opening = [_line(_without_events(said), first) for said in heard.said[:OPENING]]
    last = list(lines)[len(lines) - plain :]
    return _Lines([*opening, *last], packed, heard.forgotten + len(cut))


def _packed(lines: list[dict[str, Any]]) -> str:
    """Messages that people need less often, in a tenth of the room."""
    return b64encode(zlib.compress(_json(lines).encode())).decode() if lines else ""


def _unpacked(text: str) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = json.loads(zlib.decompress(b64decode(text))) if text else []
    return lines


def _began(heard: Heard, cut: Sequence[Said], first: float) -> list[dict[str, Any]]:
    """A message that says how the games began that are in progress after what was cut, if any."""
    if not heard.forgotten and not cut:
        return []
    starts: Starts = {table: dict(events) for table, events in heard.starts.items()}
    for said in cut if heard.forgotten else (*heard.said[:OPENING], *cut):
        note_starts(said.message, starts)
    if not starts:
        return []
    events = [event for of_table in starts.values() for event in of_table.values()]
    at = cut[-1].at if cut else first
    return [_line(Said(at, math.inf, referee_pb2.PlayResponse(events=events)), first)]


def _without_events(said: Said) -> Said:
    """A message without what was told again later, and without turns that are answered long ago."""
    if not isinstance(said.message, referee_pb2.PlayResponse):
        return said
    without = deepcopy(said.message)
    without.ClearField("events")
    return said._replace(message=without)


def _of_tables(said: Said, tables: frozenset[int]) -> Said | None:
    """What a message says of some tables; None for one that says nothing of them."""
    message = said.message
    if isinstance(message, bytes):
        return said
    parts = "events" if isinstance(message, referee_pb2.PlayResponse) else "answers"
    all_parts = getattr(message, parts)
    kept = [part for part in all_parts if part.table in tables]
    if len(kept) == len(all_parts):
        return said
    of_tables = deepcopy(message)
    of_tables.ClearField(parts)
    getattr(of_tables, parts).extend(kept)
    return said._replace(message=of_tables) if of_tables.ByteSize() else None


def _line(said: Said, first: float) -> dict[str, Any]:
    """A message as JSON."""
    message = said.message
    line: dict[str, Any] = {"at": round(said.at - first, 4)}
    if said.left < math.inf:
        line["left"] = round(said.left, 4)
    if isinstance(message, bytes):
        return {**line, "unreadable": message[:MOST_UNREADABLE].hex()}
    if isinstance(message, referee_pb2.PlayResponse):
        return {**line, "sent": MessageToDict(message)}
    came = {**line, "came": MessageToDict(message)}
    if _bytes(came) > MOST_CAME_BYTES:
        return {**line, "unreadable": message.SerializeToString()[:MOST_UNREADABLE].hex()}
    return came


def _said(line: dict[str, Any]) -> Said:
    """The message of a line of JSON."""
    message: referee_pb2.PlayRequest | referee_pb2.PlayResponse | bytes
    if "sent" in line:
        message = ParseDict(line["sent"], referee_pb2.PlayResponse())
    elif "came" in line:
        message = ParseDict(line["came"], referee_pb2.PlayRequest())
    else:
        message = bytes.fromhex(line["unreadable"])
    return Said(line["at"], line.get("left", math.inf), message)


def _end(log: str) -> str:
    """The end of a log that fits: some characters need six bytes of JSON."""
    while _bytes(log) > MOST_LOG_BYTES:
        log = log[len(log) // 8 + 1 :]
    return log


def _bytes(value: object) -> int:
    return len(_json(value).encode())


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
