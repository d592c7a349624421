"""What holds at every decision of random games of every rule set.

``--games`` says how many games of each rule set; ``make test-long`` plays a thousand.
"""

from random import Random

import pytest
from tablic.game import Game
from tablic.hand import Hand
from tablic.record import GameRecord, parse_record, record_hands
from tablic.rules import parse_rules, rule_set_names

from .playouts import CLAIMANTS, NEVER, playout, reshuffled
from .watch import Watch

PARTS = 4
WHOLE_GAMES = 21  # one game in so many is played to the rule set's own target

# Where a game to the target may be too long, or too short a number of hands to claim in.
SHORT = {"tablic-classic": "target=21"}

# Claims, offers, shown cards and turned jacks where no named set has them together.
HOUSE = [
    "tablic-pairs claim=true target=21",
    "tablic-3p claim=true show_bottom_card=true target=21",
    "tabinet claim=true show_bottom_card=true players=3 hand=4 target=21",
    "tablanette claim=true show_bottom_card=true initial_jack=bottom target=60",
    "tablic-forced claim=true capture_extent=maximal must_capture=card target=21",
]

State = tuple[object, ...]


def rules_of(name: str, seed: int) -> str:
    """The named rule set for some seeds, and for the others that set cut short."""
    if seed % WHOLE_GAMES == 0 or " " in name:
        return name
    return f"{name} {SHORT.get(name, 'hands=2' if seed % WHOLE_GAMES == 1 else 'hands=1')}"


def claimant_of(name: str, seed: int) -> int:
    """When the seats of a game claim, where they may."""
    return CLAIMANTS[seed % len(CLAIMANTS)] if parse_rules(name).claim else NEVER


def state(game: Game) -> State:
    """A copy of all that a game and its present hand know; lists of numbers, tuples and numbers."""
    hand = game.hand
    known = (copied(getattr(hand, slot)) for slot in Hand.__slots__)
    return (list(game.totals), list(game.scores), game.result, game.made_claim, *known)


def copied(value: object) -> object:
    return value[:] if isinstance(value, list) else value


def hold_pops(game: Game, states: list[State]) -> None:
    """Take back all that was done in the present hand and do it again: each state is as it was.

    ``states[n]`` is the state before decision n, the last one that of now.
    """
    end, claimed = states[-1], game.made_claim and not game.made_claim.with_play
    if claimed:
        claim = game.made_claim
        assert game.pop() == claim
        assert state(game) == states[len(game.hand.plays)]
    taken_back = list(reversed(game.hand.plays))
    for made in taken_back:
        assert game.pop() == made
        assert state(game) == states[len(game.hand.plays)]
    for made in reversed(taken_back):
        game.push(made.play)
        assert state(game) == states[len(game.hand.plays)]
    if claimed:
        game.claim()
    assert state(game) == end


def hold_record(game: Game) -> None:
    """The record of a game is written and read without a loss, and replays to the same scores."""
    assert game.result
    seats = tuple(f"bot {seat}" for seat in range(game.rules.players))
    record = GameRecord("b", 0, game.rules, seats, record_hands(game), *game.result)
    text = record.text()
    assert parse_record(text) == record
    assert parse_record(text).text() == text
    *_, replayed = record.replay()
    assert (replayed.scores, replayed.result) == (game.scores, game.result)
    assert replayed.made_claim == game.made_claim


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", [*rule_set_names(), *HOUSE])
def test_what_holds_at_every_decision(name: str, part: int, games: int) -> None:
    for seed in range(part, games, PARTS):
        watch = Watch()
        states: list[State] = []
        for game in playout(rules_of(name, seed), seed, claimant_of(name, seed)):
            watch.look(game)
            if not game.hand.plays and not game.made_claim:
                states = []
            states.append(state(game))
        watch.finish(game)
        hold_pops(game, states)
        hold_record(game)


def replayed(game: Game, deck: list[int]) -> Game:
    """A game as far as another, the present hand from another deck and with the same plays."""
    other = Game(game.rules)
    for hand in game.hands:
        other.start_hand(deck if hand is game.hand else hand.deck)
        if other.hand.offered and not hand.offered:
            other.keep_talon(hand.talon_kept)
        for made in hand.plays:
            other.push(made.play)  # a forced capture may be forced no more
    return other


@pytest.mark.parametrize(
    "rules", ["tabinet hand=26 hands=1", "tabinet players=3 hand=20 talon=7 hands=1"]
)
def test_a_kept_talon_where_one_deal_is_smaller_than_a_hand(rules: str, games: int) -> None:
    for seed in range(games // 2):
        watch = Watch()
        for game in playout(rules, seed):
            watch.look(game)
        watch.finish(game)
        hold_record(game)


@pytest.mark.parametrize("name", ["tablic-classic", *HOUSE[:4]])
def test_claims_of_every_kind_are_among_the_games(name: str, games: int) -> None:
    ends = set()
    for seed in range(games):
        *_, game = playout(rules_of(name, seed), seed, claimant_of(name, seed))
        claim = game.made_claim
        ends.add(claim and (claim.right, claim.with_play))
    assert ends == {None, (True, True), (True, False), (False, True), (False, False)}


@pytest.mark.parametrize("name", [*rule_set_names(), *HOUSE])
def test_a_view_does_not_change_when_what_is_hidden_is_shuffled(name: str, games: int) -> None:
    random = Random(1)
    changed = 0
    for seed in range(1, games, 5):
        for game in playout(rules_of(name, seed), seed):
            if random.random() < (0.5 if game.hand.offered else 0.1):
                seat = random.randrange(game.rules.players)
                other = replayed(game, reshuffled(game, seat, random))
                assert other.view(seat) == game.view(seat)
                assert repr(other.view(seat)) == repr(game.view(seat))
                changed += other.hand.held != game.hand.held
    assert changed > games // 4
