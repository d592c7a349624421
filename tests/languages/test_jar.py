"""A jar that is submitted as it is, without a bot.toml."""

import subprocess
from pathlib import Path

from ..tournaments.place import Place
from .tools import require_tools

SOURCE = Path(__file__).parent / "jar/Bot.java"


def test_a_jar_alone_plays_within_the_limits(place: Place) -> None:
    require_tools("java")
    for command in (
        f"javac -d {place.root} {SOURCE}",
        "jar --create --file bot.jar --main-class Bot Bot.class",
    ):
        subprocess.run(command.split(), cwd=place.root, check=True)
    done = place.run("submit", place.root / "bot.jar", "--stdio", "--name", "pike")
    assert done.stdout == "pike version 1 is in the arena.\n"
