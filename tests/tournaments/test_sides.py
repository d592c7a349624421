"""Matches of three players and of partnerships, through real processes."""

import json
import os
import re
import signal
from collections.abc import Iterator
from statistics import fmean
from typing import NamedTuple

import pytest
from tablic.bot import Bot
from tablic.deals import board_seed, deck_of_hand
from tablic.examples.careful_bot import CarefulBot
from tablic.examples.greedy_bot import GreedyBot
from tablic.examples.random_bot import RandomBot
from tablic.record import parse_record
from tablic.rules import parse_rules

from .bots.first_bot import FirstBot
from .place import BOTS, EXAMPLES, Done, Place
from .processes import DEADLINE, wait_until
from .specs import expected_records
from .test_match import next_address, play_by_hand, rows_of

SECRET = "3b" * 32
# The arena lists bots by name.
PLAYERS: dict[str, type[Bot]] = {
    "careful": CarefulBot,
    "first": FirstBot,
    "greedy": GreedyBot,
    "random": RandomBot,
}
FILES = [(BOTS if name == "first" else EXAMPLES) / f"{name}_bot.py" for name in PLAYERS]


class Case(NamedTuple):
    rules: str
    sides: int
    players: int
    bots: int
    matches: int


CASES = [
    Case("tablic-3p target=21", 3, 3, 4, 4),
    Case("tablic-pairs target=21", 2, 4, 3, 3),
]
IDS = ["three players", "partnerships"]


class Played(NamedTuple):
    """A tournament that was played to its end, and what it printed."""

    case: Case
    place: Place
    done: Done


@pytest.fixture(scope="module", params=CASES, ids=IDS)
def played(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Played]:
    case: Case = request.param
    place = Place(tmp_path_factory.mktemp("s"))
    place.submit(*FILES[: case.bots])
    yield Played(case, place, place.run(*arguments(case, boards=2)))
    place.kill()


def expected(case: Case, bots: int, boards: int) -> list[str]:
    """The records of a round robin of so many players."""
    players = dict(list(PLAYERS.items())[:bots])
    return expected_records(parse_rules(case.rules), bytes.fromhex(SECRET), players, boards)


def arguments(case: Case, boards: int, tables: int = 2) -> tuple[str, ...]:
    return (
        "tournament", "--boards", str(boards), "--tables", str(tables), "--secret", SECRET,
        "--rules", case.rules,
    )  # fmt: skip


def test_the_arena_plays_what_the_game_library_plays(played: Played) -> None:
    case, place, done = played
    games = case.matches * 2 * case.sides
    assert f"{case.bots} bots, {case.matches} matches of 2 boards, {games} games" in done.stderr
    assert f"{games} of {games} games" in done.stderr.splitlines()[-1]
    assert place.record_texts() == expected(case, case.bots, 2)
    header = done.stdout.partition("Standings of tournament 1:\n")[2].splitlines()[0]
    assert ("wins %" in header) == ("place" in header) == (case.sides > 2)


def test_every_rotation_has_the_same_decks_and_other_seats(played: Played) -> None:
    case, place, _ = played
    records = sorted(place.records(), key=lambda record: (record.board, record.rotation))
    assert len(records) == case.matches * 2 * case.sides
    for start in range(0, len(records), case.sides):
        rotations = records[start : start + case.sides]
        assert len({record.board for record in rotations}) == 1
        assert [record.rotation for record in rotations] == list(range(case.sides))
        seed = board_seed(bytes.fromhex(SECRET), rotations[0].board)
        for record in rotations:
            list(record.replay())
            for number, hand in enumerate(record.hands):
                assert hand.deck == tuple(deck_of_hand(seed, number))
            # In partnerships both seats of a side are one bot's.
            assert record.seats == (record.seats * 2)[case.sides :][: case.players]
        for side in range(case.sides):
            assert len({record.seats[side] for record in rotations}) == case.sides


def test_the_tournament_can_be_verified(played: Played) -> None:
    case, place, _ = played
    text = place.run("verify", "1").stdout
    games = case.matches * 2 * case.sides
    assert f"\n  secret      {SECRET}\n  decks       chosen by the organiser\n" in text
    assert f"\n{case.matches * 2} of {case.matches * 2} boards, {games} games and " in text
    assert text.endswith(" are checked: all fits.\n")


def test_standings_follow_from_the_games_that_are_listed(played: Played) -> None:
    case, place, _ = played
    games = json.loads(place.run("games", "--json").stdout)
    rows = {row["bot"]: row for row in json.loads(place.run("rankings", "--json").stdout)}
    assert set(rows) == {f"{name} 1" for name in list(PLAYERS)[: case.bots]}
    for bot, row in rows.items():
        own = [(game, game["bots"].index(bot)) for game in games if bot in game["bots"]]
        assert row["boards"] == len(own) / case.sides
        scores = [score(game["places"], side) for game, side in own]
        assert row["score_percent"] == pytest.approx(100 * fmean(scores), abs=0.051)
        assert ("place" in row) == (case.sides > 2)
        if case.sides > 2:
            places = [game["places"][side] for game, side in own]
            points = [game["points"][side] for game, side in own]
            assert row["place"] == pytest.approx(fmean(places), abs=0.051)
            assert row["own_points"] == pytest.approx(fmean(points), abs=0.051)
    assert sum(row["elo"] for row in rows.values()) == pytest.approx(1500 * case.bots, abs=2)
    listed = json.loads(place.run("games", "--bot", "first", "--json").stdout)
    assert listed == [game for game in games if "first 1" in game["bots"]]


def score(places: list[int], side: int) -> float:
    """The share of the opponents that a side beat."""
    others = [place for other, place in enumerate(places) if other != side]
    return sum((place > places[side]) + 0.5 * (place == places[side]) for place in others) / len(
        others
    )


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_a_stopped_tournament_is_finished_later_with_the_same_games(
    case: Case, place: Place
) -> None:
    place.submit(*FILES[: case.sides])
    process = place.start(*arguments(case, 4, tables=1), "--workers", "1")
    assert wait_until(
        lambda: process.poll() is not None or (place.db.exists() and place.boards() > 0)
    )
    os.killpg(process.pid, signal.SIGINT)
    process.communicate(timeout=DEADLINE)
    assert 0 < place.boards() < 4
    place.run("tournament", "--resume")
    assert place.record_texts() == expected(case, case.sides, 4)
    with place.arena() as arena:
        results = list(arena.tournaments.results(1))
    assert [len(result.places) for result in results] == [case.sides] * 4


def test_a_fault_of_one_of_three_is_charged_to_it_alone(place: Place) -> None:
    place.submit(BOTS / "first_bot.py", BOTS / "illegal_bot.py", EXAMPLES / "random_bot.py")
    place.run("tournament", "--boards", "2", "--rules", "tablic-3p hands=1")
    rows = {row["bot"]: row for row in json.loads(place.run("rankings", "--json").stdout)}
    # Two boards, and lost in the second rotation by the third fault: the third is not played.
    assert {bot: row["faults"] for bot, row in rows.items()} == {
        "first 1": 0, "illegal 1": 4, "random 1": 0,
    }  # fmt: skip
    illegal = rows["illegal 1"]
    assert (illegal["score_percent"], illegal["wins_percent"], illegal["place"]) == (0, 0, 3)
    assert rows["first 1"]["score_percent"] == 75
    text = place.run("show", "1").stdout
    assert "illegal 1 loses by a fault: illegal" in text
    assert "first 1 and random 1 share the first place" in text


@pytest.mark.parametrize(
    ("rules", "count"), [("tablic-3p hands=1", 3), ("tablic-pairs hands=1", 2)]
)
def test_a_match_takes_a_bot_for_each_side(rules: str, count: int, place: Place) -> None:
    files = [BOTS / "first_bot.py"] * count
    rows = rows_of(place.run("match", *files, "--boards", "2", "--rules", rules).stdout)
    assert list(rows) == [f"first_bot{end}" for end in ("", "-2", "-3")[:count]]
    assert {columns[0] for columns in rows.values()} == {"2"}
    assert {columns[1] for columns in rows.values()} == {"50.0"}


@pytest.mark.parametrize(
    ("rules", "wanted"), [("tablic-3p", "three bots"), ("tablic-pairs", "two bots")]
)
def test_another_number_of_bots_is_refused(rules: str, wanted: str, place: Place) -> None:
    done = place.run("match", BOTS / "first_bot.py", "--rules", rules, code=2)
    assert done.stderr.endswith(f"Error: {rules} needs {wanted}; 1 was given.\n")


def test_a_person_starts_both_partners_of_a_side(place: Place) -> None:
    process = place.start(
        "match", BOTS / "first_bot.py", "--wait-for", "me", "--boards", "1",
        "--rules", "tablic-pairs hands=1",
    )  # fmt: skip
    assert process.stderr
    seats = [next_address(process.stderr) for _ in range(2)]
    assert len({token for _, token in seats}) == len({address for address, _ in seats}) == 2
    programs = [place.start_by_hand(*seat) for seat in seats]
    again = [next_address(process.stderr) for _ in range(2)]
    assert [token for _, token in again] == [token for _, token in seats]
    programs += [place.start_by_hand(*seat) for seat in again]
    for program in programs:
        assert program.wait(DEADLINE) == 0
    stdout, _ = process.communicate(timeout=DEADLINE)
    assert process.returncode == 0
    assert rows_of(stdout[stdout.index("rank") :])["me"][-1] == "0"


def test_a_person_sits_down_with_two_bots(place: Place) -> None:
    first = BOTS / "first_bot.py"
    rules = ("--rules", "tablic-3p hands=1")
    process = place.start("match", first, first, "--wait-for", "me", "--boards", "1", *rules)
    assert process.stderr
    for _ in range(3):
        play_by_hand(place, *next_address(process.stderr))
    stdout, _ = process.communicate(timeout=DEADLINE)
    assert process.returncode == 0
    assert sorted(rows_of(stdout[stdout.index("rank") :])) == ["first_bot", "first_bot-2", "me"]


def test_a_game_is_shown_by_side_and_seat(played: Played) -> None:
    text = played.place.run("show", "2").stdout
    record = parse_record(played.place.run("show", "2", "--json").stdout)
    heading, *_, winner, _, decks = text.splitlines()
    assert len(re.findall(r" points: ", text)) == played.case.sides * len(record.hands)
    assert re.fullmatch(r"\w+ 1 wins(, \d+)?( : \d+)+", winner)
    assert decks == "The decks of tournament 1 were chosen by the organiser."
    if played.case.sides == 3:
        first, second, third = record.seats
        assert heading == f"{first} (seat 0) against {second} (seat 1) against {third} (seat 2)"
        return
    first, second = record.seats[:2]
    assert heading == f"{first} (seats 0 and 2) against {second} (seats 1 and 3)"
    for seat, name in enumerate(record.seats):
        assert re.search(rf"^  {name}, seat {seat} +\S+ (lies|takes)", text, re.MULTILINE)
