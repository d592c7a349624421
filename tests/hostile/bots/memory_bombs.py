"""Fills memory in many processes, each below the cap of one."""

import os
import time

from .misdeeds import HOUR, play_and


def fill() -> None:
    for _ in range(8):
        if os.fork() == 0:
            break
    kept = b"x" * (96 << 20)
    time.sleep(HOUR)
    del kept


play_and(fill)
