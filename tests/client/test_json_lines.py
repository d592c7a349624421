"""Lines of JSON are what protobuf's own writer and reader make of the same messages."""

import json
from typing import Any

import pytest
from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from hypothesis import given, settings
from hypothesis import strategies as st
from tablic.json_lines import line_of, object_of, request_of
from tablic.v1 import referee_pb2

INTEGERS = {
    FieldDescriptor.CPPTYPE_INT32: st.integers(-(2**31), 2**31 - 1),
    FieldDescriptor.CPPTYPE_UINT32: st.integers(0, 2**32 - 1),
    FieldDescriptor.CPPTYPE_UINT64: st.integers(0, 2**64 - 1),
    FieldDescriptor.CPPTYPE_BOOL: st.booleans(),
}
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)


def values_of(field: FieldDescriptor) -> st.SearchStrategy[Any]:
    """Any value of a field, as a message's constructor takes it."""
    if field.message_type:
        return messages(field.message_type)
    if field.enum_type:
        return st.sampled_from([value.number for value in field.enum_type.values])
    if field.type == FieldDescriptor.TYPE_BYTES:
        return st.binary(max_size=5)
    return INTEGERS.get(field.cpp_type, TEXTS)


def fields_of(descriptor: Descriptor) -> dict[str, st.SearchStrategy[Any]]:
    return {
        field.name: st.lists(values_of(field), max_size=3)
        if field.is_repeated
        else values_of(field)
        for field in descriptor.fields
        if not (field.message_type and field.message_type.GetOptions().map_entry)
    }


def messages(descriptor: Any) -> st.SearchStrategy[Any]:
    """Fields of a message, some of them left out, as a dictionary."""
    return st.deferred(lambda: st.fixed_dictionaries({}, optional=fields_of(descriptor)))


def plain(message: Message) -> Any:
    """What protobuf's own writer makes of a message."""
    return json_format.MessageToDict(
        message, always_print_fields_with_no_presence=True, preserving_proto_field_name=True
    )


@settings(max_examples=300)
@given(messages(referee_pb2.PlayResponse.DESCRIPTOR))
def test_a_line_is_proto3_json_with_the_names_of_the_protos(fields: Any) -> None:
    response = referee_pb2.PlayResponse(**fields)
    line = line_of(response)
    assert "\n" not in line
    assert line.isascii()
    assert json.loads(line) == plain(response)


@settings(max_examples=300)
@given(messages(referee_pb2.PlayRequest.DESCRIPTOR), st.booleans(), st.booleans())
def test_a_request_is_read_however_proto3_json_may_be_written(
    fields: Any, whole: bool, own_names: bool
) -> None:
    request = referee_pb2.PlayRequest(**fields)
    data = json_format.MessageToDict(
        request, always_print_fields_with_no_presence=whole, preserving_proto_field_name=own_names
    )
    assert request_of(data) == request


CARDS = st.sampled_from(["CARD_TD", "CARD_AC", "CARD_ZZ", "", 38, None, True, ["CARD_TD"]])
NUMBERS = st.sampled_from([0, 1, 2**32, -1, "7", "007", "1_0", "x", 1.0, 1.5, True, None, "٣"])
PLAYS = st.fixed_dictionaries(
    {"card": CARDS},
    optional={
        "taken": st.one_of(st.lists(CARDS, max_size=3), CARDS, st.just({"CARD_TD": 1})),
        "claim": st.sampled_from([True, False, 0, 1, "true", None]),
        "other": CARDS,
    },
)
ANSWERS = st.fixed_dictionaries(
    {},
    optional={
        "table": NUMBERS,
        "turn": NUMBERS,
        "play": st.one_of(PLAYS, CARDS),
        "claim": st.sampled_from([{}, None, 1]),
        "keep_talon": NUMBERS,
        "keepTalon": NUMBERS,
    },
)


@settings(max_examples=1000)
@given(
    st.fixed_dictionaries(
        {}, optional={"answers": st.one_of(st.lists(ANSWERS, max_size=2), CARDS), "hello": CARDS}
    )
)
def test_what_is_nearly_a_request_is_read_or_refused_as_protobuf_does(data: Any) -> None:
    try:
        wanted = json_format.ParseDict(data, referee_pb2.PlayRequest())
    except Exception:  # json_format raises its own error, and others by oversight
        with pytest.raises(ValueError, match=r"."):
            request_of(data)
    else:
        assert request_of(data) == wanted


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"hello",
        b"[1]",
        b'"x"',
        b"7",
        b"{",
        b"{'answers': []}",
        b'{"answers": []',
        b"\xff{}",
        b"[" * 100_000,
    ],
)
def test_what_is_no_json_object(line: bytes) -> None:
    assert object_of(line) is None


def test_a_json_object_may_have_blanks_around_it() -> None:
    assert object_of(b' {"answers": []}\r') == {"answers": []}
