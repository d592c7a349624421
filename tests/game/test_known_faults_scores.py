"""What public programs got wrong in dealing, scoring and ending a game: a test for each fault."""

from random import Random

import pytest
from tablic.cards import cards_text, mask_of
from tablic.deals import deck_of_hand
from tablic.game import Game
from tablic.hand import Hand
from tablic.plays import Play, parse_play
from tablic.rules import named_rules, parse_rules
from tablic.scoring import card_points, score_hand, winner

from .cards_for_tests import FULL, cards, position, shuffled, stacked
from .playouts import playout

RULES = named_rules()


def lay_all(hand: Hand) -> None:
    while not hand.over:
        held = hand.held[hand.turn]
        hand.play(Play(held.bit_length() - 1))


def nearly_over(table: str, last: str, rules: str = "tablic") -> Hand:
    """A hand with the dealer's last card to play."""
    hand = Hand(parse_rules(rules), stacked(cards_text(FULL & ~cards(last)), last), dealer=0)
    while len(hand.plays) < 47:
        held = hand.held[hand.turn] & ~cards(last)
        hand.play(Play(held.bit_length() - 1))
    hand.piles[1] = hand.table & ~cards(table)
    hand.table = cards(table)
    return hand


def test_fault_a_tabla_counted_twice_at_a_deal_boundary() -> None:
    hand = Hand(parse_rules("tablic hand=1"), stacked("2C 3C 4C 5C", "KC", "3D"), dealer=0)
    hand.play(parse_play("KC"))
    hand.table = cards("3C")
    hand.play(parse_play("3D*3C"))  # the last play of a deal
    assert hand.tablas == [1, 0]
    hand.play(Play(hand.held[1].bit_length() - 1))
    assert hand.tablas == [1, 0]


def test_fault_a_tabla_for_laying_a_card_on_an_empty_table() -> None:
    hand = position("TC", "TS 2C")
    hand.play(parse_play("TS*TC"))
    hand.play(Play(hand.held[1].bit_length() - 1))
    assert hand.plays[-1].tabla is False
    assert hand.tablas == [1, 0]


def test_fault_the_last_cards_sweep_counted_as_a_tabla() -> None:
    hand = nearly_over(table="TC 4D 6H", last="TS")
    hand.play(parse_play("TS*TC+4D+6H"))
    assert hand.over
    assert hand.tablas == [0, 0]
    assert hand.plays[-1].tabla is False
    assert hand.piles[0] == cards("TC 4D 6H TS")  # the capture itself stands


@pytest.mark.parametrize(("rules", "side"), [("tablic", 0), ("tablic-last", 1)])
def test_fault_leftovers_lost_or_given_to_nobody(rules: str, side: int) -> None:
    hand = nearly_over(table="TC 4D 6H AC", last="KS", rules=rules)
    hand.last_capturer = 1
    hand.play(parse_play("KS"))
    score = hand.score()
    assert sum(score.cards) == 52
    assert sum(score.card_points) == 22
    assert score.cards[side] == (5 if side == 0 else 52)
    assert score.tablas == (0, 0)


def test_fault_leftovers_to_a_random_player() -> None:
    for rules in ("tablic", "tablic-last"):
        for seed in range(20):
            *_, game = playout(f"{rules} hands=1", seed)
            hand = game.hand
            if hand.table:
                captors = [made.seat for made in hand.plays if made.play.taken]
                side = hand.dealer if rules == "tablic" else captors[-1]
                piles = [hand.piles[n] | (hand.table if n == side else 0) for n in (0, 1)]
                assert game.scores[0] == score_hand(piles, hand.tablas, game.rules)


def test_fault_the_3_points_only_if_cards_were_left() -> None:
    for table, play in [("TC 4D 6H", "TS*TC+4D+6H"), ("TC 4D 6H", "TS")]:
        hand = nearly_over(table=table, last="TS")
        hand.play(parse_play(play))
        assert bool(hand.table) == ("*" not in play)
        assert hand.score().most_cards == (0, 3)


def test_fault_a_tie_of_cards_tested_on_points() -> None:
    more_points = score_hand([cards("AC KC 3C"), cards("4C 5C 6C")], [0, 0], RULES)
    assert more_points.card_points == (2, 0)
    assert more_points.most_cards == (0, 0)
    more_cards = score_hand([cards("AC 3C 4C"), cards("KC 5C")], [0, 0], RULES)
    assert more_cards.card_points == (1, 1)
    assert more_cards.most_cards == (3, 0)


def test_fault_the_ten_of_clubs_scored_as_the_ten_of_diamonds() -> None:
    assert [card_points(cards(ten), RULES) for ten in ("TC", "TD", "TH", "TS")] == [1, 2, 1, 1]
    assert [card_points(cards(two), RULES) for two in ("2C", "2D", "2H", "2S")] == [1, 0, 0, 0]


def test_fault_aces_that_score_nothing() -> None:
    assert [card_points(cards(ace), RULES) for ace in ("AC", "AD", "AH", "AS")] == [1, 1, 1, 1]


def test_fault_the_lead_or_the_dealer_changing_with_each_deal() -> None:
    leads = [
        (len(game.hands) - 1, game.hand.dealer, game.turn)
        for game in playout("tablic hands=3", 1)
        if not game.hand.over and len(game.hand.plays) % 12 == 0
    ]
    assert leads == [(0, 0, 1)] * 4 + [(1, 1, 0)] * 4 + [(2, 0, 1)] * 4


def a_hand_in_which_the_dealer_has_all(game: Game) -> None:
    game.start_hand(stacked())
    hand = game.hand
    while not game.needs_deck and not game.result:
        game.play(Play(hand.held[hand.turn].bit_length() - 1))


def test_fault_a_win_test_that_forgets_the_hand_just_played() -> None:
    game = Game(parse_rules("tablic target=25"))
    a_hand_in_which_the_dealer_has_all(game)
    assert game.result is not None
    assert (game.result.totals, game.result.places) == ((25, 0), (1, 2))


def test_fault_equal_totals_past_the_target_going_to_the_lower_seat() -> None:
    assert winner((103, 103), RULES) is None
    game = Game(parse_rules("tablic target=20"))
    game.totals = [0, 25]
    a_hand_in_which_the_dealer_has_all(game)
    assert game.totals == [25, 25]
    assert game.result is None
    a_hand_in_which_the_dealer_has_all(game)  # the decider, dealt by seat 1
    assert game.result is not None
    assert (game.result.totals, game.result.places) == ((25, 50), (2, 1))


def test_fault_the_target_tested_with_greater_than() -> None:
    assert winner((101, 90), RULES) == 0
    assert winner((90, 101), RULES) == 1
    game = Game(parse_rules("tablic target=26"))
    a_hand_in_which_the_dealer_has_all(game)
    assert game.result is None


def test_fault_the_first_past_the_target_wins_though_the_other_is_higher() -> None:
    assert winner((101, 105), RULES) == 1


def test_fault_a_shuffle_that_leaves_the_last_card_in_place() -> None:
    last = {deck_of_hand(bytes(32), number)[-1] for number in range(400)}
    assert len(last) > 45
    first = {deck_of_hand(bytes(32), number)[0] for number in range(400)}
    assert len(first) > 45


def test_fault_the_new_hand_of_one_player_sent_to_the_other() -> None:
    for dealer in (0, 1):
        game = Game(RULES)
        for _ in range(dealer):
            a_hand_in_which_the_dealer_has_all(game)
        deck = shuffled(Random(2))
        game.start_hand(deck)
        for first in (4, 16, 28, 40):
            assert game.view(1 - dealer).hand == mask_of(deck[first : first + 6])
            assert game.view(dealer).hand == mask_of(deck[first + 6 : first + 12])
            for _ in range(12):
                game.play(game.view(game.turn).legal_plays(limit=1)[0])
