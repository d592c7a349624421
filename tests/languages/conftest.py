"""Each test gets an arena of its own, as those of tournaments do."""

from ..tournaments.conftest import place

__all__ = ["place"]
