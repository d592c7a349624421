"""The page of a tournament, made by a process of its own: it can take seconds of computing.

Run as a module it writes the page to standard output.
"""

import asyncio
import json
import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from tablic_tournaments.errors import ServingError
from tablic_tournaments.listings.page import tournament_page
from tablic_tournaments.serving.desk import Desk
from tablic_tournaments.store import Tournament, open_arena

__all__ = ["Reports", "main"]

MOST_KEPT: Final = 8
# A tournament that is being played has a new page once in so many seconds at most.
KEPT_SECONDS: Final = 60.0
# Bots that play have the processor before pages.
NICENESS: Final = 10


class _Kept(NamedTuple):
    """A page, and what was stored of its tournament when it was made."""

    page: bytes
    stored: Tournament
    at: float

    def is_of(self, stored: Tournament) -> bool:
        young = time.monotonic() - self.at < KEPT_SECONDS
        return self.stored == stored or (young and not stored.finished)


class Reports:
    """Pages of tournaments, each made once for what is stored of it, one at a time."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._kept: dict[tuple[int, bool, bool], _Kept] = {}
        self._rendering = asyncio.Lock()

    async def page(self, tournament: int, *, faults: bool, linked: bool) -> bytes:
        """The page, as ``tournament_page`` makes it.

        While the tournament is played it may be a minute old. Raises UnknownNameError and
        ServingError.
        """
        key = (tournament, faults, linked)
        async with self._rendering:
            stored = await self._desk.ask(lambda arena: arena.tournaments.get(tournament))
            kept = self._kept.pop(key, None)
            if kept is None or not kept.is_of(stored):
                page = await self._rendered(number=tournament, faults=faults, linked=linked)
                kept = _Kept(page, stored, time.monotonic())
            self._kept[key] = kept
            for oldest in list(self._kept)[:-MOST_KEPT]:
                del self._kept[oldest]
        return kept.page

    async def _rendered(self, **what: object) -> bytes:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tablic_tournaments.serving.rendering"),
            *(str(self._desk.path), json.dumps(what)),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is the server's
        )
        try:
            page, _ = await process.communicate()
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        if process.returncode:
            raise ServingError("the page could not be made; the log of the server says more")
        return page


def main() -> None:
    """Write a page."""
    os.nice(NICENESS)
    path, what = sys.argv[1:]
    with open_arena(Path(path)) as arena:
        sys.stdout.buffer.write(tournament_page(arena, **json.loads(what)).encode())


if __name__ == "__main__":
    main()
