"""Honest: thinks for the same amount of CPU time in each turn."""

import time

from tablic import Play, View, run
from tablic.examples.random_bot import RandomBot

CPU_SECONDS = 0.02


class Computing(RandomBot):
    def choose(self, view: View) -> Play:
        end = time.thread_time() + CPU_SECONDS
        while time.thread_time() < end:
            pass
        return super().choose(view)


run(Computing)
