"""The decisions that few rule sets ask for: to keep the talon, and to claim."""

import math
from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tablic import CLAIM, GameRecord, Play, parse_rules, play_game
from tablic.cards import cards_in, mask_of, parse_cards
from tablic.examples.random_bot import RandomBot
from tablic.game import Game
from tablic.record import parse_record
from tablic.v1 import events_pb2
from tablic_server.faults import FaultKind

from .driver import Driver
from .stories import (
    RULE_SETS,
    Decision,
    act,
    first_play,
    game_at,
    greedy_play,
    play_until,
    send,
    started,
    told,
)

OFFERED = "tabinet claim=true"
CLASSIC = "tablic-classic"
# A game at this seed has a decider when nobody claims.
DECIDER = "tablic-classic target=9"


def with_seed(text: str, wanted: Callable[[GameRecord], bool]) -> tuple[Driver, GameRecord]:
    """A game of random bots as wanted, to be played again decision by decision."""
    rules = parse_rules(text)
    bots = [RandomBot] * rules.players
    for seed in range(300):
        record = play_game(bots, seed, rules)
        if wanted(record):
            secret = seed.to_bytes(32, "big", signed=True)
            driver = Driver(bots, [f"local/{seed}"], rules, secret=secret)
            driver.begin(turns_only=False)
            send(driver)
            return driver, record
    raise AssertionError(f"no game of {text} is as wanted")


def before(_driver: Driver) -> None:
    """As the game begins."""


def talon_lies(driver: Driver) -> None:
    act(driver, False)


def in_decider() -> Driver:
    """A game in its second hand, which began with both totals at or above the target."""
    driver, record = with_seed(DECIDER, lambda record: len(record.hands) > 1)
    for made in record.hands[0].plays:
        act(driver, made.play)
    assert min(game_at(driver).totals) >= 9
    return driver


def held(game: Game) -> Play:
    """A card of the seat to act, or any card where none is dealt."""
    return Play(next(cards_in(game.hand.held[game.turn] or 1)))


def not_held(game: Game) -> Play:
    return Play(next(cards_in(game.hand.table)), claim=True)


Wrong = Callable[[Game], Decision]


def nothing(_game: Game) -> Decision:
    return None


def claim(_game: Game) -> Decision:
    return CLAIM


def keep(_game: Game) -> Decision:
    return True


def claiming(game: Game) -> Decision:
    return held(game)._replace(claim=True)


class Case(NamedTuple):
    rules: str
    wrong: Wrong
    sentence: str
    prepare: Callable[[Driver], None] = before


KEEPS = "the turn asks whether to keep the talon, the answer holds "
WRONG = [
    Case(OFFERED, held, KEEPS + "play"),
    Case(OFFERED, claiming, KEEPS + "play"),
    Case(OFFERED, claim, KEEPS + "claim"),
    Case(OFFERED, nothing, KEEPS + "nothing"),
    Case("tablic", keep, "the turn asks for a play, the answer holds keep_talon"),
    Case("tablic", nothing, "the turn asks for a play, the answer holds nothing"),
    Case("tablic", claim, "a claim is illegal: this rule set has no claims"),
    Case("tablic", claiming, "is illegal: this rule set has no claims"),
    Case("tablic-3p", claim, "a claim is illegal: this rule set has no claims"),
    Case(CLASSIC, keep, "the turn asks for a play or a claim, the answer holds keep_talon"),
    Case(CLASSIC, nothing, "the turn asks for a play or a claim, the answer holds nothing"),
    Case(CLASSIC, not_held, "is not in the hand"),
    Case(OFFERED, keep, "for a play or a claim, the answer holds keep_talon", talon_lies),
    Case(OFFERED, not_held, "is not in the hand", talon_lies),
]


def check_fault(driver: Driver, seat: int, sentence: str) -> None:
    """The seat was charged with an illegal answer; it alone was told the sentence."""
    (fault,) = driver.rotation.faults
    assert (fault.seat, fault.kind) == (seat, FaultKind.ILLEGAL)
    assert sentence in fault.message
    for other in driver.rotation.seats:
        (event,) = told(driver, other.number, "fault")
        assert event.fault.message == (fault.message if other.number == seat else "")
        assert not told(driver, other.number, "claim_made")


@pytest.mark.parametrize("case", WRONG, ids=lambda case: f"{case.rules}-{case.wrong.__name__}")
def test_an_answer_of_the_wrong_kind_is_illegal_and_says_what_was_asked(case: Case) -> None:
    driver = started(case.rules)
    case.prepare(driver)
    seat = game_at(driver).turn
    act(driver, case.wrong(game_at(driver)))
    check_fault(driver, seat, case.sentence)
    (record,) = driver.rotation.records()
    side = record.rules.side_of(seat)
    assert [total == 0 for total in record.totals] == [n == side for n in range(len(record.totals))]
    assert not record.hands[0].claimed
    assert parse_record(record.text()) == record
    assert list(record.replay())


@pytest.mark.parametrize("wrong", [claim, claiming])
def test_a_claim_in_a_decider_is_illegal(wrong: Wrong) -> None:
    driver = in_decider()
    seat = game_at(driver).turn
    assert told(driver, seat, "turn")[-1].turn.decision == events_pb2.DECISION_KIND_PLAY
    act(driver, wrong(game_at(driver)))
    check_fault(driver, seat, "a total had reached 9 before this hand")


def test_in_a_decider_a_play_is_asked_for_and_before_it_a_claim_may_be_made() -> None:
    driver = in_decider()
    play_until(driver, lambda _: False, first_play)
    for event in told(driver, 0, "turn"):
        first = event.turn.hand_number == 0
        assert event.turn.decision == (
            events_pb2.DECISION_KIND_PLAY_OR_CLAIM if first else events_pb2.DECISION_KIND_PLAY
        )


def test_the_talon_is_a_clocked_turn_of_its_own() -> None:
    driver = started("tabinet")
    seat = driver.rotation.seats[1]
    (asked,) = told(driver, 1, "turn")
    assert asked.turn.decision == events_pb2.DECISION_KIND_KEEP_TALON
    assert (asked.turn.clock.bank_ms, asked.turn.clock.cap_ms) == (10_000, 5_000)
    assert seat.clock.deadline == 5.0
    driver.now = 3.0
    act(driver, True)
    assert seat.decisions == 1
    assert seat.clock.spent == 3.0
    assert seat.clock.deadline == 8.0
    turn = told(driver, 1, "turn")[-1].turn
    assert turn.decision == events_pb2.DECISION_KIND_PLAY
    assert turn.turn > asked.turn.turn
    assert turn.clock.bank_ms == 7_050


def test_a_late_decision_about_the_talon_is_a_late_fault_and_the_bot_comes_back() -> None:
    driver = started("tabinet", boards=2)
    act(driver, False, table=1)
    driver.now = 5.0
    assert driver.rotation.seats[1].clock.deadline <= 5.0
    driver.rotation.stream_fault(1, FaultKind.LATE, "No answer came.")
    (fault,) = driver.rotation.faults
    assert fault.boards == (0, 1)
    assert driver.rotation.seats[1].clock.deadline == math.inf
    for record in driver.rotation.records():
        assert (record.totals, record.places) == ((101, 0), (1, 2))
        assert list(record.replay())
    kept = [record.hands[0].talon_kept for record in driver.rotation.records()]
    assert kept == [None, False]


def test_a_seat_that_comes_back_is_asked_about_the_talon_again() -> None:
    driver = Driver([RandomBot] * 2, rules=parse_rules("tabinet"))
    driver.begin()
    driver.rotation.tables[0].game.hand.held = [0, 0]
    driver.greet(1)
    response = driver.take(1)
    turns = [event.turn for event in response.events if event.HasField("turn")]
    assert [turn.decision for turn in turns] == [events_pb2.DECISION_KIND_KEEP_TALON]
    assert len(turns[0].talon) == 4


SCORING = mask_of(parse_cards("AC AD AH AS TC TD TH TS JC JD JH JS QC QD QH QS KC KD KH KS 2C"))
TEN_OF_DIAMONDS = mask_of(parse_cards("TD"))


def points(pile: int) -> int:
    """What captured cards score, most cards aside."""
    return (pile & SCORING).bit_count() + (pile & TEN_OF_DIAMONDS).bit_count()


def claimed_totals(game: Game) -> tuple[int, ...]:
    """The totals of rules.md, section claims: no leftovers, no points for most cards."""
    hand = game.hand
    before_hand = [sum(s.total[side] for s in game.scores) for side in range(game.rules.sides)]
    return tuple(
        earlier + points(pile) + tablas
        for earlier, pile, tablas in zip(before_hand, hand.piles, hand.tablas, strict=True)
    )


def expected_places(totals: tuple[int, ...], side: int, right: bool) -> tuple[int, ...]:
    others = [total for n, total in enumerate(totals) if n != side]
    return tuple(
        (1 if right else len(totals))
        if n == side
        else 1 + right + sum(other > total for other in others)
        for n, total in enumerate(totals)
    )


def check_claim(driver: Driver, seat: int, right: bool, with_play: bool) -> None:
    """The claim ended the game for all, as the rules say, and is on record."""
    game = game_at(driver)
    side = game.rules.side_of(seat)
    (record,) = driver.rotation.records()
    assert record.totals == claimed_totals(game)
    assert (record.totals[side] >= game.rules.target) == right
    assert record.places == expected_places(record.totals, side, right)
    assert (record.hands[-1].claimed, record.faults) == (not with_play, ())
    assert parse_record(record.text()) == record
    *_, replayed = record.replay()
    assert replayed.made_claim == (seat, right, with_play)
    for number in range(game.rules.players):
        check_told_of_claim(driver, number, seat, right, with_play)


def check_told_of_claim(driver: Driver, to: int, seat: int, right: bool, with_play: bool) -> None:
    events = [event for response in driver.sent[to] for event in response.events]
    kinds = [event.WhichOneof("kind") for event in events]
    assert kinds[-2:] == ["claim_made", "game_finished"]
    assert (events[-2].claim_made.seat, events[-2].claim_made.right) == (seat, right)
    assert (kinds[-3] == "play_made" and events[-3].play_made.play.claim) == with_play
    end = events[-1].game_finished
    (record,) = driver.rotation.records()
    assert (tuple(end.totals), tuple(end.places)) == (record.totals, record.places)
    assert not end.forfeited
    assert driver.sent[to][-1].HasField("farewell")


CLAIMED = [
    "tablic-classic target=8",
    "tablic-pairs claim=true target=12",
    "tablic-3p claim=true target=6",
    "tabinet claim=true target=9",
    "tablic-classic target=40",
]
each_claim = pytest.mark.parametrize("text", CLAIMED)


def total_of(game: Game) -> int:
    return game.view(game.turn).claim_total


def gained(game: Game, play: Play) -> int:
    """What a play would add to the total of its side."""
    view = game.view(game.turn)
    if not play.taken:
        return 0
    last = game.hand.plays_left == 1
    tabla = play.taken == view.table and not last
    return points(play.taken | 1 << play.card) + tabla


def winning_play(game: Game) -> Play | None:
    """A play after which a claim is right, where it is not before."""
    view = game.view(game.turn)
    missing = game.rules.target - view.claim_total
    if not view.can_claim or missing <= 0:
        return None
    return next((play for play in view.legal_plays(200) if gained(game, play) >= missing), None)


@each_claim
def test_a_right_claim_instead_of_a_play_wins(text: str) -> None:
    driver = started(text)
    can = play_until(
        driver,
        lambda game: not game.hand.offered and total_of(game) >= game.rules.target,
        greedy_play,
    )
    assert can
    seat = game_at(driver).turn
    act(driver, CLAIM)
    check_claim(driver, seat, right=True, with_play=False)


@each_claim
def test_a_right_claim_with_a_play_is_judged_after_it(text: str) -> None:
    driver = started(text)
    assert play_until(driver, lambda game: winning_play(game) is not None, greedy_play)
    seat, play = game_at(driver).turn, winning_play(game_at(driver))
    assert play
    act(driver, play._replace(claim=True))
    check_claim(driver, seat, right=True, with_play=True)


@pytest.mark.parametrize("with_play", [True, False])
@pytest.mark.parametrize("plays", [0, 7, 20])
@each_claim
def test_a_wrong_claim_loses(text: str, plays: int, with_play: bool) -> None:
    driver = started(text.partition("target")[0] + "target=60")
    assert play_until(
        driver, lambda g: not g.hand.offered and len(g.hand.plays) == plays, greedy_play
    )
    game = game_at(driver)
    seat, play = game.turn, game.view(game.turn).legal_plays(1)[0]
    act(driver, play._replace(claim=True) if with_play else CLAIM)
    check_claim(driver, seat, right=False, with_play=with_play)


def is_behind(game: Game) -> bool:
    """Whether the seat to act has reached the target, and another side has more."""
    return game.rules.target <= total_of(game) < max(game.claim_totals())


@pytest.mark.parametrize("text", ["tablic-classic target=4", "tablic-3p claim=true target=3"])
def test_a_right_claim_wins_even_where_another_side_stands_higher(text: str) -> None:
    driver, record = with_seed(
        text, lambda record: any(not g.result and is_behind(g) for g in record.replay())
    )
    decisions = iter([made.play for hand in record.hands for made in hand.plays])
    assert play_until(driver, is_behind, lambda _: next(decisions))
    seat = game_at(driver).turn
    act(driver, CLAIM)
    check_claim(driver, seat, right=True, with_play=False)
    (record,) = driver.rotation.records()
    assert record.places[seat] == 1
    assert record.totals[seat] < max(record.totals)


@pytest.mark.parametrize("text", ["tablic-classic target=60", "tablic-classic target=1"])
def test_a_claim_with_the_last_play_is_judged_before_leftovers_and_most_cards(text: str) -> None:
    driver = started(text)
    assert play_until(driver, lambda game: game.hand.plays_left == 1, greedy_play)
    game = game_at(driver)
    seat = game.turn
    play = game.view(seat).legal_plays(1)[0]
    act(driver, play._replace(claim=True))
    check_claim(driver, seat, right=game.rules.target == 1, with_play=True)
    assert game.hand.table, "something is left"
    for number in (0, 1):
        assert not told(driver, number, "hand_finished")


@pytest.mark.parametrize("claims", [CLAIM, None])
def test_the_games_at_other_tables_go_on_after_a_claim(claims: Decision) -> None:
    driver = started("tablic-classic", boards=3)
    decision = claims or held(game_at(driver, 1))._replace(claim=True)
    act(driver, decision, table=1)
    assert [bool(table.record) for table in driver.rotation.tables] == [False, True, False]
    assert not driver.rotation.seats[game_at(driver, 1).turn].open_turns.get(1)
    act(driver, first_play(game_at(driver, 0)), table=0)
    assert not driver.rotation.faults


def let_lie(_game: Game) -> Decision:
    return False


ANY_DECISION = [first_play, first_play, greedy_play, keep, let_lie, claim, claiming, nothing]


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(RULE_SETS), st.lists(st.sampled_from(ANY_DECISION), max_size=30))
def test_any_decisions_leave_a_game_that_goes_on_or_is_on_record(
    text: str, choices: list[Wrong]
) -> None:
    driver = started(text)
    for choose in choices:
        if not driver.rotation.finished:
            act(driver, choose(game_at(driver)))
    open_turns = [len(driver.turns(seat.number)) for seat in driver.rotation.seats]
    for record in driver.rotation.records():
        assert bool(record.faults) != any(game.result for game in record.replay())
        assert parse_record(record.text()) == record
    assert sum(open_turns) == (not driver.rotation.finished)
    assert len(driver.rotation.faults) == sum(bool(r.faults) for r in driver.rotation.records())
