"""When does a bot lose the rest of its match? After three faults in it."""

from typing import Final

__all__ = ["MOST_STRIKES", "Strikes"]

MOST_STRIKES: Final = 3


class Strikes:
    """The faults of one bot in its match so far. The seats of a bot share them."""

    def __init__(self, count: int = 0) -> None:
        self.count = count

    def add(self) -> None:
        """Count one more fault."""
        self.count += 1

    @property
    def out(self) -> bool:
        """Whether the rest of the match is lost."""
        return self.count >= MOST_STRIKES
