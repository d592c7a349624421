"""Computes in eight threads while it is the other's turn."""

import hashlib
from threading import Thread

from tablic import run
from tablic.examples.random_bot import RandomBot

# The hash is computed without the lock of the interpreter.
for _ in range(8):
    Thread(target=hashlib.pbkdf2_hmac, args=("sha256", b"", b"", 1 << 30), daemon=True).start()
run(RandomBot)
