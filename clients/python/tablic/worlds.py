"""What the cards might be that a seat cannot see: a hand dealt at random that agrees with its view.

This is what a search over sampled worlds starts from.
"""

from random import Random

from tablic.captures import can_capture
from tablic.cards import Card, CardSet, cards_in, mask_of
from tablic.hand import Hand
from tablic.view import View

__all__ = ["deal_unseen"]


def deal_unseen(view: View, random: Random) -> Hand:
    """A hand that looks to the seat as the view says, every other card dealt at random.

    Cards whose place is known go there: the exposed card, jacks that were put back into the pack,
    and the seat's own. Where the rules force captures, a seat that laid a card since the seat's
    last turn holds no card that could have captured then.
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
        while not (dealt := self._hands()):
            pass  # one seat got what only it may leave to another: deal again
        for seat, cards in dealt.items():
            self.held[seat] |= cards
            self.unseen ^= cards
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

    def _hands(self) -> dict[int, CardSet] | None:
        """What every seat gets of the unseen cards, or None where they do not work out so."""
        barred = {seat: self._barred(seat) for seat in range(self.rules.players)}
        left = self.unseen
        dealt = {}
        for seat in sorted(barred, key=lambda seat: -barred[seat].bit_count()):
            missing = self.view.held[seat] - self.held[seat].bit_count()
            choice = list(cards_in(left & ~barred[seat]))
            if len(choice) < missing:
                return None
            dealt[seat] = mask_of(self.random.sample(choice, missing))
            left ^= dealt[seat]
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
