"""Bots by name, and their versions: immutable contents by SHA-256."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from tablic_tournaments.errors import RoleError, UnknownNameError
from tablic_tournaments.spec import Entrant
from tablic_tournaments.store.database import Connection, Row

__all__ = ["Bots", "Version", "now"]


class Version(NamedTuple):
    """A version of a bot. ``command`` starts it in the folder of its content.

    One of a bot that runs elsewhere has neither: nobody can tell whether it is what it says.
    """

    id: int
    name: str
    number: int
    sha256: str
    command: tuple[str, ...]
    submitted_at: str
    retired: bool
    declared: str | None = None
    """What a bot that runs elsewhere says it is; None where its content is here."""

    @property
    def entrant(self) -> Entrant:
        """The version as a tournament names it."""
        return Entrant(self.name, self.number, self.sha256)


class Bots:
    """The bots of an arena."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def versions(self) -> Iterator[Version]:
        """Every version, by name and number."""
        return map(_version, self._connection.rows(f"{_SELECT} ORDER BY bot.name, number"))

    def latest(self, names: Sequence[str] = ()) -> list[Version]:
        """The latest version of the named bots, in that order; of all bots in play if none is.

        Raises UnknownNameError for a name that is not there or retired.
        """
        latest = {version.name: version for version in self.versions()}
        if not names:
            return [version for version in latest.values() if not version.retired]
        for name in names:
            if name not in latest:
                raise UnknownNameError(_unknown(name, latest))
            if latest[name].retired:
                raise UnknownNameError(
                    f"{name} is retired; submit it again to bring it back, or leave it out"
                )
        return [latest[name] for name in names]

    def with_content(self, sha256: str) -> list[Version]:
        """The versions that have a content."""
        sql = f"{_SELECT} WHERE sha256 = ? ORDER BY bot.name, number"
        return list(map(_version, self._connection.rows(sql, sha256)))

    def find(self, entrant: Entrant) -> Version:
        """The version that an entrant names; raises UnknownNameError."""
        sql = f"{_SELECT} WHERE bot.name = ? AND number = ?"
        row = self._connection.row(sql, entrant.name, entrant.version)
        if row is None or row["sha256"] != entrant.sha256:
            raise UnknownNameError(f"{entrant.label} is not in this arena as it was submitted")
        return _version(row)

    def version(self, name: str, number: int) -> Version:
        """A version by its bot and number; raises UnknownNameError."""
        row = self._connection.row(f"{_SELECT} WHERE bot.name = ? AND number = ?", name, number)
        if row is None:
            raise UnknownNameError(f"there is no {name} {number} in this arena")
        return _version(row)

    def check(self, name: str) -> None:
        """Raise UnknownNameError for a bot that is not there."""
        names = [row["name"] for row in self._connection.rows("SELECT name FROM bot")]
        if name not in names:
            raise UnknownNameError(_unknown(name, names))

    def owned(self, owner: str) -> list[str]:
        """The names of the bots of a person."""
        sql = "SELECT name FROM bot WHERE owner = ? ORDER BY name"
        return [row["name"] for row in self._connection.rows(sql, owner)]

    def check_owner(self, name: str, owner: str | None) -> None:
        """Raise RoleError for a bot that is there and not this person's; None is nobody's rival."""
        row = self._connection.row("SELECT owner FROM bot WHERE name = ?", name)
        if row and owner is not None and row["owner"] != owner:
            raise RoleError(
                f"{name} is not a bot of {owner}, who manages those alone that were submitted by "
                "that name"
            )

    def declare(self, name: str, declared: str, owner: str) -> Version:
        """The version that a bot which runs elsewhere says it is, added where it is new.

        A retired bot comes back into play. Raises RoleError for a bot of another person.
        """
        self.check_owner(name, owner)
        found = self.declared(name, declared)
        if found is None:
            # Contents have other digests: this one is of no file.
            sha256 = hashlib.sha256(f"runs elsewhere: {declared}".encode()).hexdigest()
            return self.add(name, sha256, (), owner, declared)
        return self.restore(found) if found.retired else found

    def declared(self, name: str, declared: str) -> Version | None:
        """The version of a bot that runs elsewhere by what it says it is."""
        sql = f"{_SELECT} WHERE bot.name = ? AND declared = ?"
        row = self._connection.row(sql, name, declared)
        return _version(row) if row else None

    def elsewhere(self) -> set[str]:
        """The labels of the versions that run elsewhere."""
        return {
            version.entrant.label for version in self.versions() if version.declared is not None
        }

    def add(
        self,
        name: str,
        sha256: str,
        command: Sequence[str],
        owner: str | None = None,
        declared: str | None = None,
    ) -> Version:
        """Add the next version of a bot, but for one that is there; a retired bot is back in play.

        A new bot belongs to its owner, if there is one.
        """
        with self._connection.transaction():
            bot = self._connection.row("SELECT id FROM bot WHERE name = ?", name)
            if bot:
                bot_id = bot["id"]
                self._connection.execute("UPDATE bot SET retired_at = NULL WHERE id = ?", bot_id)
            else:
                bot_id = self._connection.insert("bot", name=name, owner=owner)
            # Somebody else may have added it meanwhile.
            same = self._connection.row(
                "SELECT number FROM version WHERE bot = ? AND sha256 = ?", bot_id, sha256
            )
            if same:
                return self.find(Entrant(name, same["number"], sha256))
            last = self._connection.row(
                "SELECT coalesce(max(number), 0) AS number FROM version WHERE bot = ?", bot_id
            )
            number = last["number"] + 1 if last else 1
            self._connection.insert(
                "version",
                bot=bot_id,
                number=number,
                sha256=sha256,
                command=json.dumps(list(command)),
                submitted_at=now(),
                declared=declared,
            )
        return self.find(Entrant(name, number, sha256))

    def restore(self, version: Version) -> Version:
        """Bring the bot of a version back into play, if it is retired."""
        with self._connection.transaction():
            sql = "UPDATE bot SET retired_at = NULL WHERE name = ?"
            self._connection.execute(sql, version.name)
        return version._replace(retired=False)

    def retire(self, name: str) -> bool:
        """Take a bot out of play; False if it was already. Raises UnknownNameError."""
        with self._connection.transaction():
            bot = self._connection.row("SELECT * FROM bot WHERE name = ?", name)
            if bot is None:
                names = [row["name"] for row in self._connection.rows("SELECT name FROM bot")]
                raise UnknownNameError(_unknown(name, names))
            if bot["retired_at"]:
                return False
            self._connection.execute("UPDATE bot SET retired_at = ? WHERE id = ?", now(), bot["id"])
        return True


def now() -> str:
    """The time, in UTC, as the database holds it."""
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S")


_SELECT = """
SELECT version.*, bot.name, bot.retired_at FROM version JOIN bot ON bot.id = version.bot
"""


def _version(row: Row) -> Version:
    return Version(
        id=row["id"],
        name=row["name"],
        number=row["number"],
        sha256=row["sha256"],
        command=tuple(json.loads(row["command"])),
        submitted_at=row["submitted_at"],
        retired=row["retired_at"] is not None,
        declared=row["declared"],
    )


def _unknown(name: str, names: Iterable[str]) -> str:
    known = ", ".join(sorted(names))
    if known:
        return f"there is no bot {name!r}; there are {known}"
    return f"there is no bot {name!r}, nor any other; submit one with: tablic-arena submit FILE"
