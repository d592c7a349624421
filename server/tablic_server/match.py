"""Plays a batch: some boards of one match, every rotation of them. Pure in, pure out."""

import asyncio

from tablic_server.batch import DEFAULT_STARTUP, Batch, BatchResult, Board, RefereeError, SeatReport
from tablic_server.finding import find_sandbox
from tablic_server.host import Announce, RotationHost
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


async def play_batch(
    batch: Batch, stop: asyncio.Event | None = None, announce: Announce | None = None
) -> BatchResult:
    """Play a batch in fresh processes for each rotation.

    A rotation that begins when a bot has three faults in the match is forfeited, not played.

    ``stop`` ends it early: boards with every rotation over are kept. ``announce`` is told the name,
    address and token for each program that its author starts by hand. Raises RefereeError where
    the referee itself failed.
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
    strikes = [Strikes(count) for count in batch.strikes or [0] * len(batch.bots)]
    rotations = [RotationHost(batch, number, sandbox, strikes) for number in range(rules.sides)]
    for rotation in rotations:
        if not stop.is_set():
            await rotation.play(stop, announce)
    boards = []
    for n, number in enumerate(batch.boards):
        games = [rotation.tables[n].record for rotation in rotations]
        if all(games):
            boards.append(Board(number, tuple(game for game in games if game)))
    return BatchResult(
        batch,
        tuple(boards),
        tuple(fault for rotation in rotations for fault in rotation.faults()),
        tuple(report for rotation in rotations for report in rotation.reports()),
        max(rotation.canary.worst for rotation in rotations),
    )
