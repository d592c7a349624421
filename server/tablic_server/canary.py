"""How late does the machine wake the referee? A bot on such a machine is late as well."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

__all__ = ["BEAT_SECONDS", "Canary"]

# How often it wakes; fifty times a second cost a thousandth of a core.
BEAT_SECONDS: Final = 0.02


class Canary:
    """Sleeps again and again in the referee's loop, and notes how late it wakes.

    It is late where the machine has too much to do, or was held, and where the loop itself is busy.
    A bot can make it late too, with all that it may start, so nobody is let off for it.
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

    async def watch(self) -> None:
        """Watch until it is cancelled."""
        while True:
            due = self._now() + BEAT_SECONDS
            await self._sleep(BEAT_SECONDS)
            self.worst = max(self.worst, self._now() - due)
