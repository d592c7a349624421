"""Tokens of pages: where the next page begins, and of which question, so that none is made up."""

import hashlib
import hmac
import secrets
from typing import Final

from tablic_tournaments.errors import RequestError

__all__ = ["MOST_ROWS", "Pages"]

MOST_ROWS: Final = 1_000


class Pages:
    """The pages of a server. Their tokens hold until it ends."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)

    def token(self, question: bytes, first: int) -> str:
        """The token of the page of a question that begins with a row."""
        return f"{first}.{self._mac(question, first)}"

    def first(self, question: bytes, token: str) -> int:
        """The row that a page begins with; raises RequestError for a token that is not of here."""
        if not token:
            return 0
        number, _, mac = token.partition(".")
        if number.isdecimal() and len(number) < 19 and mac.isascii():
            first = int(number)
            if hmac.compare_digest(self._mac(question, first), mac):
                return first
        raise RequestError(
            f"page_token {token[:60]!r} is of no page of this listing, or from before the server "
            "was started; ask for the first page, without one"
        )

    def _mac(self, question: bytes, first: int) -> str:
        text = f"{first}.".encode() + question
        return hmac.new(self._key, text, hashlib.sha256).hexdigest()
