"""What a program printed, as it can be shown: a terminal takes some of it for commands."""

import re
from typing import Final

__all__ = ["printed", "shown"]

# Controls but tabs and line ends, and what turns the direction of text around.
_COMMANDS: Final = re.compile(r"[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def printed(data: bytes) -> str:
    """The text of what was printed, with the commands in it spelled out."""
    return shown(data.decode(errors="replace").replace("\r\n", "\n"))


def shown(text: str) -> str:
    """A text of somebody else's, with the commands in it spelled out."""
    return _COMMANDS.sub(lambda found: ascii(found[0])[1:-1], text)
