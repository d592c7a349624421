"""What happens in a hand, in words: for a game that is shown, and for a person who plays."""

from tablic.cards import Card
from tablic.dealing import TurnedJack
from tablic.plays import MadePlay

from tablic_tournaments.reports.faces import PLAIN, Faces

__all__ = ["claim_words", "exposed_words", "jack_words", "play_words"]


def play_words(made: MadePlay, faces: Faces = PLAIN) -> str:
    """A play that was made."""
    card, taken, claim = made.play
    words = f"takes {faces.cards(taken)}{', tabla!' if made.tabla else ''}" if taken else "lies"
    return f"{faces.card(card)} {words}{', with a claim' if claim else ''}"


def claim_words(name: str, target: int, *, right: bool) -> str:
    """A claim, and whether it was right."""
    return f"{name}: the target of {target} is claimed, which is {'right' if right else 'wrong'}"


def jack_words(jack: TurnedJack, faces: Faces = PLAIN) -> str:
    """A jack that was turned up for the talon, and where it went."""
    place = f"{jack.place} card{'' if jack.place == 1 else 's'} will be dealt before it"
    return f"{faces.card(jack.card)} was turned up and put back: {place}"


def exposed_words(card: Card, dealer: str, faces: Faces = PLAIN) -> str:
    """The last card of the pack, where it is shown."""
    return f"the last card of the pack is {faces.card(card)}, for {dealer}"
