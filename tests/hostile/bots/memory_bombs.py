"""Fills memory in three processes, each below the cap of one."""

import subprocess
import sys
import time

from .misdeeds import HOUR, play_and

FILL = "import time; kept = bytearray(b'x') * (80 << 20); time.sleep(3600)"


def fill() -> None:
    for _ in range(3):
        subprocess.Popen([sys.executable, "-I", "-S", "-c", FILL])
    time.sleep(HOUR)


play_and(fill)
