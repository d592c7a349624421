"""The log of a server: one line of JSON for each event, without secrets, on standard error."""

import json
import sys

from tablic_tournaments.store.bots import now

__all__ = ["log"]


def log(event: str, **facts: object) -> None:
    """Write a line."""
    sys.stderr.write(json.dumps({"at": now(), "event": event, **facts}) + "\n")
    sys.stderr.flush()
