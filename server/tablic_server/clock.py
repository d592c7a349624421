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
# Of what concerns bots that run elsewhere.
MOST_REMOTE: Final = {"credit": 5.0, "grace": 3_600.0}

_SECONDS: Final = r"[0-9]+(?:\.[0-9]+)?"
_FORM: Final = (
    rf"({_SECONDS})\+({_SECONDS})/({_SECONDS})"
    rf"(?: +credit=({_SECONDS}))?(?: +grace=({_SECONDS}))?"
)


class TimeControl(NamedTuple):
    """The time a stream is given, in seconds; infinity where there is no limit."""

    bank: float
    """The time at the start of a game."""
    increment: float
    """Added to the bank for each answer."""
    cap: float
    """The longest time for one answer."""
    credit: float = 0.1
    """The most that the way to a bot that runs elsewhere and back is taken to last."""
    grace: float = 60.0
    """For how long such a bot may be away in a rotation, all its absences together."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """The time control of a text such as ``10+0.05/5``; raises ValueError.

        What concerns bots that run elsewhere may follow: ``10+0.05/5 credit=0.2 grace=120``.
        """
        parts = re.fullmatch(_FORM, text.strip())
        if parts is None:
            raise ValueError(
                f"{text!r} is no clock; give the seconds for a game, those added for each answer, "
                f"and the most for one answer, such as {DEFAULT_TIME.text}"
            )
        bank, increment, cap = map(float, parts.groups()[:3])
        remote = {
            name: float(seconds)
            for name, seconds in zip(("credit", "grace"), parts.groups()[3:], strict=True)
            if seconds is not None
        }
        for name, seconds in remote.items():
            if seconds > MOST_REMOTE[name]:
                raise ValueError(
                    f"{text!r}: {name}={seconds:g} is out of range; "
                    f"it has 0 to {MOST_REMOTE[name]:g} seconds"
                )
        for seconds, least in ((bank, LEAST_SECONDS), (increment, 0.0), (cap, LEAST_SECONDS)):
            if not least <= seconds <= MOST_SECONDS:
                raise ValueError(
                    f"{text!r}: {seconds:g} is out of range; a game and an answer have "
                    f"{LEAST_SECONDS:g} to {MOST_SECONDS:g} seconds"
                )
        return cls(bank, increment, cap, **remote)

    @property
    def text(self) -> str:
        """The text that ``parse`` reads."""
        remote = "".join(
            f" {name}={getattr(self, name):g}"
            for name in MOST_REMOTE
            if getattr(self, name) != self._field_defaults[name]
        )
        return f"{self.bank:g}+{self.increment:g}/{self.cap:g}{remote}"


DEFAULT_TIME: Final = TimeControl(bank=10.0, increment=0.05, cap=5.0)
NO_LIMIT: Final = TimeControl(math.inf, 0.0, math.inf)


class StreamClock:
    """The clock of one stream, which may play many tables: it runs while any answer is owed.

    Times come in as seconds of one monotonic source; the clock has none of its own. The bank is
    topped up at the start of each game, never above what so many tables can use at once. The cap
    runs from the later of the oldest open turn and the last answer.

    A turn counts as being with the bot when ``credit`` has passed since it was sent: the time that
    it and its answer are on their way. So nothing is gained by turns or answers that overlap.
    """

    def __init__(self, control: TimeControl, tables: int) -> None:
        self.control = control
        self.bank = 0.0
        self.spent = 0.0
        self.owed = 0
        self.credit = 0.0
        self.limited = control != NO_LIMIT
        self._most = control.bank * min(tables, MOST_BANKS)
        self._since = 0.0

    def game_started(self) -> None:
        """Top up the bank for one more game."""
        self.bank = min(self.bank + self.control.bank, self._most)

    def sent(self, turns: int, now: float) -> None:
        """So many turns were sent at this time."""
        if not self.owed:
            self._since = now + self.credit
        self.owed += turns

    def answered(self, answers: int, now: float, oldest: float = 0.0) -> None:
        """So many open turns were answered by a message read at this time.

        The oldest of those that are still owed is with the bot from ``oldest`` on.
        """
        self._end_turns(answers, answers * self.control.increment, now, oldest)

    def put_back(self) -> None:
        """An answer was put back: what it added to the bank is taken away."""
        self.bank -= self.control.increment

    def dropped(self, turns: int, now: float, oldest: float = 0.0) -> None:
        """So many open turns are no longer owed: their games are over, or the bot is away."""
        if turns:
            self._end_turns(turns, 0.0, now, oldest)

    def left(self, now: float) -> float:
        """Seconds of the bank that are left at this time."""
        return self.bank - max(0.0, now - self._since) if self.owed else self.bank

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

    def _end_turns(self, turns: int, earned: float, now: float, oldest: float) -> None:
        used = max(0.0, now - self._since)
        self.spent += used
        self.bank += earned - used
        self.owed -= turns
        self._since = max(now, oldest)
