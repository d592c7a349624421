"""new-bot: the folder that it makes is a bot, tests itself, and passes check."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from tablic_tournaments.new_bot import languages

from ..tournaments.place import Place
from .tools import alone, require_tools

# What an author does first, as the README says.
TESTS: Final = {
    "bash": ("bash test.sh",),
    "cpp": (
        "cmake -S . -B build",
        "cmake --build build --target bot bot_test",
        "ctest --test-dir build",
    ),
    "go": ("go test",),
    "java": ("mvn --quiet package",),
    "python": (f"{sys.executable} test_bot.py",),
    "rust": ("cargo test --release",),
    "typescript": ("npm ci", "npm test"),
}


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
def test_a_new_bot_tests_itself_and_passes_check(language: str, place: Place, shared: Path) -> None:
    require_tools(language)
    told = place.run("new-bot", language, "perch").stdout
    assert told == f"perch has a bot in {language}. Try it with: tablic-arena check perch\n"
    folder = place.root / "perch"
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert {path.name for path in files if path.suffix == ".txt"} <= {"CMakeLists.txt"}
    assert not [path for path in files if "BOT_NAME" in path.read_text()]
    with alone(shared, language):
        for command in TESTS[language]:
            tested = subprocess.run(
                command.split(), cwd=folder, capture_output=True, text=True, check=False
            )
            assert tested.returncode == 0, tested.stdout + tested.stderr
    done = place.run("check", "perch", "--games", "4", "--json", seconds=900)
    result = json.loads(done.stdout)
    assert result["bot"] == "perch"
    assert result["passed"]
