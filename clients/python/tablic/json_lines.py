"""Messages of the protocol as lines of JSON: proto3 JSON, with the names of the protos.

Every field is written but for absent messages and an absent ``last_capturer``, so that a program
finds what it looks for. ``google.protobuf.json_format`` writes and reads the same, and takes three
times as long.
"""

import json
from base64 import b64encode
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

from tablic.v1 import cards_pb2, referee_pb2

__all__ = ["line_of", "object_of", "request_of"]

Text = Callable[[Any], str]

_CARDS: Final[dict[str, Any]] = dict(cards_pb2.Card.items())
_NAMES: Final = {number: f'"{name}"' for name, number in _CARDS.items()}
_ANSWER: Final = {"table", "turn", "play"}
_PLAY: Final = {"card", "taken", "claim"}


def line_of(response: referee_pb2.PlayResponse) -> str:
    """What the referee says, as a line without its end."""
    return _message_text(response.DESCRIPTOR)(response)


def object_of(line: bytes) -> dict[str, Any] | None:
    """The JSON object of a line; None where it holds something else."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def request_of(data: dict[str, Any]) -> referee_pb2.PlayRequest:
    """The message of a JSON object; raises ValueError for what is none of the protocol."""
    request = referee_pb2.PlayRequest()
    answers = data.get("answers")
    if len(data) == 1 and type(answers) is list:
        if all(_is_read(answer, request) for answer in answers):
            return request
        request.Clear()
    try:
        return json_format.ParseDict(data, request)
    except json_format.ParseError as error:
        raise ValueError(str(error)) from None
    except (AttributeError, TypeError, RecursionError) as error:  # json_format lets some through
        raise ValueError(f"no message of the protocol: {error}") from None


def _is_read(answer: Any, request: referee_pb2.PlayRequest) -> bool:
    """Add an answer to a request, if it is a play written as most are."""
    if type(answer) is not dict or answer.keys() != _ANSWER:
        return False
    play, turn = answer["play"], answer["turn"]
    if type(play) is not dict or not play.keys() <= _PLAY:
        return False
    taken, claim = play.get("taken", ()), play.get("claim", False)
    if type(turn) is str and turn.isascii() and turn.isdecimal():
        turn = int(turn)
    if type(turn) is not int or type(taken) not in (list, tuple) or type(claim) is not bool:
        return False
    try:
        added = request.answers.add(table=answer["table"], turn=turn)
        added.play.card = _CARDS[play["card"]]
        added.play.taken.extend([_CARDS[name] for name in taken])
        added.play.claim = claim
    except (KeyError, TypeError, ValueError):
        return False
    return True


@cache
def _message_text(descriptor: Descriptor) -> Text:
    """What writes the messages of a type."""
    fields = {field.number: (f'"{field.name}":', _field_text(field)) for field in descriptor.fields}
    unset = {
        field.number: f'"{field.name}":{_default_text(field)}'
        for field in descriptor.fields
        if not field.has_presence
    }

    def text(message: Any) -> str:
        parts = unset.copy()
        for field, value in message.ListFields():
            name, write = fields[field.number]
            parts[field.number] = name + write(value)
        return f"{{{','.join(parts.values())}}}"

    return text


def _default_text(field: FieldDescriptor) -> str:
    return "[]" if field.is_repeated else _value_text(field)(field.default_value)


def _field_text(field: FieldDescriptor) -> Text:
    """What writes the values of a field."""
    one = _value_text(field)
    return (lambda values: f"[{','.join(map(one, values))}]") if field.is_repeated else one


def _value_text(field: FieldDescriptor) -> Text:
    """What writes one value of a field."""
    if field.message_type is cards_pb2.Play.DESCRIPTOR:
        return _play_text
    if field.message_type:
        return _message_text(field.message_type)
    if field.enum_type:
        return _enum_text(field.enum_type)
    return _TEXTS.get(field.cpp_type, str)


def _play_text(play: cards_pb2.Play) -> str:
    """As the others, but in half the time: there are many in a turn."""
    taken = ",".join([_NAMES[card] for card in play.taken])
    claim = "true" if play.claim else "false"
    return f'{{"card":{_NAMES[play.card]},"taken":[{taken}],"claim":{claim}}}'


@cache
def _enum_text(descriptor: EnumDescriptor) -> Text:
    return {value.number: f'"{value.name}"' for value in descriptor.values}.__getitem__


def _text_text(value: str | bytes) -> str:
    return json.dumps(value if isinstance(value, str) else b64encode(value).decode())


# As 64 bits are more than a number of JSON holds everywhere, proto3 JSON has them as texts.
_TEXTS: Final[dict[int, Text]] = {
    FieldDescriptor.CPPTYPE_BOOL: lambda value: "true" if value else "false",
    FieldDescriptor.CPPTYPE_STRING: _text_text,
    FieldDescriptor.CPPTYPE_INT64: lambda value: f'"{value}"',
    FieldDescriptor.CPPTYPE_UINT64: lambda value: f'"{value}"',
}
