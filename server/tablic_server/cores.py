"""Which core does a bot run on? The bots of a match run apart where there are two cores.

A bot that shares a core with another is charged for the other's work: threads that spin stretched
5 ms of thinking to 10 to 18 ms.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

__all__ = ["core_of", "on_core"]

# With more games at once the bots are seldom idle together, and two free cores do more.
MOST_TABLES: Final = 8


def core_of(seat: int, tables: int) -> int | None:
    """The core of the bot in a seat of so many games at once; None: any core."""
    if not hasattr(os, "sched_getaffinity") or tables > MOST_TABLES:
        return None
    cores = sorted(os.sched_getaffinity(0))
    return cores[seat % len(cores)] if len(cores) > 1 else None


@contextmanager
def on_core(core: int | None) -> Iterator[None]:
    """Have what is started meanwhile run on this core alone."""
    if core is None:
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)
