"""Plays its games and then does not end."""

import time

from tablic import run
from tablic.examples.random_bot import RandomBot

run(RandomBot)
print("stays", flush=True)
time.sleep(3600)
