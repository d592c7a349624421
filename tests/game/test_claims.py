"""Claims: what they count, when they are judged and who may make them; every place at the end."""

from random import Random

import pytest
from tablic.cards import cards_text
from tablic.errors import IllegalPlayError
from tablic.game import Game, MadeClaim
from tablic.hand import Hand
from tablic.plays import MadePlay, Play, parse_play
from tablic.rules import parse_rules
from tablic.scoring import GameResult

from .cards_for_tests import FULL, cards, mask_of_names, position, stacked
from .cases import Case, label, read
from .test_every_rule_set import state

CLAIMS = read("claims")["cases"]
SWEEPS = read("sweep_values")["cases"]


def claiming(rules: str, totals: list[int], table: str, held: str) -> Game:
    """A game in which the seat to act, the first of its first hand, has these cards."""
    game = Game(parse_rules(rules))
    game.start_hand(list(range(game.rules.deck)))
    game.totals = totals
    game.hand.table = cards(table)
    game.hand.held[game.turn] = cards(held)
    return game


def position_of(case: Case) -> Game:
    """The position of a case: the claimant is the side to act, side 1."""
    totals = case.get("totals_before_hand") or [case["total_before_hand"], 0]
    game = claiming(case["rules"], totals[::-1], "", "KS")
    game.hand.piles[1] = mask_of_names(case["captured_so_far"])
    game.hand.tablas[1] = case["tablas_so_far"]
    return game


@pytest.mark.parametrize("case", CLAIMS, ids=label)
@pytest.mark.parametrize("with_play", [False, True])
def test_a_worked_claim(case: Case, *, with_play: bool) -> None:
    game = position_of(case)
    before = state(game)
    view = game.view(1)
    assert view.can_claim == case["legal"]
    if not case["legal"]:
        with pytest.raises(IllegalPlayError):
            claim(game, "KS!" if with_play else "!")
        assert state(game) == before
        return
    assert view.claim_total == case["claim_total"]
    claim(game, "KS!" if with_play else "!")
    right = case["claim_correct"]
    assert game.made_claim == MadeClaim(1, right, with_play)
    totals = (game.totals[0], case["claim_total"])
    assert game.result == GameResult(totals, (2, 1) if right else (1, 2))
    assert not game.needs_deck


def claim(game: Game, text: str) -> None:
    """Claim instead of a play, or with one."""
    if text == "!":
        game.claim()
    else:
        game.play(parse_play(text))


@pytest.mark.parametrize("case", SWEEPS, ids=lambda case: case["played"] + str(case["value"]))
def test_the_worked_value_of_a_sweep(case: Case) -> None:
    hand = position(" ".join(case["table"]), case["played"] + " 3S", case["rules"])
    before = list(hand.tablas)
    hand.play(parse_play(f"{case['played']}*{'+'.join(case['table'])}"))
    assert hand.table == 0
    assert hand.tablas == [case["value"], 0]
    assert hand.plays[-1].tabla == (case["value"] > 0)
    assert hand.last_capturer == 0
    hand.pop()
    assert hand.tablas == before


@pytest.mark.parametrize(("total", "right"), [(97, True), (96, False)])
def test_a_claim_with_a_play_counts_its_cards_and_its_tabla(total: int, right: bool) -> None:
    game = claiming("tablic-classic", [50, total], "TD 4D 6H", "TS 3S")
    game.play(parse_play("TS*TD+4D+6H!"))  # 2 + 1 for the tens, 1 for the tabla
    assert game.made_claim == MadeClaim(1, right, with_play=True)
    assert game.result == GameResult((50, total + 4), (2, 1) if right else (1, 2))


def test_a_claim_instead_of_a_play_counts_nothing_that_could_be_played() -> None:
    game = claiming("tablic-classic", [50, 97], "TD 4D 6H", "TS 3S")
    game.claim()
    assert game.made_claim == MadeClaim(1, right=False, with_play=False)
    assert game.result == GameResult((50, 97), (1, 2))


def before_the_last_play(totals: list[int], table: str, rules: str = "tablic-classic") -> Game:
    """A game with the dealer's last card, TS, to play, and most cards captured by side 1."""
    game = Game(parse_rules(rules))
    game.start_hand(stacked(cards_text(FULL & ~cards("TS")), "TS"))
    hand = game.hand
    while hand.plays_left > 1:
        held = hand.held[hand.turn] & ~cards("TS")
        game.play(Play(held.bit_length() - 1))
    hand.piles[1] = cards("2D 3D 4C 5D 6D 7D 8D 9D")
    hand.piles[0] = hand.table & ~hand.piles[1] & ~cards("AC AD AH AS JC JD JH JS QC QD QH QS")
    hand.piles[0] &= ~cards("KC KD KH KS TC TD TH 2C") & ~cards(table)
    hand.table = cards(table)
    game.totals = totals
    return game


def test_a_claim_with_the_last_play_is_judged_before_leftovers_and_the_3() -> None:
    # Side 0, the dealer, gets the king and the ace that stay and 3 for the most cards; neither
    # counts for its claim.
    game = before_the_last_play([100, 7], "KC AC 5C")
    assert game.hand.piles[0].bit_count() > game.hand.piles[1].bit_count()
    game.play(parse_play("TS!"))
    assert game.made_claim == MadeClaim(0, right=False, with_play=True)
    assert game.result == GameResult((100, 7), (2, 1))
    assert (game.scores, game.totals) == ([], [100, 7])


@pytest.mark.parametrize(("total", "right"), [(98, True), (97, False)])
def test_the_last_plays_capture_counts_for_its_claim_but_no_tabla(total: int, right: bool) -> None:
    game = before_the_last_play([total, 7], "TD 4D 6H")
    game.play(parse_play("TS*TD+4D+6H!"))  # 2 + 1 for the tens, and no tabla
    assert game.made_claim == MadeClaim(0, right, with_play=True)
    assert game.result == GameResult((total + 3, 7), (1, 2) if right else (2, 1))


def test_a_last_play_with_a_claim_is_taken_back() -> None:
    for text in ("TS*TD+4D+6H!", "TS!", "TS"):
        game = before_the_last_play([98, 7], "TD 4D 6H")
        before = state(game)
        game.play(parse_play(text))
        game.pop()
        assert state(game) == before


def test_a_claim_instead_of_a_play_is_taken_back_alone() -> None:
    for plays in ([], ["TS*TD+4D+6H"]):
        game = claiming("tablic-classic", [50, 100], "TD 4D 6H", "TS 3S")
        for text in plays:
            game.play(parse_play(text))
        before = state(game)
        game.claim()
        assert game.pop() == MadeClaim(game.turn, right=False, with_play=False)
        assert state(game) == before
        assert len(game.hand.plays) == len(plays)
        for text in reversed(plays):
            assert game.pop() == MadePlay(1, parse_play(text), tabla=True)


@pytest.mark.parametrize("text", ["TS*TD+4D+6H!", "TS!", "3S!"])
def test_a_game_from_a_view_after_a_claim_with_a_play_has_ended_too(text: str) -> None:
    last = text.startswith("TS")
    game = (
        before_the_last_play([98, 7], "TD 4D 6H")
        if last
        else claiming("tablic-classic", [50, 100], "TD 4D 6H", "TS 3S")
    )
    game.play(parse_play(text))
    assert game.hand.over == last
    for seat in (0, 1):
        world = Game.from_view(game.view(seat), Random(1))
        assert (world.made_claim, world.result) == (game.made_claim, game.result)
        assert (world.scores, world.totals) == ([], game.totals)
        assert not world.needs_deck
        assert world.view(seat) == game.view(seat)


def test_where_nothing_is_left_to_take_back_nothing_changes() -> None:
    fresh = claiming("tablic-classic", [50, 100], "TD 4D 6H", "TS 3S")
    ended = before_the_last_play([50, 7], "TD 4D 6H")
    ended.play(parse_play("TS*TD+4D+6H"))
    over = Game.from_view(ended.view(0), Random(1))
    assert over.scores
    for game in (fresh, over):
        before = state(game)
        with pytest.raises(IndexError, match="no play of this hand to take back"):
            game.pop()
        assert state(game) == before


@pytest.mark.parametrize(
    ("totals", "pile", "places"),
    [
        # Seat 1 claims, with the four aces, two tens of 3 points and the 2 of clubs: 8 points.
        ([60, 93, 90], "AC AD AH AS TD TC 2C", (3, 1, 2)),
        ([90, 93, 60], "AC AD AH AS TD TC 2C", (2, 1, 3)),
        ([90, 93, 90], "AC AD AH AS TD TC 2C", (2, 1, 2)),
        ([100, 93, 99], "AC AD AH AS TD TC 2C", (2, 1, 3)),
        # And here with one point less: the last, though it may stand above the others.
        ([60, 93, 90], "AC AD AH AS TD TC", (2, 3, 1)),
        ([90, 93, 60], "AC AD AH AS TD TC", (1, 3, 2)),
        ([90, 93, 90], "AC AD AH AS TD TC", (1, 3, 1)),
        ([0, 93, 0], "AC AD AH AS TD TC", (1, 3, 1)),
    ],
)
def test_the_places_of_three_after_a_claim(
    totals: list[int], pile: str, places: tuple[int, ...]
) -> None:
    for text in ("!", "KS!"):
        game = claiming("tablic-3p claim=true", list(totals), "", "KS")
        game.hand.piles[1] = cards(pile)
        counted = (totals[0], 101 if "2C" in pile else 100, totals[2])
        claim(game, text)
        assert game.result == GameResult(counted, places)


def test_the_others_are_counted_the_same_way() -> None:
    # Before the hand seat 0 stands above seat 2, but seat 2 has captured more.
    game = claiming("tablic-3p claim=true", [80, 100, 78], "", "KS")
    game.hand.piles = [cards("AC 3C"), cards("TH TS"), cards("TD TC AD")]
    game.hand.tablas = [0, 0, 1]
    game.claim()
    assert game.result == GameResult((81, 102, 83), (3, 1, 2))


def test_a_right_claim_wins_though_another_side_stands_higher() -> None:
    game = claiming("tablic-classic", [100, 99], "TD", "TS 3S")
    game.hand.piles[0] = cards("AC AD AH AS KC KD")
    game.play(parse_play("TS*TD!"))
    assert game.result == GameResult((106, 103), (2, 1))


@pytest.mark.parametrize("seat", [1, 3])
def test_in_partnerships_a_claim_speaks_for_the_side(seat: int) -> None:
    game = Game(parse_rules("tablic-pairs claim=true"))
    game.start_hand(list(range(52)))
    game.totals = [100, 95]
    hand = game.hand
    hand.table = cards("TD")
    hand.held = [cards("7C 8C"), cards("TS 2D"), cards("7D 8D"), cards("TH 3D")]
    for text in ("TS*TD", "7D") if seat == 3 else ():  # the partner's capture and his tabla
        game.play(parse_play(text))
    hand.piles[1] |= cards("AC AD AS")
    assert game.turn == seat
    game.play(parse_play("TS*TD!" if seat == 1 else "TH!"))
    assert game.made_claim == MadeClaim(seat, right=True, with_play=True)
    assert game.result == GameResult((100, 95 + 3 + 3 + 1), (2, 1))


@pytest.mark.parametrize("text", ["TS*4D!", "2S!", "2S*TD!", "TS*KC!", "TS*!".replace("*", "*9C")])
def test_a_claim_attached_to_an_illegal_play_is_void(text: str) -> None:
    game = claiming("tablic-classic", [50, 100], "TD 4D 6H", "TS 3S")
    before = state(game)
    with pytest.raises(IllegalPlayError):
        game.play(parse_play(text))
    assert state(game) == before
    assert (game.made_claim, game.result) == (None, None)
    game.play(parse_play("TS*TD!"))
    assert game.made_claim == MadeClaim(1, right=True, with_play=True)


@pytest.mark.parametrize(
    ("rules", "totals"),
    [
        ("tablic-classic", [103, 103]),
        ("tablic-3p claim=true", [103, 103, 40]),
        ("tablic-3p claim=true", [103, 40, 103]),
        ("tablic-pairs claim=true", [101, 101]),
        ("tablic", [100, 100]),
        ("tablic-last target=51", [50, 50]),
        ("tablic-pairs", [100, 100]),
        ("tablanette", [250, 250]),
    ],
)
def test_claims_are_illegal_in_deciders_and_without_the_rule(rules: str, totals: list[int]) -> None:
    game = claiming(rules, totals, "TD", "TS 3S")
    before = state(game)
    for text in ("!", "TS*TD!", "TS!"):
        with pytest.raises(IllegalPlayError):
            claim(game, text)
    assert state(game) == before
    assert not game.view(game.turn).can_claim
    game.play(parse_play("TS*TD"))


def test_a_total_at_the_target_may_be_claimed_and_one_below_may_not() -> None:
    for tablas, right in ((1, True), (0, False)):
        game = claiming("tablic-classic", [0, 100], "", "KS")
        game.hand.tablas[1] = tablas
        game.claim()
        assert game.made_claim == MadeClaim(1, right, with_play=False)


def test_no_claim_before_the_talon_is_decided() -> None:
    game = Game(parse_rules("tabinet claim=true"))
    game.start_hand(list(range(52)))
    game.totals = [0, 100]
    before = state(game)
    assert not game.view(1).can_claim
    for text in ("!", "5C!"):
        with pytest.raises(IllegalPlayError):
            claim(game, text)
    assert state(game) == before


def test_nobody_can_play_claim_or_keep_after_a_claim() -> None:
    game = claiming("tablic-classic", [0, 100], "", "KS")
    game.claim()
    for decide in (game.claim, lambda: game.play(parse_play("KS")), lambda: game.keep_talon(True)):
        with pytest.raises(IllegalPlayError):
            decide()


def test_a_hand_refuses_claims_where_the_rules_have_none() -> None:
    hand = Hand(parse_rules("tablic"), list(range(52)), 0)
    with pytest.raises(IllegalPlayError, match="this rule set has no claims"):
        hand.check(Play((hand.held[1]).bit_length() - 1, claim=True))
