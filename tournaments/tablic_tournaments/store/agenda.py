"""What a server is to play: tournaments that were started, in that order; it outlives servers."""

from tablic_tournaments.errors import PlayError
from tablic_tournaments.store.database import Connection

__all__ = ["Agenda"]


class Agenda:
    """The tournaments that are played or wait to be."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def all(self) -> list[int]:
        """Their numbers, the first to be played first."""
        rows = self._connection.rows("SELECT tournament FROM agenda ORDER BY id")
        return [row["tournament"] for row in rows]

    def add(self, tournament: int) -> None:
        """Put a tournament last; raises PlayError where it is there already."""
        with self._connection.transaction():
            if tournament in self.all():
                raise PlayError(
                    f"tournament {tournament} was started already; watch it, or stop it"
                )
            self._connection.insert("agenda", tournament=tournament)

    def remove(self, tournament: int) -> bool:
        """Take a tournament off; returns whether it was there."""
        with self._connection.transaction():
            was_there = tournament in self.all()
            self._connection.execute("DELETE FROM agenda WHERE tournament = ?", tournament)
        return was_there
