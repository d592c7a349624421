"""Run folders: where the sockets of a rotation lie, removed also when their process was killed."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

__all__ = ["MOST_PATH_BYTES", "run_folder"]

# A Unix socket's path may have 107 bytes on Linux and 103 on macOS.
MOST_PATH_BYTES: Final = 100
_PREFIX: Final = "tablic-run-"
# Until it is locked, a folder has another name, so that no other process takes it for left.
_NEW: Final = "tablic-new-"


@contextmanager
def run_folder() -> Iterator[Path]:
    """A folder for as long as it is needed; folders of processes that were killed are removed.

    It is locked, and the system takes the lock back when its process dies.
    """
    parent = _parent()
    for left in parent.glob(f"{_PREFIX}*"):
        _remove_if_left(left)
    new = Path(tempfile.mkdtemp(prefix=_NEW, dir=parent))
    lock = _locked(new)
    try:
        folder = new.rename(new.with_name(new.name.replace(_NEW, _PREFIX, 1)))
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(lock)


def _parent() -> Path:
    """The temporary folder, or one below which the path of a socket is short enough."""
    parent = Path(tempfile.gettempdir())
    longest = parent / f"{_PREFIX}12345678" / "0" / "referee.sock"
    return parent if len(bytes(longest)) <= MOST_PATH_BYTES else Path("/tmp")  # noqa: S108


def _remove_if_left(folder: Path) -> None:
    """Remove a folder whose process is dead; one of another user cannot be opened."""
    with suppress(OSError):
        lock = _locked(folder)
        try:
            shutil.rmtree(folder, ignore_errors=True)
        finally:
            os.close(lock)


def _locked(folder: Path) -> int:
    """A descriptor that locks a folder; raises OSError where another process has locked it."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor
