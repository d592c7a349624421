"""The worked cases that any referee of the game should pass."""

import hashlib
from collections import Counter

import pytest
from tablic.captures import can_take, captures
from tablic.cards import cards_text, parse_card
from tablic.errors import IllegalPlayError, InvalidPlayError
from tablic.hand import Hand
from tablic.plays import Play, parse_play
from tablic.rules import named_rules
from tablic.scoring import score_hand, winner

from .cards_for_tests import mask_of_names
from .cases import RULE_SETS, Case, capture_rules, label, loadable, playable, read

CAPTURES = [case for case in read("captures")["cases"] if capture_rules(case["rules"])]
ILLEGAL = playable("illegal")
SCORING = playable("scoring")
MATCH = playable("match")
HANDS = playable("hands")


def test_the_cases_of_tablic_are_all_there() -> None:
    for cases, at_least in [(CAPTURES, 95), (ILLEGAL, 14), (SCORING, 6), (MATCH, 5), (HANDS, 5)]:
        assert Counter(case["rules"] for case in cases)["tablic"] >= at_least
    for name in ("tablic", "tablic-last", "tablic-single"):
        assert any(case["rules"] == name for case in CAPTURES)
        assert any(case["rules"] == name for case in HANDS)


@pytest.mark.parametrize("name", [name for name in RULE_SETS if loadable(name)])
def test_the_knobs_of_a_shipped_rule_set(name: str) -> None:
    assert named_rules(name).knobs() == RULE_SETS[name]


@pytest.mark.parametrize("case", CAPTURES, ids=label)
def test_what_a_card_takes(case: Case) -> None:
    rules = capture_rules(case["rules"])
    assert rules
    table, card = mask_of_names(case["table"]), parse_card(case["played"])
    found = list(captures(table, card, rules))
    assert len(found) == len(set(found)) == case["count"]
    assert max((taken.bit_count() for taken in found), default=0) == case["max_cards"]
    assert (table in found) == case["full_table"]
    lines = sorted(map(cards_text, found))
    assert hashlib.sha256("\n".join(lines).encode("ascii")).hexdigest() == case["sha256"]
    if "captures" in case:
        assert lines == sorted(cards_text(mask_of_names(listed)) for listed in case["captures"])
    assert all(can_take(table, card, taken, rules) for taken in found)


@pytest.mark.parametrize("case", ILLEGAL, ids=label)
def test_a_selection_that_is_illegal(case: Case) -> None:
    table, card, selection = case["table"], case["played"], case["selection"]
    rules = named_rules(case["rules"])
    text = card + ("*" + "+".join(selection) if selection else "")
    if len(set(selection)) < len(selection):
        with pytest.raises(InvalidPlayError, match="is named twice"):
            parse_play(text)
        return
    play = parse_play(text)
    if selection:
        assert not can_take(mask_of_names(table), play.card, play.taken, rules)
    hand = Hand(rules, list(range(rules.deck)), dealer=rules.players - 1)
    hand.table = mask_of_names(table)
    hand.held[hand.turn] = mask_of_names({*case.get("hand", []), card})
    with pytest.raises(IllegalPlayError):
        hand.check(play)


@pytest.mark.parametrize("case", SCORING, ids=label)
def test_the_score_of_piles(case: Case) -> None:
    piles = [mask_of_names(pile) for pile in case["piles"]]
    score = score_hand(piles, case["tabla"], named_rules(case["rules"]))
    expected = case["expect"]
    assert list(score.cards) == expected["cards"]
    assert list(score.card_points) == expected["card_points"]
    assert list(score.most_cards) == expected["most_cards"]
    assert list(score.tablas) == expected["tabla"]
    assert list(score.total) == expected["total"]


@pytest.mark.parametrize("case", MATCH, ids=label)
def test_the_winner_after_a_hand(case: Case) -> None:
    assert winner(case["totals_after_hand"], named_rules(case["rules"])) == case["winner"]


@pytest.mark.parametrize("case", HANDS, ids=label)
def test_a_whole_hand(case: Case) -> None:
    hand = Hand(named_rules(case["rules"]), list(map(parse_card, case["deck"])), case["dealer"])
    if hand.offered:
        hand.keep_talon(case["talon_kept"])
    for seat, card, taken, tabla in case["moves"]:
        assert (hand.turn, hand.over) == (seat, False)
        hand.play(Play(parse_card(card), mask_of_names(taken)))
        assert hand.plays[-1].tabla == tabla
    assert hand.over
    assert hand.table == mask_of_names(case["leftover"])
    assert hand.leftovers_to == case["leftover_to_side"]
    score = hand.score()
    assert list(score.cards) == case["cards"]
    assert list(score.card_points) == case["card_points"]
    assert list(score.most_cards) == case["most_cards"]
    assert list(score.tablas) == case["tabla"]
    assert list(score.total) == case["total"]
