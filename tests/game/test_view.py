"""What a seat may know: everything public, its own cards, and nothing else."""

from collections.abc import Sequence
from random import Random

import pytest
from tablic.cards import CardSet, cards_in, mask_of
from tablic.game import Game
from tablic.plays import Play, parse_play
from tablic.rules import named_rules, parse_rules

from . import oracle
from .cards_for_tests import FULL, mask_of_names, names, shuffled, stacked
from .playouts import playout, reshuffled


def game_after(decks: Sequence[Sequence[int]], plays: Sequence[Play], rules: str) -> Game:
    """The game of these decks after these plays."""
    game = Game(parse_rules(rules))
    remaining = iter(decks)
    game.start_hand(next(remaining))
    for play in plays:
        game.play(play)
        if game.needs_deck and len(game.hands) < len(decks):
            game.start_hand(next(remaining))
    return game


@pytest.mark.parametrize(
    "rules", ["tablic hands=2", "tablic-last hands=2", "tablic-single hands=1"]
)
def test_a_view_does_not_change_when_what_is_hidden_is_shuffled(rules: str) -> None:
    random = Random(1)
    for seed in range(12):
        for game in playout(rules, seed):
            if game.hand.over:
                continue
            plays = [made.play for hand in game.hands for made in hand.plays]
            for seat in (0, 1):
                decks = [hand.deck for hand in game.hands[:-1]]
                other = game_after([*decks, reshuffled(game, seat, random)], plays, rules)
                assert other.view(seat) == game.view(seat)
                assert repr(other.view(seat)) == repr(game.view(seat))


def test_shuffling_what_is_hidden_does_change_the_other_seats_view() -> None:
    random = Random(2)
    game = game_after([shuffled(random)], [], "tablic")
    other = game_after([reshuffled(game, 0, random)], [], "tablic")
    assert other.view(0) == game.view(0)
    assert other.view(1) != game.view(1)


def test_a_view_shows_what_is_public_and_the_own_hand() -> None:
    for game in playout("tablic target=51", 3):
        hand = game.hand
        if hand.over:
            continue
        for seat in (0, 1):
            view = game.view(seat)
            assert (view.seat, view.side, view.rules) == (seat, seat, game.rules)
            assert view.hand == hand.held[seat]
            assert (view.table, view.piles, view.tablas) == (
                hand.table,
                tuple(hand.piles),
                tuple(hand.tablas),
            )
            assert view.totals == tuple(
                sum(score.total[side] for score in game.scores) for side in (0, 1)
            )
            assert (view.dealer, view.hand_number) == (hand.dealer, len(game.hands) - 1)
            assert view.held == tuple(held.bit_count() for held in hand.held)
            assert view.cards_left == hand.cards_left
            assert view.last_capturer == hand.last_capturer


def test_what_is_unseen_is_the_other_hand_and_the_pack() -> None:
    for rules in ("tablic hands=1", "tablic hands=1 deck=40"):
        for game in playout(rules, 4):
            hand = game.hand
            pack = mask_of(hand.deck[len(hand.deck) - hand.cards_left :])
            for seat in (0, 1):
                assert game.view(seat).unseen == hand.held[1 - seat] | pack


def test_a_view_stays_as_it_was_when_the_game_goes_on() -> None:
    random = Random(5)
    game = game_after([shuffled(random)], [], "tablic")
    kept: list[tuple[object, str]] = []
    for _ in range(48):
        kept += [(view, repr(view)) for view in map(game.view, (0, 1))]
        game.play(game.view(game.turn).random_play(random.random))
    assert all(repr(view) == text for view, text in kept)


def test_the_plays_since_the_last_turn_begin_with_the_seats_own() -> None:
    game = Game(named_rules())
    game.start_hand(stacked("2C 3C 4C 5C", "KC KD KH KS QC QD", "JC JD JH JS TC TD"))
    assert game.view(0).plays == game.view(1).plays == ()
    game.play(parse_play("KC"))
    assert texts(game, 0) == ["1 KC"]
    assert texts(game, 1) == ["1 KC"]
    game.play(parse_play("JC"))
    assert texts(game, 0) == ["0 JC"]
    assert texts(game, 1) == ["1 KC", "0 JC"]
    game.play(parse_play("KD*KC"))
    assert texts(game, 0) == ["0 JC", "1 KD*KC"]
    assert texts(game, 1) == ["1 KD*KC"]


def texts(game: Game, seat: int) -> list[str]:
    assert game.view(seat).plays == game.plays_since(seat)
    return [f"{made.seat} {made.play}" for made in game.view(seat).plays]


def test_the_plays_seen_at_the_own_turns_are_all_plays_of_the_hand() -> None:
    for seed in range(3):
        seen: dict[int, list[Play]] = {0: [], 1: []}
        for game in playout("tablic hands=1", seed):
            if not game.hand.over:
                fresh = [made for made in game.view(game.turn).plays if made.seat != game.turn]
                assert len(fresh) == (1 if game.hand.plays else 0)
                seen[game.turn] += [made.play for made in fresh]
        for seat in (0, 1):
            others = [made.play for made in game.hand.plays if made.seat != seat]
            assert seen[seat] == others[: len(seen[seat])]
            assert len(others) - len(seen[seat]) == (1 if seat != game.hand.dealer else 0)


def test_a_new_hand_begins_without_plays_or_piles_and_with_the_totals() -> None:
    for game in playout("tablic hands=3", 6):
        if not game.hand.plays:
            view = game.view(game.turn)
            assert (view.plays, view.piles, view.tablas) == ((), (0, 0), (0, 0))
            assert view.last_capturer is None
            assert sum(view.totals) >= 22 * view.hand_number


def test_the_legal_plays_are_the_oracles_the_laid_cards_first() -> None:
    knobs = named_rules().knobs()
    for game in playout("tablic hands=1", 7):
        view = game.view(game.turn)
        if game.hand.over or view.table.bit_count() > 9:
            continue
        plays = view.legal_plays()
        held = view.cards()
        assert plays[: len(held)] == [Play(card) for card in held]
        assert len(plays) == len(set(plays))
        assert set(plays[len(held) :]) == {
            Play(card, mask_of_names(taken))
            for card in held
            for taken in oracle.captures(names(view.table), oracle.ALL[card], knobs)
        }
        assert plays[: len(plays) // 2] == view.legal_plays(limit=len(plays) // 2)
        for card in held:
            assert list(view.captures(card)) == [
                p.taken for p in plays if p.card == card and p.taken
            ]


def test_every_legal_play_and_random_play_is_accepted_by_the_hand() -> None:
    random = Random(8)
    for game in playout("tablic-single hands=1", 9):
        if not game.hand.over:
            view = game.view(game.turn)
            for play in [*view.legal_plays(), view.random_play(random.random)]:
                game.hand.check(play)


def test_a_limited_list_of_legal_plays_of_a_big_table_comes_at_once() -> None:
    game = Game(parse_rules("tablic talon=46 hand=3"))
    kings_and_queens = {44, 45, 46, 48, 49, 50}
    game.start_hand([n for n in range(52) if n not in kings_and_queens] + sorted(kings_and_queens))
    view = game.view(game.turn)
    plays = view.legal_plays(limit=500)
    assert len(set(plays)) == 500
    assert view.legal_plays(limit=0) == []
    for play in plays:
        game.hand.check(play)


def test_the_own_cards_come_lowest_first() -> None:
    view = game_after([shuffled(Random(10))], [], "tablic").view(0)
    assert view.cards() == list(cards_in(view.hand)) == sorted(view.cards())


def test_all_that_two_views_show_together_is_all_but_the_pack() -> None:
    game = game_after([shuffled(Random(11))], [], "tablic")
    pack: CardSet = game.view(0).unseen & game.view(1).unseen
    assert pack.bit_count() == game.view(0).cards_left == 36
    assert FULL & ~pack == game.view(0).hand | game.view(1).hand | game.view(0).table
