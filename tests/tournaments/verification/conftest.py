"""A clean arena, and a copy to be tampered with."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tablic.examples.random_bot import RandomBot

from ..bots.last_bot import LastBot
from ..specs import SHORT
from .tampering import arena_of


@pytest.fixture(scope="session")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return arena_of(tmp_path_factory.mktemp("clean") / "arena.db", SHORT, [RandomBot, LastBot])


@pytest.fixture
def db(clean: Path, tmp_path: Path) -> Path:
    """A copy of the arena, to be tampered with."""
    with closing(sqlite3.connect(clean)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return Path(shutil.copy(clean, tmp_path / "arena.db"))
