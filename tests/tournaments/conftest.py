"""Each test gets an arena of its own, and has to leave no process and no file behind."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from tablic_tournaments.store import Arena, open_arena

from .place import Place
from .processes import assert_no_process_of

settings.register_profile("tournaments", deadline=None, derandomize=True, database=None)
settings.load_profile("tournaments")


@pytest.fixture
def place(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Place]:
    """A folder with an arena in it, used as people do; also where this process puts its files."""
    # A short path: sockets lie below it.
    place = Place(tmp_path_factory.mktemp("p"))
    monkeypatch.setattr("tempfile.tempdir", str(place.temporary))
    monkeypatch.setenv("TMPDIR", str(place.temporary))
    try:
        yield place
        assert_no_process_of(place.root)
        assert sorted(place.temporary.iterdir()) == []
    finally:
        place.kill()


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    """A fresh arena."""
    with open_arena(tmp_path / "arena.db") as arena:
        yield arena
