"""Thinks without end."""

from .misdeeds import play_and


def think() -> None:
    while True:
        pass


play_and(think)
