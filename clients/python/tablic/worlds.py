"""What the cards might be that a seat cannot see: a hand dealt at random that agrees with its view.

This is what a search over sampled worlds starts from.
"""

from collections.abc import Sequence
from functools import cache
from random import Random

from tablic.captures import can_capture
from tablic.cards import Card, CardSet, cards_in, mask_of
from tablic.hand import Hand
from tablic.view import View

__all__ = ["deal_unseen"]

# The seat that a card goes to, or None for the pack, and what each seat misses then.
_Choice = tuple[int | None, tuple[int, ...]]


def deal_unseen(view: View, random: Random) -> Hand:
    """A hand that looks to the seat as the view says, every other card dealt at random.

    Cards whose place is known go there: the exposed card, jacks that were put back into the pack,
    and the seat's own. Where the rules force captures, a seat that laid a card since the seat's
    last turn holds no card that could have captured then, if there are such hands: there may be
    none where an illegal play was put back. All deals that agree with the view are equally likely.
    """
    return _World(view, random).hand()


class _World:
    """The places of the pack that are not played yet, filled one after another."""

    def __init__(self, view: View, random: Random) -> None:
        self.view = view
        self.rules = view.rules
        self.random = random
        self.unseen = view.unseen
        self.size = view.rules.deck
        self.next_card = self.size - view.cards_left
        self.held: list[CardSet] = [0] * view.rules.players
        self.pack: dict[int, Card] = {}
        a_deal = self.rules.players * self.rules.hand
        cards_of_deal = (self.next_card - self.rules.talon) % a_deal or a_deal
        self.deal_start = self.next_card - cards_of_deal
        self.deal_size = cards_of_deal // self.rules.players

    def hand(self) -> Hand:
        """The hand, as it stands at the view."""
        self.held[self.view.seat] = self.view.hand
        for place, card in self._known_places().items():
            self._put(place, card)
        self._fill_hands()
        return Hand.from_view(self.view, self._pack(), self.held)

    def _known_places(self) -> dict[int, Card]:
        """The places in the pack of unseen cards of which everybody knows where they went."""
        view, talon = self.view, self.rules.talon
        places = {talon + jack.place: jack.card for jack in view.turned_jacks}
        if view.exposed is not None:
            places[self.size - 1] = view.exposed
        return {place: card for place, card in places.items() if self.unseen >> card & 1}

    def _put(self, place: int, card: Card) -> None:
        """Put a card into the pack, or into the hand that it was dealt to."""
        self.unseen ^= 1 << card
        if place >= self.next_card:
            self.pack[place] = card
        else:
            self.held[self._seat_of(place)] |= 1 << card

    def _seat_of(self, place: int) -> int:
        """The seat that got the card at a place of the deal being played."""
        return (self.view.dealer + 1 + (place - self.deal_start) // self.deal_size) % len(self.held)

    def _fill_hands(self) -> None:
        """Deal every seat what it still needs, of the cards that it may hold."""
        view = self.view
        missing = [n - held.bit_count() for n, held in zip(view.held, self.held, strict=True)]
        barred = [self._barred(seat) for seat in range(self.rules.players)]
        if sum(map(bool, barred)) > 1:
            dealt = _Ways(self.unseen, barred).draw(missing, self.random)
        else:
            dealt = self._drawn(missing, barred)
        for seat, cards in enumerate(dealt):
            self.held[seat] |= cards
            self.unseen ^= cards

    def _drawn(self, missing: Sequence[int], barred: Sequence[CardSet]) -> list[CardSet]:
        """What each seat is dealt where one at most is barred from some cards: that one first."""
        dealt, unseen = [0] * len(missing), self.unseen
        for seat in sorted(range(len(missing)), key=lambda seat: not barred[seat]):
            allowed = unseen & ~barred[seat]
            if allowed.bit_count() < missing[seat]:
                allowed = unseen
            dealt[seat] = mask_of(self.random.sample(list(cards_in(allowed)), missing[seat]))
            unseen ^= dealt[seat]
        return dealt

    def _barred(self, seat: int) -> CardSet:
        """The cards that a seat cannot hold: it laid a card when they could have captured."""
        view, rules = self.view, self.rules
        if rules.must_capture != "hand" or seat == view.seat:
            return 0
        barred, table = 0, view.table
        in_this_deal = self.deal_size * rules.players - sum(view.held)
        for made in list(reversed(view.plays))[:in_this_deal]:
            card, taken, _ = made.play
            table = table | taken if taken else table & ~(1 << card)
            if made.seat == seat and not taken:
                barred |= sum(1 << c for c in cards_in(self.unseen) if can_capture(table, c, rules))
        return barred

    def _pack(self) -> list[Card]:
        """The pack as it is dealt: what was dealt already comes first, in no particular order."""
        rest = list(cards_in(self.unseen))
        self.random.shuffle(rest)
        for place in range(self.next_card, self.size):
            if place not in self.pack:
                self.pack[place] = rest.pop()
        to_come = [self.pack[place] for place in range(self.next_card, self.size)]
        dealt = [card for card in range(self.size) if card not in set(to_come)]
        if not to_come and self.view.exposed is not None:
            dealt.remove(self.view.exposed)
            dealt.append(self.view.exposed)
        return dealt + to_come


class _Ways:
    """The ways to deal some cards, each to a seat that is not barred from it or to none."""

    def __init__(self, cards: CardSet, barred: Sequence[CardSet]) -> None:
        self.cards = list(cards_in(cards))
        self.barred = barred
        self.number = cache(self._number_from)

    def draw(self, missing: Sequence[int], random: Random) -> list[CardSet]:
        """What each seat is dealt of what it misses, all ways equally likely."""
        left = tuple(missing)
        if not self.number(0, left):
            self.barred = [0] * len(left)
            self.number.cache_clear()
        dealt = [0] * len(left)
        for n, card in enumerate(self.cards):
            choices = self._choices(n, left)
            weights = [self.number(n + 1, then) for _, then in choices]
            seat, left = random.choices(choices, weights)[0]
            if seat is not None:
                dealt[seat] |= 1 << card
        return dealt

    def _number_from(self, n: int, missing: tuple[int, ...]) -> int:
        """How many ways there are to deal the cards from the n-th on."""
        if n == len(self.cards):
            return not any(missing)
        return sum(self.number(n + 1, left) for _, left in self._choices(n, missing))

    def _choices(self, n: int, missing: tuple[int, ...]) -> list[_Choice]:
        """Where the n-th card may go, and what each seat misses then."""
        choices: list[_Choice] = [
            (seat, (*missing[:seat], number - 1, *missing[seat + 1 :]))
            for seat, number in enumerate(missing)
            if number and not self.barred[seat] >> self.cards[n] & 1
        ]
        if sum(missing) < len(self.cards) - n:
            choices.append((None, missing))
        return choices
