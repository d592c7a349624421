"""Writes random bytes to the socket for as long as it can, again and again."""

import os
import socket
import time

from tablic.client import ADDRESS_VARIABLE

while True:
    with socket.socket(socket.AF_UNIX) as raw:
        raw.connect(os.environ[ADDRESS_VARIABLE].removeprefix("unix:"))
        try:
            while True:
                raw.sendall(os.urandom(1000))
        except OSError:
            time.sleep(0.01)
