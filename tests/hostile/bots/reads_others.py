"""Reads the files that its arguments name, and what /proc has of other processes."""

import os
import sys
from pathlib import Path

from .misdeeds import attempt, play_and, tell


def read(path: Path) -> None:
    if path.is_dir():
        list(path.iterdir())
    else:
        path.read_bytes()


def read_all() -> None:
    others = [path for path in Path("/proc").glob("[0-9]*") if path.name != f"{os.getpid()}"]
    for path in map(Path, sys.argv[1:]):
        attempt("reads the arena", read, path)
    for other in others:
        for name in ("environ", "mem", "fd", "cwd", "root"):
            attempt(f"reads {name}", read, other / name)
    tell("processes:", len(others) + 1)


play_and(read_all)
