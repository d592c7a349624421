"""Sleeps when it is its turn."""

import time

from .misdeeds import HOUR, play_and

play_and(lambda: time.sleep(HOUR))
