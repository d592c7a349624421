"""A second bookkeeper: it replays the plays of a hand by the names of the cards and scores it."""

from collections.abc import Sequence
from typing import NamedTuple

from tablic.plays import MadePlay
from tablic.rules import Rules

from .cards_for_tests import names
from .oracle import ALL


class Account(NamedTuple):
    """What a hand comes to, a number for each side."""

    cards: tuple[int, ...]
    card_points: tuple[int, ...]
    most_cards: tuple[int, ...]
    tablas: tuple[int, ...]
    total: tuple[int, ...]


def account(rules: Rules, deck: Sequence[int], dealer: int, plays: Sequence[MadePlay]) -> Account:
    """Replay a hand of two seats to its end."""
    table = {ALL[card] for card in deck[: rules.talon]}
    piles: list[set[str]] = [set(), set()]
    tablas = [0, 0]
    captured_last = dealer
    for number, (seat, play, _) in enumerate(plays, start=1):
        card, taken = ALL[play.card], names(play.taken)
        if not taken:
            table.add(card)
            continue
        assert taken <= table
        table -= taken
        piles[seat] |= taken | {card}
        captured_last = seat
        if not table and (number < len(plays) or rules.tabla_last_card):
            tablas[seat] += rules.tabla_points
    piles[dealer if rules.leftovers == "dealer" else captured_last] |= table
    cards = tuple(map(len, piles))
    points = tuple(sum(_worth(name) for name in pile) for pile in piles)
    most = _most_cards(cards[0], cards[1], rules)
    total = tuple(sum(parts) for parts in zip(points, most, tablas, strict=True))
    return Account(cards, points, most, tuple(tablas), total)


def _worth(name: str) -> int:
    """The points of a card in every rule set that does not turn the knobs for them."""
    if name == "TD":
        return 2
    return int(name == "2C" or name[0] in "ATJQK")


def _most_cards(mine: int, other: int, rules: Rules) -> tuple[int, int]:
    if mine != other:
        return (rules.most_cards, 0) if mine > other else (0, rules.most_cards)
    each = {"none": 0, "all": rules.most_cards, "split": rules.most_cards // 2}[rules.most_tie]
    return each, each
