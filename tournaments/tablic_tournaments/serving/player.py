"""Plays what is on the agenda, one tournament after the other."""

import asyncio
from typing import Final

from tablic_tournaments.errors import ArenaError, PlayError
from tablic_tournaments.serving.desk import Desk
from tablic_tournaments.serving.jobs import Job, LostError
from tablic_tournaments.serving.lobby import Lobby
from tablic_tournaments.serving.log import log
from tablic_tournaments.store import Arena

__all__ = ["Changes", "Player"]

# How long a tournament may take to store what is played and end, in seconds.
STOP_SECONDS: Final = 30.0
# How often the process of a tournament is started when it is killed.
MOST_TRIES: Final = 3


class Changes:
    """Wakes all who wait for something to be stored, or to be started or stopped."""

    def __init__(self) -> None:
        self.next = asyncio.Event()
        """Set when something changes after it was looked up here."""

    def tell(self) -> None:
        """Wake them."""
        self.next.set()
        self.next = asyncio.Event()


class Player:
    """Plays in one process at a time, so that bots do not take the cores from each other."""

    def __init__(self, desk: Desk, lobby: Lobby, workers: int | None, *, trusted: bool) -> None:
        self.problems: dict[int, str] = {}
        """Why tournaments were taken off the agenda, by their numbers."""
        self.changes = Changes()
        self._desk = desk
        self._lobby = lobby
        self._workers = workers
        self._trusted = trusted
        self._job: Job | None = None
        self._playing = 0
        self._leaving = False
        self._news = asyncio.Event()
        self._choosing = asyncio.Lock()
        self._idle = asyncio.Event()
        self._idle.set()
        self._draining = False

    async def run(self) -> None:
        """Play until ``drain`` is called."""
        while not self._draining:
            self._news.clear()
            if await self._chosen():
                await self._play(self._playing)
            else:
                await self._news.wait()

    async def _chosen(self) -> bool:
        """Whether there is a tournament to be played, which is then chosen."""
        async with self._choosing:
            agenda = await self._desk.ask(lambda arena: arena.agenda.all())
            if agenda and not self._draining:
                self._playing, self._leaving = agenda[0], False
                self._idle.clear()
            return not self._idle.is_set()

    async def start(self, tournament: int) -> int:
        """Put a tournament on the agenda; returns how many are before it. Raises PlayError."""

        def add(arena: Arena) -> int:
            if arena.tournaments.get(tournament).finished:
                raise PlayError(f"tournament {tournament} is finished already")
            arena.agenda.add(tournament)
            return len(arena.agenda.all()) - 1

        before = await self._desk.ask(add)
        self.problems.pop(tournament, None)
        self._news.set()
        self.changes.tell()
        return before

    async def stop(self, tournament: int) -> None:
        """Take a tournament off, and wait until what was played of it is stored.

        Raises UnknownNameError and PlayError.
        """

        def remove(arena: Arena) -> bool:
            arena.tournaments.get(tournament)
            return arena.agenda.remove(tournament)

        async with self._choosing:
            was_there = await self._desk.ask(remove)
        if not was_there:
            raise PlayError(f"tournament {tournament} is not being played; start it first")
        if self._playing == tournament:
            await self._leave()
        self.changes.tell()

    async def drain(self) -> None:
        """Play no more; what is on the agenda stays there, to be played by the next server."""
        self._draining = True
        self._news.set()
        await self._leave()

    async def _leave(self) -> None:
        """Stop what is played, and wait until it is over."""
        self._leaving = True
        if self._job:
            await self._job.close(STOP_SECONDS)
        await self._idle.wait()

    async def _play(self, tournament: int) -> None:
        log("tournament started", tournament=tournament)
        try:
            ended = await self._how_it_ends(tournament)
            if ended == "finished" or not self._leaving:
                await self._desk.ask(lambda arena: arena.agenda.remove(tournament))
        finally:
            self._playing = 0
            self._job = None
            self._idle.set()
            self.changes.tell()
        log("tournament ended", tournament=tournament, how=ended)

    async def _how_it_ends(self, tournament: int) -> str:
        try:
            return await self._played(tournament)
        except ArenaError as error:
            self.problems[tournament] = str(error)
            return "failed"

    async def _played(self, tournament: int) -> str:
        """How it ended; a process that is lost is replaced, but not again and again."""
        for _ in range(MOST_TRIES - 1):
            try:
                return await self._played_once(tournament)
            except LostError:
                log("tournament process lost", tournament=tournament)
        return await self._played_once(tournament)

    async def _played_once(self, tournament: int) -> str:
        job = self._job = await Job.start(
            kind="play",
            db=str(self._desk.path),
            tournament=tournament,
            workers=self._workers,
            trusted=self._trusted,
        )
        ended = ""
        try:
            if self._leaving:
                job.stop()
            async for event in job.events():
                if "called" in event:
                    self._lobby.call(*event["called"])
                    continue
                ended = event.get("ended", "")
                self.changes.tell()
        finally:
            await job.close(STOP_SECONDS)
            self._lobby.all_over()
        return ended
