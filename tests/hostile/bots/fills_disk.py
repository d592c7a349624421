"""Fills every place that it can write to."""

import os
from pathlib import Path

from .misdeeds import play_and, tell


def fill(folder: str) -> str:
    try:
        for number in range(1 << 10):
            Path(folder, f"{number}").write_bytes(bytes(1 << 20))
    except OSError as error:
        return os.strerror(error.errno or 0)
    return "DONE"


def fill_all() -> None:
    for folder in ("/tmp", "/dev/shm", "/var/tmp", "/bot", "/run", "/dev", "/"):
        tell(f"{folder}:", fill(folder))


play_and(fill_all)
