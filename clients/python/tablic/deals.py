"""Decks from a secret, so that nobody can predict a deal and everybody can check it afterwards.

    board seed = HMAC-SHA256(secret, "tablic board " + board id)
                 or, for independent deals, "tablic board " + board id + " rotation " + rotation
    hand key   = HMAC-SHA256(board seed, "hand " + hand number)
    stream     = HMAC-SHA256(hand key, 0), HMAC-SHA256(hand key, 1), ...    each counter 8 bytes
    deck       = Fisher-Yates on the ordered pack, from the last position down to the second,
                 each index the next 32 bits of the stream below a bound, the biased tail rejected

All texts are UTF-8 and all integers big-endian. A bot's own seed for one game is derived from the
secret as well, under a label of its own, so that it tells nothing of the deck.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterator

from tablic.cards import Card, full_deck

__all__ = ["board_seed", "bot_seed", "commitment", "deck_of_hand", "new_secret", "stage_secret"]

SECRET_BYTES = 32


def new_secret() -> bytes:
    """A fresh 256-bit secret from the system's random source."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> bytes:
    """SHA-256 of the secret: published before the first card, the secret itself afterwards."""
    return hashlib.sha256(secret).digest()


def stage_secret(secret: bytes, stage: int) -> bytes:
    """The secret of a later stage of a tournament whose secret its organiser chose."""
    return _hmac(secret, f"tablic stage {stage}")


def board_seed(secret: bytes, board_id: str, rotation: int | None = None) -> bytes:
    """The 32-byte seed of all decks of a board, or of one rotation dealt independently."""
    alone = "" if rotation is None else f" rotation {rotation}"
    return _hmac(secret, f"tablic board {board_id}{alone}")


def bot_seed(secret: bytes, board_id: str, rotation: int, seat: int) -> int:
    """A 64-bit seed for one seat's own randomness in one game."""
    digest = _hmac(secret, f"tablic bot {board_id} {rotation} {seat}")
    return int.from_bytes(digest[:8], "big")


def deck_of_hand(seed: bytes, hand_number: int, size: int = 52) -> list[Card]:
    """The shuffled pack of a hand of a board, hands counted from 0."""
    words = _words(_hmac(seed, f"hand {hand_number}"))
    deck = full_deck(size)
    for last in range(size - 1, 0, -1):
        index = _below(last + 1, words)
        deck[last], deck[index] = deck[index], deck[last]
    return deck


def _hmac(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), "sha256")


def _words(key: bytes) -> Iterator[int]:
    """The stream of 32-bit words of a key."""
    counter = 0
    while True:
        block = hmac.digest(key, counter.to_bytes(8, "big"), "sha256")
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def _below(bound: int, words: Iterator[int]) -> int:
    """A uniform integer below a bound: words past the last whole multiple of it are rejected."""
    limit = (1 << 32) - (1 << 32) % bound
    while (word := next(words)) >= limit:
        pass
    return word % bound
