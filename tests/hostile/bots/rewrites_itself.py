"""Rewrites its own files, and those of what it runs on."""

import json
import os
import sys
from pathlib import Path

from .misdeeds import attempt, play_and


def rewrite() -> None:
    for path in map(Path, (__file__, json.__file__, "/run/launcher.py", sys.executable)):
        attempt("writes", path.open, "r+b")
        attempt("removes", os.remove, path)
    attempt("renames", os.rename, "/bot/bots", "/bot/others")


play_and(rewrite)
