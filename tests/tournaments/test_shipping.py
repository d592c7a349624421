"""A bot arrives on another machine as it was, or not at all."""

import os
import threading
from pathlib import Path
from typing import Any

import pytest
from tablic_server.batch import Batch
from tablic_tournaments.contents import inspect_path
from tablic_tournaments.errors import PlayError
from tablic_tournaments.runners.shipping import addressed, packed, unpacked
from tablic_tournaments.store.contents import Contents

from ..referee.playing import batch, example
from .test_contents import a_folder, written


@pytest.mark.parametrize(("alone", "log"), [(True, ""), (False, ""), (False, "compiling\n")])
def test_a_bot_is_unpacked_once_as_it_was(alone: bool, log: str, tmp_path: Path) -> None:
    if alone:
        path = written(tmp_path / "fisher.py", "print()\n")
    else:
        path = a_folder(tmp_path / "fisher", "command = 'main.py'\n")
        written(path / "main.py", "print()\n")
        (path / "data").mkdir()
        written(path / "data" / "tool.sh", "#!/bin/sh\n")
    content = inspect_path(path)._replace(log=log)
    contents = Contents(tmp_path / "here")
    program = contents.program("fisher 1", contents.add(content), content.command)
    sha256, parcel = packed(program)
    sent = addressed(program)
    assert sent.folder == sha256
    assert unpacked(sent, tmp_path / "there", None) is None

    arrived = unpacked(sent, tmp_path / "there", parcel)
    assert arrived == program._replace(folder=str(tmp_path / "there" / sha256))
    assert unpacked(sent, tmp_path / "there", None) == arrived
    assert packed(arrived) == (sha256, parcel)
    assert all(os.access(Path(arrived.folder, f.name), os.X_OK) == f.executable for f in parcel)


def test_other_files_than_were_sent_are_refused(tmp_path: Path) -> None:
    content = inspect_path(written(tmp_path / "fisher.py", "print()\n"))
    contents = Contents(tmp_path / "here")
    program = contents.program("fisher 1", contents.add(content), content.command)
    sha256, (file,) = packed(program)
    with pytest.raises(PlayError, match=f"fisher 1 arrived with the SHA-256 .*, not {sha256}"):
        unpacked(addressed(program), tmp_path / "there", (file._replace(data=b"exit()\n"),))
    assert list((tmp_path / "there").iterdir()) == []


def test_another_version_on_a_worker_is_refused() -> None:
    pytest.importorskip("distributed", reason="pip install 'tablic-arena[cluster]'")
    from tablic_tournaments.runners import remote

    with pytest.raises(PlayError, match=r"the worker tcp://x has .*, and the tournament arena 0;"):
        remote.check("tcp://x", "arena 0", trusted=True)
    remote.check("tcp://x", remote.software(), trusted=True)


def test_a_player_that_is_stopped_when_its_batch_is_over_plays_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("distributed", reason="pip install 'tablic-arena[cluster]'")
    from tablic_tournaments.runners import remote

    players = remote._Players()

    class StoppedMeanwhile(threading.Timer):
        """The run is stopped between the end of its batch and the next."""

        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            assert players.stop("run") == [(some.match, some.boards)]

    monkeypatch.setattr(threading, "Timer", StoppedMeanwhile)
    monkeypatch.setattr(remote, "_Player", PlaysNothing)
    some = batch(example("random"), example("random"))
    players.play("run", some, 1, lambda: True)
    monkeypatch.undo()
    monkeypatch.setattr(remote, "_Player", PlaysNothing)
    players.play("another run", some, 1, lambda: True)
    players.stop("another run")


class PlaysNothing:
    """Stands for a process that plays batches."""

    def __init__(self, cores: set[int]) -> None:
        self.cores = cores
        self.stopped = self.closed = False

    def play(self, _batch: Batch, _is_wanted: object) -> None:
        assert not self.stopped
        assert not self.closed

    def stop(self) -> None:
        self.stopped = True

    def close(self) -> None:
        self.closed = True
