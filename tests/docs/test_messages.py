"""The messages in protocol.md are those of the protos; ``pytest --regenerate`` writes them anew."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import pytest
from google.protobuf import descriptor_pb2 as pb

from .pages import DOCS, ROOT

PAGE: Final = DOCS / "protocol.md"
HEADING: Final = "## Messages\n"
PROTOS: Final = ROOT / "protos"
# Numbers of the fields that hold a part, and of those that hold the parts of it.
MESSAGES, ENUMS, SERVICES, PARTS = 4, 5, 6, 2
ORDER: Final = ("referee", "events", "cards", "rules")
Field = pb.FieldDescriptorProto


def test_messages_are_those_of_the_protos(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    before, heading, _ = PAGE.read_text("utf-8").partition(HEADING)
    assert heading, f"{PAGE} has no line {HEADING!r}"
    text = before + heading + "".join(f"\n{line}" for line in lines(described(tmp_path)))
    if pytestconfig.getoption("--regenerate"):
        PAGE.write_text(text, "utf-8")
    assert PAGE.read_text("utf-8") == text, "make golden writes it anew"


def described(folder: Path) -> list[pb.FileDescriptorProto]:
    """The protos with their comments."""
    file = folder / "protos.bin"
    command = (sys.executable, "-m", "grpc_tools.protoc", f"-I{PROTOS}", "--include_source_info")
    names = [f"tablic/v1/{name}.proto" for name in ORDER]
    subprocess.run([*command, f"--descriptor_set_out={file}", *names], check=True)
    files = {proto.name: proto for proto in pb.FileDescriptorSet.FromString(file.read_bytes()).file}
    return [files[name] for name in names]


def lines(files: list[pb.FileDescriptorProto]) -> Iterator[str]:
    """What stands below the heading."""
    yield "This part is written from the comments in `protos/tablic/v1/*.proto`.\n"
    for file in files:
        comments = {
            tuple(place.path): " ".join(place.leading_comments.split())
            for place in file.source_code_info.location
        }
        for number, service in enumerate(file.service):
            yield f"### {service.name}\n\n{comments[SERVICES, number]}\n"
            for part, method in enumerate(service.method):
                yield from method_lines(method, comments[SERVICES, number, PARTS, part])
        for number, message in enumerate(file.message_type):
            told = [
                (f"{field.number} `{field.name}`", type_of(field, message), comment)
                for part, field in enumerate(message.field)
                if (comment := comments[MESSAGES, number, PARTS, part])
            ]
            yield from table(message.name, comments[MESSAGES, number], "field", told)
        for number, enum in enumerate(file.enum_type):
            values = [
                (f"{value.number} `{value.name}`", comments[ENUMS, number, PARTS, part])
                for part, value in enumerate(enum.value)
            ]
            yield from table(enum.name, comments[ENUMS, number], "value", values)


def method_lines(method: pb.MethodDescriptorProto, comment: str) -> Iterator[str]:
    asked, told = (
        f"{'stream ' if streams else ''}{linked(name)}"
        for streams, name in (
            (method.client_streaming, method.input_type),
            (method.server_streaming, method.output_type),
        )
    )
    yield f"`{method.name}`, {asked} to {told}: {comment}\n"


def table(name: str, comment: str, kind: str, rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    heads = (kind, "type", "what it means") if kind == "field" else (kind, "what it means")
    body = [f"| {' | '.join(row)} |" for row in (heads, *rows)]
    body.insert(1, "|---" * len(heads) + "|")
    yield f"### {name}\n\n{comment}\n\n" + "\n".join(body) + "\n"


def type_of(field: Field, message: pb.DescriptorProto) -> str:
    """A type as the proto writes it, with the oneof that the field is one of."""
    entry = next(
        (part for part in message.nested_type if field.type_name.endswith(part.name)), None
    )
    if entry is not None:
        return f"map of {' to '.join(type_of(part, entry) for part in entry.field)}"
    text = (
        linked(field.type_name)
        if field.type_name
        else f"`{Field.Type.Name(field.type)[5:].lower()}`"
    )
    if field.label == Field.LABEL_REPEATED:
        return f"repeated {text}"
    if field.proto3_optional:
        return f"optional {text}"
    if field.HasField("oneof_index"):
        return f"{text}, one of `{message.oneof_decl[field.oneof_index].name}`"
    return text


def linked(name: str) -> str:
    name = name.rpartition(".")[2]
    return f"[`{name}`](#{name.lower()})"
