"""The oracle and the bookkeeper are proven on the worked cases of every rule set."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from random import Random

import pytest

from . import bookkeeper, oracle
from .bookkeeper import Books, game_end, keep_books, opening
from .cases import RULE_SETS, Case, label, read
from .oracle import ALL, Knobs, can_take, captures, legal_plays

TABLIC: Knobs = RULE_SETS["tablic"]
BURY: Knobs = RULE_SETS["tablanette"]
BOTTOM: Knobs = {**BURY, "initial_jack": "bottom"}


def cases_of(name: str) -> list[Case]:
    cases: list[Case] = read(name)["cases"]
    return cases


def knobs_of(case: Case) -> Knobs:
    return RULE_SETS[case["rules"]]


def pack_after(text: str) -> list[str]:
    """A deck that begins with these cards; the others follow in order."""
    first = text.split()
    return first + [name for name in ALL if name not in first]


def text_of(taken: frozenset[str]) -> str:
    return " ".join(sorted(taken, key=ALL.index))


# What may be taken and played.


@pytest.mark.parametrize("case", cases_of("captures"), ids=label)
def test_what_a_card_takes(case: Case) -> None:
    found = captures(case["table"], case["played"], knobs_of(case))
    assert len(found) == case["count"]
    assert max(map(len, found), default=0) == case["max_cards"]
    assert (frozenset(case["table"]) in found) == case["full_table"]
    lines = sorted(map(text_of, found))
    assert hashlib.sha256("\n".join(lines).encode("ascii")).hexdigest() == case["sha256"]
    if "captures" in case:
        assert lines == sorted(text_of(frozenset(taken)) for taken in case["captures"])
    some = sorted(found, key=text_of)[:200]
    assert all(can_take(case["table"], case["played"], taken, knobs_of(case)) for taken in some)


@pytest.mark.parametrize("case", cases_of("illegal"), ids=label)
def test_a_selection_that_is_illegal(case: Case) -> None:
    table, card, selection = case["table"], case["played"], case["selection"]
    assert not can_take(table, card, selection, knobs_of(case))
    if len(set(selection)) == len(selection):
        plays = legal_plays(table, {*case.get("hand", []), card}, knobs_of(case))
        assert (card, frozenset(selection)) not in plays


def partitions(cards: Sequence[str]) -> Iterator[list[list[str]]]:
    """Every way to cut some cards into groups."""
    if not cards:
        yield []
        return
    first, others = cards[0], cards[1:]
    for groups in partitions(others):
        yield [[first], *groups]
        for place, group in enumerate(groups):
            yield [*groups[:place], [first, *group], *groups[place + 1 :]]


def adds_up(group: Sequence[str], value: int) -> bool:
    return value in {sum(worths) for worths in product(*map(oracle.values, group))}


def may_be_cut(taken: Sequence[str], card: str, most: int) -> bool:
    """The definition of a capture, word for word."""
    return any(
        all(adds_up(group, value) for group in groups)
        for value in oracle.values(card)
        for groups in partitions(taken)
        if len(groups) <= most
    )


@pytest.mark.parametrize("most", [0, 1, 2])
@pytest.mark.parametrize("seed", range(40))
def test_the_captures_are_those_of_cutting_every_subset_in_every_way(seed: int, most: int) -> None:
    random = Random(seed)
    pool = random.choice([ALL, ALL[:20], [name for name in ALL if name[0] in "A239TQK"]])
    card, *table = random.sample(pool, 7)
    knobs = {**TABLIC, "max_groups": most}
    subsets = [taken for size in range(1, 7) for taken in combinations(table, size)]
    expected = {frozenset(taken) for taken in subsets if may_be_cut(taken, card, most or 6)}
    assert captures(table, card, knobs) == expected
    judged = {frozenset(taken) for taken in subsets if can_take(table, card, taken, knobs)}
    assert judged == expected
    largest = {taken for taken in expected if not any(taken < other for other in expected)}
    assert captures(table, card, {**knobs, "capture_extent": "maximal"}) == largest


def test_a_maximal_capture_by_an_ace_looks_at_both_its_values() -> None:
    knobs = {**TABLIC, "capture_extent": "maximal"}
    assert captures(["AC", "TC"], "AS", knobs) == {frozenset({"AC", "TC"})}
    single = {**knobs, "max_groups": 1}
    assert captures(["AC", "AD", "TC"], "AS", single) == {
        frozenset({"AC", "TC"}),
        frozenset({"AD", "TC"}),
    }


@pytest.mark.parametrize(
    ("must_capture", "laid"), [("never", {"7S", "2H"}), ("card", {"2H"}), ("hand", set())]
)
def test_what_may_be_laid_where_a_card_can_capture(must_capture: str, laid: set[str]) -> None:
    knobs = {**TABLIC, "must_capture": must_capture}
    plays = legal_plays(["7C", "QD"], ["7S", "2H"], knobs)
    assert {card for card, taken in plays if not taken} == laid
    assert {(card, *taken) for card, taken in plays if taken} == {("7S", "7C")}
    assert legal_plays(["QD"], ["7S", "2H"], knobs) == {("7S", frozenset()), ("2H", frozenset())}


def test_a_sweeping_jack_takes_all_or_lies_unless_it_must_capture() -> None:
    everything, nothing = frozenset({"9C", "JD"}), frozenset[str]()
    assert legal_plays(everything, ["JS"], BURY) == {("JS", everything), ("JS", nothing)}
    assert legal_plays(everything, ["JS"], {**BURY, "must_capture": "card"}) == {("JS", everything)}
    assert legal_plays([], ["JS"], {**BURY, "must_capture": "hand"}) == {("JS", nothing)}


# Whole hands.


@pytest.mark.parametrize("case", cases_of("hands"), ids=label)
def test_a_whole_hand(case: Case) -> None:
    knobs = knobs_of(case)
    books = Books(knobs, case["deck"], case["dealer"], case.get("talon_kept", False))
    for seat, card, taken, tabla in case["moves"]:
        assert not taken or can_take(books.table, card, taken, knobs)
        if len(books.table) < 12:
            plays = legal_plays(books.table, books.held[seat], knobs)
            assert (card, frozenset(taken)) in plays
        assert books.play(seat, card, taken).tabla == tabla
    assert books.over
    assert set(case["leftover"]) == books.table
    assert books.leftovers_to == case["leftover_to_side"]
    account = books.account()
    assert list(account.cards) == case["cards"]
    assert list(account.card_points) == case["card_points"]
    assert list(account.most_cards) == case["most_cards"]
    assert list(account.tablas) == case["tabla"]
    assert list(account.total) == case["total"]


def test_there_are_hands_of_every_rule_set() -> None:
    assert Counter(case["rules"] for case in cases_of("hands")).keys() == RULE_SETS.keys()


@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("dealer", [0, 1])
def test_every_card_is_dealt_once_and_the_dealer_gets_the_bottom_card(
    name: str, dealer: int
) -> None:
    knobs = RULE_SETS[name]
    deck = bookkeeper.pack_of(knobs)
    Random(name).shuffle(deck)
    dealt = opening(knobs, deck, dealer)
    hands = [hand for deal in dealt.deals for hand in deal]
    assert sorted([*dealt.table, *(card for hand in hands for card in hand)]) == sorted(deck)
    assert dealt.bottom in dealt.deals[-1][dealer]
    assert all(len({len(hand) for hand in deal}) == 1 for deal in dealt.deals)


def test_three_players_with_six_cards_get_four_in_the_last_deal() -> None:
    knobs = RULE_SETS["tablic-3p-664"]
    deck = pack_after("")
    dealt = opening(knobs, deck, dealer=1)
    assert [len(deal[0]) for deal in dealt.deals] == [6, 6, 4]
    assert [min(hand, key=ALL.index) for hand in dealt.deals[0]] == [deck[10], deck[16], deck[4]]
    assert dealt.deals[2][1] == set(deck[48:])


def test_a_kept_talon_is_part_of_the_first_hand() -> None:
    deck = pack_after("")
    kept = opening(RULE_SETS["tabinet"], deck, dealer=0, talon_kept=True)
    assert kept.deals[0] == (frozenset(deck[10:16]), frozenset(deck[:6]))
    assert (kept.table, kept.talon) == (frozenset(deck[6:10]), tuple(deck[:4]))
    let_lie = opening(RULE_SETS["tabinet"], deck, dealer=0)
    assert let_lie.deals[0] == (frozenset(deck[10:16]), frozenset(deck[4:10]))
    assert let_lie.table == set(deck[:4])
    assert kept.deals[1:] == let_lie.deals[1:]


def dealt_one_by_one(knobs: Knobs, deck: Sequence[str]) -> list[str]:
    """The pack after the table was turned, seen by dealing single cards to two seats."""
    dealt = opening({**knobs, "hand": 1}, deck, dealer=0)
    return [card for mine, first in dealt.deals for hand in (first, mine) for card in hand]


def test_three_jacks_in_a_row_go_to_the_end_and_twice_to_the_middle() -> None:
    deck = pack_after("JC JD JH AC AD AH AS")
    dealt = opening(BURY, deck, dealer=0)
    assert dealt.table == {"AC", "AD", "AH", "AS"}
    assert dealt.turned == (("JC", 51), ("JD", 25), ("JH", 25))
    assert dealt.bottom == "JC"
    # JD moves up one place for JH, then both move up four for the table.
    others = deck[7:]
    assert dealt_one_by_one(BURY, deck) == [*others[:20], "JD", "JH", *others[20:], "JC"]


def test_a_jack_turned_as_a_replacement_goes_back_as_well() -> None:
    deck = pack_after("AC JC AD JD AH JH JS AS")
    dealt = opening(BURY, deck, dealer=0)
    assert dealt.table == {"AC", "AD", "AH", "AS"}
    assert dealt.turned == (("JC", 50), ("JD", 24), ("JH", 24), ("JS", 24))
    # JD moves up four places for AH, JH, JS and AS; JH two, for JS and AS; JS one, for AS.
    pack = [*deck[8:28], "JD", deck[28], "JH", "JS", *deck[29:], "JC"]
    assert dealt_one_by_one(BURY, deck) == pack


def test_jacks_to_the_bottom_go_there_in_the_order_they_were_turned() -> None:
    dealt = opening(BOTTOM, pack_after("JC AC JD AD JH JS AH AS"), dealer=0)
    assert dealt.turned == (("JC", 51), ("JD", 50), ("JH", 49), ("JS", 49))
    assert dealt.bottom == "JS"
    assert {"JC", "JD", "JH", "JS"} <= dealt.deals[-1][0]


def test_where_jacks_are_kept_they_lie() -> None:
    dealt = opening(TABLIC, pack_after("JC AC JD AD"), dealer=0)
    assert dealt.table == {"JC", "AC", "JD", "AD"}
    assert dealt.turned == ()


def test_the_books_have_every_moment_of_a_hand() -> None:
    deck = pack_after("2C 3C 4C 5C")
    plays = [(1, "AC", []), (0, "2S", ["2C"])]
    books = keep_books(TABLIC, deck, 0, plays)
    assert [moment.turn for moment in books.moments] == [1, 0, 1]
    assert [len(moment.held[1]) for moment in books.moments] == [6, 5, 5]
    assert [moment.left for moment in books.moments] == [36, 36, 36]
    assert books.moments[2].table == {"3C", "4C", "5C", "AC"}
    assert books.claim_totals([90, 100]) == (91, 100)


@pytest.mark.parametrize("name", ["tablic-last", "tablic-last-pairs", "tablic-3p-664"])
def test_where_nobody_captured_the_leftovers_are_the_dealers_sides(name: str) -> None:
    books = Books(RULE_SETS[name], pack_after(""), dealer=1)
    while books.turn is not None:
        books.play(books.turn, min(books.held[books.turn]))
    assert books.leftovers_to == 1
    assert books.account().total[1] == 25


# Scores, claims and the end of a game.


@pytest.mark.parametrize("case", cases_of("scoring"), ids=label)
def test_the_score_of_piles(case: Case) -> None:
    account = bookkeeper.score(case["piles"], case["tabla"], knobs_of(case))
    expected = case["expect"]
    assert list(account.cards) == expected["cards"]
    assert list(account.card_points) == expected["card_points"]
    assert list(account.most_cards) == expected["most_cards"]
    assert list(account.tablas) == expected["tabla"]
    assert list(account.total) == expected["total"]


def test_the_points_of_cards_by_other_knobs() -> None:
    knobs = {**TABLIC, "points_each_club": 5, "points_ten": 7, "points_ten_diamonds": 11}
    points = [bookkeeper.card_points([name], knobs) for name in ("TC", "TD", "2C", "3C", "3D")]
    assert points == [12, 11, 6, 5, 0]


@pytest.mark.parametrize(
    ("tie", "cards", "points"),
    [
        ("none", (26, 26), (0, 0)),
        ("all", (20, 20, 12), (3, 3, 0)),
        ("split", (26, 26), (1, 1)),
        ("split", (13, 13, 13, 13), (0, 0, 0, 0)),
        ("split", (18, 17, 17), (3, 0, 0)),
    ],
)
def test_ties_for_the_most_cards(tie: str, cards: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert bookkeeper.most_cards(cards, {**TABLIC, "most_tie": tie}) == points


@pytest.mark.parametrize("case", cases_of("sweep_values"), ids=label)
def test_the_value_of_a_tablanette(case: Case) -> None:
    points = bookkeeper.tabla_points(case["played"], case["table"], knobs_of(case))
    assert points == case["value"]


@pytest.mark.parametrize("case", cases_of("claims"), ids=label)
def test_what_a_claim_counts(case: Case) -> None:
    knobs, before = knobs_of(case), case["total_before_hand"]
    legal = bookkeeper.may_claim(case.get("totals_before_hand", [before]), knobs)
    assert legal == case["legal"]
    if legal:
        cards, tablas = case["captured_so_far"], case["tablas_so_far"]
        total = bookkeeper.claim_total(before, cards, tablas, knobs)
        assert total == case["claim_total"]
        end = bookkeeper.claim_end([total, 300], 0, knobs)
        assert end == ((True, 0, (1, 2)) if case["claim_correct"] else (True, 1, (2, 1)))


def test_the_places_of_the_others_after_a_claim_follow_their_totals() -> None:
    knobs = {**RULE_SETS["tablic-3p"], "claim": True}
    assert bookkeeper.claim_end([101, 90, 120], 0, knobs) == (True, 0, (1, 3, 2))
    assert bookkeeper.claim_end([100, 90, 80], 0, knobs) == (True, 1, (3, 1, 2))
    assert bookkeeper.claim_end([100, 90, 90], 0, knobs) == (True, None, (3, 1, 1))


@pytest.mark.parametrize("case", cases_of("match"), ids=label)
def test_the_winner_after_a_hand(case: Case) -> None:
    end = game_end(case["totals_after_hand"], knobs_of(case))
    assert end.winner == case["winner"]
    assert end.over == (case["winner"] is not None)


def test_a_game_of_a_number_of_hands_is_over_after_them() -> None:
    knobs = {**RULE_SETS["tablic-3p"], "hands": 2}
    assert game_end([200, 90, 80], knobs, hands_played=1) == (False, None, (1, 2, 3))
    assert game_end([20, 9, 8], knobs, hands_played=2) == (True, 0, (1, 2, 3))
    assert game_end([20, 20, 8], knobs, hands_played=2) == (True, None, (1, 1, 3))
