"""How much work a call does, counted and not timed."""

import sys
from collections.abc import Callable
from types import FrameType


def calls_in(function: Callable[[], object]) -> int:
    """How many Python functions are called, and generators resumed, while a function runs."""
    count = 0

    def profile(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        function()
    finally:
        sys.setprofile(before)
    return count


def lines_in(function: Callable[[], object]) -> int:
    """How many lines run while a function runs."""
    count = 0

    def trace(_frame: FrameType, event: str, _arg: object) -> object:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)  # type: ignore[arg-type]  # a local trace function returns itself
    try:
        function()
    finally:
        sys.settrace(before)
    return count
