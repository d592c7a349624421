"""Leaves a daemon behind: in a session of its own, deaf to signals, with the output kept open."""

import os
import signal
import time

from .misdeeds import HOUR, play_and


def daemonise() -> None:
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
                signal.signal(number, signal.SIG_IGN)
            time.sleep(HOUR)
        os._exit(0)


play_and(daemonise)
