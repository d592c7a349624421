"""The errors that reach the user as one sentence: what happened, and what to do.

ArenaError
 ├─ ContentError         what was submitted cannot be a bot
 │   └─ BotNameError       a bot cannot be called that
 ├─ StoreError           the arena's files cannot be read or written
 │   └─ UnknownNameError   a bot, game or tournament that is not there
 ├─ RatingError          ratings that the results do not give
 ├─ SpecError            a tournament that cannot be played
 ├─ PlayError            a tournament or match that could not go on
 └─ ServingError         a server that cannot be reached, or refuses
     ├─ TokenError         no token, or one that is unknown or revoked
     ├─ RoleError          what the role of a token does not allow
     ├─ LimitError         too many calls, or too much in one
     └─ RequestError       what is no request
"""

__all__ = [
    "ArenaError",
    "BotNameError",
    "ContentError",
    "LimitError",
    "PlayError",
    "RatingError",
    "RequestError",
    "RoleError",
    "ServingError",
    "SpecError",
    "StoreError",
    "TokenError",
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


class ServingError(ArenaError):
    """A server that cannot be reached, or refuses."""


class TokenError(ServingError):
    """There is no token, or it is unknown or revoked."""


class RoleError(ServingError):
    """The role of a token does not allow it, or the bot is another's."""


class LimitError(ServingError):
    """Too many calls, too many at once, or too much in one."""


class RequestError(ServingError):
    """What was asked is no request."""
