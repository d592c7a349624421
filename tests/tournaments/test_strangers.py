"""Bots that share no code with each other or the bundled ones play through a real socket."""

import ast
import base64
import json
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from tablic_server.finding import find_sandbox

from .place import BOTS, EXAMPLES, Place
from .test_contents import written

PROTOS = Path(__file__).parents[2] / "protos"
# All that a program needs to speak gRPC.
PACKAGES = ("grpc", "google", "typing_extensions")


def only_grpc(folder: Path) -> Path:
    """A folder with the installed packages of gRPC, and nothing else."""
    folder.mkdir(parents=True)
    for name in PACKAGES:
        spec = find_spec(name)
        assert spec
        places = list(spec.submodule_search_locations or [spec.origin or ""])
        found = Path(places[0])
        (shutil.copytree if found.is_dir() else shutil.copy)(found, folder / found.name)
    return folder


def descriptors(path: Path) -> bytes:
    """The protocol as protoc describes it to programs, with everything it imports."""
    protoc = [sys.executable, "-m", "grpc_tools.protoc", f"-I{PROTOS}", "--include_imports"]
    output = f"--descriptor_set_out={path}"
    subprocess.run([*protoc, output, "tablic/v1/referee.proto"], check=True)
    return path.read_bytes()


def stranger(place: Place) -> Path:
    """A folder with an executable without an ending, in an environment without the SDK."""
    protocol = base64.b64encode(descriptors(place.root / "protocol.bin")).decode()
    only_grpc(place.root / "stranger" / "packages")
    body = (BOTS / "stranger.py").read_text()
    body = body.replace("@PACKAGES@", "packages").replace("@PROTOCOL@", protocol)
    written(place.root / "stranger" / "play", f"#!{sys.executable} -IS\n{body}", 0o755)
    return written(place.root / "stranger" / "bot.toml", "command = 'play'").parent


def imports_of(path: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(path.read_text())))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return plain | {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}


def test_the_strangers_use_what_they_say() -> None:
    ours = {"tablic", "tablic_server", "tablic_tournaments"}
    proto_bot = imports_of(BOTS / "proto_bot.py")
    assert {name for name in proto_bot if name.partition(".")[0] in ours} == {"tablic.v1"}
    assert imports_of(BOTS / "stranger.py") == {
        "base64", "os", "queue", "sys", "typing", "tablic", "grpc", "google.protobuf",
    }  # fmt: skip


def test_a_generated_code_bot_an_sdk_bot_and_an_executable_play_each_other(place: Place) -> None:
    for path in (BOTS / "proto_bot.py", BOTS / "remembering_bot.py", stranger(place)):
        place.run("submit", path)
    done = place.run("tournament", "--boards", "4", "--tables", "4", "--rules", "tablic target=51")
    names = {"proto_bot 1", "remembering_bot 1", "stranger 1"}
    standings = done.stdout.partition("Standings of tournament 1:")[2]
    assert all(name in standings for name in names)

    records = place.records()
    assert len(records) == 3 * 4 * 2
    assert {name for record in records for name in record.seats} == names
    assert not any(record.faults for record in records)
    assert place.rows("SELECT * FROM fault") == []
    assert place.rows("SELECT DISTINCT sandbox FROM process") == [(find_sandbox().name,)]
    for record in records:
        assert list(record.replay())[-1].result == (record.totals, record.places)
    rankings = json.loads(place.run("rankings", "--json").stdout)
    assert [(row["boards"], row["faults"]) for row in rankings] == [(8, 0)] * 3

    for name, line in (
        ("stranger", "there is no SDK here"),
        ("stranger", "farewell: All games are over."),
        ("proto_bot", "farewell: All games are over."),
        ("remembering_bot", "remembered "),
    ):
        assert line in place.run("bots", "log", name).stdout


@pytest.mark.parametrize("rules", ["tabinet target=25", "tablic-classic target=15"])
def test_a_generated_code_bot_answers_every_kind_of_turn(place: Place, rules: str) -> None:
    bots = BOTS / "proto_bot.py", EXAMPLES / "careful_bot.py"
    done = place.run("match", *bots, "--boards", "4", "--rules", rules)
    assert "fault, " not in done.stdout
    assert "farewell: All games are over." in done.stdout


def test_a_bot_that_is_refused_reads_why(place: Place) -> None:
    """A stranger's hello names no decisions: it can play cards, and nothing else."""
    bots = stranger(place), EXAMPLES / "random_bot.py"
    done = place.run("match", *bots, "--boards", "1", "--rules", "tabinet hands=1")
    sentence = "asks for DECISION_KIND_KEEP_TALON, which the hello does not name."
    faults = [line for line in done.stdout.splitlines() if "startup fault" in line]
    assert len(faults) == 2
    assert all(line.endswith(sentence) and line.startswith("stranger: ") for line in faults)
