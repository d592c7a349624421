"""Starts a child in a session of its own, which keeps the output of the bot open."""

import subprocess
import sys

from tablic import run
from tablic.examples.random_bot import RandomBot

child = subprocess.Popen(["sleep", "3600"], start_new_session=True)
print(f"child {child.pid}", flush=True)
run(RandomBot)
sys.stdout.flush()
