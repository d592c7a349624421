"""Run folders: each has one owner, and what a dead one leaves is removed by the next."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tablic_server.folders import MOST_PATH_BYTES, run_folder

HOLD = """
import time
from tablic_server.folders import run_folder
with run_folder() as folder:
    print(folder, flush=True)
    time.sleep(1000)
"""


@pytest.fixture
def temporary(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path_factory.mktemp("f")  # a short path: sockets lie below it
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


def test_a_folder_is_private_and_gone_afterwards(temporary: Path) -> None:
    with run_folder() as folder:
        assert folder.stat().st_mode & 0o777 == 0o700
        assert list(temporary.iterdir()) == [folder]
        (folder / "0").mkdir()
    assert not list(temporary.iterdir())


def test_a_folder_in_use_is_left_alone_and_that_of_a_killed_process_is_removed(
    temporary: Path,
) -> None:
    holder = subprocess.Popen([sys.executable, "-c", HOLD], stdout=subprocess.PIPE, text=True)
    try:
        assert holder.stdout
        held = Path(holder.stdout.readline().strip())
        (held / "0").mkdir()
        with run_folder() as first, run_folder() as second:
            assert set(temporary.iterdir()) == {held, first, second}
    finally:
        holder.kill()
        holder.communicate()
    assert held.is_dir()
    with run_folder() as folder:
        assert list(temporary.iterdir()) == [folder]


def test_what_others_put_there_is_left_alone(temporary: Path) -> None:
    target = temporary / "target"
    target.mkdir()
    (target / "kept").touch()
    (temporary / "tablic-run-link").symlink_to(target)
    (temporary / "tablic-run-file").touch()
    with run_folder():
        pass
    assert (target / "kept").exists()
    assert (temporary / "tablic-run-file").exists()


def test_a_socket_fits_in_a_path(temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = temporary / ("x" * MOST_PATH_BYTES)
    deep.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(deep))
    with run_folder() as folder:
        assert len(os.fsencode(folder / "0" / "referee.sock")) <= MOST_PATH_BYTES
