"""The database, for a server: asked in threads, so that nobody waits for another's question."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from tablic_tournaments.store import Arena, open_arena

__all__ = ["Desk"]

T = TypeVar("T")


class Desk:
    """Where an arena lies. Each question sees it whole; writes wait for each other."""

    def __init__(self, path: Path) -> None:
        self.path = path

    async def ask(self, question: Callable[[Arena], T]) -> T:
        """What a question gives; raises what it raises, and StoreError."""
        return await asyncio.to_thread(self._answer, question)

    def _answer(self, question: Callable[[Arena], T]) -> T:
        with open_arena(self.path) as arena:
            return question(arena)
