"""A play is a card and the set it takes; how the set is cut into groups does not matter.

The canonical text of a play is the card (``7S`` lies on the table), or the card and what it takes
(``TS*4D+6H+TC``), with ``!`` where a claim is attached; ``!`` alone is a claim instead of a play. A
play that was made may carry ``#`` at its end: it was a tabla.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from tablic.cards import Card, CardSet, card_name, cards_in, mask_of, parse_card
from tablic.errors import InvalidPlayError, NotationError

__all__ = [
    "CLAIM",
    "Claim",
    "MadePlay",
    "Play",
    "made_play_text",
    "parse_made_play",
    "parse_play",
    "play_text",
]


class Play(NamedTuple):
    """A card and the set of table cards it takes (0: it lies on the table)."""

    card: Card
    taken: CardSet = 0
    claim: bool = False

    def __str__(self) -> str:
        return play_text(self)


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim to have reached the target, made instead of a play."""

    def __str__(self) -> str:
        return "!"


CLAIM: Final = Claim()


class MadePlay(NamedTuple):
    """A play that was made: by which seat, and whether it was a tabla."""

    seat: int
    play: Play
    tabla: bool = False


def play_text(play: Play) -> str:
    """The canonical text of a play."""
    takes = "*" + "+".join(map(card_name, cards_in(play.taken))) if play.taken else ""
    return card_name(play.card) + takes + ("!" if play.claim else "")


def parse_play(text: str) -> Play:
    """The play of a text; taken cards may stand in any order. Raises InvalidPlayError."""
    body, claim = text.removesuffix("!"), text.endswith("!")
    card, star, taken = body.partition("*")
    try:
        mask = mask_of(map(parse_card, taken.split("+"))) if star else 0
        return Play(parse_card(card), mask, claim)
    except NotationError as error:
        raise InvalidPlayError(f"{text!r} is not a play: {error}") from None


def made_play_text(made: MadePlay) -> str:
    """The canonical text of a play that was made."""
    return play_text(made.play) + ("#" if made.tabla else "")


def parse_made_play(text: str, seat: int) -> MadePlay:
    """The made play of a text, by a seat. Raises InvalidPlayError."""
    body = text.removesuffix("#")
    try:
        return MadePlay(seat, parse_play(body), text != body)
    except InvalidPlayError:
        raise InvalidPlayError(f"{text!r} is not a play that was made") from None
