"""Knobs that are allowed each alone, but not together."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from tablic.errors import RulesError

if TYPE_CHECKING:
    from tablic.rules import Rules

__all__ = ["check_consistent"]

# With fewer cards below the table cards, a buried jack could come up again without end.
_FEWEST_TO_BURY_IN: Final = 9


def check_consistent(where: str, rules: "Rules") -> None:
    """Raise RulesError, which names where the knobs stand, for a set that cannot be played."""
    for reason in _reasons(rules):
        raise RulesError(f"{where}: {reason}")


def _reasons(rules: "Rules") -> Iterator[str]:
    yield from _seats(rules)
    yield from _dealing(rules)
    yield from _talon(rules)
    yield from _points(rules)
    yield from _ends(rules)


def _seats(rules: "Rules") -> Iterator[str]:
    if rules.teams and rules.players != 4:
        yield f"teams = true is not allowed with players = {rules.players}: partnerships need 4"


def _dealing(rules: "Rules") -> Iterator[str]:
    cards = rules.deck - rules.talon
    refused = rules.uneven_last_deal == "refuse"
    unit = rules.players * (rules.hand if refused else 1)
    if cards <= 0 or cards % unit:
        yield (
            f"{cards} cards (deck = {rules.deck} less talon = {rules.talon}) cannot be dealt to "
            f"{rules.players} players by hand = {rules.hand}"
            f"{', uneven_last_deal = refuse' if refused else ''}: "
            f"they must be a multiple of {unit}, and not 0"
        )


def _talon(rules: "Rules") -> Iterator[str]:
    cards = rules.deck - rules.talon
    most = min(rules.hand, cards // rules.players)
    if rules.talon_offer and not 0 < rules.talon <= most:
        yield (
            f"talon_offer = true is not allowed with talon = {rules.talon}: talon must be from 1 "
            f"to {most}, the cards of a hand"
        )
    if rules.talon_offer and rules.initial_jack != "keep":
        yield (
            f"talon_offer = true is not allowed with initial_jack = {rules.initial_jack}: nobody "
            "has said whether jacks among the cards that take the place of a kept talon go back "
            "too, so initial_jack must be keep"
        )
    if rules.initial_jack == "bury" and cards < _FEWEST_TO_BURY_IN:
        yield (
            f"initial_jack = bury is not allowed with talon = {rules.talon}: the table cards must "
            f"leave {_FEWEST_TO_BURY_IN} cards or more of deck = {rules.deck} to bury a jack in"
        )


def _points(rules: "Rules") -> Iterator[str]:
    on_cards, on_most = rules.card_points, _fewest_for_most_cards(rules)
    if on_cards + on_most <= 0:
        yield (
            f"a hand can give all sides together {on_cards + on_most} points (cards {on_cards}, "
            f"most cards {on_most} on a tie), so a game might not end: the knobs points_... and "
            "most_cards must make it 1 or more"
        )


def _fewest_for_most_cards(rules: "Rules") -> int:
    """The fewest points that all sides together can get for the most cards."""
    most, sides = rules.most_cards, rules.sides
    if rules.most_tie == "none":
        return 0
    if rules.most_tie == "all":
        return most
    # All sides can tie only where the pack can be divided among them.
    tied = range(2, sides + (rules.deck % sides == 0))
    return min(count * (most // count) for count in tied)


def _ends(rules: "Rules") -> Iterator[str]:
    if rules.claim and rules.hands:
        yield (
            f"claim = true is not allowed with hands = {rules.hands}: only a game to the target "
            "(hands = 0) has something to claim"
        )
