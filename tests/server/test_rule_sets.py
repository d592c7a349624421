"""Every rule set through the referee: the records, the turns, and the order of what is told."""

from itertools import islice, pairwise
from random import Random

import pytest
from tablic import Bot, parse_record, parse_rules, play_game
from tablic.examples.careful_bot import CarefulBot
from tablic.examples.greedy_bot import GreedyBot
from tablic.examples.random_bot import RandomBot
from tablic.record import GameRecord, HandRecord
from tablic.rules import Rules
from tablic.v1.events_pb2 import HandStarted, Turn
from tablic.view import View
from tablic.wire import needed_decisions, rules_message, rules_of, view_of

from ..referee.bots.recording_bot import RecordingBot, all_hooks, told_to
from .driver import Driver
from .stories import RULE_SETS, Decision, act, game_at, send, told

BUNDLED: list[type[Bot]] = [GreedyBot, RandomBot, CarefulBot, RecordingBot]
each_rule_set = pytest.mark.parametrize("text", RULE_SETS)


def played(rules: str, bots: list[type[Bot]], seed: int) -> Driver:
    secret = seed.to_bytes(32, "big", signed=True)
    driver = Driver(bots, [f"local/{seed}"], parse_rules(rules), secret=secret)
    driver.begin()
    driver.run()
    return driver


def recorded(driver: Driver) -> GameRecord:
    (record,) = driver.rotation.records()
    assert not driver.rotation.faults
    return record


@pytest.mark.parametrize("seed", range(4))
@each_rule_set
def test_the_referee_records_what_a_local_game_records(text: str, seed: int) -> None:
    rules = parse_rules(text)
    # Other bots in the seats for each seed.
    bots = (BUNDLED[seed:] + BUNDLED[:seed])[: rules.players]
    record = recorded(played(text, bots, seed))
    local = play_game(bots, seed, rules)
    assert record == local._replace(seats=record.seats)
    assert parse_record(record.text()) == record
    *_, game = record.replay()
    assert game.result == (record.totals, record.places)


def told_by_both(text: str, seed: int) -> tuple[list[str], list[str]]:
    """What recording bots in all seats are told by the referee, and by a local game."""
    rules = parse_rules(text)
    bots: list[type[Bot]] = [RecordingBot] * rules.players
    RecordingBot.told.clear()
    recorded(played(text, bots, seed))
    referee = list(RecordingBot.told)
    RecordingBot.told.clear()
    play_game(bots, seed, rules)
    return referee, list(RecordingBot.told)


@each_rule_set
def test_every_bot_is_told_the_same_by_the_referee_and_by_a_local_game(text: str) -> None:
    for seed in (11, 12):
        referee, local = told_by_both(text, seed)
        for seat in range(parse_rules(text).players):
            assert told_to(seat, referee) == told_to(seat, local)
        assert len(referee) == len(local)


def test_the_recording_bot_writes_down_every_method() -> None:
    lines = [line for text in RULE_SETS for line in told_by_both(text, 11)[0]]
    assert {line.split()[2] for line in lines} == all_hooks()


def kinds_of_hand(rules: Rules, hand: HandRecord, first: int, seat: int) -> list[str]:
    """The kinds of event of one hand at a seat, in order, as the record says."""
    kinds = ["hand_started"]
    if rules.talon_offer:
        kinds += ["turn"] * (seat == first) + ["talon_decided"]
    kinds.append("cards_dealt")
    for number, made in enumerate(hand.plays, 1):
        kinds += ["turn"] * (seat == made.seat) + ["play_made"]
        last = made.play.claim or number == rules.deck - rules.talon
        kinds += ["cards_dealt"] * (number % (rules.players * rules.hand) == 0 and not last)
    claimant = (first + len(hand.plays)) % rules.players
    if hand.claimed:
        return kinds + ["turn"] * (seat == claimant) + ["claim_made"]
    return [*kinds, "claim_made" if hand.plays[-1].play.claim else "hand_finished"]


def kinds_of_game(record: GameRecord, seat: int) -> list[str]:
    """The kinds of event of a game at a seat, in order."""
    rules = record.rules
    kinds = ["game_started"]
    for number, hand in enumerate(record.hands):
        kinds += kinds_of_hand(rules, hand, (number + 1) % rules.players, seat)
    return [*kinds, "game_finished"]


def kinds_sent(driver: Driver, seat: int) -> list[str | None]:
    return [event.WhichOneof("kind") for response in driver.sent[seat] for event in response.events]


@each_rule_set
def test_events_come_in_the_order_in_which_things_happen(text: str) -> None:
    for bot in (GreedyBot, RecordingBot):
        rules = parse_rules(text)
        driver = Driver([bot] * rules.players, rules=rules)
        driver.begin(turns_only=False)
        driver.run()
        for seat in range(rules.players):
            assert kinds_sent(driver, seat) == kinds_of_game(recorded(driver), seat)


@each_rule_set
def test_a_bot_that_wants_turns_only_gets_turns_alone(text: str) -> None:
    rules = parse_rules(text)
    bots: list[type[Bot]] = [GreedyBot, *[RecordingBot] * (rules.players - 1)]
    driver = played(text, bots, 5)
    kinds = kinds_of_game(recorded(driver), 0)
    wanted = [kind for kind in kinds if kind in ("game_started", "turn", "game_finished")]
    assert kinds_sent(driver, 0) == wanted
    assert kinds_sent(driver, 1) == kinds_of_game(recorded(driver), 1)


def any_decision(view: View, random: Random) -> Decision:
    return random.random() < 0.5 if view.offered else view.random_play(random.random)


def turns_and_views(text: str, seed: int, decisions: int) -> list[View]:
    """The views of so many turns; each turn says all that the view of its seat holds."""
    random = Random(seed)
    rules = parse_rules(text)
    driver = Driver([RandomBot] * rules.players, [f"{seed}"], rules)
    driver.begin()
    views: list[View] = []
    while len(views) < decisions and not driver.rotation.finished:
        seat, view = game_at(driver).turn, game_at(driver).view(game_at(driver).turn)
        send(driver)
        turn = told(driver, seat, "turn")[-1].turn
        assert view_of(turn, rules_of(rules_message(rules))) == view
        assert turn.decision in needed_decisions(rules)
        views.append(view)
        act(driver, any_decision(view, random))
    return views


@each_rule_set
def test_a_turn_says_everything_that_the_view_holds(text: str) -> None:
    assert all(turns_and_views(text, seed, 60) for seed in range(3))


def test_every_field_of_a_view_was_told_with_more_than_one_value() -> None:
    views = [view for text in RULE_SETS for view in turns_and_views(text, 1, 60)]
    for field in View._fields:
        assert len({getattr(view, field) for view in views}) > 1, field


@each_rule_set
def test_legal_plays_are_listed_for_those_who_want_them(text: str) -> None:
    rules = parse_rules(text)
    driver = Driver([GreedyBot] * rules.players, rules=rules)
    driver.begin(omit_legal_plays=False)
    driver.run()
    for event in told(driver, 0, "turn"):
        view = view_of(event.turn, rules)
        listed = [play.card - 1 for play in event.turn.legal_plays]
        assert listed == [play.card for play in view.legal_plays(256)]
        assert bool(listed) != bool(view.offered)


def starts_of(driver: Driver, seat: int) -> list[HandStarted]:
    return [event.hand_started for event in told(driver, seat, "hand_started")]


def turns_in(driver: Driver, seat: int, hand: int) -> list[Turn]:
    turns = [event.turn for event in told(driver, seat, "turn")]
    return [turn for turn in turns if turn.hand_number == hand]


@each_rule_set
def test_what_the_pack_shows_is_told_to_all(text: str) -> None:
    """The card that is shown and the turned jacks, in the event and in every turn."""
    rules = parse_rules(text)
    driver = Driver([RandomBot] * rules.players, rules=rules)
    driver.begin(turns_only=False)
    driver.run()
    for number, hand in enumerate(game_at(driver).hands):
        shown = hand.pack[-1] + 1 if rules.show_bottom_card else 0
        turned = [(jack.card + 1, jack.place) for jack in hand.turned_jacks]
        for seat in range(rules.players):
            start, turns = starts_of(driver, seat)[number], turns_in(driver, seat, number)
            messages: list[HandStarted | Turn] = [start, *turns]
            assert start == starts_of(driver, 0)[number]
            assert {message.exposed for message in messages} == {shown}
            for message in messages:
                assert [(jack.card, jack.place) for jack in message.turned_jacks] == turned


def test_jacks_are_turned_and_cards_shown_in_those_games() -> None:
    for text, count in (("tablanette", 4), ("tablanette-pairs", 4), ("tablanette-3p", 4)):
        driver = Driver([RandomBot] * parse_rules(text).players, rules=parse_rules(text))
        driver.begin()
        driver.run()
        hands = game_at(driver).hands
        assert sum(len(hand.turned_jacks) for hand in islice(hands, count)) > 0
        assert all(a.dealer != b.dealer for a, b in pairwise(hands))
