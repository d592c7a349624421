"""Programs that read and write lines of JSON, as real processes behind the bridge."""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tablic import bridge, client, parse_rules
from tablic.stdio import BRIDGE, PRINTED
from tablic_server import match
from tablic_server.faults import FaultKind
from tablic_server.launch import Program
from tablic_server.match import BatchResult
from tablic_server.sandbox import BARE

from ..referee.playing import batch, example, played
from ..tournaments.processes import processes_of

BOTS = Path(__file__).parent / "bots"
CRASHED, LATE, PROTOCOL = FaultKind.CRASHED, FaultKind.LATE, FaultKind.PROTOCOL
STARTUP = FaultKind.STARTUP


@pytest.fixture(autouse=True)
def temporary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of the test for run folders, in which nothing may be left."""
    monkeypatch.setattr(match, "find_sandbox", lambda: BARE)
    with tempfile.TemporaryDirectory(prefix="arena-", dir="/tmp") as folder:
        monkeypatch.setattr(tempfile, "tempdir", folder)
        yield Path(folder)
        assert not list(Path(folder).iterdir())
        assert not processes_of(Path(folder))


def lines_bot(*arguments: str) -> Program:
    command = (sys.executable, *BRIDGE, sys.executable, "lines_bot.py", *arguments)
    return Program("lines", command, str(BOTS))


def logs(result: BatchResult) -> str:
    """What the bot printed."""
    return "".join(report.log for report in result.reports if report.bot == 0)


@pytest.mark.parametrize("rules", ["tablic hands=1", "tablic-3p hands=1"])
@pytest.mark.parametrize("tables", [1, 4])
def test_a_program_plays_many_tables_and_its_prints_are_kept(rules: str, tables: int) -> None:
    wanted = parse_rules(rules)
    bots = [lines_bot(), *[example("random")] * (wanted.sides - 1)]
    result = played(batch(*bots, boards=(0, 1, 2, 3), tables=tables, rules=wanted))
    assert result.faults == ()
    assert len(result.boards) == 4
    for report in result.reports:
        if report.bot == 0:
            lines = report.log.splitlines()
            assert set(lines) == {f"{PRINTED}{text}" for text in printed()}
            assert report.decisions > 10
            assert report.cpu > 0


def printed() -> tuple[str, ...]:
    return "good morning", "I think", "good night"


@pytest.mark.parametrize(
    ("mode", "kind", "message", "log"),
    [
        ("exit", CRASHED, "It ended with exit code 3 before the farewell.", ""),
        ("signal", CRASHED, "It was ended by signal 11 before the farewell.", ""),
        ("broken", LATE, "No answer came within", f'{PRINTED}{{"answers": [\n'),
        ("half", LATE, "No answer came within", ""),
        ("unknown", PROTOCOL, "", 'no field named "answer"'),
        ("huge", PROTOCOL, "", "is no request: a line of more than 1 MiB"),
        ("again", PROTOCOL, "", ""),
        ("close-stdout", CRASHED, "It closed its stream before the farewell", "goes on"),
        ("close-stdin", LATE, "No answer came within", ""),
        ("never-answer", LATE, "No answer came within", ""),
        ("illegal", FaultKind.ILLEGAL, "", ""),
        ("nothing", STARTUP, "It ended with exit code 0 before it said hello.", ""),
        ("silent", STARTUP, "It did not say hello within 1.5 seconds.", ""),
        ("rude", STARTUP, "It ended with exit code 1 before it said hello.", '{"hello":{}}'),
    ],
)
def test_each_misdeed_is_charged_as_that_of_any_bot(
    mode: str, kind: FaultKind, message: str, log: str
) -> None:
    startup = 1.5 if mode == "silent" else 20.0
    result = played(batch(lines_bot(mode), example("random"), boards=(0,), startup=startup))
    # On a busy machine the other bot may not be there in so short a time either.
    faults = [fault for fault in result.faults if fault.seat == fault.rotation]
    assert {fault.kind for fault in faults} == {kind}
    assert faults[0].message.startswith(message)
    assert log in logs(result)
    assert "Traceback" not in logs(result)


def test_a_program_that_is_not_there_is_told() -> None:
    nothing = Program("nothing", (sys.executable, *BRIDGE, "./not-there"), str(BOTS))
    result = played(batch(nothing, example("random"), boards=(0,)))
    assert {fault.kind for fault in result.faults} == {STARTUP}
    assert "./not-there cannot be started: No such file or directory\n" in logs(result)


def test_the_bridge_says_what_the_client_says() -> None:
    assert bridge.PROTOCOL_VERSION == client.PROTOCOL_VERSION
    source = Path(bridge.__file__).read_text("utf-8")
    assert f'"{client.ADDRESS_VARIABLE}"' in source
    assert f'"{client.TOKEN_VARIABLE}"' in source
