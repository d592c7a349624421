"""The referee with two bots that answer at once: rules, clocks and records on."""

import asyncio
import time
from typing import NamedTuple

from tablic.deals import new_secret
from tablic.rules import Rules
from tablic_server.batch import Batch
from tablic_server.host import RotationHost
from tablic_server.launch import Program
from tablic_server.sandbox import BARE, Sandbox

__all__ = ["Measured", "referee_rate"]


class Measured(NamedTuple):
    """One run: decisions in a second of wall time, and CPU microseconds for a decision."""

    rate: float
    referee_cpu: float
    bot_cpu: float


class TimedHost(RotationHost):
    """Notes the time at which the bots are there and the games begin."""

    def begin(self) -> None:
        """Start the clocks of the benchmark, then the games."""
        self.started = time.perf_counter(), time.process_time()
        super().begin()


def referee_rate(
    bot: Program, rules: Rules, tables: int, boards: int, sandbox: Sandbox = BARE
) -> Measured:
    """Play one rotation of so many boards, so many at once."""
    startup_cpu = _play(bot, rules, 1, 1, sandbox)[2]
    seconds, cpu, bots_cpu, decisions = _play(bot, rules, tables, boards, sandbox)
    return Measured(
        decisions / seconds,
        1e6 * cpu / decisions,
        1e6 * max(0.0, bots_cpu - startup_cpu) / decisions,
    )


def _play(
    bot: Program, rules: Rules, tables: int, boards: int, sandbox: Sandbox
) -> tuple[float, float, float, int]:
    """Seconds, CPU seconds of the referee and of the bots with their start, and decisions."""
    bots = (bot, bot._replace(name=f"{bot.name} again"))
    batch = Batch("benchmark", tuple(range(boards)), bots, rules, new_secret(), tables)
    return asyncio.run(_timed(TimedHost(batch, 0, sandbox)))


async def _timed(host: TimedHost) -> tuple[float, float, float, int]:
    ends = []
    wake_all = host._wake_all

    def wake() -> None:
        if host.rotation.finished and not ends:
            ends.append((time.perf_counter(), time.process_time()))
        wake_all()

    host._wake_all = wake  # type: ignore[method-assign]
    await host.play(asyncio.Event(), None)
    if host.rotation.faults:
        raise RuntimeError(f"a bot of the benchmark failed: {host.rotation.faults[0].message}")
    wall, cpu = (end - start for end, start in zip(ends[0], host.started, strict=True))
    reports = host.reports()
    decisions = sum(report.decisions for report in reports)
    return wall, cpu, sum(report.cpu for report in reports), decisions
