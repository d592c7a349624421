"""How late does the machine wake the referee? A bot on such a machine is late as well."""

import asyncio
import math
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

__all__ = ["BEAT_SECONDS", "Canary", "is_to_blame"]

# How often it wakes; fifty times a second cost a thousandth of a core.
BEAT_SECONDS: Final = 0.02
# The share of the time that the machine has to take to be to blame.
BLAME: Final = 0.5
# How many delays are remembered. One of less than a beat is none that could add up to such a share.
MOST_DELAYS: Final = 10_000


class Canary:
    """Sleeps again and again in the referee's loop, and notes how late it wakes.

    It is late where the machine has too much to do, or was held, and where the loop itself is busy.
    A bot can make it late too, with all that it may start: what it computed must be looked at.
    """

    def __init__(
        self,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.worst = 0.0
        """The seconds that it woke late at worst."""
        self._now = now
        self._sleep = sleep
        self._due = math.inf
        self._delays: deque[tuple[float, float]] = deque(maxlen=MOST_DELAYS)

    async def watch(self) -> None:
        """Watch until it is cancelled."""
        try:
            while True:
                self._due = self._now() + BEAT_SECONDS
                await self._sleep(BEAT_SECONDS)
                self._note(self._now())
        finally:
            self._due = math.inf

    def stolen(self, since: float, now: float) -> float:
        """The seconds between two times in which it was late: the machine did something else."""
        delays = [*self._delays, (self._due, now)]
        return sum(max(0.0, min(end, now) - max(start, since)) for start, end in delays)

    def _note(self, now: float) -> None:
        self.worst = max(self.worst, now - self._due)
        if now - self._due >= BEAT_SECONDS:
            self._delays.append((self._due, now))


def is_to_blame(allowed: float, waited: float, stolen: float, computed: float) -> bool:
    """Whether a time-out is the fault of the machine; all in seconds.

    It is where the machine took half of the time that was allowed, or more, and the bot itself
    computed for less than half of the time that it was waited for.
    """
    return stolen >= BLAME * allowed and computed < BLAME * waited
