"""Hosts one rotation of a batch: its sockets, its bot processes, its run folder."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, TypeVar

from tablic.deals import commitment

from tablic_server.batch import Batch, SeatReport
from tablic_server.canary import Canary
from tablic_server.clock import NO_LIMIT
from tablic_server.cuts import Cuts
from tablic_server.faults import Fault, RefereeError
from tablic_server.folders import run_folder
from tablic_server.returning import ReturningSupervisor
from tablic_server.rotation import Rotation
from tablic_server.sandbox import BARE, NO_SANDBOX, Sandbox
from tablic_server.seating import seated, socket_path
from tablic_server.service import RefereeService, start_server
from tablic_server.strikes import Strikes
from tablic_server.supervisor import Supervisor
from tablic_server.tables import Deal, Table

__all__ = ["Announce", "RotationHost"]

Announce = Callable[[str, str, str], None]
T = TypeVar("T")


class RotationHost:
    """One rotation of a batch, with fresh processes and sockets."""

    def __init__(
        self,
        batch: Batch,
        number: int,
        sandbox: Sandbox = BARE,
        strikes: Sequence[Strikes] | None = None,
        canary: Canary | None = None,
        *,
        blames_machine: bool = False,
    ) -> None:
        self.batch = batch
        self.sandbox = sandbox
        self.number = number
        self.programs = seated(batch, number)
        self.tables = [
            Table(
                batch.rules,
                Deal(batch.secret, batch.board_id(board), number, batch.independent),
                self._names,
            )
            for board in batch.boards
        ]
        self.rotation = self._new_rotation(strikes)
        self.supervisors: list[Supervisor] = []
        self.canary = canary or Canary()
        self._blames_machine = blames_machine
        self._cuts = Cuts(self.rotation.faults, self.programs)

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(program.name for program in self.programs)

    def _new_rotation(self, strikes: Sequence[Strikes] | None) -> Rotation:
        batch = self.batch
        return Rotation(
            self.tables,
            batch.rules,
            self._names,
            [
                batch.time if program.command or program.elsewhere else NO_LIMIT
                for program in self.programs
            ],
            commitment(batch.secret),
            time.monotonic,
            batch.tables,
            batch.fault_policy,
            [strikes[batch.bot_in(self.number, seat)] for seat in range(len(self.programs))]
            if strikes
            else None,
            {seat for seat, program in enumerate(self.programs) if program.elsewhere},
        )

    async def play(self, stop: asyncio.Event, announce: Announce | None) -> None:
        """Play every game of the rotation, or until ``stop``.

        Raises RefereeError where it is void; MachineError, if it may blame the machine.
        """
        self.rotation.forfeit_struck()
        if self.rotation.finished:
            return
        with run_folder() as folder:
            await self._play_in(folder, stop, announce)

    async def _play_in(self, folder: Path, stop: asyncio.Event, announce: Announce | None) -> None:
        # A service and a server for each: what happens at a socket is the doing of its seat alone.
        services = [RefereeService() for _ in self.programs]
        sockets: list[str] = []
        for seat, program in enumerate(self.programs):
            sockets.append(socket_path(folder, seat, program, sockets))
        self.supervisors = [
            self._supervisor(seat, services[seat], sockets[seat], announce)
            for seat in range(len(self.programs))
        ]
        async with AsyncExitStack() as servers:
            for service, socket in zip(services, sockets, strict=True):
                server = await start_server(service, [socket])
                servers.push_async_callback(server.stop, 0)
            watching = asyncio.create_task(self.canary.watch())
            try:
                await self._first_done(self._run(), stop, services)
            except RefereeError:
                self.rotation.stop()
                raise
            finally:
                watching.cancel()
                self._wake_all()
                await asyncio.gather(*(supervisor.close() for supervisor in self.supervisors))

    def _supervisor(
        self, seat: int, service: RefereeService, socket: str, announce: Announce | None
    ) -> Supervisor:
        program = self.programs[seat]
        if program.elsewhere:
            return ReturningSupervisor(self.rotation, seat, program, service, socket, announce)
        return Supervisor(
            self.rotation,
            seat,
            program,
            service,
            socket,
            announce,
            self.sandbox,
            self.batch.limits,
            self.canary if self._blames_machine else None,
        )

    def faults(self) -> list[Fault]:
        """The faults, with the numbers of the boards they forfeited, and the last bundles.

        To be called when nobody's clock runs: bundles take some time.
        """
        return self._cuts.bundled(self.batch)

    def reports(self) -> list[SeatReport]:
        """What each seat's processes did."""
        return [
            SeatReport(
                self.number,
                self.batch.bot_in(self.number, seat.number),
                seat.decisions,
                seat.clock.spent,
                sum(process.cpu for process in supervisor.processes),
                sum(process.wall for process in supervisor.processes),
                "\n[started again]\n".join(process.log for process in supervisor.processes),
                self.sandbox.name if supervisor.program.command else NO_SANDBOX,
            )
            # There are no supervisors where this rotation was not played.
            for seat, supervisor in zip(self.rotation.seats, self.supervisors, strict=False)
        ]

    def begin(self) -> None:
        """Start the first games: the bots are there, or have failed to come."""
        self.rotation.start()
        self._wake_all()

    async def _run(self) -> None:
        startup = self.batch.startup
        problems = await _all(s.start(startup, self._wake_all) for s in self.supervisors)
        failed = {seat: problem for seat, problem in enumerate(problems) if problem}
        if failed:
            self.rotation.startup_fault(failed)
        self.begin()
        await _all(s.watch(startup, self._wake_all) for s in self.supervisors)

    async def _first_done(
        self,
        run: Coroutine[None, None, None],
        stop: asyncio.Event,
        services: Sequence[RefereeService],
    ) -> None:
        """Await the run, unless it is stopped or a service fails."""
        playing = asyncio.create_task(run)
        stopping = asyncio.create_task(stop.wait())
        failures = [service.failure for service in services]
        try:
            waits: list[asyncio.Future[Any]] = [playing, stopping, *failures]
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for failure in failures:
                if failure.done():
                    raise RefereeError(f"the referee failed: {failure.exception()!r}")
            if playing.done():
                playing.result()
            else:
                self.rotation.stop()
        finally:
            for failure in failures:
                failure.cancel()
            stopping.cancel()
            playing.cancel()
            await asyncio.wait({playing, stopping})

    def _wake_all(self) -> None:
        self._cuts.take(self.supervisors)
        for supervisor in self.supervisors:
            supervisor.wake()


async def _all(coroutines: Iterable[Coroutine[None, None, T]]) -> list[T]:
    """What all of them return; where one fails, the others are cancelled."""
    tasks = [asyncio.create_task(coroutine) for coroutine in coroutines]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
