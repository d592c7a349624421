"""A run of a tournament whose workers fail in every way: nothing is lost, nothing played twice."""

import fcntl
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from typing import IO

import pytest
from tablic_server.launch import Program
from tablic_server.match import Batch, BatchResult, RefereeError
from tablic_tournaments.errors import PlayError
from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.runners.local import LocalRunner, default_workers
from tablic_tournaments.runners.tournament import TournamentRun, only_one
from tablic_tournaments.store import Arena, Tournament

from tests.referee.playing import batch as batch_with

from .bots.first_bot import FirstBot
from .bots.last_bot import LastBot
from .specs import batch_result, small_spec, stored

KILLED = BrokenProcessPool("A child process terminated abruptly, the process pool is not usable")
HELD = "held"
Outcome = Exception | str


class ScriptedRunner(LocalRunner):
    """One worker that plays at once, but for what a test says of its n-th batch.

    A batch fails with an exception or is held: in play until the pool breaks or another is played.
    What is held in a broken pool breaks a moment later, when another thread of the pool gets to it.
    """

    def __init__(self, tournament: Tournament, script: Mapping[int, Outcome] | None = None) -> None:
        self.workers = 1
        self.batches: list[Batch] = []
        self.restarts = 0
        self.stopped = False
        self.broken = False
        self._tournament = tournament
        self._script = script or {}
        self._held: list[tuple[Future[BatchResult], Batch]] = []

    def submit(self, batch: Batch) -> Future[BatchResult]:
        if self.broken:
            self.restarts += 1
            self.broken = False
        future: Future[BatchResult] = Future()
        outcome = self._script.get(len(self.batches))
        self.batches.append(batch)
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
            if outcome is KILLED:
                self.broken = True
                threading.Timer(0.01, fail, [self._held]).start()
                self._held = []
        elif outcome == HELD:
            self._held.append((future, batch))
        else:
            self._held.append((future, batch))
            self._play_held()
        return future

    def stop(self) -> None:
        """Cut what is held short: its first board is finished."""
        self.stopped = True
        for future, batch in self._held:
            if future.set_running_or_notify_cancel():
                future.set_result(self._result(batch, batch.boards[:1]))

    def _play_held(self) -> None:
        for future, batch in self._held:
            future.set_result(self._result(batch, batch.boards))
        self._held = []

    def _result(self, batch: Batch, boards: tuple[int, ...]) -> BatchResult:
        played = batch_result(self._tournament, [FirstBot, LastBot], boards)
        return played._replace(batch=batch)


def fail(held: list[tuple[Future[BatchResult], Batch]]) -> None:
    for future, _ in held:
        future.set_exception(KILLED)


class Run:
    """A tournament of two bots and ten boards, two a batch, and one run of it."""

    def __init__(self, arena: Arena, script: Mapping[int, Outcome] | None = None) -> None:
        self.arena = arena
        self.tournament = stored(arena, small_spec(bots=2, boards=10))
        for entrant in self.tournament.spec.entrants:
            arena.contents.folder(entrant.sha256).mkdir(parents=True)
        self.runner = ScriptedRunner(self.tournament, script)
        self.run = TournamentRun(arena, self.tournament, self.runner)
        self.seen: list[BoardResult] = []

    def play(self, on_results: Callable[[list[BoardResult]], None] | None = None) -> bool:
        return self.run.play(on_results or self.seen.extend)

    def boards(self) -> list[str]:
        """The board of every game that is stored, sorted: batches finish in any order."""
        return sorted(game.record.board for game in self.arena.games.all())


def expected_boards(count: int = 10) -> list[str]:
    return [f"bot-0 1 v bot-1 1/{n}" for n in range(count) for _ in range(2)]


def test_boards_are_played_in_batches_of_the_tables(arena: Arena) -> None:
    run = Run(arena)
    assert run.play()
    assert [batch.boards for batch in run.runner.batches] == [
        (0, 1), (2, 3), (4, 5), (6, 7), (8, 9),
    ]  # fmt: skip
    assert run.boards() == expected_boards()
    assert sorted(run.seen) == sorted(arena.tournaments.results())
    assert arena.tournaments.get(1).finished


def test_a_finished_tournament_has_nothing_left_to_play(arena: Arena) -> None:
    run = Run(arena)
    run.play()
    again = ScriptedRunner(run.tournament)
    assert TournamentRun(arena, run.tournament, again).play(run.seen.extend)
    assert again.batches == []


@pytest.mark.parametrize("error", [KILLED, RefereeError("the referee failed: KeyError(1)")])
@pytest.mark.parametrize("number", range(5))
def test_a_batch_that_failed_is_played_again(arena: Arena, error: Exception, number: int) -> None:
    run = Run(arena, {number: error})
    assert run.play()
    assert run.boards() == expected_boards()
    assert run.runner.restarts == (error is KILLED)
    assert len(run.runner.batches) == 6


@pytest.mark.parametrize("script", [{0: HELD, 1: KILLED}, {2: HELD, 3: KILLED}])
def test_no_batch_is_lost_when_a_broken_pool_fails_them_one_by_one(
    arena: Arena, script: dict[int, Outcome]
) -> None:
    run = Run(arena, script)
    assert run.play()
    assert run.boards() == expected_boards()
    assert run.runner.restarts == 1


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (KILLED, "a worker process was killed"),
        (RefereeError("the referee failed: KeyError(1)"), "the referee failed: KeyError(1)"),
    ],
)
def test_a_batch_that_fails_again_and_again_ends_the_run(
    arena: Arena, error: Exception, reason: str
) -> None:
    run = Run(arena, dict.fromkeys(range(1, 20), error))
    because = re.escape(reason)
    sentence = (
        rf"^bot-0 1 v bot-1 1, boards \d to \d, failed 3 times, at last because {because}; "
        "what was played is kept, go on with: tablic-arena tournament --resume 1$"
    )
    with pytest.raises(PlayError, match=sentence):
        run.play()
    assert run.boards() == expected_boards(2)
    assert not arena.tournaments.get(1).finished


def test_a_stopped_run_keeps_every_finished_board_and_another_plays_the_rest(arena: Arena) -> None:
    run = Run(arena, {2: HELD})

    def stop(results: list[BoardResult]) -> None:
        run.seen.extend(results)
        if len(run.seen) == 4:
            run.run.stop()

    assert not run.play(stop)
    assert run.runner.stopped
    played = run.boards()
    assert 8 <= len(played) < 20
    assert not arena.tournaments.get(1).finished

    rest = ScriptedRunner(run.tournament)
    assert TournamentRun(arena, run.tournament, rest).play(run.seen.extend)
    assert run.boards() == expected_boards()
    assert sum(len(batch.boards) for batch in rest.batches) == 10 - len(played) // 2
    assert len(run.seen) == 10


def test_two_runs_of_a_tournament_exclude_each_other(arena: Arena) -> None:
    run = Run(arena)
    second = TournamentRun(arena, run.tournament, ScriptedRunner(run.tournament))

    def play_too(results: list[BoardResult]) -> None:
        run.seen.extend(results)
        sentence = (
            "tournament 1 is being played by another process; wait for it, or stop it with Ctrl-C"
        )
        with pytest.raises(PlayError, match=sentence):
            second.play(run.seen.extend)

    assert run.play(play_too)
    assert list(arena.contents.root.glob("*.lock")) == []


def test_a_run_ends_when_it_is_played_however_few_workers_are_there(arena: Arena) -> None:
    run = Run(arena)

    def lose_all(results: list[BoardResult]) -> None:
        run.seen.extend(results)
        run.runner.workers = 0

    assert run.play(lose_all)
    assert run.boards() == expected_boards()


def test_a_lock_that_is_given_back_while_it_is_taken_keeps_others_out(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = arena.contents.root / "tournament-1.lock"
    take = fcntl.flock

    def given_back_before(file: IO[str], how: int) -> None:
        monkeypatch.undo()
        path.unlink()
        take(file, how)

    monkeypatch.setattr(fcntl, "flock", given_back_before)
    with only_one(arena, 1), pytest.raises(PlayError), only_one(arena, 1):
        pass
    assert not path.exists()


def test_an_error_of_the_display_leaves_what_is_stored(arena: Arena) -> None:
    run = Run(arena)

    def fail(_results: list[BoardResult]) -> None:
        raise RuntimeError("no display")

    with pytest.raises(RuntimeError, match="no display"):
        run.play(fail)
    assert len(run.boards()) == 4
    assert list(arena.contents.root.glob("*.lock")) == []


def test_there_is_a_worker_for_two_cores_and_at_least_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, workers in ((1, 1), (2, 1), (3, 1), (4, 2), (64, 32)):
        monkeypatch.setattr("os.sched_getaffinity", lambda _: range(cores), raising=False)  # noqa: B023
        assert default_workers() == workers


def test_a_bot_that_runs_elsewhere_plays_one_batch_at_a_time(arena: Arena) -> None:
    """Others are played meanwhile, and what waits is played in the order of the schedule."""
    far, one, two = (Program(name, (), "", elsewhere=name == "far") for name in ("far", "1", "2"))
    playing, first, other, last = (
        batch_of_two._replace(match=match)
        for match, batch_of_two in (
            ("playing", batch_with(far, one)),
            ("first", batch_with(two, far)),
            ("other", batch_with(one, two)),
            ("last", batch_with(one, far)),
        )
    )
    run = Run(arena).run
    schedule: Iterator[Batch | None] = iter([first, last, other])
    assert run._next(schedule, [playing]) == other
    assert run._next(schedule, [playing, other]) is None
    assert run._next(schedule, [other]) == first
    assert run._next(schedule, [first]) is None
    assert run._next(schedule, []) == last
