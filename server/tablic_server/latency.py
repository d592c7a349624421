"""How far away is a bot? Measured by pings, all along while it plays.

The least of all times counts, so that one that is busy or slow for a while loses nothing. A bot may
hold its pongs back to seem farther away; then it must hold back each of them, and each answer too.
"""

import math
from typing import Final

__all__ = ["PING_SECONDS", "Latency"]

# How often a bot that answers pings is sent one.
PING_SECONDS: Final = 1.0


class Latency:
    """The pings of one seat: one at a time is on its way. Times come in, as for a clock."""

    def __init__(self, most: float) -> None:
        """``most`` is what is credited at most, in seconds."""
        self.most = most
        self.least = math.inf
        """The shortest time that went by between a message and what answers it."""
        self._number = 0
        self._sent_at = -math.inf
        self._open = False

    @property
    def credit(self) -> float:
        """Seconds that the way there and back is taken to last; none before the first pong."""
        return min(self.least, self.most) if self.least < math.inf else 0.0

    def is_due(self, now: float) -> bool:
        """Whether the next ping is to be sent."""
        return not self._open and now - self._sent_at >= PING_SECONDS

    def sent(self, now: float) -> int:
        """A ping is sent at this time; returns its number."""
        self._number += 1
        self._sent_at, self._open = now, True
        return self._number

    def answered(self, number: int, now: float) -> bool:
        """Take in a pong; returns whether it answers the ping that is on its way."""
        if not self._open or number != self._number:
            return False
        self._open = False
        self.least = min(self.least, now - self._sent_at)
        return True

    def took(self, seconds: float) -> None:
        """A turn was answered so long after it was sent: the bot is no farther away."""
        # Who sends no pong is credited nothing, however fast it answers.
        if self.least < math.inf:
            self.least = min(self.least, seconds)

    def lost(self) -> None:
        """The stream is lost, and a ping on its way with it."""
        self._open = False
