"""The errors that reach the user as one sentence: what happened, and what to do.

ArenaError
 ├─ ContentError         what was submitted cannot be a bot
 │   └─ BotNameError       a bot cannot be called that
 ├─ StoreError           the arena's files cannot be read or written
 │   └─ UnknownNameError   a bot, game or tournament that is not there
 ├─ RatingError          ratings that the results do not give
 ├─ SpecError            a tournament that cannot be played
 └─ PlayError            a tournament or match that could not go on
"""

__all__ = [
    "ArenaError",
    "BotNameError",
    "ContentError",
    "PlayError",
    "RatingError",
    "SpecError",
    "StoreError",
    "UnknownNameError",
]


class ArenaError(Exception):
    """Something that a person can put right."""


class ContentError(ArenaError):
    """What was submitted cannot be a bot."""


class BotNameError(ContentError):
    """A bot cannot be called that."""


class StoreError(ArenaError):
    """The arena's files cannot be read or written."""


class UnknownNameError(StoreError):
    """A bot, game or tournament that is not in the arena."""


class RatingError(ArenaError):
    """Ratings that the results do not give."""


class SpecError(ArenaError):
    """A tournament that cannot be played as asked.

    ``key`` is what is wrong in its spec, if it is one thing.
    """

    def __init__(self, message: str, key: str = "") -> None:
        super().__init__(message)
        self.key = key


class PlayError(ArenaError):
    """A tournament or match that could not go on."""
