"""The referee of a rotation, without I/O: what it sends, and the games it records."""

from collections import Counter

import pytest
from tablic import Bot, HandStart, Play, View, parse_rules, play_game
from tablic.examples.greedy_bot import GreedyBot
from tablic.examples.random_bot import RandomBot
from tablic.v1 import events_pb2, referee_pb2
from tablic.wire import play_of, rules_of, view_of
from tablic_server.seat import MOST_LEGAL_PLAYS

from .driver import Driver

SHORT = parse_rules("tablic hands=1")


def events_of(driver: Driver, seat: int) -> list[events_pb2.Event]:
    return [event for response in driver.sent[seat] for event in response.events]


class LayingBot(Bot):
    """Never captures, so that tables grow large."""

    def choose(self, view: View) -> Play:
        return Play(view.cards()[0])


class ListeningBot(RandomBot):
    """Wants every event."""

    def hand_started(self, start: HandStart) -> None:
        pass


@pytest.mark.parametrize("seed", [7, 8])
def test_the_referee_records_what_a_local_game_of_the_same_decks_records(seed: int) -> None:
    secret = seed.to_bytes(32, "big", signed=True)
    driver = Driver([GreedyBot, RandomBot], [f"local/{seed}"], secret=secret)
    driver.begin()
    driver.run()
    (record,) = driver.rotation.records()
    assert record.hands == play_game([GreedyBot, RandomBot], seed).hands
    assert record.totals == play_game([GreedyBot, RandomBot], seed).totals
    assert not driver.rotation.faults


@pytest.mark.parametrize("at_once", [1, 3, 100])
def test_records_do_not_depend_on_how_many_games_are_played_at_once(at_once: int) -> None:
    boards = [f"board {n}" for n in range(6)]
    driver = Driver([GreedyBot, RandomBot], boards, at_once=at_once)
    driver.begin()
    driver.run()
    alone = []
    for board in boards:
        single = Driver([GreedyBot, RandomBot], [board])
        single.begin()
        single.run()
        alone += single.rotation.records()
    assert driver.rotation.records() == alone
    for record in alone:
        assert len(list(record.replay())) > 0


@pytest.mark.parametrize(("at_once", "max_tables", "most"), [(2, 128, 2), (100, 3, 3), (100, 0, 1)])
def test_no_more_games_run_at_once_than_both_can_play(
    at_once: int, max_tables: int, most: int
) -> None:
    driver = Driver([RandomBot, RandomBot], [f"{n}" for n in range(7)], SHORT, at_once)
    driver.begin(max_tables=max_tables)
    running = 0
    while driver.step():
        running = max(running, sum(len(seat.open_turns) for seat in driver.rotation.seats))
    assert running == most
    assert driver.rotation.finished


def test_events_are_numbered_at_each_table_and_turns_never_repeat() -> None:
    driver = Driver([ListeningBot, RandomBot], [f"{n}" for n in range(4)], SHORT)
    driver.begin()
    driver.run()
    for seat in (0, 1):
        numbers: dict[int, list[int]] = {}
        for event in events_of(driver, seat):
            numbers.setdefault(event.table, []).append(event.number)
        assert all(found == list(range(1, len(found) + 1)) for found in numbers.values())
        turns = [e.turn.turn for e in events_of(driver, seat) if e.HasField("turn")]
        assert max(Counter(turns).values()) == 1


def test_a_bot_that_wants_turns_only_gets_no_other_events_of_a_hand() -> None:
    driver = Driver([ListeningBot, RandomBot], rules=SHORT)
    driver.begin()
    driver.run()
    kinds = [{event.WhichOneof("kind") for event in events_of(driver, seat)} for seat in (0, 1)]
    assert kinds[1] == {"game_started", "turn", "game_finished"}
    assert kinds[0] == kinds[1] | {"hand_started", "cards_dealt", "play_made", "hand_finished"}
    dealt = [e for e in events_of(driver, 0) if e.HasField("cards_dealt")]
    assert [event.cards_dealt.cards_left for event in dealt] == [36, 24, 12, 0]


def test_a_turn_says_everything_that_the_view_holds() -> None:
    driver = Driver([RandomBot, RandomBot])
    driver.begin()
    game = driver.rotation.tables[0].game
    checked = 0
    while not driver.rotation.finished:
        seat = game.turn
        for event in driver.take(seat).events:
            if event.HasField("turn"):
                assert view_of(event.turn, driver.rules) == game.view(seat)
                checked += 1
        answer = driver.turns(seat)[0]
        play = game.view(seat).random_play(lambda: 0.5)
        answer.play.card = play.card + 1  # type: ignore[assignment]
        answer.play.taken.extend(n + 1 for n in range(52) if play.taken >> n & 1)  # type: ignore[misc]
        driver.answer(seat, answer)
    assert checked == sum(len(hand.plays) for hand in game.hands)


def test_legal_plays_are_listed_when_they_are_not_omitted() -> None:
    driver = Driver([RandomBot, RandomBot], rules=SHORT)
    driver.begin(omit_legal_plays=False)
    driver.run()
    for event in events_of(driver, 0):
        if event.HasField("turn"):
            view = view_of(event.turn, driver.rules)
            assert [play_of(play) for play in event.turn.legal_plays] == view.legal_plays()
            assert not event.turn.truncated


def test_a_long_list_of_legal_plays_is_truncated_and_says_so() -> None:
    driver = Driver([LayingBot, LayingBot], rules=SHORT)
    driver.begin(omit_legal_plays=False)
    driver.run()
    turns = [event.turn for event in events_of(driver, 0) if event.HasField("turn")]
    truncated = [turn for turn in turns if turn.truncated]
    assert truncated
    assert {len(turn.legal_plays) for turn in truncated} == {MOST_LEGAL_PLAYS}


def test_the_first_message_brings_the_welcome_the_match_and_the_seats() -> None:
    driver = Driver([GreedyBot, RandomBot], ["a", "b"], SHORT)
    driver.begin()
    first = driver.take(1)
    assert first.welcome.protocol_version == 1
    assert first.welcome.tables == 2
    assert first.welcome.commitment == b"commitment"
    assert rules_of(first.match_started.rules) == SHORT
    assert list(first.match_started.seats) == ["GreedyBot", "RandomBot"]
    assert first.match_started.seat == 1
    assert first.match_started.time_control.cap_ms == 5_000


def test_every_stream_ends_with_a_farewell() -> None:
    driver = Driver([GreedyBot, RandomBot], rules=SHORT)
    driver.begin()
    driver.run()
    for seat in (0, 1):
        farewells = [r.farewell.reason for r in driver.sent[seat] if r.HasField("farewell")]
        assert farewells == [referee_pb2.FAREWELL_REASON_FINISHED]


def test_a_stopped_rotation_says_so_and_has_the_finished_games() -> None:
    driver = Driver([GreedyBot, RandomBot], ["a", "b"], SHORT, at_once=1)
    driver.begin()
    while not driver.rotation.records():
        driver.step()
    driver.rotation.stop()
    assert driver.take(0).farewell.reason == referee_pb2.FAREWELL_REASON_STOPPED
    assert [record.board for record in driver.rotation.records()] == ["a"]
