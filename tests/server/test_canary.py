"""The canary, under a time that the test makes."""

import asyncio
from collections.abc import Iterator

import pytest
from tablic_server.canary import BEAT_SECONDS, Canary


class Machine:
    """Wakes who sleeps in it late, by these seconds one after the other, and then stops."""

    def __init__(self, *late: float) -> None:
        self.now = 100.0
        self._late: Iterator[float] = iter(late)

    async def sleep(self, seconds: float) -> None:
        late = next(self._late, None)
        if late is None:
            raise asyncio.CancelledError
        self.now += seconds + late


@pytest.mark.parametrize(("late", "worst"), [((), 0.0), ((0.0, 0.0), 0.0), ((0.1, 0.7, 0.3), 0.7)])
def test_the_worst_delay_is_kept(late: tuple[float, ...], worst: float) -> None:
    machine = Machine(*late)
    canary = Canary(lambda: machine.now, machine.sleep)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(canary.watch())
    assert canary.worst == pytest.approx(worst)
    assert machine.now == pytest.approx(100.0 + sum(late) + BEAT_SECONDS * len(late))
