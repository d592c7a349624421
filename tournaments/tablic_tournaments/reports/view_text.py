"""A game as one player sees it, as lines for a terminal."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tablic.bot import HandStart
from tablic.captures import count_captures
from tablic.cards import CardSet, cards_in
from tablic.plays import MadePlay, Play
from tablic.rules import Rules
from tablic.scoring import HandScore, card_points
from tablic.view import View

from tablic_tournaments.reports.faces import PLAIN, Faces
from tablic_tournaments.reports.hand_words import (
    claim_words,
    exposed_words,
    jack_words,
    play_words,
    talon_words,
)
from tablic_tournaments.words import count

__all__ = ["Watcher", "count_legal_plays"]


class Watcher(NamedTuple):
    """How a game is told to the player of one seat; ``names`` has a name for each seat."""

    rules: Rules
    names: tuple[str, ...]
    faces: Faces = PLAIN

    def side(self, side: int) -> str:
        """The name of a side: one name, or those of both partners."""
        return " and ".join(self.names[side :: self.rules.sides])

    def game_start(self, seat: int) -> Iterator[str]:
        """Who plays what, where."""
        yield f"A game of {self.rules.text}, and you sit in seat {seat}. Type h for help."
        for number, name in enumerate(self.names):
            if number != seat:
                partner = ", your partner" if self._are_partners(seat, number) else ""
                yield f"  seat {number}: {name}{partner}"

    def hand_start(self, start: HandStart) -> Iterator[str]:
        """How a hand begins."""
        yield ""
        yield f"Hand {start.hand_number + 1}, dealt by {self.names[start.dealer]}"
        for jack in start.turned_jacks:
            yield f"  {jack_words(jack, self.faces)}"
        if start.table:
            yield f"  on the table: {self.faces.cards(start.table)}"

    def talon(self, start: HandStart, *, kept: bool, table: CardSet) -> str:
        """What the first player did with the cards that were offered."""
        first = self.names[(start.dealer + 1) % self.rules.players]
        return f"  {talon_words(first, kept=kept)}; on the table: {self.faces.cards(table)}"

    def play(self, made: MadePlay) -> str:
        """A play that was made."""
        width = max(map(len, self.names))
        return f"  {self.names[made.seat]:<{width}}  {play_words(made, self.rules, self.faces)}"

    def claim(self, seat: int, *, right: bool) -> str:
        """The claim that ended the game."""
        return f"  {claim_words(self.names[seat], self.rules.target, right=right)}"

    def turn(self, view: View) -> Iterator[str]:
        """What the player sees when it is their turn."""
        yield ""
        yield from _table(("", "cards", "points", "tablas", "score before"), self._piles(view))
        if view.offered:
            yield ""
            yield f"offered  {self.faces.cards(view.offered)}"
            return
        yield f"In the pack: {count(view.cards_left, 'card')}. In hand: {self._held(view)}."
        yield from self._known(view)
        yield ""
        yield f"table  {self.faces.cards(view.table) or 'empty'}"
        yield f"hand   {self.faces.cards(view.hand)}"

    def legal_plays(self, view: View, limit: int) -> Iterator[str]:
        """The first legal plays with their numbers, and how many more there are."""
        for number, play in enumerate(view.legal_plays(limit), 1):
            yield f"{number:4}  {self._choice(view, play)}"
        more = count_legal_plays(view) - limit
        if more > 0:
            yield f"      and {more:,} more"

    def hand_end(
        self, number: int, score: HandScore, totals: Sequence[int], leftovers: CardSet
    ) -> Iterator[str]:
        """The score of a hand, and the totals after it."""
        left = f" Left over: {self.faces.cards(leftovers)}." if leftovers else ""
        yield ""
        yield f"Hand {number + 1} is over.{left}"
        columns = (score.cards, score.card_points, score.most_cards, score.tablas, score.total)
        rows = [
            (self.side(side), *row) for side, row in enumerate(zip(*columns, totals, strict=True))
        ]
        yield from _table(("", "cards", "points", "for most", "tablas", "hand", "score"), rows)

    def game_end(self, totals: Sequence[int], places: Sequence[int]) -> Iterator[str]:
        """Who won, and what every side has."""
        first = [self.side(side) for side, place in enumerate(places) if place == 1]
        yield ""
        if len(first) == len(places):
            yield "The game is a draw."
        else:
            yield f"Won by {' and '.join(first)}."
        order = sorted(range(len(places)), key=lambda side: (places[side], side))
        yield from _table(
            ("", "place", "points"), [(self.side(s), places[s], totals[s]) for s in order]
        )

    def _choice(self, view: View, play: Play) -> str:
        """A play that could be made."""
        whole = ", the whole table" if play.taken == view.table and play.taken else ""
        return play_words(MadePlay(view.seat, play), self.rules, self.faces) + whole

    def _are_partners(self, seat: int, other: int) -> bool:
        return self.rules.side_of(seat) == self.rules.side_of(other)

    def _piles(self, view: View) -> list[tuple[str, int, int, int, int]]:
        return [
            (
                self.side(side),
                pile.bit_count(),
                card_points(pile, self.rules),
                view.tablas[side],
                view.totals[side],
            )
            for side, pile in enumerate(view.piles)
        ]

    def _held(self, view: View) -> str:
        others = (seat for seat in range(self.rules.players) if seat != view.seat)
        return ", ".join(f"{self.names[seat]} {view.held[seat]}" for seat in others)

    def _known(self, view: View) -> Iterator[str]:
        """What only some rule sets have to be seen."""
        if view.exposed is not None and view.cards_left:
            words = exposed_words(view.exposed, self.names[view.dealer], self.faces)
            yield f"{words[0].upper()}{words[1:]}."
        dealt = self.rules.deck - self.rules.talon - view.cards_left
        for jack in view.turned_jacks:
            if jack.place >= dealt:
                before = count(jack.place - dealt, "more card")
                yield f"{self.faces.card(jack.card)} is in the pack, dealt after {before}."
        if view.can_claim:
            yield f"A claim would count {view.claim_total} of {self.rules.target} points."


def count_legal_plays(view: View) -> int:
    """How many legal plays there are, none of them listed but the cards laid, which come first."""
    laid = sum(not play.taken for play in view.legal_plays(view.rules.deck))
    cards = cards_in(view.hand)
    return laid + sum(count_captures(view.table, card, view.rules) for card in cards)


def _table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> Iterator[str]:
    """Lines with the names left and the numbers right."""
    texts = [list(map(str, row)) for row in (header, *rows)]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    for name, *numbers in texts:
        cells = [text.rjust(width) for text, width in zip(numbers, widths[1:], strict=True)]
        yield "  ".join([name.ljust(widths[0]), *cells])
