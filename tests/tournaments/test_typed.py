"""What a person types, and what is answered to it."""

from collections.abc import Sequence
from random import Random

import pytest
from tablic.cards import cards_text, mask_of, parse_cards
from tablic.errors import IllegalPlayError, InvalidPlayError
from tablic.game import Game
from tablic.plays import CLAIM, Claim, Play, parse_play
from tablic.rules import parse_rules, rule_set_names
from tablic.view import View
from tablic_tournaments.cli.typed import Ask, check, parse_line, typed_cards


def view_of(table: str, hand: str, rules: str = "tablic", totals: Sequence[int] = (0, 0)) -> View:
    """The view of the first player, who holds these cards in the first deal."""
    talon, held = parse_cards(table), parse_cards(hand)
    others = [card for card in range(52) if card not in talon + held]
    game = Game(parse_rules(rules))
    game.totals = list(totals)
    size = game.rules.hand - len(held)
    game.start_hand([*talon, *held, *others[:size], *others[size:]])
    return game.view(1)


VIEW = view_of("TC 4D 6H 9C", "TS 9D 2C 3C JC KC")


@pytest.mark.parametrize(
    ("text", "play"),
    [
        ("ts", "TS"),
        ("TS 4D 6H", "TS*4D+6H"),
        (" ts*6h+4d ", "TS*4D+6H"),
        ("10s 4d,6h", "TS*4D+6H"),
        ("T♠ 4♦ 6♥", "TS*4D+6H"),
        ("10♠\ufe0f*4♦\ufe0e+6h !", "TS*4D+6H!"),
        ("9d 9c!", "9D*9C!"),
        ("9d 9c !", "9D*9C!"),
        ("2", "9D*9C"),
        ("2 !", "9D*9C!"),
    ],
)
def test_a_play_can_be_written_in_many_ways(text: str, play: str) -> None:
    listed = [Play(7), parse_play("9D*9C")]
    assert parse_line(text, VIEW, listed) == parse_play(play)


@pytest.mark.parametrize(("text", "ask"), [("?", Ask.LIST), ("H", Ask.HELP), ("quit", Ask.QUIT)])
def test_a_person_can_ask(text: str, ask: Ask) -> None:
    assert parse_line(text, VIEW, ()) is ask


@pytest.mark.parametrize("text", ["c", "!", " C ", "Claim"])
def test_a_claim_has_many_names(text: str) -> None:
    assert parse_line(text, VIEW, ()) is CLAIM


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Type a card to play, such as TD, or h for help."),
        ("3", "There is no play 3 in a list here; type ? for one."),
        ("0", "There is no play 0 in a list here; type ? for one."),
        ("+", "'+' names no card; type h for help."),
        ("ts 4d 4d", "4D is named twice; or type h for help."),
        ("lie", "Nothing is offered to you now: play a card."),
        ("l", "Nothing is offered to you now: play a card."),
    ],
)
def test_what_is_not_understood_is_said(text: str, sentence: str) -> None:
    with pytest.raises(InvalidPlayError) as caught:
        parse_line(text, VIEW, [Play(7), Play(8)])
    assert str(caught.value) == sentence


def test_an_offered_talon_is_kept_or_not() -> None:
    game = Game(parse_rules("tabinet"))
    game.start_hand(list(range(52)))
    view = game.view(1)
    assert parse_line("k", view, ()) is True
    assert parse_line("keep", view, ()) is True
    assert parse_line("L", view, ()) is False
    assert parse_line("lie", view, ()) is False
    assert parse_line("?", view, ()) is Ask.LIST
    with pytest.raises(InvalidPlayError, match="Type k to keep"):
        parse_line("ts", view, ())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("5H", "5H is illegal: 5H is not in the hand (table: "),
        ("TS 5H", "TS*5H is illegal: 5H is not on the table."),
        ("TS 4D", "TS*4D is illegal: it adds up to 4, which is no multiple of 10."),
        ("!", "a claim is illegal: this rule set has no claims"),
        ("TS 4D 6H !", "TS*4D+6H! is illegal: this rule set has no claims"),
    ],
)
def test_what_is_illegal_is_said_with_the_reason(text: str, sentence: str) -> None:
    decision = parse_line(text, VIEW, ())
    assert isinstance(decision, Play | Claim)
    with pytest.raises(IllegalPlayError) as caught:
        check(VIEW, decision)
    assert str(caught.value).startswith(sentence)


def test_a_wrong_claim_is_warned_of_and_a_right_one_is_not() -> None:
    view = view_of("TC 4D 6H 9C", "TS 9D 2C 3C JC KC", "tablic-classic target=60", (0, 58))
    warning = "This claim counts 58 of 60: it would lose the game at once."
    assert check(view, CLAIM) == warning
    assert check(view, parse_play("9D*9C!")) == warning
    assert check(view, parse_play("TS*TC!")) is None
    assert check(view, parse_play("TS*TC")) is None


@pytest.mark.parametrize("name", rule_set_names())
def test_every_legal_play_passes_the_check(name: str) -> None:
    random = Random(3)
    game = Game(parse_rules(f"{name} claim=false hands=1"))
    deck = list(range(game.rules.deck))
    random.shuffle(deck)
    game.start_hand(deck)
    if game.hand.offered:
        game.keep_talon(True)
    while not game.result:
        view = game.view(game.turn)
        play = view.random_play(random.random)
        assert check(view, play) is None
        text = " ".join([cards_text([play.card]), cards_text(play.taken)])
        assert parse_line(text.lower(), view, ()) == play
        game.play(play)


def test_cards_are_read_in_any_case() -> None:
    assert mask_of(typed_cards("4d, 6H+tc  10s")) == mask_of(parse_cards("4D 6H TC TS"))
