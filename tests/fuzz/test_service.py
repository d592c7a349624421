"""The real service under any streams and bytes: the opponent plays on, and nothing is left."""

import asyncio
import gc
import threading

from hypothesis import example, given, settings
from hypothesis import strategies as st
from tablic_server.faults import FaultKind

from ..server.sockets import Referee
from ..tournaments.processes import linux_only
from .hostile import Bytes, Messages, Step
from .mutations import Mutation, mutations
from .recorded import recorded
from .watched import open_files, watched

# A byte in the middle of a header that is no text: gRPC says so in its log.
NO_TEXT = Mutation("overwrite", 0.1875, 0.0, b"\x80")

KINDS = [
    *["legal"] * 4,
    *["mutated legal", "odd", "mutated", "hello", "empty", "half-close", "cancel", "stranger"],
]
steps = st.builds(Step, st.sampled_from(KINDS), st.integers(0, 2**32), mutations)
streams = st.builds(Messages, st.just([]) | mutations, st.lists(steps, max_size=8))
raw = st.builds(Bytes, st.booleans(), mutations)
attacks = st.lists(streams | raw, min_size=1, max_size=4)


async def under_attack(referee: Referee, series: list[Messages | Bytes]) -> None:
    """One attack after another in the first seat, then an honest bot; the second is honest."""
    opponent = asyncio.create_task(referee.honest(1))
    starting = asyncio.create_task(start(referee))
    seat = referee.rotation.seats[0]
    for number, attack in enumerate(series, 1):
        await attack.go(referee)
        stream = referee.streams[0]
        if stream.greeted.is_set():
            await stream.ended.wait()
            if seat.listening:
                referee.rotation.stream_fault(0, FaultKind.CRASHED, "It left.")
                referee.wake()
        if referee.rotation.finished:
            break
        if stream.ended.is_set():
            referee.streams[0] = referee.expected(0, f"fresh {number}")
    if not referee.rotation.finished:
        await referee.honest(0)
    await asyncio.gather(opponent, starting)


async def start(referee: Referee) -> None:
    """Start the games once both seats have greeted, whoever does so in the first."""
    await referee.streams[1].greeted.wait()
    while not (referee.rotation.finished or referee.rotation.seats[0].connected):
        await asyncio.sleep(0.001)
    referee.rotation.start()
    referee.wake()


def hold_out(series: list[Messages | Bytes]) -> None:
    """Every game comes to its end, and nobody but the attacker is charged."""

    async def story(referee: Referee) -> None:
        await under_attack(referee, series)
        rotation = referee.rotation
        assert rotation.finished
        assert {fault.seat for fault in rotation.faults} <= {0}
        assert all(list(record.replay()) or not record.hands for record in rotation.records())

    watched(story)


@linux_only
def test_no_streams_and_bytes_harm_the_opponent_or_leave_anything(stories: settings) -> None:
    recorded()
    hold_out([Messages([], []), Bytes(False, [])])
    gc.collect()
    before = open_files(), threading.active_count()
    stories(example([Bytes(False, [NO_TEXT])])(given(attacks)(hold_out)))()
    gc.collect()
    assert (open_files(), threading.active_count()) == before
