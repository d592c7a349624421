"""Submitting programs that read and write lines of JSON."""

import json
import shutil

import pytest
from tablic_server.finding import find_sandbox

from ..server import test_bridge
from .place import Place
from .test_contents import a_folder

LINES_BOT = test_bridge.BOTS / "lines_bot.py"


def test_a_program_that_prints_is_warned_of_it_and_plays(place: Place) -> None:
    done = place.run("submit", "--stdio", LINES_BOT, "--name", "fisher")
    assert done.stdout == "fisher version 1 is in the arena.\n"
    assert done.stderr.startswith("Warning: it wrote lines to stdout that are not JSON objects.")
    toml = "command = 'lines_bot.py'\narguments = ['quiet']\nprotocol = 'stdio'\n"
    folder = a_folder(place.root / "angler", toml)
    shutil.copyfile(LINES_BOT, folder / "lines_bot.py")
    assert place.run("submit", folder).stderr == ""
    place.run("tournament", "--boards", "1", "--rules", "tablic hands=1")
    assert place.boards() == 1
    assert json.loads(place.run("faults", "--json").stdout) == []


@pytest.mark.skipif(not find_sandbox().confines, reason="no sandbox can be had")
def test_a_program_behind_the_bridge_is_visible_in_the_sandbox(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its interpreter lies where no bot of gRPC would see it."""
    programs = place.root / "opt"
    programs.mkdir()
    shutil.copy(shutil.which("sh") or "", programs / "seashell")
    monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
    toml = "command = 'seashell'\narguments = ['-c', 'exit 7']\nprotocol = 'stdio'\n"
    refused = place.run("submit", a_folder(place.root / "fisher", toml), code=1).stderr
    assert "It ended with exit code 7 before it said hello." in refused
