"""The knobs of a rule set: what each one means, which values it may have, and how these read."""

from collections.abc import Mapping
from typing import Final

from tablic.errors import RulesError

__all__ = ["ALLOWED", "MEANINGS", "Knob", "allowed_text", "checked_knob", "knob_text", "parse_knob"]

Knob = int | bool | str
Values = range | tuple[Knob, ...]

_BOOL: Final = (False, True)
_NOT_NEGATIVE: Final = range(1000)
_POINTS: Final = range(-999, 1000)

_KNOBS: Final[Mapping[str, tuple[Values, str]]] = {
    "players": ((2, 3, 4), "how many seats play"),
    "teams": (_BOOL, "whether seats 0 and 2 are partners against seats 1 and 3"),
    "deck": ((52, 40), "cards in the pack; 40 is without jacks, queens and kings"),
    "hand": (range(1, 27), "cards for each seat in a deal"),
    "uneven_last_deal": (
        ("share", "refuse"),
        "whether a last deal of fewer cards is shared out, or a set that needs one is refused",
    ),
    "talon": (range(49), "cards face up on the table at the start"),
    "talon_offer": (_BOOL, "whether the first player is offered these cards for the hand"),
    "jack": (("value", "sweep"), "a jack counts 12, or takes the whole table"),
    "initial_jack": (
        ("keep", "bury", "bottom"),
        "a jack among the first table cards stays, is buried in the pack, or goes to its bottom",
    ),
    "max_groups": (range(53), "how many groups a play may take; 0 is any number"),
    "must_capture": (
        ("never", "card", "hand"),
        "nothing must be taken; a card played that can take must; a hand that can take must",
    ),
    "capture_extent": (
        ("any", "maximal"),
        "any set that fits may be taken, or only one that no larger one for the card contains",
    ),
    "tabla": (("points", "value"), "a tabla scores tabla_points, or the value of its cards"),
    "tabla_points": (_NOT_NEGATIVE, "points of a tabla, where tabla is points"),
    "tabla_last_card": (_BOOL, "whether the last play of a hand can be a tabla"),
    "leftovers": (
        ("dealer", "last"),
        "who gets what is left on the table: the dealer, or who captured last",
    ),
    "points_ace": (_POINTS, "points of each ace"),
    "points_court": (_POINTS, "points of each jack, queen and king"),
    "points_ten": (_POINTS, "points of each ten but the ten of diamonds"),
    "points_ten_diamonds": (_POINTS, "points of the ten of diamonds"),
    "points_two_clubs": (_POINTS, "points of the two of clubs"),
    "points_each_club": (_POINTS, "points of each club, on top of what it has otherwise"),
    "most_cards": (_NOT_NEGATIVE, "points for the most cards"),
    "most_tie": (
        ("none", "all", "split"),
        "who gets them on a tie: nobody, each in full, or each an equal part, rounded down",
    ),
    "target": (range(1, 1_000_000), "the total that wins"),
    "hands": (range(1_000), "play exactly so many hands; 0 is to the target"),
    "claim": (_BOOL, "whether a seat may claim to have reached the target"),
    "show_bottom_card": (_BOOL, "whether all see the last card of the pack from the start"),
}

# What each knob may be.
ALLOWED: Final[Mapping[str, Values]] = {key: values for key, (values, _) in _KNOBS.items()}
# What each knob means, in one line.
MEANINGS: Final[Mapping[str, str]] = {key: meaning for key, (_, meaning) in _KNOBS.items()}


def checked_knob(where: str, key: str, value: object) -> Knob:
    """The value of a knob if it is allowed; raises RulesError, which names where it stands."""
    if key not in ALLOWED:
        raise RulesError(f"{where}: there is no knob {key!r}; there are {', '.join(ALLOWED)}")
    allowed = ALLOWED[key]
    if isinstance(allowed, range):
        if type(value) is int and value in allowed:
            return value
    else:
        for candidate in allowed:
            if type(candidate) is type(value) and candidate == value:
                return candidate
    hint = ", without quotes" if isinstance(value, str) and _is_meant(key, value) else ""
    raise RulesError(
        f"{where}: {key} = {knob_text(value)} is not allowed: it is {allowed_text(key)}{hint}"
    )


def allowed_text(key: str) -> str:
    """What a knob may be, in words."""
    allowed = ALLOWED[key]
    if isinstance(allowed, range):
        return f"a whole number from {allowed[0]} to {allowed[-1]}"
    *others, last = map(knob_text, allowed)
    return f"{', '.join(others)} or {last}"


def parse_knob(text: str) -> Knob:
    """The value that a text stands for, allowed or not."""
    if text in ("true", "false"):
        return text == "true"
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdecimal() and len(digits) < 10 else text


def knob_text(value: object) -> str:
    """A value as it is written in the text of a rule set."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    # A file can hold text with line breaks, and a message is one line.
    return text if text.isprintable() else repr(text)


def _is_meant(key: str, text: str) -> bool:
    value = parse_knob(text)
    return value != text and value in ALLOWED[key]
