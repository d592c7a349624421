"""Does what a seat is sent depend on cards that it cannot know?

Random games are played from a script. At some step of it, the cards that a seat cannot know then
are exchanged with each other, the script is played again up to there, and every byte that the seat
was sent must be the same: content, order, boundaries of messages, numbers, clocks. The cards that
are exchanged have not been played by then, so that every play of the script can be made again.
"""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from random import Random
from typing import Final, NamedTuple

from tablic.cards import Card, cards_in
from tablic.errors import IllegalPlayError
from tablic.game import Game
from tablic.hand import Hand
from tablic.rules import Rules, override_rules
from tablic.v1 import referee_pb2

from tablic_server.faults import FaultPolicy
from tablic_server.rehearsal import DealtTable, Message, Rehearsal, Step, next_step, random_hello
from tablic_server.rotation import Rotation

__all__ = ["Check", "Difference"]

TABLES: Final = 2
# How many steps of a script are looked at.
CUTS: Final = 4
# What an illegal answer costs in games of even and odd numbers.
POLICIES: Final = (FaultPolicy.FORFEIT, FaultPolicy.PUT_BACK)
# A game to so few points ends soon, and ends are looked at too.
SHORT: Final = "target=21"

Decks = list[list[Sequence[Card]]]


class Difference(NamedTuple):
    """The first message to a seat that was not the same, before and after the exchange."""

    seat: int
    before: Message | None
    after: Message | None

    @property
    def text(self) -> str:
        """What was different, on one line."""
        step = min(message.step for message in (self.before, self.after) if message)
        return (
            f"seat {self.seat} is sent something else after step {step} when cards are exchanged "
            f"that it cannot know: {_what_differs(self.before, self.after)}"
        )


class Check:
    """The check of one rule set; it counts what it has compared."""

    def __init__(self, rules: Rules, make: type[Rotation] = Rotation) -> None:
        self.rules = rules if rules.hands else override_rules(rules, SHORT)
        self.comparisons = self.messages = 0
        self._policy = FaultPolicy.FORFEIT
        self._elsewhere = range(0)
        self._make = make

    def differences(self, number: int) -> Iterator[Difference]:
        """Play the games of a number, and yield what gives away hidden cards."""
        random = Random(f"{self.rules.text} {number}")  # noqa: S311  # to be repeated at will
        hellos = [random_hello(random) for _ in range(self.rules.players)]
        self._policy = POLICIES[number % 2]
        # In every third game all bots run elsewhere.
        self._elsewhere = range(self.rules.players if number % 3 == 2 else 0)
        steps = self._script(hellos, random, f"{number}")
        for _ in range(CUTS):
            done = steps[: random.randint(0, len(steps))]
            decks: Decks = [[] for _ in range(TABLES)]
            before = self._played(hellos, decks, f"{number}", done)
            for seat in range(self.rules.players):
                exchanged = [_exchanged(table.game, seat, random) for table in before.tables]
                after = self._played(hellos, exchanged, f"{number} {seat}", done)
                yield from self._compared(seat, before, after)

    def _script(self, hellos: Sequence[referee_pb2.Hello], random: Random, seed: str) -> list[Step]:
        """Random games to their end, step by step."""
        rehearsal = self._rehearsal(hellos, [[] for _ in range(TABLES)], seed)
        rehearsal.send(range(self.rules.players))
        steps: list[Step] = []
        while not rehearsal.rotation.finished and (step := next_step(rehearsal, random)):
            rehearsal.do(step)
            steps.append(step)
        return steps

    def _played(
        self,
        hellos: Sequence[referee_pb2.Hello],
        decks: Decks,
        seed: str,
        steps: Sequence[Step],
    ) -> Rehearsal:
        """The script up to a step with these decks, all that piled up then sent."""
        rehearsal = self._rehearsal(hellos, decks, seed)
        everybody = range(self.rules.players)
        rehearsal.send(everybody)
        for step in steps:
            rehearsal.do(step)
        rehearsal.send(everybody)
        return rehearsal

    def _rehearsal(self, hellos: Sequence[referee_pb2.Hello], decks: Decks, seed: str) -> Rehearsal:
        names = [f"bot {seat}" for seat in range(self.rules.players)]
        tables = [
            DealtTable(self.rules, f"{n}", names, decks[n], f"{seed} {n}") for n in range(TABLES)
        ]
        return Rehearsal(self._make, tables, self.rules, hellos, self._policy, self._elsewhere)

    def _compared(self, seat: int, before: Rehearsal, after: Rehearsal) -> Iterator[Difference]:
        self.comparisons += 1
        self.messages += len(before.sent[seat])
        for pair in zip_longest(before.sent[seat], after.sent[seat]):
            if pair[0] != pair[1]:
                yield Difference(seat, *pair)
                return


def _exchanged(game: Game, seat: int, random: Random) -> list[Sequence[Card]]:
    """The decks of a game with the cards exchanged that a seat cannot know now."""
    decks: list[Sequence[Card]] = [hand.deck for hand in game.hands]
    if decks:
        decks[-1] = _exchanged_deck(game.hand, _unknown(game, seat), random)
    return decks


def _unknown(game: Game, seat: int) -> set[Card]:
    """The cards that a seat cannot know now; it knows where an open card of the pack is."""
    view = game.view(seat)
    public = {jack.card for jack in view.turned_jacks} | {view.exposed}
    return set(cards_in(view.unseen)) - public


def _exchanged_deck(hand: Hand, unknown: set[Card], random: Random) -> list[Card]:
    """The deck of a hand with some cards shuffled, so far as its plays stay legal."""
    deck = list(hand.deck)
    places = [place for place, card in enumerate(deck) if card in unknown]
    for last in range(len(places) - 1, 0, -1):
        a, b = places[last], places[random.randint(0, last)]
        deck[a], deck[b] = deck[b], deck[a]
        if not _is_legal_with(hand, deck):
            deck[a], deck[b] = deck[b], deck[a]
    return deck


def _is_legal_with(hand: Hand, deck: Sequence[Card]) -> bool:
    """Whether a deck allows the plays of a hand: elsewhere the other cards have no say in that."""
    if hand.rules.must_capture != "hand":
        return True
    again = Hand(hand.rules, deck, hand.dealer)
    try:
        if again.offered and not hand.offered:
            again.keep_talon(hand.talon_kept)
        for made in hand.plays:
            again.play(made.play)
    except IllegalPlayError:
        return False
    return True


def _what_differs(before: Message | None, after: Message | None) -> str:
    """The first line that differs of two messages as text."""
    if before is None or after is None or before.step != after.step:
        return "a message comes at another time"
    lines = (
        str(referee_pb2.PlayResponse.FromString(message.data)).splitlines()
        for message in (before, after)
    )
    for one, other in zip_longest(*lines, fillvalue="nothing"):
        if one != other:
            return f"{one.strip()} becomes {other.strip()}"
    return "the same is put otherwise"
