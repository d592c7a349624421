"""Whole games of random decisions."""

from collections.abc import Iterator
from random import Random

from tablic.cards import CardSet, mask_of
from tablic.game import Game
from tablic.plays import Play
from tablic.rules import parse_rules

from .cards_for_tests import shuffled

NEVER, AT_RANDOM, WHEN_RIGHT, WITH_A_PLAY = CLAIMANTS = range(4)


def playout(rules_text: str, seed: int, claimant: int = NEVER) -> Iterator[Game]:
    """One game, seen before every decision and after the last play of every hand.

    A claimant says when seats claim, where the rules have claims: never, at random moments, instead
    of a play when that is right, or with the play that makes it right.
    """
    random = Random(seed)
    rules = parse_rules(rules_text)
    game = Game(rules)
    while not game.result:
        game.start_hand(shuffled(random, rules.deck))
        while not game.needs_deck and not game.result:
            yield game
            decide(game, random, claimant)
        yield game


def decide(game: Game, random: Random, claimant: int = NEVER) -> None:
    """Make one random decision of the seat to act."""
    if game.hand.offered:
        game.keep_talon(random.random() < 0.5)
        return
    view = game.view(game.turn)
    play = view.random_play(random.random)
    if claimant and view.can_claim:
        if claims_instead(game, random, claimant):
            game.claim()
            return
        claim = claims_with(game, play, claimant) or (
            claimant == AT_RANDOM and random.random() < 0.01
        )
        play = play._replace(claim=claim)
    game.play(play)


def claims_instead(game: Game, random: Random, claimant: int) -> bool:
    """Whether the seat to act claims now, instead of a play."""
    if claimant == AT_RANDOM:
        return random.random() < 0.01
    return claimant == WHEN_RIGHT and would_be_right(game)


def claims_with(game: Game, play: Play, claimant: int) -> bool:
    """Whether the seat to act claims with this play, since that is right then."""
    if claimant != WITH_A_PLAY:
        return False
    seat = game.turn
    game.hand.push(play)
    right = would_be_right(game, seat)
    game.hand.pop()
    return right


def would_be_right(game: Game, seat: int | None = None) -> bool:
    """Whether the side of a seat, or of the seat to act, has what it would claim."""
    side = game.rules.side_of(game.turn if seat is None else seat)
    return game.claim_totals()[side] >= game.rules.target


def reshuffled(game: Game, seat: int, random: Random) -> list[int]:
    """The deck of the hand with everything that a seat cannot know shuffled anew."""
    hand = game.hand
    known = mask_of(jack.card for jack in hand.turned_jacks)
    if hand.exposed is not None:
        known |= 1 << hand.exposed
    pack = mask_of(hand.pack[len(hand.pack) - hand.cards_left :])
    hidden: CardSet = pack | hand.offered | sum(hand.held)
    hidden &= ~(known | hand.held[seat] | game.view(seat).offered)
    deck = list(hand.deck)
    places = [place for place, card in enumerate(deck) if hidden >> card & 1]
    cards = [deck[place] for place in places]
    random.shuffle(cards)
    for place, card in zip(places, cards, strict=True):
        deck[place] = card
    return deck
