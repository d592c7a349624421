"""Who may pass: a token, its role, and how much of everything it may have."""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from tablic_tournaments.errors import LimitError, RoleError, TokenError
from tablic_tournaments.serving.desk import Desk
from tablic_tournaments.store.tokens import Role, Token

__all__ = ["Gate"]

MOST_CALLS: Final = 16
"""Calls of a token at once, streams among them."""
CALLS_A_SECOND: Final = 50.0
BURST: Final = 200.0
"""Calls that may come at once after a silence."""
UPLOADS_AN_HOUR: Final = 60


class Allowance(NamedTuple):
    """What is left to somebody, as it was at a time."""

    left: float
    at: float


class Gate:
    """Admits callers. The limits are those of this server, from its start on."""

    def __init__(self, desk: Desk, what: str = "calls") -> None:
        """``what`` is what passes here, for people."""
        self._desk = desk
        self._what = what
        self._open: Counter[int] = Counter()
        self._calls: dict[int, Allowance] = {}
        self._uploads: dict[int, Allowance] = {}

    async def admit_call(self, metadata: Any, least: Role) -> Token:
        """Whose call it is; raises TokenError and RoleError."""
        scheme, _, text = str(dict(metadata or ()).get("authorization", "")).partition(" ")
        if scheme != "Bearer":
            raise TokenError(
                "this arena wants a token: log in with tablic-arena login, or set "
                "TABLIC_ARENA_TOKEN"
            )
        return await self.admit(text, least)

    async def admit(self, text: str, least: Role) -> Token:
        """Whose token it is; raises TokenError and RoleError."""
        token = await self._desk.ask(lambda arena: arena.tokens.admit(text))
        if not token.role.allows(least):
            raise RoleError(f"this is for the role {least}, and {token.name} is {token.role} here")
        return token

    @contextmanager
    def passing(self, token: Token) -> Iterator[None]:
        """Count a call for as long as it takes; raises LimitError."""
        self._calls[token.id] = _spend(
            self._calls.get(token.id), BURST, CALLS_A_SECOND, f"{CALLS_A_SECOND:g} calls a second"
        )
        if self._open[token.id] >= MOST_CALLS:
            raise LimitError(
                f"a token may have {MOST_CALLS} {self._what} at once; end one of them first"
            )
        self._open[token.id] += 1
        try:
            yield
        finally:
            self._open[token.id] -= 1

    def count_upload(self, token: Token) -> None:
        """Count an upload; raises LimitError."""
        self._uploads[token.id] = _spend(
            self._uploads.get(token.id),
            UPLOADS_AN_HOUR,
            UPLOADS_AN_HOUR / 3600,
            f"{UPLOADS_AN_HOUR} uploads an hour",
        )


def _spend(before: Allowance | None, most: float, a_second: float, told: str) -> Allowance:
    """What is left after one more; raises LimitError where nothing is."""
    now = time.monotonic()
    left = min(most, before.left + (now - before.at) * a_second) if before else most
    if left < 1:
        raise LimitError(f"a token may make {told}; wait a little")
    return Allowance(left - 1, now)
