"""The errors of the game library, drawn once.

ValueError
 ├─ NotationError          a text is not a card, a play or a deck
 │   └─ InvalidPlayError   a play could not be understood
 ├─ IllegalPlayError       a play was understood and breaks the rules
 ├─ RulesError             a rule set has an unknown knob or a value that is not allowed
 └─ RecordError            a game record does not replay
TypeError
 └─ DecisionError          a method of a bot returned what decides nothing, such as None
Exception
 └─ BotError               the program at the other end failed
     ├─ RefusedError       the referee refused the bot and said why
     └─ ConnectionLostError  the stream ended without a farewell
"""

__all__ = [
    "BotError",
    "ConnectionLostError",
    "DecisionError",
    "IllegalPlayError",
    "InvalidPlayError",
    "NotationError",
    "RecordError",
    "RefusedError",
    "RulesError",
]


class NotationError(ValueError):
    """A text is not a card, a play or a deck."""


class InvalidPlayError(NotationError):
    """A play could not be understood."""


class IllegalPlayError(ValueError):
    """A play was understood and breaks the rules."""


class RulesError(ValueError):
    """A rule set has an unknown knob or a value that is not allowed."""


class RecordError(ValueError):
    """A game record does not replay to what it says."""


class DecisionError(TypeError):
    """A method of a bot returned what decides nothing, such as None."""


class BotError(Exception):
    """The program at the other end of the stream failed."""


class RefusedError(BotError):
    """The referee refused the bot; the message is its reason."""


class ConnectionLostError(BotError):
    """The stream ended without a farewell."""
