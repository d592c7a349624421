"""The whole machine: decisions a second of a match at the default number of workers."""

import time

from tablic.deals import new_secret
from tablic.rules import Rules
from tablic_server.batch import Batch
from tablic_server.launch import Program
from tablic_tournaments.runners.local import LocalRunner

__all__ = ["machine_rate"]


def machine_rate(bot: Program, rules: Rules, tables: int, batches: int) -> float:
    """Decisions in a second of wall time, the starts of all bots included."""
    bots = (bot, bot._replace(name=f"{bot.name} again"))
    batch = Batch("", (), bots, rules, new_secret(), tables, trusted=True)
    with LocalRunner() as runner:
        runner.submit(batch._replace(match="warm", boards=(0,))).result()
        start = time.perf_counter()
        futures = [
            runner.submit(batch._replace(match=f"{n}", boards=tuple(range(tables))))
            for n in range(batches * runner.workers)
        ]
        decisions = sum(
            report.decisions for future in futures for report in future.result().reports
        )
        return decisions / (time.perf_counter() - start)
