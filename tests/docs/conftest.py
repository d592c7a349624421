"""A reader's folder, and an arena in which something was played."""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest
from tablic_tournaments.contents import inspect_path
from tablic_tournaments.store import open_arena
from tablic_tournaments.submit import example_folder

from .pages import PAGES, ROOT, blocks


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a reader who has saved every file, in a clone of the repository."""
    files = {
        block.note.removeprefix("file: "): block.text
        for page in PAGES
        for block in blocks(page, "python", "toml", "bash")
        if block.note.startswith("file: ")
    }
    files |= {"flounder/main.py": files["fisher.py"], "flounder/weights.json": "{}"}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "clients").symlink_to(ROOT / "clients")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in files:
        sys.modules.pop(name.removesuffix(".py"), None)


@pytest.fixture(scope="session")
def played_arena(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """An arena with one small tournament, and what the tournament printed."""
    folder = tmp_path_factory.mktemp("arena")
    with open_arena(folder / "arena.db") as arena:
        for file, name in (("random_bot", "fisher"), ("greedy_bot", "careful")):
            content = inspect_path(example_folder() / f"{file}.py", name)
            arena.bots.add(name, arena.contents.add(content), content.command)
    done = subprocess.run(
        [
            Path(sysconfig.get_path("scripts"), "tablic-arena"),
            *("tournament", "--boards", "1", "--rules", "tablic hands=1", "--trust-bots"),
        ],
        env={**os.environ, "TABLIC_ARENA_DB": str(folder / "arena.db")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder, done.stdout


@pytest.fixture
def arena_db(
    played_arena: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A copy of that arena, which commands use."""
    shutil.copytree(played_arena[0], tmp_path / "copy")
    monkeypatch.setenv("TABLIC_ARENA_DB", str(tmp_path / "copy/arena.db"))
    return tmp_path / "copy/arena.db"
