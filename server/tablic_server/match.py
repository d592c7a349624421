"""Plays a batch: some boards of one match, every rotation of them. Pure in, pure out."""

import asyncio
from typing import Final

from tablic_server.batch import DEFAULT_STARTUP, Batch, BatchResult, Board, RefereeError, SeatReport
from tablic_server.canary import Canary
from tablic_server.faults import Fault, FaultKind, MachineError
from tablic_server.finding import find_sandbox
from tablic_server.host import Announce, RotationHost
from tablic_server.sandbox import Sandbox
from tablic_server.strikes import Strikes

__all__ = [
    "DEFAULT_STARTUP",
    "Batch",
    "BatchResult",
    "Board",
    "RefereeError",
    "SeatReport",
    "play_batch",
]


# How many time-outs in a batch can be the fault of the machine: bots could make it slow for ever.
MOST_BLAMED: Final = 2


async def play_batch(
    batch: Batch,
    stop: asyncio.Event | None = None,
    announce: Announce | None = None,
    canary: Canary | None = None,
) -> BatchResult:
    """Play a batch in fresh processes for each rotation.

    A rotation that begins when a bot has three faults in the match is forfeited, not played. One
    in which a time-out is the fault of the machine is void, and played again.

    ``stop`` ends it early: boards with every rotation over are kept. ``announce`` is told the name,
    address and token for each program that its author starts by hand. ``canary`` tells how late the
    machine is. Raises RefereeError where the referee itself failed.
    """
    rules = batch.rules
    if len(batch.bots) not in (rules.sides, rules.players):
        raise ValueError(
            f"{batch.match}: {len(batch.bots)} bots cannot play {rules.name}, which has "
            f"{rules.sides} sides and {rules.players} seats; give one a side or one a seat"
        )
    stop = stop or asyncio.Event()
    sandbox = find_sandbox()
    if not sandbox.confines and not batch.trusted:
        raise ValueError(f"{batch.match}: no sandbox can be had: {sandbox.reason}")
    canary = canary or Canary()
    rotations, blamed = await _play_rotations(batch, sandbox, stop, announce, canary)
    boards = []
    for n, number in enumerate(batch.boards):
        games = [rotation.tables[n].record for rotation in rotations]
        if all(games):
            boards.append(Board(number, tuple(game for game in games if game)))
    return BatchResult(
        batch,
        tuple(boards),
        (*blamed, *(fault for rotation in rotations for fault in rotation.faults())),
        tuple(report for rotation in rotations for report in rotation.reports()),
        canary.worst,
    )


async def _play_rotations(
    batch: Batch,
    sandbox: Sandbox,
    stop: asyncio.Event,
    announce: Announce | None,
    canary: Canary,
) -> tuple[list[RotationHost], list[Fault]]:
    """The rotations that count, and the faults of the machine for which others were void."""
    strikes = batch.strikes or (0,) * len(batch.bots)
    # One that is started by hand would have to be started again.
    blames = all(program.command for program in batch.bots)
    rotations: list[RotationHost] = []
    blamed: list[Fault] = []
    while (number := len(rotations)) < batch.rules.sides:
        counted = [Strikes(count) for count in strikes]
        may_blame = blames and len(blamed) < MOST_BLAMED
        rotation = RotationHost(batch, number, sandbox, counted, canary, blames_machine=may_blame)
        try:
            if not stop.is_set():
                await rotation.play(stop, announce)
        except MachineError as error:
            blamed.append(Fault(number, error.seat, FaultKind.REFEREE, str(error), ()))
        else:
            rotations.append(rotation)
            strikes = tuple(strike.count for strike in counted)
    return rotations, blamed
