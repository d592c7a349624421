"""The game as a seat may imagine it: what it sees stays, all else is dealt at random."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random

import pytest
from tablic.cards import CARD_NAMES, Card, CardSet, cards_in, mask_of
from tablic.game import Game
from tablic.hand import Hand
from tablic.plays import parse_play
from tablic.rules import parse_rules, rule_set_names

from . import oracle
from .cards_for_tests import cards, names, shuffled, stacked
from .chi_square import bound, chi_square
from .playouts import decide, playout
from .test_every_rule_set import HOUSE, rules_of, state

FORCED = [
    "tablic-forced",
    "tablic-maximal",
    "tablic-forced players=3 hand=4 hands=2",
    "tablic-maximal players=4 hands=2",
]

World = tuple[tuple[CardSet, ...], tuple[Card, ...]]


def unplayed(hand: Hand) -> list[Card]:
    """The pack that is still to be dealt, in order."""
    return list(hand.pack[len(hand.pack) - hand.cards_left :])


def some_positions(name: str, games: int, share: float) -> Iterator[Game]:
    """Games seen at some of their decisions, and at all where a talon is offered or a deal ends."""
    random = Random(name)
    for seed in range(1, games + 1):
        for game in playout(rules_of(name, seed), seed):
            deal_ends = sum(map(int.bit_count, game.hand.held)) == 1
            often = game.hand.offered or (deal_ends and game.hand.cards_left)
            if random.random() < (0.5 if often else share):
                yield game


def could_have_captured(game: Game, seat: int) -> list[tuple[int, CardSet]]:
    """The table at each card that another seat laid in this deal since the last turn of a seat."""
    table, tables = game.hand.table, []
    for made in list(reversed(game.plays_since(seat)))[: plays_in_this_deal(game)]:
        card, taken, _ = made.play
        table = table | taken if taken else table ^ 1 << card
        if made.seat != seat and not taken:
            tables.append((made.seat, table))
    return tables


def plays_in_this_deal(game: Game) -> int:
    """How many plays have been made since the last deal."""
    hand, rules = game.hand, game.rules
    dealt = rules.deck - rules.talon - hand.cards_left
    size = dealt // rules.players % rules.hand or rules.hand
    return size * rules.players - sum(map(int.bit_count, hand.held))


def hold_world(game: Game, world: Game, seat: int) -> None:
    """A sampled game shows the seat the same, and what is hidden is each card exactly once."""
    hand, true = world.hand, game.hand
    view = game.view(seat)
    assert world.view(seat) == view
    assert repr(world.view(seat)) == repr(view)
    assert hand.held[seat] == true.held[seat]
    assert tuple(map(int.bit_count, hand.held)) == view.held
    places = [mask_of(unplayed(hand)), *hand.held, *hand.piles, hand.table, hand.offered]
    assert sum(places) == (1 << game.rules.deck) - 1
    assert (world.turn, world.needs_deck, world.result is None) == (
        (game.turn, game.needs_deck, game.result is None)
    )
    known = [jack.card for jack in true.turned_jacks]
    known += [] if true.exposed is None else [true.exposed]
    for card in known:
        assert place_of(hand, card) == place_of(true, card)


def place_of(hand: Hand, card: Card) -> object:
    """Where in the pack that is still to be dealt a card is, or who holds it."""
    pack = unplayed(hand)
    return pack.index(card) if card in pack else [held >> card & 1 for held in hand.held]


def hold_bars(game: Game, world: Game, seat: int) -> None:
    """Nobody who laid a card holds one that could have captured instead."""
    knobs = game.rules.knobs()
    for other, table in could_have_captured(game, seat):
        for card in names(world.hand.held[other]):
            assert not oracle.captures(names(table), card, knobs)


@pytest.mark.parametrize("name", [*rule_set_names(), *HOUSE])
def test_a_sampled_game_agrees_with_the_view(name: str, games: int) -> None:
    random = Random(2)
    for game in some_positions(name, games // 8, 0.1):
        for seat in range(game.rules.players):
            hold_world(game, Game.from_view(game.view(seat), random), seat)


@pytest.mark.parametrize("name", FORCED)
def test_no_seat_that_laid_a_card_holds_one_that_had_to_capture(name: str, games: int) -> None:
    random = Random(3)
    barred = 0
    for game in some_positions(name, games // 8, 0.3):
        if game.hand.table.bit_count() < 9:
            world = Game.from_view(game.view(game.turn), random)
            hold_world(game, world, game.turn)
            hold_bars(game, world, game.turn)
            barred += bool(could_have_captured(game, game.turn))
    assert barred > games // 8


@pytest.mark.parametrize("name", [*rule_set_names(), *HOUSE, *FORCED])
def test_a_sampled_game_is_played_to_its_end_and_taken_back(name: str, games: int) -> None:
    random = Random(4)
    for game in some_positions(name, games // 8, 0.04):
        seat = random.randrange(game.rules.players)
        world = Game.from_view(game.view(seat), random)
        if world.hand.offered:
            decide(world, random)
        if not world.hand.over:
            play_out_and_take_back(world, random)


def play_out_and_take_back(world: Game, random: Random) -> None:
    before, known = [], len(world.hand.plays)
    while not world.hand.over and not world.result:
        before.append(state(world))
        decide(world, random)
    assert sum(world.scores[-1].cards) == world.rules.deck
    assert len(world.hands) == 1
    assert world.result or world.needs_deck
    while len(world.hand.plays) > known:
        world.pop()
        assert state(world) == before.pop()


def test_a_sampled_game_goes_on_with_the_next_hands() -> None:
    random = Random(5)
    for name in rule_set_names():
        *_, game = some_positions(name, 1, 0.2)
        world = Game.from_view(game.view(0), random)
        while not world.result:
            if world.needs_deck:
                dealer = (game.view(0).hand_number + len(world.hands)) % game.rules.players
                world.start_hand(shuffled(random, world.rules.deck))
                assert world.hand.dealer == dealer
            decide(world, random)


def world_of(game: Game) -> World:
    """What is hidden in a game: what each seat holds, and the order of the pack."""
    return tuple(game.hand.held), tuple(unplayed(game.hand))


def consistent_worlds(game: Game, seat: int) -> set[World]:
    """Every way the hidden cards could be, tried one by one."""
    hand = game.hand
    held = [0 if other == seat else hand.held[other].bit_count() for other in range(len(hand.held))]
    unseen = list(cards_in(game.view(seat).unseen))
    known = [jack.card for jack in hand.turned_jacks if jack.card in unseen]
    known += [hand.exposed] if hand.exposed in unseen else []
    worlds = set()
    for order in permutations(unseen):
        rest, hands = list(order), [hand.held[seat]] * len(held)
        for other, number in enumerate(held):
            if other != seat:
                hands[other], rest = mask_of(rest[:number]), rest[number:]
        world = (tuple(hands), tuple(rest))
        if all(in_place(hand, card, world) for card in known) and allowed(game, seat, world):
            worlds.add(world)
    return worlds


def in_place(hand: Hand, card: Card, world: World) -> bool:
    held, pack = world
    if any(mask >> card & 1 for mask in held):
        return [mask >> card & 1 for mask in held] == place_of(hand, card)
    return place_of(hand, card) == pack.index(card)


def allowed(game: Game, seat: int, world: World) -> bool:
    if game.rules.must_capture != "hand":
        return True
    return not any(
        oracle.captures(names(table), CARD_NAMES[card], game.rules.knobs())
        for other, table in could_have_captured(game, seat)
        for card in cards_in(world[0][other])
    )


SMALL = [  # a rule set, a seed, the number of plays made, the seat that looks
    ("tablic talon=46 hand=1", 1, 0, 1),
    ("tablic hand=1", 1, 42, 1),
    ("tablic-classic hand=1", 2, 42, 0),
    ("tablic-3p hand=2", 3, 43, 1),
    ("tablic-3p-664", 4, 42, 2),
    ("tablic-3p-40 hand=3", 4, 28, 2),
    ("tablic-pairs hand=1", 5, 42, 0),
    ("tablanette hand=1", 6, 42, 1),
    ("tablanette hand=2", 10, 41, 0),
    ("tablanette-pairs", 6, 38, 3),
    ("tabinet talon=2 hand=2", 11, 45, 0),
    ("tablic-forced hand=2", 9, 41, 0),
    ("tablic-maximal hand=2", 6, 41, 0),
    ("tablic-forced players=3 hand=8", 19, 38, 0),
    ("tablic-forced players=3 hand=4", 2, 38, 0),
    ("tablic-maximal players=4 hand=3", 12, 38, 3),
    ("tablic-maximal players=4 hand=3", 25, 38, 3),
]


def after(rules: str, seed: int, plays: int) -> Game:
    """A random game after some plays of its first hand."""
    return next(game for game in playout(rules, seed) if len(game.hand.plays) == plays)


@pytest.mark.parametrize(("rules", "seed", "plays", "seat"), SMALL)
def test_every_consistent_deal_is_as_likely(rules: str, seed: int, plays: int, seat: int) -> None:
    game, random = after(rules, seed, plays), Random(6)
    worlds = consistent_worlds(game, seat)
    samples = 30 * len(worlds)
    view = game.view(seat)
    found = Counter(world_of(Game.from_view(view, random)) for _ in range(samples))
    assert set(found) <= worlds
    assert world_of(game) in worlds
    assert len(worlds) > 1
    assert chi_square((found[world] for world in worlds), 30) < bound(len(worlds) - 1)


def four_with_two_who_laid() -> Game:
    """Seats 1 and 3 laid a card where they could not capture; seat 2 captured in between."""
    game = Game(parse_rules("tablic-forced players=4 talon=44 hand=2"))
    last = ["2C 8H", "5D 9H", "KC 5H", "KD 3H"]
    table = [name for name in CARD_NAMES if name not in " ".join(last).split()]
    game.start_hand(stacked(" ".join(table), *last))
    game.hand.piles[0] = game.hand.table & ~cards("5C 6D")
    game.hand.table = cards("5C 6D")
    for text in ("2C", "5D*5C", "KC"):
        game.play(parse_play(text))
    return game


def test_two_seats_who_laid_a_card_are_dealt_to_together() -> None:
    # 2C lay on 5C 6D, so seat 1 holds no 5. KC lay on 2C 6D, so seat 3 holds no 8 (2 + 6). That
    # leaves three deals of 5H 8H 9H to the seats 1, 2 and 3.
    game, random = four_with_two_who_laid(), Random(7)
    deals = {tuple(map(cards, deal.split())) for deal in ("8H 9H 5H", "8H 5H 9H", "9H 8H 5H")}
    view = game.view(0)
    found = Counter(tuple(Game.from_view(view, random).hand.held[1:]) for _ in range(3000))
    assert set(found) == deals
    assert chi_square(found.values(), 1000) < bound(2)


def test_where_an_illegal_play_was_put_back_a_seat_may_hold_any_card() -> None:
    # The last card but one was laid by force although it, or the last, had to capture.
    game = Game(parse_rules("tablic-forced talon=48 hand=2"))
    last = ["2C 4C", "3C 4D"]
    table = [name for name in CARD_NAMES if name not in " ".join(last).split()]
    game.start_hand(stacked(" ".join(table), *last))
    game.push(parse_play("2C"))  # 2D lies there, and so does 4S
    world = Game.from_view(game.view(0), Random(8))
    assert world.hand.held == game.hand.held


def test_the_dealers_world_while_the_talon_is_offered_goes_on_both_ways() -> None:
    random = Random(9)
    game = Game(parse_rules("tabinet"))
    game.start_hand(shuffled(random))
    for kept in (False, True):
        world = Game.from_view(game.view(0), random)
        assert world.hand.offered.bit_count() == 4
        offered = world.hand.offered
        world.keep_talon(kept)
        assert (world.hand.held[1] if kept else world.hand.table) & offered == offered
        assert [held.bit_count() for held in world.hand.held] == [6, 6]
