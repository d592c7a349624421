"""Whole games: what holds at every play of a thousand of them, and how games begin and end."""

from random import Random

import pytest
from tablic.cards import card_name, mask_of
from tablic.errors import IllegalPlayError
from tablic.game import Game
from tablic.hand import Hand
from tablic.plays import Play
from tablic.rules import named_rules, parse_rules
from tablic.scoring import GameResult

from .bookkeeper import Account, keep_books
from .cards_for_tests import names, shuffled, stacked
from .playouts import playout

RULES = [
    "tablic",
    "tablic-last",
    "tablic-single",
    "tablic hands=1",
    "tablic-last hands=2 hand=7",
    "tablic target=51 deck=40",
    "tablic target=51 tabla_last_card=true tabla_points=3 most_tie=split",
    "tablic hands=1 talon=20 most_tie=all",
]
GAMES = 1000
SLICES = 8


def assert_cards_conserved(hand: Hand) -> None:
    pack = mask_of(hand.deck[len(hand.deck) - hand.cards_left :])
    places = [hand.table, pack, *hand.held, *hand.piles]
    everything = 0
    for place in places:
        everything |= place
    assert everything == (1 << hand.rules.deck) - 1
    assert sum(place.bit_count() for place in places) == hand.rules.deck


def assert_turns_alternate(hand: Hand) -> None:
    assert hand.turn == (hand.dealer + 1 + len(hand.plays)) % 2
    first, dealer = hand.held[hand.dealer ^ 1].bit_count(), hand.held[hand.dealer].bit_count()
    assert dealer - first == len(hand.plays) % 2
    assert hand.over == (dealer == 0)


def accounted(hand: Hand) -> Account:
    """What the bookkeeper makes of a hand."""
    deck = [card_name(card) for card in hand.deck]
    plays = [(made.seat, card_name(made.play.card), names(made.play.taken)) for made in hand.plays]
    return keep_books(hand.rules.knobs(), deck, hand.dealer, plays).account()


def assert_hand_scored(game: Game) -> None:
    hand, score, rules = game.hand, game.scores[-1], game.rules
    assert hand.over
    assert len(hand.plays) == rules.deck - rules.talon
    assert hand.plays[-1].seat == hand.dealer
    assert score._asdict() == accounted(hand)._asdict()
    assert sum(score.cards) == rules.deck
    assert sum(score.card_points) == (22 if rules.deck == 52 else 10)
    assert sum(made.tabla for made in hand.plays) * rules.tabla_points == sum(score.tablas)


def assert_ended_in_time(game: Game) -> None:
    running = [0, 0]
    for played, score in enumerate(game.scores, start=1):
        running = [running[0] + score.total[0], running[1] + score.total[1]]
        won = max(running) >= game.rules.target and running[0] != running[1]
        over = played == game.rules.hands if game.rules.hands else won
        assert over == (played == len(game.scores))
    places = tuple(1 + (mine < other) for mine, other in zip(running, running[::-1], strict=True))
    assert game.result == GameResult((running[0], running[1]), places)
    assert game.totals == running


@pytest.mark.parametrize("part", range(SLICES))
def test_what_holds_at_every_play_of_a_thousand_random_games(part: int) -> None:
    for seed in range(part, GAMES, SLICES):
        for game in playout(RULES[seed // SLICES % len(RULES)], seed):
            assert_cards_conserved(game.hand)
            assert_turns_alternate(game.hand)
            if game.hand.over:
                assert_hand_scored(game)
        assert_ended_in_time(game)
        assert [hand.dealer for hand in game.hands] == [n % 2 for n in range(len(game.hands))]


def test_a_game_asks_for_a_deck_before_each_hand_and_not_within_one() -> None:
    game = Game(parse_rules("tablic hands=2"))
    asked = []
    random = Random(1)
    while not game.result:
        asked.append(game.needs_deck)
        if game.needs_deck:
            game.start_hand(stacked())
        else:
            game.play(game.view(game.turn).random_play(random.random))
    assert asked == ([True] + [False] * 48) * 2
    assert not game.needs_deck


def test_a_deck_that_is_not_asked_for_is_refused() -> None:
    game = Game(named_rules())
    game.start_hand(stacked())
    with pytest.raises(ValueError, match="a hand is being played or the game is over"):
        game.start_hand(stacked())
    *_, game = playout("tablic hands=1", 1)
    with pytest.raises(ValueError, match="a hand is being played or the game is over"):
        game.start_hand(stacked())


@pytest.mark.parametrize(
    "deck", [[], list(range(51)), [*range(51), 50], list(range(53)), list(range(40))]
)
def test_a_deck_without_each_card_once_is_refused(deck: list[int]) -> None:
    game = Game(named_rules())
    with pytest.raises(ValueError, match="a deck has each of the 52 cards once"):
        game.start_hand(deck)
    assert game.needs_deck
    assert not game.hands


def test_no_play_is_legal_before_the_first_deck_and_after_the_game() -> None:
    *_, finished = playout("tablic hands=1", 2)
    for game in (Game(named_rules()), finished):
        with pytest.raises(IllegalPlayError, match=r"^7S is illegal: no hand is being played$"):
            game.play(Play(27))


def test_an_illegal_play_leaves_the_game_as_it_was() -> None:
    game = Game(named_rules())
    game.start_hand(shuffled(Random(3)))
    before = [game.view(seat) for seat in (0, 1)]
    with pytest.raises(IllegalPlayError):
        game.play(Play(next(card for card in range(52) if not game.hand.held[1] >> card & 1)))
    assert [game.view(seat) for seat in (0, 1)] == before
    assert game.hand.plays == []


def test_a_number_of_hands_is_played_whatever_the_totals() -> None:
    for hands in (1, 3):
        *_, game = playout(f"tablic hands={hands} target=1", 4)
        assert len(game.hands) == hands


def test_equal_totals_after_the_last_of_a_number_of_hands_are_a_draw() -> None:
    rules = "tablic hands=1 most_cards=0 tabla_points=0"  # 22 points, often 11 for each
    ends = [game.result for seed in range(60) for *_, game in [playout(rules, seed)]]
    draws = [end for end in ends if end and end.totals[0] == end.totals[1]]
    assert draws
    assert all(end.places == (1, 1) for end in draws)
