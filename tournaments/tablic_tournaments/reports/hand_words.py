"""What happens in a hand, in words: for a game that is shown, and for a person who plays."""

from typing import Final

from tablic.cards import Card
from tablic.dealing import TurnedJack
from tablic.plays import MadePlay
from tablic.rules import Rules
from tablic.scoring import tabla_points

from tablic_tournaments.reports.faces import PLAIN, Faces
from tablic_tournaments.words import counted

__all__ = ["YOU", "claim_words", "exposed_words", "jack_words", "play_words", "talon_words"]

# The name of whoever reads this.
YOU: Final = "you"


def play_words(made: MadePlay, rules: Rules, faces: Faces = PLAIN) -> str:
    """A play that was made."""
    card, taken, claim = made.play
    words = f"takes {faces.cards(taken)}{_tabla_words(made, rules)}" if taken else "lies"
    return f"{faces.card(card)} {words}{', with a claim' if claim else ''}"


def claim_words(name: str, target: int, *, right: bool) -> str:
    """A claim, and whether it was right."""
    return f"{_does(name, 'claim')} {target}, {'rightly' if right else 'wrongly'}"


def talon_words(name: str, *, kept: bool) -> str:
    """What the first player did with the cards that were offered."""
    if kept:
        return f"{_does(name, 'keep')} the first cards"
    return f"{_does(name, 'let')} the first cards lie"


def jack_words(jack: TurnedJack, faces: Faces = PLAIN) -> str:
    """A jack that was turned up for the talon, and where it went."""
    place = f"{counted(jack.place, 'card')} will be dealt before it"
    return f"{faces.card(jack.card)} was turned up and put back: {place}"


def exposed_words(card: Card, dealer: str, faces: Faces = PLAIN) -> str:
    """The last card of the pack, where it is shown."""
    return f"the last card of the pack is {faces.card(card)}, for {dealer}"


def _tabla_words(made: MadePlay, rules: Rules) -> str:
    """That it was a tabla, and what it scored where that differs from one to the next."""
    if not made.tabla:
        return ""
    worth = tabla_points(made.play.card, made.play.taken, rules)
    return f", tabla for {worth}!" if rules.tabla == "value" else ", tabla!"


def _does(name: str, verb: str) -> str:
    return f"{name} {verb}" if name == YOU else f"{name} {verb}s"
