"""Tokens: who may do what at a server. Only their hashes are stored."""

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterator
from enum import StrEnum
from typing import Final, NamedTuple

from tablic_tournaments.errors import BotNameError, TokenError, UnknownNameError
from tablic_tournaments.store.bots import now
from tablic_tournaments.store.database import Connection, Row

__all__ = ["Role", "Token", "Tokens"]

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@-]{0,39}")
_TOKEN: Final = re.compile(r"(\d{1,18})\.([0-9a-f]{64})")


class Role(StrEnum):
    """What a token allows. Each role may do what those before it may."""

    SPECTATOR = "spectator"
    AUTHOR = "author"
    ORGANISER = "organiser"

    def allows(self, least: "Role") -> bool:
        """Whether this role may do what a role may."""
        order = list(Role)
        return order.index(self) >= order.index(least)


class Token(NamedTuple):
    """A token as it is stored: whose it is, and what it allows."""

    id: int
    name: str
    role: Role
    created_at: str
    revoked_at: str | None


class Tokens:
    """The tokens of an arena."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, name: str, role: Role) -> tuple[Token, str]:
        """A new token of a person, and its text, which is known this once; raises BotNameError."""
        if not _NAME.fullmatch(name):
            raise BotNameError(
                f"{name[:60]!r} is not a name for a person: use up to 40 letters, digits, dots, "
                "dashes, underscores and @, the first a letter or digit"
            )
        secret = secrets.token_hex(32)
        with self._connection.transaction():
            number = self._connection.insert(
                "token", name=name, role=role, sha256=_hash(secret), created_at=now()
            )
        return self.get(number), f"{number}.{secret}"

    def all(self) -> Iterator[Token]:
        """Every token, also those that are revoked."""
        return map(_token, self._connection.rows("SELECT * FROM token ORDER BY id"))

    def get(self, number: int) -> Token:
        """The token of an id; raises UnknownNameError."""
        row = self._connection.row("SELECT * FROM token WHERE id = ?", number)
        if row is None:
            raise UnknownNameError(
                f"there is no token {number}; list them with: tablic-arena token list"
            )
        return _token(row)

    def admit(self, text: str) -> Token:
        """The token of a text; raises TokenError where it is unknown or revoked."""
        parts = _TOKEN.fullmatch(text)
        row = parts and self._connection.row("SELECT * FROM token WHERE id = ?", int(parts[1]))
        stored = row["sha256"] if row else _hash("")
        if not hmac.compare_digest(stored, _hash(parts[2] if parts else "-")) or not row:
            raise TokenError("the token is unknown to this arena; ask an organiser for one")
        if row["revoked_at"]:
            raise TokenError(
                f"token {row['id']} of {row['name']} was revoked; ask an organiser for a new one"
            )
        return _token(row)

    def revoke(self, number: int) -> Token:
        """Make a token useless; raises UnknownNameError."""
        with self._connection.transaction():
            token = self.get(number)
            sql = "UPDATE token SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL"
            self._connection.execute(sql, now(), number)
        return token


def _hash(secret: str) -> str:
    """The secret has 256 random bits, so that one SHA-256 is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _token(row: Row) -> Token:
    return Token(row["id"], row["name"], Role(row["role"]), row["created_at"], row["revoked_at"])
