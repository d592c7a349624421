"""How much memory does a bot use in all? The kernel caps each of its processes alone.

Resident memory is summed first, which is quick and counts shared pages for each that shares them.
Only where that is too much are shared pages parted among those that share them.
"""

from collections.abc import Iterator
from pathlib import Path
from resource import getpagesize
from typing import Final

__all__ = ["uses_more"]

_PAGE: Final = getpagesize()


def uses_more(pid: int, most: int) -> bool:
    """Whether a process and all that come from it use more than so many bytes together."""
    pids = list(_descendants(pid))
    return sum(map(_resident, pids)) > most and sum(map(_proportional, pids)) > most


def _descendants(pid: int) -> Iterator[int]:
    """A process and all that come from it; none where the system does not tell."""
    yield pid
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in _text(children).split():
            yield from _descendants(int(child))


def _resident(pid: int) -> int:
    return int((_text(Path(f"/proc/{pid}/statm")).split() or "00")[1]) * _PAGE


def _proportional(pid: int) -> int:
    """Resident memory with shared pages in parts, where a process lets itself be looked at."""
    for line in _text(Path(f"/proc/{pid}/smaps_rollup")).splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) << 10
    return _resident(pid)


def _text(path: Path) -> str:
    """The text of a file; empty where its process has ended meanwhile."""
    try:
        return path.read_text()
    except OSError:
        return ""
