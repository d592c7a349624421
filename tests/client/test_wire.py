"""Messages and the game's own values are inverses, and bad messages are refused."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tablic import Game, InvalidPlayError, MadePlay, Play, parse_rules
from tablic.deals import deck_of_hand
from tablic.v1 import cards_pb2, events_pb2
from tablic.wire import (
    made_play_of,
    play_of,
    rules_message,
    rules_of,
    view_of,
    write_made_play,
    write_play,
    write_turn,
)

plays = st.builds(Play, st.integers(0, 51), st.integers(0, (1 << 52) - 1), st.booleans())


@given(plays)
def test_a_play_and_its_message_are_inverses(play: Play) -> None:
    message = cards_pb2.Play()
    write_play(play, message)
    assert play_of(cards_pb2.Play.FromString(message.SerializeToString())) == play


@given(st.builds(MadePlay, st.integers(0, 3), plays, st.booleans()))
def test_a_made_play_and_its_message_are_inverses(made: MadePlay) -> None:
    message = cards_pb2.MadePlay()
    write_made_play(made, message)
    assert made_play_of(message) == made


@pytest.mark.parametrize("text", ["tablic", "tablic-last", "tablic-single", "tablic target=51"])
def test_rules_and_their_message_are_inverses(text: str) -> None:
    rules = parse_rules(text)
    assert rules_of(rules_message(rules)) == rules
    assert rules_message(rules).text == text


@given(st.integers(0, 1000))
def test_a_turn_carries_every_field_of_a_view(seed: int) -> None:
    draw = random.Random(seed).random
    game = Game(parse_rules("tablic hands=1"))
    game.start_hand(deck_of_hand(seed.to_bytes(32, "big"), 0))
    while not game.result:
        for seat in (0, 1):
            turn = events_pb2.Turn()
            write_turn(game.view(seat), turn, legal_plays=0)
            assert view_of(turn, game.rules) == game.view(seat)
        game.play(game.view(game.turn).random_play(draw))


@pytest.mark.parametrize(
    ("card", "taken", "message"),
    [
        (0, [], "CARD_UNSPECIFIED is not a card"),
        (53, [], "card number 53 is not a card"),
        (-1, [], "card number -1 is not a card"),
        (1, [2, 2], "CARD_AD is named twice"),
        (1, [0], "CARD_UNSPECIFIED is not a card"),
        (1, [99], "card number 99 is not a card"),
    ],
)
def test_what_is_not_a_card_is_refused_by_name(card: int, taken: list[int], message: str) -> None:
    play = cards_pb2.Play(card=card, taken=taken)  # type: ignore[arg-type]
    with pytest.raises(InvalidPlayError) as caught:
        play_of(play)
    assert message in str(caught.value)
