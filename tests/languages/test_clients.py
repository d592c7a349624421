"""The clients in other languages: their own tests, and their bots in the arena."""

import os
import re
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest
from tablic_tournaments.contents import inspect_path

from ..tournaments.place import EXAMPLES, Place
from .tools import TOOLS, alone, require_tools

REPOSITORY: Final = Path(__file__).parents[2]
CLIENTS: Final = REPOSITORY / "clients"
LANGUAGES: Final = sorted(path.parent.name for path in CLIENTS.glob("*/Makefile"))
# Where the code of the protos is kept that is not made by every build.
GENERATED: Final = {"go": "v1", "typescript": "src/tablic/v1"}
STDIO: Final = ("bash", "c")
MADE: Final = shutil.ignore_patterns("node_modules", "target", "build", "dist", "bin", "bot*.cjs")


def made(language: str, root: Path, target: str) -> Path:
    """A copy of a client's folder where a target has been made, once for all tests and workers."""
    client = root / "clients" / language
    with alone(root, language):
        client.parent.mkdir(exist_ok=True)
        if not client.exists():
            shutil.copytree(CLIENTS / language, client, ignore=MADE)
        for name in ("clients/conformance", "protos"):
            with suppress(FileExistsError):
                (root / name).symlink_to(REPOSITORY / name)
        done = subprocess.run(
            ["make", target], cwd=client, capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, f"{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return client


def bot_of(client: Path, name: str) -> Path:
    """The folder of a client's bot, wherever the language has it."""
    (file,) = (file for file in client.rglob("bot.toml") if file.parent.name == name)
    return file.parent


def assert_played(place: Place, names: list[str], boards: int) -> None:
    """Everybody has played everybody, and nobody was charged with anything."""
    records = place.records()
    assert {name for record in records for name in record.seats} == {f"{name} 1" for name in names}
    assert len(records) == boards * len(names) * (len(names) - 1)
    assert [fault for record in records for fault in record.faults] == []


def assert_sends_no_token_elsewhere(folder: Path) -> None:
    """A client without TLS refuses an address that is not a local socket."""
    content = inspect_path(folder)
    program, *arguments = content.command
    own = folder / program
    done = subprocess.run(
        [own if own.exists() else program, *arguments],
        cwd=folder, capture_output=True, text=True, check=False,
        env={**os.environ, "TABLIC_ADDRESS": "localhost:9", "TABLIC_TOKEN": "secret"},
    )  # fmt: skip
    assert done.returncode == 2
    assert "TABLIC_ADDRESS is 'localhost:9'; let it begin with unix:" in done.stderr


@pytest.mark.parametrize("language", TOOLS)
def test_a_language_has_its_tools_here(language: str) -> None:
    require_tools(language)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_client_passes_its_tests_and_its_bots_play(
    language: str, place: Place, shared: Path
) -> None:
    require_tools(language)
    made(language, shared, "test")
    client = made(language, shared, "build")
    assert_sends_no_token_elsewhere(bot_of(client, "greedy"))
    names = [f"random-{language}", f"greedy-{language}", "greedy"]
    for name in names[:2]:
        place.run("submit", bot_of(client, name.partition("-")[0]), "--name", name)
    place.run("submit", EXAMPLES / "greedy_bot.py", "--name", "greedy")
    place.run("tournament", *names, "--boards", "2")
    assert_played(place, names, 2)


@pytest.mark.long
@pytest.mark.parametrize("language", GENERATED)
def test_generated_code_is_that_of_the_protos(language: str, shared: Path) -> None:
    require_tools(language, "protoc")
    files = sorted((CLIENTS / language / GENERATED[language]).iterdir())
    again = made(language, shared, "protos") / GENERATED[language]
    assert [file.name for file in files] == sorted(file.name for file in again.iterdir())
    for file in files:
        assert without_versions(file) == without_versions(again / file.name)


def without_versions(file: Path) -> str:
    """The text of a file, but for the line that names the protoc which is here."""
    return re.sub(r"(?m)^//.*\bprotoc +\(?v?[0-9].*\n", "", file.read_text())


@pytest.mark.long
def test_bots_in_all_languages_play_each_other(place: Place, shared: Path) -> None:
    for language in (*LANGUAGES, *STDIO):
        require_tools(language)
    place.run("submit", EXAMPLES / "greedy_bot.py", "--name", "python")
    for language in STDIO:
        place.run("submit", CLIENTS / "stdio" / language, "--name", language)
    for language in LANGUAGES:
        client = made(language, shared, "build")
        place.run("submit", bot_of(client, "greedy"), "--name", language)
    names = ["python", *STDIO, *LANGUAGES]
    place.run("tournament", *names, "--boards", "1", seconds=600)
    assert_played(place, names, 1)
    ranked = place.run("rankings").stdout
    assert all(name in ranked for name in names)
