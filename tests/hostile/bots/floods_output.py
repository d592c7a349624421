"""Prints without measure, to stdout and stderr."""

import sys

from .misdeeds import play_and


def flood() -> None:
    for stream in (sys.stdout, sys.stderr):
        for _ in range(20):
            stream.write("x" * 100_000)
        stream.flush()
    print("the last words", flush=True)


play_and(flood)
