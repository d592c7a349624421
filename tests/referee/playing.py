"""Batches of real bot processes, and what they leave behind."""

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

from tablic import Rules, parse_rules
from tablic_server.clock import TimeControl
from tablic_server.launch import Program
from tablic_server.match import Batch, BatchResult, play_batch

EXAMPLES = Path(__file__).parents[2] / "clients/python/tablic/examples"
BOTS = Path(__file__).parent / "bots"
ONE_HAND = parse_rules("tablic hands=1")
QUICK = TimeControl(bank=30.0, increment=0.0, cap=1.0)


def example(name: str, label: str = "") -> Program:
    """A bundled bot."""
    return Program(label or name, (sys.executable, f"{name}_bot.py"), str(EXAMPLES))


def misbehaving(mode: str, mark: str) -> Program:
    """The bot that misbehaves; the mark is in its command line, to find what it leaves."""
    return Program(mode, (sys.executable, "misbehave.py", mode, mark), str(BOTS))


def batch(
    *bots: Program,
    boards: tuple[int, ...] = (0, 1),
    tables: int = 8,
    rules: Rules = ONE_HAND,
    startup: float = 10.0,
    time: TimeControl = QUICK,
) -> Batch:
    """A batch with a fixed secret."""
    return Batch("test", boards, bots, rules, bytes(32), tables, time, startup, trusted=True)


def played(given: Batch) -> BatchResult:
    """The result of a batch."""
    return asyncio.run(play_batch(given))


def processes_with(mark: str) -> Iterator[str]:
    """The command lines of running processes that hold a mark."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            command = path.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if mark in command:
            yield command
