"""The database, for a server: asked in threads, so that nobody waits for another's question."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

from tablic_tournaments.errors import StoreError
from tablic_tournaments.store import Arena

__all__ = ["Desk"]

T = TypeVar("T")


class _Opened(NamedTuple):
    """An arena that is open, and which file its path was then."""

    arena: Arena
    file: tuple[int, int]


class Desk:
    """Where an arena lies. Each question sees it whole; writes wait for each other.

    What was opened for a question is kept for the next one: opening takes longer than most
    questions do.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._idle: list[_Opened] = []

    async def ask(self, question: Callable[[Arena], T]) -> T:
        """What a question gives; raises what it raises, and StoreError."""
        return await asyncio.to_thread(self._answer, question)

    def close(self) -> None:
        """Close what is kept; nobody may be asking."""
        while self._idle:
            self._idle.pop().arena.close()

    def _answer(self, question: Callable[[Arena], T]) -> T:
        opened = self._taken()
        try:
            answer = question(opened.arena)
        except BaseException:
            # Rows that it has not read would hold the next question to what is stored now.
            opened.arena.close()
            raise
        self._idle.append(opened)
        return answer

    def _taken(self) -> _Opened:
        """One that is kept, if the file is still the same, else a new one."""
        file = self._file()
        while self._idle:
            opened = self._idle.pop()
            if opened.file == file:
                return opened
            opened.arena.close()
        return _Opened(Arena(self.path), file)

    def _file(self) -> tuple[int, int]:
        try:
            status = self.path.stat()
        except OSError as error:
            raise StoreError(f"{self.path} cannot be read: {error.strerror}") from error
        return status.st_dev, status.st_ino
