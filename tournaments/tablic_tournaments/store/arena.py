"""An arena: the database and the folder of bot contents, opened together."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tablic_tournaments.store.agenda import Agenda
from tablic_tournaments.store.backup import back_up
from tablic_tournaments.store.boards import Boards
from tablic_tournaments.store.bots import Bots
from tablic_tournaments.store.contents import Contents
from tablic_tournaments.store.database import open_database
from tablic_tournaments.store.deeds import Deeds
from tablic_tournaments.store.exports import Exports
from tablic_tournaments.store.faults import Faults
from tablic_tournaments.store.games import Games
from tablic_tournaments.store.imports import Imported, import_lines
from tablic_tournaments.store.pruning import Pruning
from tablic_tournaments.store.tokens import Tokens
from tablic_tournaments.store.tournaments import Tournaments

__all__ = ["Arena", "open_arena"]


class Arena:
    """Everything that is stored, by what it is about."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection = open_database(path)
        self.contents = Contents(contents_folder(path))
        self.bots = Bots(self._connection)
        self.tournaments = Tournaments(self._connection)
        self.boards = Boards(self._connection)
        self.games = Games(self._connection)
        self.faults = Faults(self._connection)
        self.tokens = Tokens(self._connection)
        self.deeds = Deeds(self._connection)
        self.agenda = Agenda(self._connection)
        self.exports = Exports(self._connection)
        self.pruning = Pruning(self._connection, self.contents)

    def take_in(self, lines: Iterable[str]) -> Imported:
        """Take in what was exported elsewhere, all or nothing; raises StoreError."""
        return import_lines(self._connection, lines)

    def back_up(self, path: Path) -> None:
        """Make a copy of the arena at another path, also while it is written; raises StoreError."""
        back_up(self._connection, self.contents, path, contents_folder(path))

    def close(self) -> None:
        """Close the database."""
        self._connection.close()


def contents_folder(path: Path) -> Path:
    """The folder of bot contents that belongs to a database."""
    return path.with_name(f"{path.stem}-bots")


@contextmanager
def open_arena(path: Path) -> Iterator[Arena]:
    """An arena for as long as it is needed; made where there is none. Raises StoreError."""
    arena = Arena(path)
    try:
        yield arena
    finally:
        arena.close()
