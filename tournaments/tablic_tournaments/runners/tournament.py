"""Plays a stored tournament: keeps the workers busy and writes what they return."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from typing import Final

from tablic_server.batch import Batch, BatchResult, RefereeError
from tablic_server.faults import FaultKind
from tablic_server.launch import Program

from tablic_tournaments.errors import PlayError
from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.runners.in_order import InOrder
from tablic_tournaments.runners.runner import Runner
from tablic_tournaments.schedule.pairing import Pairing
from tablic_tournaments.spec import TournamentSpec
from tablic_tournaments.store import Arena, Tournament
from tablic_tournaments.store.lock import held

__all__ = ["TournamentRun", "batch_of", "only_one", "programs_of"]

# Batches handed out for each worker, so that none waits for the next.
BATCHES_PER_WORKER: Final = 2
# Batches that may wait for bots which run elsewhere, while others are looked for.
MOST_WAITING: Final = 100
# How often a batch is tried when a worker is killed or the referee fails in it.
MOST_TRIES: Final = 3
# How often a stop is looked for, in seconds.
LOOK_SECONDS: Final = 0.2


class TournamentRun:
    """One run of a tournament, the first or a resumed one. Only this process writes."""

    def __init__(
        self, arena: Arena, tournament: Tournament, runner: Runner, *, served: bool = False
    ) -> None:
        """``served`` says that bots which run elsewhere can be called."""
        self.tournament = tournament
        self._served = served
        self._arena = arena
        self._runner = runner
        self._stopping = False
        self._tries: dict[tuple[str, tuple[int, ...]], int] = {}
        self._order = InOrder(lambda batch: arena.tournaments.strikes(tournament.id, batch))
        self._waiting: list[Batch] = []
        self._on_stage: Callable[[Tournament], None] | None = None

    def stop(self) -> None:
        """Stop cleanly, keeping what is stored. May be called from a signal handler."""
        self._stopping = True

    def play(
        self,
        on_results: Callable[[list[BoardResult]], None],
        on_stage: Callable[[Tournament], None] | None = None,
    ) -> bool:
        """Play what is missing; returns whether the tournament is finished.

        ``on_results`` is called with the results of each batch once they are stored, ``on_stage``
        with the tournament once a further stage of it is opened. Raises
        PlayError where another process plays the tournament or a batch fails again and again.
        """
        self._on_stage = on_stage
        with only_one(self._arena, self.tournament.id):
            self._play(on_results)
            return self._arena.tournaments.finish(self.tournament.id)

    def _play(self, on_results: Callable[[list[BoardResult]], None]) -> None:
        batches = self._batches()
        playing: dict[Future[BatchResult], Batch] = {}
        stopped = False
        while True:
            if self._stopping and not stopped:
                stopped = True
                self._runner.stop()
                playing = {future: playing[future] for future in playing if not future.cancel()}
            if not self._stopping:
                self._hand_out(batches, playing)
            if not playing:
                return
            done, _ = wait(playing, timeout=LOOK_SECONDS, return_when=FIRST_COMPLETED)
            for future in done:
                self._take(playing.pop(future), future, on_results)

    def _hand_out(
        self, batches: Iterator[Batch | None], playing: dict[Future[BatchResult], Batch]
    ) -> None:
        """Keep the workers busy. Where none is left a batch waits for others to come."""
        most = self._runner.workers * BATCHES_PER_WORKER
        while not playing or len(playing) + self._order.held < most:
            batch = self._next(batches, playing.values())
            if batch is None:
                return
            begun = self._order.begin(batch)
            playing[self._runner.submit(begun)] = begun

    def _next(self, batches: Iterator[Batch | None], playing: Iterable[Batch]) -> Batch | None:
        """A batch that is to be tried again, or else the next one; None while there is none.

        A bot that runs elsewhere plays one match at a time: batches with one that is at play wait.
        """
        taken = {bot for batch in playing for bot in batch.bots if bot.elsewhere}
        for batch in self._waiting:
            if taken.isdisjoint(batch.bots):
                self._waiting.remove(batch)
                return batch
        while len(self._waiting) < MOST_WAITING and (found := next(batches, None)):
            if taken.isdisjoint(found.bots):
                return found
            self._waiting.append(found)
        return None

    def _batches(self) -> Iterator[Batch | None]:
        """The boards that are not stored yet, in the order of the schedule.

        None where what comes next depends on boards that are in play.
        """
        arena = self._arena
        spec = self.tournament.spec
        programs = programs_of(arena, spec, served=self._served)
        for pairing in arena.tournaments.schedule(self.tournament):
            if pairing is None:
                yield None
                continue
            missing = arena.tournaments.missing(self.tournament.id, pairing.match, pairing.boards)
            if missing:
                batch = batch_of(spec, pairing, programs, self._secret(pairing))
                yield batch._replace(boards=missing)

    def _secret(self, pairing: Pairing) -> bytes:
        """The secret of the stage of a pairing, which is opened where it is not yet."""
        if pairing.stage == len(self.tournament.stages):
            spec = self.tournament.spec
            self.tournament = self._arena.tournaments.open_stage(self.tournament.id, spec)
            if self._on_stage:
                self._on_stage(self.tournament)
        return self.tournament.stages[pairing.stage].secret

    def _take(
        self,
        batch: Batch,
        future: Future[BatchResult],
        on_results: Callable[[list[BoardResult]], None],
    ) -> None:
        """Store the result of a batch, or see to it that it is tried again."""
        error = future.exception()
        if isinstance(error, BrokenProcessPool):
            self._retry(batch, "a worker process was killed")
        elif isinstance(error, PlayError):
            raise PlayError(f"{error}; {self._go_on()}") from error
        elif isinstance(error, RefereeError):
            self._retry(batch, str(error))
        elif error:
            self._retry(batch, f"of a defect of the arena, {error!r}")
        else:
            for known in self._order.take(future.result()):
                if isinstance(known, Batch):
                    self._waiting.insert(0, known)
                elif _counts(known):
                    on_results(self._arena.tournaments.save(self.tournament, known))

    def _retry(self, batch: Batch, reason: str) -> None:
        key = batch.match, batch.boards
        self._tries[key] = self._tries.get(key, 0) + 1
        if self._tries[key] >= MOST_TRIES:
            raise PlayError(
                f"{batch.match}, boards {batch.boards[0]} to {batch.boards[-1]}, failed "
                f"{MOST_TRIES} times, at last because {reason}; {self._go_on()}"
            )
        self._waiting.insert(0, batch)

    def _go_on(self) -> str:
        number = self.tournament.id
        return f"what was played is kept, go on with: tablic-arena tournament --resume {number}"


def programs_of(arena: Arena, spec: TournamentSpec, *, served: bool = False) -> dict[str, Program]:
    """The programs of all entrants, by label.

    Raises StoreError for one that is not there, or runs elsewhere where no such bot can be called.
    """
    programs = {}
    for entrant in spec.entrants:
        version = arena.bots.find(entrant)
        if served and version.declared is not None:
            programs[entrant.label] = Program(entrant.label, (), "", elsewhere=True)
        else:
            programs[entrant.label] = arena.contents.program(
                entrant.label, entrant.sha256, version.command
            )
    return programs


def batch_of(
    spec: TournamentSpec, pairing: Pairing, programs: Mapping[str, Program], secret: bytes
) -> Batch:
    """What a worker needs to play the boards of a pairing."""
    return Batch(
        match=pairing.match,
        boards=tuple(pairing.boards),
        bots=tuple(programs[entrant.label] for entrant in pairing.entrants),
        rules=spec.rules,
        secret=secret,
        tables=spec.tables,
        time=spec.time,
        startup=spec.startup,
        limits=spec.limits,
        trusted=spec.trusted,
        fault_policy=spec.fault_policy,
    )


def _counts(result: BatchResult) -> bool:
    """Whether a batch is stored: one that was cut short with a fault in it is played again whole.

    Its faults would be counted twice else.
    """
    charged = any(fault.kind is not FaultKind.REFEREE for fault in result.faults)
    return not charged or len(result.boards) == len(result.batch.boards)


@contextmanager
def only_one(arena: Arena, tournament: int) -> Iterator[None]:
    """Hold the right to play a tournament; the system takes it back when the process dies.

    Raises PlayError where another process holds it.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(held(arena.contents.root / f"tournament-{tournament}.lock"))
        except BlockingIOError:
            raise PlayError(
                f"tournament {tournament} is being played by another process; wait for it, or "
                "stop it with Ctrl-C there"
            ) from None
        yield
