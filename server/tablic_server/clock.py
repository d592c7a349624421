"""What happens when a bot thinks too long? A clock for each stream; others measure the times."""

import math
import re
from typing import Final, NamedTuple, Self

__all__ = ["DEFAULT_TIME", "NO_LIMIT", "StreamClock", "TimeControl"]

# A bank is saved up for at most so many games of a stream.
MOST_BANKS: Final = 4
# What can be asked for, in seconds. The protocol tells milliseconds, and none is no limit.
LEAST_SECONDS: Final = 0.01
MOST_SECONDS: Final = 86_400.0

_SECONDS: Final = r"[0-9]+(?:\.[0-9]+)?"


class TimeControl(NamedTuple):
    """The time a stream is given, in seconds; infinity where there is no limit."""

    bank: float
    """The time at the start of a game."""
    increment: float
    """Added to the bank for each answer."""
    cap: float
    """The longest time for one answer."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """The time control of a text such as ``10+0.05/5``; raises ValueError."""
        parts = re.fullmatch(rf"({_SECONDS})\+({_SECONDS})/({_SECONDS})", text.strip())
        if parts is None:
            raise ValueError(
                f"{text!r} is no clock; give the seconds for a game, those added for each answer, "
                f"and the most for one answer, such as {DEFAULT_TIME.text}"
            )
        bank, increment, cap = map(float, parts.groups())
        for seconds, least in ((bank, LEAST_SECONDS), (increment, 0.0), (cap, LEAST_SECONDS)):
            if not least <= seconds <= MOST_SECONDS:
                raise ValueError(
                    f"{text!r}: {seconds:g} is out of range; a game and an answer have "
                    f"{LEAST_SECONDS:g} to {MOST_SECONDS:g} seconds"
                )
        return cls(bank, increment, cap)

    @property
    def text(self) -> str:
        """The text that ``parse`` reads."""
        return f"{self.bank:g}+{self.increment:g}/{self.cap:g}"


DEFAULT_TIME: Final = TimeControl(bank=10.0, increment=0.05, cap=5.0)
NO_LIMIT: Final = TimeControl(math.inf, 0.0, math.inf)


class StreamClock:
    """The clock of one stream, which may play many tables: it runs while any answer is owed.

    Times come in as seconds of one monotonic source; the clock has none of its own. The bank is
    topped up at the start of each game, never above what so many tables can use at once. The cap
    runs from the later of the oldest open turn and the last answer.
    """

    def __init__(self, control: TimeControl, tables: int) -> None:
        self.control = control
        self.bank = 0.0
        self.spent = 0.0
        self.owed = 0
        self.limited = control != NO_LIMIT
        self._most = control.bank * min(tables, MOST_BANKS)
        self._since = 0.0

    def game_started(self) -> None:
        """Top up the bank for one more game."""
        self.bank = min(self.bank + self.control.bank, self._most)

    def sent(self, turns: int, now: float) -> None:
        """So many turns were sent at this time."""
        if not self.owed:
            self._since = now
        self.owed += turns

    def answered(self, answers: int, now: float) -> None:
        """So many open turns were answered by a message read at this time."""
        used = now - self._since
        self.spent += used
        self.bank += answers * self.control.increment - used
        self.owed -= answers
        self._since = now

    def put_back(self) -> None:
        """An answer was put back: what it added to the bank is taken away."""
        self.bank -= self.control.increment

    def dropped(self, turns: int, now: float) -> None:
        """So many open turns are no longer owed: their games are over."""
        if turns:
            self.bank -= now - self._since
            self.spent += now - self._since
            self.owed -= turns
            self._since = now

    def left(self, now: float) -> float:
        """Seconds of the bank that are left at this time."""
        return self.bank - (now - self._since) if self.owed else self.bank

    @property
    def since(self) -> float:
        """The time since which the next answer is awaited, while one is owed."""
        return self._since

    @property
    def deadline(self) -> float:
        """The time by which an answer must be read; infinity while none is owed."""
        return self._since + self.allowed if self.owed else math.inf

    @property
    def allowed(self) -> float:
        """Seconds that the next answer may take."""
        return max(0.0, min(self.bank, self.control.cap))
