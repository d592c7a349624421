"""Who did what to an arena, through a server or on its machine."""

from collections.abc import Iterator
from typing import NamedTuple

from tablic_tournaments.store.bots import now
from tablic_tournaments.store.database import Connection

__all__ = ["Deed", "Deeds"]


class Deed(NamedTuple):
    """Something that was done, or tried."""

    id: int
    done_at: str
    name: str
    role: str
    what: str
    about: str
    outcome: str


class Deeds:
    """The deeds of an arena."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def note(self, name: str, role: str, what: str, about: str, outcome: str = "done") -> None:
        """Note what a person did, to what, and what came of it."""
        with self._connection.transaction():
            self._connection.insert(
                "deed",
                done_at=now(),
                name=name,
                role=role,
                what=what,
                about=about,
                outcome=outcome,
            )

    def all(self) -> Iterator[Deed]:
        """Every deed, oldest first."""
        for row in self._connection.rows("SELECT * FROM deed ORDER BY id"):
            yield Deed(**row)
