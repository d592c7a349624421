"""What a seat cannot know changes no byte that it is sent.

A game is played twice with the same decisions: once as it was dealt, and once with all that a seat
cannot know shuffled anew. Time is the test's, so content, order, number and size of the messages
must be the same.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import pytest
from tablic.cards import Card, CardSet, cards_in, mask_of
from tablic.examples.random_bot import RandomBot
from tablic.game import Game
from tablic.plays import CLAIM, Claim, Play
from tablic.rules import Rules, parse_rules
from tablic.view import View
from tablic_server.faults import FaultKind
from tablic_server.tables import Deal, Table

from .driver import SECRET, Driver
from .stories import Decision, fill

RULES = [
    "tabinet",
    "tablic-classic",
    "tablanette",
    "tablic-pairs",
    "tablic-3p",
    "tablanette-pairs",
    "tabinet show_bottom_card=true",
    "tablanette show_bottom_card=true initial_jack=bottom",
]
each_game = pytest.mark.parametrize("rules", RULES)

Deck = Sequence[Card]
Sent = list[tuple[int, bytes]]


class Stacked(Table):
    """A table with decks that the test stacked."""

    def __init__(self, rules: Rules, decks: Sequence[Deck]) -> None:
        super().__init__(rules, Deal(SECRET, "board", 0), ("bot",) * rules.players)
        self._decks = decks

    def start_hand(self) -> None:
        self.game.start_hand(self._decks[len(self.game.hands)])


class Story(NamedTuple):
    """The decks and decisions of a game, up to some moment."""

    rules: Rules
    decks: list[list[Card]]
    decisions: list[Decision]

    def upto(self, count: int) -> "Story":
        return self._replace(decisions=self.decisions[:count])

    def then(self, decision: Decision) -> "Story":
        return self._replace(decisions=[*self.decisions, decision])

    def game(self) -> Game:
        game = Game(self.rules)
        decks = iter(self.decks)
        game.start_hand(next(decks))
        for decision in self.decisions:
            decide(game, decision)
            if game.needs_deck:
                game.start_hand(next(decks))
        return game


def decide(game: Game, decision: Decision) -> None:
    if isinstance(decision, bool):
        game.keep_talon(decision)
    elif isinstance(decision, Claim):
        game.claim()
    elif decision:
        game.play(decision)


def random_story(text: str, seed: int, hands: int = 2) -> Story:
    """A game of some hands, played at random and without claims."""
    random = Random(seed)
    rules = parse_rules(text)
    size = rules.deck
    story = Story(rules, [random.sample(range(size), size) for _ in range(hands + 1)], [])
    game = story.game()
    while len(game.scores) < hands and not game.result:
        view = game.view(game.turn)
        decision = random.random() < 0.5 if view.offered else view.random_play(random.random)
        decide(game, decision)
        story.decisions.append(decision)
        if game.needs_deck:
            game.start_hand(story.decks[len(game.hands)])
    return story


def sent(story: Story) -> list[Sent]:
    """What each seat is sent, with the number of decisions made before."""
    rules = story.rules
    driver = Driver([RandomBot] * rules.players, rules=rules)
    driver.tables[0] = Stacked(rules, story.decks)
    driver.begin(turns_only=False, omit_legal_plays=False)
    messages: list[Sent] = [[] for _ in range(rules.players)]
    for number, decision in enumerate([*story.decisions, None]):
        for seat in driver.rotation.seats:
            if seat.has_output:
                data = driver.take(seat.number).SerializeToString(deterministic=True)
                messages[seat.number].append((number, data))
        if number < len(story.decisions):
            answer_with(driver, decision)
    return messages


def answer_with(driver: Driver, decision: Decision) -> None:
    driver.now += 0.25
    seat = driver.rotation.tables[0].game.turn
    (answer,) = driver.turns(seat)
    fill(answer, decision)
    driver.answer(seat, answer)


def hidden_from(view: View) -> CardSet:
    """The cards of which a seat does not know where they are."""
    shown = mask_of([jack.card for jack in view.turned_jacks])
    if view.exposed is not None:
        shown |= 1 << view.exposed
    return view.unseen & ~shown


def resampled(story: Story, hidden: CardSet, random: Random) -> Story:
    """The story with the hidden cards shuffled in the deck of its last hand."""
    number = len(story.game().hands) - 1
    deck = list(story.decks[number])
    places = [place for place, card in enumerate(deck) if hidden >> card & 1]
    cards = random.sample([deck[place] for place in places], len(places))
    for place, card in zip(places, cards, strict=True):
        deck[place] = card
    # Decks to come are unknown to all.
    later = [random.sample(deck, len(deck)) for _ in story.decks[number + 1 :]]
    return story._replace(decks=[*story.decks[:number], deck, *later])


@pytest.mark.parametrize("seed", range(2))
@each_game
def test_what_a_seat_cannot_know_changes_nothing_that_it_is_sent(rules: str, seed: int) -> None:
    random = Random(seed)
    whole = random_story(rules, seed)
    moments = [0, 1, 2, *random.sample(range(3, len(whole.decisions)), 6)]
    others_differ = 0
    for story in map(whole.upto, moments):
        messages, game = sent(story), story.game()
        for seat in range(story.rules.players):
            other = sent(resampled(story, hidden_from(game.view(seat)), random))
            assert other[seat] == messages[seat]
            others_differ += other != messages
    assert others_differ > len(moments)


@each_game
def test_a_fault_tells_the_others_nothing(rules: str) -> None:
    """The sentence about an illegal play names the hand; only its owner may read it."""
    random = Random(3)
    whole = random_story(rules, 3, hands=1)
    for count in (5, 17, 30):
        story = whole.upto(count)
        game = story.game()
        captured = game.hand.table | game.hand.piles[0] | game.hand.piles[1]
        illegal = story.then(Play(next(cards_in(captured))))
        messages = sent(illegal)
        for seat in range(story.rules.players):
            hidden = hidden_from(game.view(seat))
            other = sent(resampled(story, hidden, random)._replace(decisions=illegal.decisions))
            assert other[seat] == messages[seat]
        assert b"hand: " in messages[game.turn][-1][1]


@pytest.mark.parametrize("rules", ["tablic-classic", "tablic-pairs claim=true"])
def test_a_claim_tells_no_more_than_the_totals(rules: str) -> None:
    random = Random(4)
    whole = random_story(rules, 4, hands=1)
    for count in (0, 9, 26, 40):
        story = whole.upto(count)
        game = story.game()
        ended = story.then(CLAIM)
        messages = sent(ended)
        for seat in range(story.rules.players):
            hidden = hidden_from(game.view(seat))
            other = sent(resampled(story, hidden, random)._replace(decisions=ended.decisions))
            assert other[seat] == messages[seat]


def exchanged(story: Story, first: Sequence[Card], second: Sequence[Card]) -> Story:
    """The story with some cards of the first deck in each other's places."""
    change = dict(zip([*first, *second], [*second, *first], strict=True))
    deck = [change.get(card, card) for card in story.decks[0]]
    return story._replace(decks=[deck, *story.decks[1:]])


@pytest.mark.parametrize("kept", [True, False])
def test_only_the_first_player_gets_the_offered_cards(kept: bool) -> None:
    """The other learns whether they were kept, and the cards if they lie."""
    for seed in range(10):
        story = random_story("tabinet", seed, hands=1)
        deck = story.decks[0]
        offer = story.upto(0)
        decided = offer.then(kept)
        # The first player is seat 1. If the talon is kept, seat 0 holds deck[10:16].
        unseen = deck[16:] if kept else deck[10:]
        zero, one = sent(decided)
        other_zero, other_one = sent(exchanged(decided, deck[:4], unseen[:4]))
        assert (other_zero == zero) == kept
        assert other_one != one
        assert sent(exchanged(offer, deck[:4], deck[20:24]))[0] == sent(offer)[0]


def test_what_was_kept_stays_hidden_until_it_is_played() -> None:
    for seed in range(6):
        story = random_story("tabinet", seed, hands=1)
        story.decisions[0] = True
        game = story.upto(1).game()
        talon = set(story.decks[0][:4])
        first = next(card for card in cards_in(game.hand.held[1]) if card not in talon)
        second = game.hand.held[0].bit_length() - 1
        played = story.upto(1).then(Play(first)).then(Play(second))
        other = exchanged(played, sorted(talon), story.decks[0][30:34])
        assert sent(other)[0] == sent(played)[0]
        assert sent(other)[1] != sent(played)[1]


def test_a_partners_hand_is_not_sent() -> None:
    story = random_story("tablic-pairs", 1, hands=1).upto(4)
    game = story.game()
    held = [list(cards_in(cards)) for cards in game.hand.held]
    for seat in range(4):
        partner = (seat + 2) % 4
        other = sent(exchanged(story, held[partner][:3], held[(seat + 1) % 4][:3]))
        assert other[seat] == sent(story)[seat]
        assert other[partner] != sent(story)[partner]


def test_a_seat_that_is_away_changes_nothing_for_the_others_but_the_fault() -> None:
    driver = Driver([RandomBot] * 3, rules=parse_rules("tablic-3p"))
    driver.begin()
    for seat in range(3):
        driver.take(seat)
    driver.rotation.stream_fault(2, FaultKind.CRASHED, "It ended.")
    assert [seat.has_output for seat in driver.rotation.seats] == [False, False, True]
