"""The clock of a stream, with made-up times: what an answer costs and when one is late."""

import math

import pytest
from tablic_server.clock import DEFAULT_TIME, MOST_BANKS, NO_LIMIT, StreamClock, TimeControl

CONTROL = TimeControl(bank=8.0, increment=0.5, cap=2.0)


def started(control: TimeControl = CONTROL, tables: int = 1, games: int = 1) -> StreamClock:
    clock = StreamClock(control, tables)
    for _ in range(games):
        clock.game_started()
    return clock


def test_a_stream_has_no_time_before_its_first_game() -> None:
    clock = StreamClock(CONTROL, 3)
    assert (clock.bank, clock.allowed, clock.owed, clock.spent) == (0.0, 0.0, 0, 0.0)
    assert clock.deadline == math.inf


def test_an_answer_costs_the_time_it_took_and_earns_the_increment() -> None:
    clock = started()
    clock.sent(1, 100.0)
    clock.answered(1, 101.25)
    assert clock.bank == 8.0 - 1.25 + 0.5
    assert clock.spent == 1.25
    assert clock.owed == 0


def test_time_between_turns_is_not_charged() -> None:
    clock = started()
    clock.sent(1, 10.0)
    clock.answered(1, 10.0)
    clock.sent(1, 5_000.0)
    clock.answered(1, 5_000.25)
    assert clock.spent == 0.25
    assert clock.bank == 8.0 + 2 * 0.5 - 0.25


def test_the_cap_is_the_most_for_one_answer_while_the_bank_is_larger() -> None:
    clock = started()
    clock.sent(1, 100.0)
    assert clock.allowed == 2.0
    assert clock.deadline == 102.0


def test_the_bank_is_the_most_for_one_answer_once_it_is_smaller_than_the_cap() -> None:
    clock = started(TimeControl(bank=3.0, increment=0.0, cap=2.0))
    clock.sent(1, 0.0)
    clock.answered(1, 1.75)
    clock.sent(1, 20.0)
    assert clock.allowed == 1.25
    assert clock.deadline == 21.25


def test_a_spent_bank_allows_nothing_and_never_less() -> None:
    clock = started(TimeControl(bank=1.0, increment=0.0, cap=math.inf))
    clock.sent(1, 0.0)
    clock.answered(1, 3.0)
    assert clock.bank == -2.0
    assert clock.allowed == 0.0
    clock.sent(1, 7.0)
    assert clock.deadline == 7.0


def test_no_deadline_while_no_answer_is_owed() -> None:
    clock = started()
    clock.sent(1, 0.0)
    assert clock.deadline < math.inf
    clock.answered(1, 1.0)
    assert clock.deadline == math.inf


def test_looking_at_the_deadline_changes_nothing() -> None:
    clock = started()
    clock.sent(2, 4.0)
    assert [clock.deadline for _ in range(3)] == [6.0] * 3
    assert clock.spent == 0.0


def test_later_turns_do_not_put_the_deadline_off() -> None:
    clock = started(tables=2, games=2)
    clock.sent(1, 50.0)
    clock.sent(1, 51.5)
    assert clock.owed == 2
    assert clock.deadline == 52.0


def test_an_answer_gives_the_other_open_turns_the_cap_anew() -> None:
    clock = started(tables=3, games=3)
    clock.sent(3, 0.0)
    clock.answered(1, 1.5)
    assert clock.deadline == 3.5
    clock.answered(1, 3.5)
    assert clock.deadline == 5.5
    assert clock.owed == 1


def test_the_clock_of_many_tables_runs_once() -> None:
    clock = started(tables=100, games=100)
    bank = clock.bank
    clock.sent(100, 0.0)
    clock.answered(60, 1.0)
    clock.sent(20, 1.5)
    clock.answered(60, 2.0)
    assert clock.owed == 0
    assert clock.spent == 2.0
    assert clock.bank == bank + 120 * 0.5 - 2.0


@pytest.mark.parametrize("tables", [1, 2, MOST_BANKS, MOST_BANKS + 1, 1000])
def test_banks_are_saved_up_for_four_games_at_most_and_never_for_more_than_the_tables(
    tables: int,
) -> None:
    clock = StreamClock(CONTROL, tables)
    banks = []
    for _ in range(tables + 2):
        clock.game_started()
        banks.append(clock.bank)
    most = 8.0 * min(tables, 4)
    assert banks == [min(8.0 * games, most) for games in range(1, tables + 3)]


def test_a_new_game_tops_up_what_is_left_and_no_further() -> None:
    clock = started(TimeControl(bank=8.0, increment=0.0, cap=10.0))
    clock.sent(1, 0.0)
    clock.answered(1, 6.0)
    assert clock.bank == 2.0
    clock.game_started()
    assert clock.bank == 8.0


def test_a_dropped_turn_costs_its_time_and_earns_no_increment() -> None:
    clock = started(tables=2, games=2)
    clock.sent(2, 0.0)
    clock.dropped(1, 1.25)
    assert clock.bank == 16.0 - 1.25
    assert clock.spent == 1.25
    assert (clock.owed, clock.deadline) == (1, 3.25)
    clock.dropped(1, 1.5)
    assert clock.spent == 1.5
    assert (clock.owed, clock.deadline) == (0, math.inf)


def test_dropping_no_turns_does_nothing() -> None:
    clock = started()
    clock.sent(1, 0.0)
    clock.dropped(0, 1.75)
    assert (clock.bank, clock.spent, clock.owed, clock.deadline) == (8.0, 0.0, 1, 2.0)


def test_without_a_limit_nothing_is_ever_late_and_time_is_still_counted() -> None:
    clock = started(NO_LIMIT, tables=2, games=5)
    assert not clock.limited
    clock.sent(2, 0.0)
    assert clock.deadline == math.inf
    clock.answered(1, 1e9)
    clock.dropped(1, 2e9)
    assert clock.spent == 2e9
    assert clock.allowed == math.inf


@pytest.mark.parametrize(
    ("control", "allowed"),
    [
        (TimeControl(math.inf, 0.0, 2.0), 2.0),
        (TimeControl(3.0, 0.0, math.inf), 3.0),
        (DEFAULT_TIME, 5.0),
    ],
)
def test_a_bank_alone_or_a_cap_alone_limits(control: TimeControl, allowed: float) -> None:
    clock = started(control)
    assert clock.limited
    clock.sent(1, 1.0)
    assert clock.deadline == 1.0 + allowed


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("10+0.05/5", DEFAULT_TIME),
        ("300+0/60", TimeControl(300.0, 0.0, 60.0)),
        (" 0.5+0.25/0.01 ", TimeControl(0.5, 0.25, 0.01)),
        ("10+0/5 credit=0.25", TimeControl(10.0, 0.0, 5.0, credit=0.25)),
        ("10+0/5 grace=0", TimeControl(10.0, 0.0, 5.0, grace=0.0)),
        ("10+0/5  credit=0 grace=90.5", TimeControl(10.0, 0.0, 5.0, 0.0, 90.5)),
    ],
)
def test_a_clock_is_written_as_its_numbers(text: str, control: TimeControl) -> None:
    assert TimeControl.parse(text) == control
    assert TimeControl.parse(control.text) == control


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("10", "is no clock; give the seconds for a game"),
        ("10+0.05", "such as 10\\+0.05/5"),
        ("-1+0/5", "is no clock"),
        ("inf+0/5", "is no clock"),
        ("1e9+0/5", "is no clock"),
        ("10+0/0", "0 is out of range"),
        ("0.001+0/5", "0.001 is out of range; a game and an answer have 0.01 to 86400 seconds"),
        ("10+100000/5", "100000 is out of range"),
        ("10+0/5 grace=60 credit=0", "is no clock"),
        ("10+0/5 credit=", "is no clock"),
        ("10+0/5 credit=-1", "is no clock"),
        ("10+0/5 credit=6", "credit=6 is out of range; it has 0 to 5 seconds"),
        ("10+0/5 grace=1e9", "is no clock"),
        ("10+0/5 grace=3601", "grace=3601 is out of range; it has 0 to 3600 seconds"),
    ],
)
def test_what_is_no_clock_is_refused_with_a_sentence(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        TimeControl.parse(text)
