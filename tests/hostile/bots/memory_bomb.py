"""Fills memory until there is no more for it."""

from .misdeeds import play_and


def fill() -> None:
    kept = []
    while True:
        kept.append(b"x" * (1 << 24))


play_and(fill)
