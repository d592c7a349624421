"""What a sandbox costs: the start of a program, and the rate of a match."""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tablic.rules import Rules
from tablic_server.finding import find_sandbox
from tablic_server.launch import BotProcess, Program
from tablic_server.sandbox import BARE, Sandbox

from benchmarks.referee import referee_rate

__all__ = ["print_sandbox"]

STARTS = 20
ROUNDS = 5
COMMANDS = {
    "true": ("true",),
    "Python": (sys.executable, "-c", "pass"),
    "Python with the library": (sys.executable, "-c", "import tablic.client"),
    "node": ("node", "-e", "0"),
    "java": ("java", "-version"),
}


def print_sandbox(bot: Program, rules: Rules) -> None:
    """Print each figure without and with the sandbox, measured in turn."""
    sandbox = find_sandbox()
    if not sandbox.confines:
        print(f"(e) no sandbox: {sandbox.reason}")
        return
    for name, command in COMMANDS.items():
        bare, confined = asyncio.run(_starts(command, sandbox))
        print(f"(e) start of {name:24} {bare:6.1f} ms bare, {confined:6.1f} ms in the sandbox")
    for tables, boards in ((1, 8), (8, 40)):
        ratios = list(_ratios(bot, rules, tables, boards, sandbox))
        print(
            f"(e) rate at {tables} tables, sandbox to bare  {statistics.median(ratios):.2f} "
            f"({min(ratios):.2f} to {max(ratios):.2f})"
        )


def _ratios(
    bot: Program, rules: Rules, tables: int, boards: int, sandbox: Sandbox
) -> Iterator[float]:
    for _ in range(ROUNDS):
        bare = referee_rate(bot, rules, tables, boards).rate
        yield referee_rate(bot, rules, tables, boards, sandbox).rate / bare


async def _starts(command: tuple[str, ...], sandbox: Sandbox) -> tuple[float, float]:
    """Milliseconds from the start to the end of a program, the median of each kind."""
    times: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory(prefix="tablic-") as folder:
        Path(folder).chmod(0o755)  # as the folders of bots are
        Path(folder, "s").touch()
        program = Program("start", command, folder)
        for kind in (BARE, sandbox) * STARTS:
            start = time.perf_counter()
            process = BotProcess(program, f"{folder}/s", "", kind)
            await process.exited
            times.setdefault(kind.name, []).append(1e3 * (time.perf_counter() - start))
            await process.close(0)
    return statistics.median(times[BARE.name]), statistics.median(times[sandbox.name])
