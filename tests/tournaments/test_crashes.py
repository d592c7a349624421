"""SIGKILL at random moments, again and again: nothing is lost, stored twice or left behind.

A moment is so many boards stored and a bit. A bot that is killed alone has crashed, as far as
anyone can tell: it is charged for that, and for nothing else. To interrupt bots without charging
them, their worker is killed first. ``--kills`` says how often; ``make test-crash`` kills 200 times.
"""

import math
import os
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from tablic.record import GameRecord

from .place import EXAMPLES, Place
from .processes import DEADLINE, assert_no_process_of, linux_only, wait_until
from .test_killed import bots_of, workers_of

pytestmark = linux_only

PARTS = 2  # half of the kills each
TESTS = PARTS + 1  # with that of the bots
BOARDS = 6
BUNDLED = [EXAMPLES / f"{name}_bot.py" for name in ("greedy", "random")]
ARGUMENTS = (
    "tournament", "--boards", str(BOARDS), "--tables", "1", "--workers", "1",
    "--secret", "7a" * 32, "--rules", "tablic target=31",
)  # fmt: skip

Kill = Callable[[Place, int], bool]


def kill(processes: list[int]) -> bool:
    """Kill what is still there; returns whether anything was."""
    killed = False
    for process in processes:
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            continue
        killed = True
    return killed


def a_worker(place: Place, tournament: int) -> bool:
    return kill(workers_of(place, tournament))


def the_tournament(_place: Place, tournament: int) -> bool:
    return kill([tournament])


def a_worker_and_its_bots(place: Place, tournament: int) -> bool:
    bots = bots_of(place)
    if not kill(workers_of(place, tournament)):
        return False  # its bots would be charged
    kill(bots)
    return True


def everything(place: Place, tournament: int) -> bool:
    workers, bots = workers_of(place, tournament), bots_of(place)
    if not kill([tournament]):
        return False
    kill([*workers, *bots])
    return True


def a_bot(place: Place, _tournament: int) -> bool:
    return kill(bots_of(place)[:1])


KILLS: list[Kill] = [a_worker, the_tournament, a_worker_and_its_bots, everything]


class Story:
    """A tournament that is started again whenever it ends early."""

    def __init__(self, root: Path, random: Random) -> None:
        self.place = Place(root)
        self.random = random
        self.place.submit(*BUNDLED)
        self.process = self.place.start(*ARGUMENTS)

    def disturb(self, how: Kill) -> bool:
        """Kill at some moment; returns whether the tournament was not over before."""
        boards = self.random.randrange(BOARDS)
        pause = self.random.random()
        wait_until(lambda: self.process.poll() is not None or self.boards() >= boards)
        wait_until(lambda: self.process.poll() is not None, pause)
        killed = self.process.poll() is None and how(self.place, self.process.pid)
        if killed and how in (the_tournament, everything):
            self.process.communicate(timeout=DEADLINE)
            assert_no_process_of(self.place.root)
        self.resume()
        self.check_database()
        return killed

    def resume(self) -> None:
        """Go on if the tournament was killed, or gave a batch up that was killed too often."""
        if self.process.poll() not in (None, 0):
            _, stderr = self.process.communicate()
            assert "Traceback" not in stderr
            again = self.place.db.exists() and self.place.rows("SELECT id FROM tournament")
            self.process = self.place.start(*("tournament", "--resume") if again else ARGUMENTS)

    def finish(self) -> None:
        """Let it play to its end."""
        while self.process.poll() != 0:
            self.process.wait(2 * DEADLINE)
            self.resume()
        self.process.communicate()
        assert_no_process_of(self.place.root)
        assert not list(self.place.temporary.iterdir())
        self.check_database()

    def boards(self) -> int:
        try:
            return self.place.boards()
        except sqlite3.OperationalError:
            return 0  # the tables are being made

    def check_database(self) -> None:
        """Nothing is broken or stored twice, whatever is running."""
        if self.place.db.exists():
            assert self.place.rows("PRAGMA integrity_check") == [("ok",)]
            assert self.place.rows("PRAGMA foreign_key_check") == []


def undisturbed(root: Path) -> dict[tuple[str, int], GameRecord]:
    """The games of the same tournament, played without any trouble."""
    story = Story(root, Random(0))
    story.finish()
    assert len(story.place.record_texts()) == 2 * BOARDS
    return games(story.place)


def games(place: Place) -> dict[tuple[str, int], GameRecord]:
    """The games that are stored, by board and rotation; none is there twice."""
    records = place.records()
    found = {(record.board, record.rotation): record for record in records}
    assert len(found) == len(records)
    return found


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, int], GameRecord]:
    return undisturbed(tmp_path_factory.mktemp("u"))


@pytest.fixture(scope="session")
def kills(request: pytest.FixtureRequest) -> int:
    """How often each of the tests kills something."""
    return math.ceil(int(request.config.getoption("--kills")) / TESTS)


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_is_killed_the_records_come_out_the_same(
    part: int,
    kills: int,
    expected: dict[tuple[str, int], GameRecord],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    done = 0
    for seed in range(part, 1000 * PARTS, PARTS):
        print(f"seed {seed}, after {done} kills")
        random = Random(seed)
        story = Story(tmp_path_factory.mktemp("k"), random)
        try:
            while done < kills and story.disturb(random.choice(KILLS)):
                done += 1
                assert games(story.place).items() <= expected.items()
            story.finish()
            assert games(story.place) == expected
            assert story.place.rows("SELECT count(*) FROM fault") == [(0,)]
        finally:
            story.place.kill()
        if done == kills:
            break
    assert done == kills


@pytest.mark.long
def test_bots_that_are_killed_lose_the_games_they_are_charged_with_and_no_others(
    kills: int,
    expected: dict[tuple[str, int], GameRecord],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    done = 0
    for seed in range(1000):
        print(f"seed {seed}, after {done} kills")
        story = Story(tmp_path_factory.mktemp("b"), Random(seed))
        killed = 0
        try:
            while done < kills and story.disturb(a_bot):
                done, killed = done + 1, killed + 1
            story.finish()
            check_charged(story.place, killed, expected)
        finally:
            story.place.kill()
        if done == kills:
            break
    assert done == kills


def check_charged(place: Place, killed: int, expected: dict[tuple[str, int], GameRecord]) -> None:
    """At most a fault for each kill, and no game differs but by such a fault, or three of them."""
    faults = place.rows("SELECT kind, message FROM fault WHERE kind NOT IN ('strikes', 'referee')")
    # One that has said its last word may be killed without harm.
    assert len(faults) <= killed
    for kind, message in faults:
        assert kind in ("crashed", "startup")
        assert "signal 9" in str(message)
    found = games(place)
    assert found.keys() == expected.keys()
    for name, game in found.items():
        if game.faults:
            assert faults
            assert game.faults[0].kind in ("crashed", "startup", "strikes")
        else:
            assert game == expected[name]
