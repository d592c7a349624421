"""Every command says what it does; ``pytest --regenerate`` writes the golden text anew."""

import subprocess
import sys
from pathlib import Path

import click
import pytest
from tablic_tournaments.cli import main

from .commands import LISTINGS, command_paths, invoke

GOLDEN = Path(__file__).parent / "golden" / "help.txt"
HEAVY = ("grpc", "google.protobuf", "rich", "sqlite_utils", "sqlite3", "tablic.v1", "asyncio")


def command_of(path: tuple[str, ...]) -> click.Command:
    command: click.Command = main
    for name in path:
        assert isinstance(command, click.Group)
        command = command.commands[name]
    return command


def test_the_help_of_every_command_is_as_it_was(request: pytest.FixtureRequest) -> None:
    texts = [
        f"$ tablic-arena {' '.join((*path, '--help'))}\n{invoke(*path, '--help').stdout}"
        for path in command_paths()
    ]
    text = "\n".join(texts)
    if request.config.getoption("--regenerate"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", command_paths(), ids=" ".join)
def test_every_command_and_every_option_has_a_help(path: tuple[str, ...]) -> None:
    command = command_of(path)
    assert command.help
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{parameter.opts} has no help"


def test_the_commands_are_those_that_people_need() -> None:
    assert set(main.commands) >= {"submit", "tournament", "match", "show", *LISTINGS}
    assert {path for path in command_paths() if path[:1] == ("bots",)} == {
        ("bots",),
        ("bots", "retire"),
        ("bots", "log"),
    }


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_can_be_asked_for_in_two_ways(option: str) -> None:
    assert invoke(option).stdout == invoke("--help").stdout


def test_the_version_is_printed() -> None:
    assert invoke("--version").stdout.startswith("tablic-arena 0.")


@pytest.mark.parametrize("path", command_paths(), ids=" ".join)
def test_help_answers_at_once_since_nothing_heavy_is_imported(path: tuple[str, ...]) -> None:
    program = (
        "import atexit, sys\n"
        f"atexit.register(lambda: print([name for name in {HEAVY!r} if name in sys.modules]))\n"
        "from tablic_tournaments.cli import main\n"
        f"main({[*path, '--help']!r}, prog_name='tablic-arena')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("Usage: tablic-arena")
    assert done.stdout.splitlines()[-1] == "[]"
    assert done.stderr == ""
