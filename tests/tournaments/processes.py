"""Which processes of a run there are. They are known by the folder they were started for."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

__all__ = ["DEADLINE", "assert_no_process_of", "linux_only", "processes_of", "wait_until"]

# Longer than anything takes on a busy machine: waiting ends when what is waited for happens.
DEADLINE: Final = 60.0

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")


def wait_until(condition: Callable[[], bool], seconds: float = DEADLINE) -> bool:
    """Look until something is so, or for so many seconds; returns whether it is."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return condition()
        time.sleep(0.01)
    return True


def processes_of(folder: Path) -> dict[int, str]:
    """The commands, by process id, that have a folder in their environment, command or place."""
    found = {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            marks = [(process / "environ").read_bytes(), (process / "cmdline").read_bytes()]
            marks.append(bytes((process / "cwd").readlink()) + b"/")
        except OSError:
            continue  # it ended, or is another user's
        if any(bytes(folder) + b"/" in mark for mark in marks):
            found[int(process.name)] = marks[1].replace(b"\0", b" ").decode(errors="replace")
    return found


def assert_no_process_of(folder: Path, seconds: float = 5.0) -> None:
    """Every process of a folder is gone, at the latest after so many seconds."""
    assert wait_until(lambda: not processes_of(folder), seconds), processes_of(folder)
