"""The log of a server: one line of JSON for each event, without secrets, on standard error."""

import json
import sys
from collections.abc import Callable
from contextlib import suppress

from tablic_tournaments.store.bots import now

__all__ = ["listeners", "log"]

listeners: list[Callable[[str, dict[str, object]], None]] = []
"""Who is told each event with its facts."""


def log(event: str, **facts: object) -> None:
    """Write a line."""
    with suppress(OSError):  # a full disk stops the log, and nothing else
        sys.stderr.write(json.dumps({"at": now(), "event": event, **facts}) + "\n")
        sys.stderr.flush()
    for listener in listeners:
        listener(event, facts)
