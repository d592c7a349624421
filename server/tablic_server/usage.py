"""How much memory and CPU time does a bot use in all? The kernel caps each of its processes alone.

Resident memory is summed first, which is quick and counts shared pages for each that shares them.
Only where that is too much are shared pages parted among those that share them.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from resource import getpagesize
from typing import Final

__all__ = ["cpu_seconds", "memory_of", "uses_more"]

_PAGE: Final = getpagesize()
_TICKS: Final = os.sysconf("SC_CLK_TCK")
# In /proc/PID/stat, after the name: the CPU time of a process and of its children that have ended.
_CPU_FIELDS: Final = slice(11, 15)


def uses_more(pid: int, most: int) -> bool:
    """Whether a process and all that come from it use more than so many bytes together."""
    pids = list(_descendants(pid))
    return sum(map(_resident, pids)) > most and sum(map(_proportional, pids)) > most


def cpu_seconds(pid: int) -> float:
    """The CPU time of a process and all that come from it; 0 where the system does not tell."""
    return sum(map(_ticks, _descendants(pid))) / _TICKS


def memory_of(pid: int) -> int:
    """The bytes that a process and all that come from it use, shared pages in parts."""
    return sum(map(_proportional, _descendants(pid)))


def _descendants(pid: int) -> Iterator[int]:
    """A process and all that come from it; none where the system does not tell."""
    yield pid
    for thread in _threads(pid):
        for child in _text(thread / "children").split():
            yield from _descendants(int(child))


def _threads(pid: int) -> list[Path]:
    """The threads of a process; none where it has ended meanwhile, or the system does not tell."""
    try:
        return list(Path(f"/proc/{pid}/task").iterdir())
    except OSError:
        return []


def _resident(pid: int) -> int:
    return int((_text(Path(f"/proc/{pid}/statm")).split() or "00")[1]) * _PAGE


def _ticks(pid: int) -> int:
    _, _, fields = _text(Path(f"/proc/{pid}/stat")).rpartition(")")
    return sum(map(int, fields.split()[_CPU_FIELDS]))


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
