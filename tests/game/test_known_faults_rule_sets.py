"""The faults of public programs in dealing, scoring and ends, looked for in every rule set."""

import pytest
from tablic.cards import CardSet, mask_of
from tablic.deals import deck_of_hand
from tablic.game import Game
from tablic.hand import Hand
from tablic.plays import Play, parse_play
from tablic.rules import Rules, named_rules, rule_set_names
from tablic.scoring import GameResult, score_hand, winner

from .cards_for_tests import cards, position, stacked

NAMES = rule_set_names()
LAST = {"tablic-last", "tablic-last-pairs", "tablic-3p-664", "tablic-house"} | {
    name for name in NAMES if name.startswith("tablanette")
}
LAST_CARD_MAY_SCORE = {name for name in NAMES if name.startswith("tablanette")} | {"tablic-house"}
FORCED = {"tablic-forced", "tablic-maximal"}
DEALS = {name: [6, 6, 6, 6] for name in NAMES} | {
    "tablic-pairs": [6, 6],
    "tablic-last-pairs": [6, 6],
    "tablanette-pairs": [6, 6],
    "tablic-3p": [4, 4, 4, 4],
    "tablanette-3p": [4, 4, 4, 4],
    "tablic-3p-40": [4, 4, 4],
    "tablic-3p-664": [6, 6, 4],
}


def in_order(rules: Rules) -> list[int]:
    """A deck without a jack among the first cards: every rank after the one below it."""
    return list(range(rules.deck))


def started(rules: Rules, dealer: int = 0) -> Hand:
    """A hand of a deck in order; where the talon is offered it lies on the table."""
    hand = Hand(rules, in_order(rules), dealer)
    if hand.offered:
        hand.keep_talon(kept=False)
    return hand


def lay(hand: Hand, until_left: int = 0) -> None:
    """Every seat lays its lowest card, where it may or not, until so many plays are left."""
    while hand.plays_left > until_left:
        held = hand.held[hand.turn]
        hand.push(Play((held & -held).bit_length() - 1))


def sweep_of_an_equal_card(hand: Hand) -> int:
    """The seat to act takes the only table card with its only card; the value of that card."""
    card = hand.held[hand.turn].bit_length() - 1
    assert hand.held[hand.turn] == 1 << card
    other = card & ~3 if card & 3 else card + 1
    hand.piles[0], hand.table = hand.piles[0] | hand.table & ~(1 << other), 1 << other
    hand.push(Play(card, 1 << other))
    return {9: 10, 12: 14}.get(card // 4, card // 4 + 1)


def points_of_a_tabla(name: str, value: int) -> int:
    """A point, or in the 1939 game the value of the two equal cards."""
    return 2 * value if name.startswith("tablanette") else 1


@pytest.mark.parametrize("name", NAMES)
def test_fault_a_tabla_counted_twice_at_a_deal_boundary(name: str) -> None:
    rules = named_rules(name)
    hand = started(rules, dealer=rules.players - 1)
    lay(hand, until_left=rules.deck - 4 - DEALS[name][0] * rules.players + 1)
    seat, side = hand.turn, (rules.players - 1) % rules.sides
    value = sweep_of_an_equal_card(hand)
    expected = [0] * rules.sides
    expected[side] = points_of_a_tabla(name, value)
    assert seat == rules.players - 1
    assert all(hand.held)  # the next deal is there
    assert hand.tablas == expected
    lay(hand, hand.plays_left - rules.players)  # the first of them on an empty table
    assert hand.tablas == expected
    assert [made.tabla for made in hand.plays].count(True) == 1


@pytest.mark.parametrize("name", NAMES)
def test_fault_the_last_cards_sweep_counted_as_a_tabla(name: str) -> None:
    rules = named_rules(name)
    hand = started(rules)
    lay(hand, until_left=1)
    value = sweep_of_an_equal_card(hand)
    points = points_of_a_tabla(name, value) if name in LAST_CARD_MAY_SCORE else 0
    assert hand.over
    assert hand.tablas == [points] + [0] * (rules.sides - 1)
    assert hand.plays[-1].tabla == (name in LAST_CARD_MAY_SCORE)
    assert sum(hand.score().cards) == rules.deck  # the capture itself stands


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("dealer", range(4))
def test_fault_leftovers_lost_or_given_to_the_wrong_side(name: str, dealer: int) -> None:
    rules = named_rules(name)
    dealer %= rules.players
    hand = started(rules, dealer)
    first = hand.turn
    card = hand.held[first].bit_length() - 1
    hand.table |= 1 << (card ^ 1)  # an equal card, wherever it is
    hand.held = [held & ~(1 << (card ^ 1)) for held in hand.held]
    hand.push(Play(card, 1 << (card ^ 1)))
    taker = (first if name in LAST else dealer) % rules.sides
    assert hand.leftovers_to == taker
    assert hand.score().cards[taker] >= hand.table.bit_count()
    assert sum(hand.score().cards) == hand.table.bit_count() + 2


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("dealer", range(4))
def test_fault_leftovers_of_a_hand_without_a_capture_lost(name: str, dealer: int) -> None:
    rules = named_rules(name)
    dealer %= rules.players
    hand = started(rules, dealer)
    lay(hand)
    score = hand.score()
    side = dealer % rules.sides
    assert score.cards[side] == rules.deck
    assert score.total == tuple(
        (13 if name == "tablic-3p-40" else 25) * (n == side) for n in range(rules.sides)
    )
    assert not any(score.tablas)


def test_fault_a_jack_sweep_that_is_no_capture_for_the_leftovers() -> None:
    for name in ("tablanette", "tablanette-3p", "tablanette-pairs"):
        rules = named_rules(name)
        hand = started(rules, dealer=rules.players - 1)
        hand.table, hand.held[0] = cards("2C KD"), cards("JS 3S")
        hand.play(parse_play("JS*2C+KD"))
        assert (hand.last_capturer, hand.leftovers_to) == (0, 0)
        assert hand.tablas == [0] * rules.sides


@pytest.mark.parametrize("name", NAMES)
def test_fault_the_lead_or_the_dealer_changing_with_each_deal(name: str) -> None:
    rules = named_rules(name)
    game = Game(rules)
    for number in range(rules.players + 1):
        game.totals = [0] * rules.sides
        game.start_hand(in_order(rules))
        dealer = number % rules.players
        assert leads_of(game, DEALS[name]) == [
            (dealer, (dealer + 1) % rules.players) for _ in DEALS[name]
        ]
        assert game.hand.plays[-1].seat == dealer


def leads_of(game: Game, sizes: list[int]) -> list[tuple[int, int]]:
    """The dealer and the seat to act as each deal begins; the hand is played on to its end."""
    if game.hand.offered:
        game.keep_talon(kept=False)
    leads = []
    for size in sizes:
        leads.append((game.hand.dealer, game.turn))
        for _ in range(size * game.rules.players):
            held = game.hand.held[game.turn]
            game.push(Play(held.bit_length() - 1))
    return leads


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("dealer", range(4))
def test_fault_the_new_hand_of_one_player_sent_to_another(name: str, dealer: int) -> None:
    rules = named_rules(name)
    dealer %= rules.players
    game = Game(rules)
    game.hands = [started(rules, dealer)]
    first = 4
    for size in DEALS[name]:
        for step in range(1, rules.players + 1):
            view = game.view((dealer + step) % rules.players)
            assert view.hand == mask_of(range(first, first + size))
            first += size
        lay(game.hand, game.hand.plays_left - size * rules.players)
    assert first == rules.deck


@pytest.mark.parametrize("name", NAMES)
def test_fault_the_kept_talon_dealt_otherwise_than_to_the_first_player(name: str) -> None:
    if name != "tabinet":
        assert not named_rules(name).talon_offer
        return
    for dealer in (0, 1):
        hand = Hand(named_rules(name), in_order(named_rules(name)), dealer)
        hand.keep_talon(kept=True)
        assert hand.held[1 - dealer] == mask_of(range(6))
        assert hand.table == mask_of(range(6, 10))
        assert hand.held[dealer] == mask_of(range(10, 16))
        lay(hand, until_left=36)
        assert hand.held[1 - dealer] == mask_of(range(16, 22))


def a_hand_for_the_dealer(game: Game) -> None:
    """A hand in which all cards are laid, so that the dealer's side gets all of it."""
    game.start_hand(in_order(game.rules))
    if game.hand.offered:
        game.keep_talon(kept=False)
    while not game.hand.over:
        held = game.hand.held[game.turn]
        game.push(Play((held & -held).bit_length() - 1))


@pytest.mark.parametrize("name", NAMES)
def test_fault_a_win_test_with_greater_than_or_without_the_hand_just_played(name: str) -> None:
    rules = named_rules(name)
    points = 13 if rules.deck == 40 else 25
    others = [0] * (rules.sides - 1)
    game = Game(rules)
    game.totals = [rules.target - points, *others]
    a_hand_for_the_dealer(game)
    places = (1, *[2] * len(others))
    assert game.result == GameResult((rules.target, *others), places)
    game = Game(rules)
    game.totals = [rules.target - points - 1, *others]
    a_hand_for_the_dealer(game)
    assert game.result is None


@pytest.mark.parametrize("name", NAMES)
def test_fault_equal_totals_past_the_target_going_to_the_lower_seat(name: str) -> None:
    rules = named_rules(name)
    points = 13 if rules.deck == 40 else 25
    top = rules.target + 2
    game = Game(rules)
    game.totals = [top - points] * (rules.sides - 1) + [top]
    a_hand_for_the_dealer(game)  # now the first and the last side stand at the top
    for _ in range(rules.sides - 1):
        assert game.result is None
        a_hand_for_the_dealer(game)  # dealt by the next seat
    last = {2: (top, top + points), 3: (top, top, top + points)}[rules.sides]
    assert game.result == GameResult(last, (2, 1) if rules.sides == 2 else (2, 2, 1))


def test_fault_a_decider_that_only_those_play_who_tied() -> None:
    # Three stand at 101, 90 and 101: the decider gives seat 1 its 25 points, and it wins.
    game = Game(named_rules("tablic-3p"))
    game.totals = [76, 90, 101]
    a_hand_for_the_dealer(game)
    assert (game.result, game.totals) == (None, [101, 90, 101])
    a_hand_for_the_dealer(game)
    assert game.result == GameResult((101, 115, 101), (2, 1, 2))


def test_fault_a_decider_that_is_not_repeated_while_the_top_is_tied() -> None:
    game = Game(named_rules("tablic-3p"))
    game.totals = [76, 76, 101]
    for totals in ([101, 76, 101], [101, 101, 101], [101, 101, 126]):
        assert game.result is None
        a_hand_for_the_dealer(game)
        assert game.totals == totals
    assert game.result == GameResult((101, 101, 126), (2, 2, 1))


@pytest.mark.parametrize("name", NAMES)
def test_fault_the_first_past_the_target_wins_though_another_is_higher(name: str) -> None:
    rules = named_rules(name)
    target = rules.target
    for side in range(rules.sides):
        totals = [target] * rules.sides
        totals[side] = target + 1
        assert winner(totals, rules) == side


def pooled(*sizes: int) -> list[CardSet]:
    """Piles of so many cards each, none of the same card."""
    first, piles = 0, []
    for size in sizes:
        piles.append(mask_of(range(first, first + size)))
        first += size
    return piles


@pytest.mark.parametrize(
    ("name", "sizes", "most"),
    [
        ("tablic-3p", (18, 17, 17), (3, 0, 0)),
        ("tablic-3p", (17, 18, 17), (0, 3, 0)),
        ("tablic-3p", (18, 16, 18), (0, 0, 0)),
        ("tablic-3p-664", (20, 20, 12), (0, 0, 0)),
        ("tablanette-3p", (2, 0, 50), (0, 0, 3)),
        ("tablic-3p-40", (14, 13, 13), (3, 0, 0)),
        ("tablic-3p-40", (13, 14, 13), (0, 3, 0)),
        ("tablic-3p-40", (0, 20, 20), (0, 0, 0)),
        ("tablic-pairs", (26, 26), (0, 0)),
        ("tablic-pairs", (25, 27), (0, 3)),
        ("tablanette", (26, 26), (0, 0)),
    ],
)
def test_fault_the_3_points_given_on_a_tie_or_by_a_majority_of_the_pack(
    name: str, sizes: tuple[int, ...], most: tuple[int, ...]
) -> None:
    rules = named_rules(name)
    assert score_hand(pooled(*sizes), [0] * len(sizes), rules).most_cards == most


@pytest.mark.parametrize("name", ["tablic-pairs", "tablic-last-pairs", "tablanette-pairs"])
def test_fault_partners_who_keep_their_own_piles_and_tablas(name: str) -> None:
    hand = Hand(named_rules(name), stacked(), dealer=3)
    hand.table = cards("TD 9C")
    hand.held = [cards("TS 2C"), cards("9S 2D"), cards("8S 2H"), cards("8D 2S")]
    for text in ("TS*TD", "9S*9C", "8S", "8D*8S"):
        hand.play(parse_play(text))
    assert hand.piles == [cards("TS TD"), cards("9S 9C 8D 8S")]
    nine, eight = points_of_a_tabla(name, 9), points_of_a_tabla(name, 8)
    assert hand.tablas == [0, nine + eight]
    assert hand.last_capturer == 1


@pytest.mark.parametrize("name", NAMES)
def test_fault_refusing_to_let_a_player_decline(name: str) -> None:
    hand = position("9C", "9S 2C", name)
    game = Game(hand.rules)
    game.hands = [hand]
    plays = {str(play) for play in game.view(0).legal_plays()}
    assert plays == ({"9S*9C"} if name in FORCED else {"9S", "2C", "9S*9C"})


@pytest.mark.parametrize("place", [0, -1])
def test_fault_a_shuffle_that_leaves_a_card_of_a_short_pack_in_place(place: int) -> None:
    found = {deck_of_hand(bytes(32), number, 40)[place] for number in range(400)}
    assert found == set(range(40))
