"""new-bot: the folder that it makes is a bot, tests itself, and passes check."""

import json
import subprocess
import sys
from typing import Final

import pytest
from tablic_tournaments.new_bot import languages

from ..languages.tools import require_tools
from .place import Place

# What an author does first, as the README says.
TESTS: Final = {
    "bash": ("bash test.sh",),
    "go": ("go test",),
    "python": (f"{sys.executable} test_bot.py",),
    "typescript": ("npm ci", "npm test"),
}


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
def test_a_new_bot_tests_itself_and_passes_check(language: str, place: Place) -> None:
    require_tools(language)
    told = place.run("new-bot", language, "perch").stdout
    assert told == f"perch has a bot in {language}. Try it with: tablic-arena check perch\n"
    folder = place.root / "perch"
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert not [path for path in files if path.suffix == ".txt" or "BOT_NAME" in path.read_text()]
    for command in TESTS[language]:
        done = subprocess.run(
            command.split(), cwd=folder, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
    result = json.loads(place.run("check", "perch", "--games", "4", "--json").stdout)
    assert result["bot"] == "perch"
    assert result["passed"]


def test_what_is_there_is_not_overwritten(place: Place) -> None:
    (place.root / "perch").mkdir()
    done = place.run("new-bot", "python", "perch", code=1)
    assert done.stderr == "Error: perch is there already; choose another name\n"
    assert list((place.root / "perch").iterdir()) == []


def test_a_language_and_a_name_that_are_none(place: Place) -> None:
    refused = place.run("new-bot", "cobol", "perch", code=2).stderr
    assert "there is no language 'cobol'; there are bash, go, python, typescript." in refused
    assert "is not a name for a bot" in place.run("new-bot", "bash", "a b", code=2).stderr
