"""Numbers of things in words, and the words around what a program printed."""

from collections.abc import Mapping
from typing import Final

__all__ = ["count", "counted", "counted_kinds", "number", "points", "printed_end", "short_rules"]

_NUMBERS: Final = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)

# How much of a log is shown with an error.
_LOG_LINES: Final = 20


def number(value: int) -> str:
    """A number as one writes it in a sentence."""
    return _NUMBERS[value] if 0 < value < len(_NUMBERS) else str(value)


def count(value: int, thing: str) -> str:
    """A number of things in a sentence, such as ``four cards``."""
    return f"{number(value)} {thing}{'' if value == 1 else 's'}"


def counted(value: int, thing: str, more: str = "s") -> str:
    """A number of things in digits, such as ``1 board`` or ``2 boards``."""
    return f"{value} {thing}{'' if value in (1, -1) else more}"


def counted_kinds(counts: Mapping[str, int]) -> str:
    """Numbers of several kinds of things, the most first, such as ``3 late, 1 illegal``."""
    by_number = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{number} {kind}" for kind, number in by_number)


def points(value: int) -> str:
    """A number of points, in digits."""
    return counted(value, "point")


def printed_end(log: str) -> str:
    """The last lines of what a program printed, below a line that says so."""
    if not log.strip():
        return "It printed nothing."
    lines = log.splitlines()[-_LOG_LINES:]
    return "\n".join(["The end of what it printed:", *(f"  {line}" for line in lines)])


def short_rules(rules: str) -> str:
    """The text of a rule set, without the knobs of a house rule."""
    return rules.partition(" (")[0]
