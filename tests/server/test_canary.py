"""The canary, under a time that the test makes."""

import asyncio
from collections.abc import Iterator

import pytest
from tablic_server.canary import BEAT_SECONDS, Canary, is_to_blame


class Machine:
    """Wakes who sleeps in it late, by these seconds one after the other, and then stops."""

    def __init__(self, *late: float) -> None:
        self.now = 100.0
        self._late: Iterator[float] = iter(late)
        self.stolen = 0.0
        self.canary = Canary(lambda: self.now, self.sleep)

    async def sleep(self, seconds: float) -> None:
        late = next(self._late, None)
        if late is None:
            raise asyncio.CancelledError
        self.now += seconds + late
        self.stolen = self.canary.stolen(0.0, self.now)

    def run(self) -> Canary:
        """The canary that watched it to the end."""
        with pytest.raises(asyncio.CancelledError):
            asyncio.run(self.canary.watch())
        return self.canary


@pytest.mark.parametrize(("late", "worst"), [((), 0.0), ((0.0, 0.0), 0.0), ((0.1, 0.7, 0.3), 0.7)])
def test_the_worst_delay_is_kept(late: tuple[float, ...], worst: float) -> None:
    machine = Machine(*late)
    assert machine.run().worst == pytest.approx(worst)
    assert machine.now == pytest.approx(100.0 + sum(late) + BEAT_SECONDS * len(late))


def test_what_was_stolen_is_summed_up_between_two_times() -> None:
    machine = Machine(0.0, 2.0, 0.0, 3.0)
    canary = machine.run()
    # Late from 100.04 to 102.04, and from 102.08 to 105.08.
    assert canary.stolen(100.0, 106.0) == pytest.approx(5.0)
    assert canary.stolen(101.04, 106.0) == pytest.approx(4.0)
    assert canary.stolen(101.04, 104.08) == pytest.approx(3.0)
    assert canary.stolen(102.04, 102.08) == pytest.approx(0.0)
    assert canary.stolen(105.08, 200.0) == 0.0


def test_delays_of_less_than_a_beat_are_none_that_count() -> None:
    assert Machine(*[BEAT_SECONDS * 0.9] * 100).run().stolen(0.0, 1000.0) == 0.0


def test_a_delay_that_is_not_over_counts_already() -> None:
    # The machine was held, and another task of the loop is woken before the canary is.
    machine = Machine(4.0)
    machine.run()
    assert machine.stolen == pytest.approx(4.0)


def test_a_canary_that_does_not_watch_blames_nobody() -> None:
    assert Canary(lambda: 0.0).stolen(0.0, 1000.0) == 0.0
    assert Machine().run().stolen(0.0, 1000.0) == 0.0


@pytest.mark.parametrize(
    ("stolen", "computed", "blamed"),
    [
        (2.5, 0.0, True),
        (2.4, 0.0, False),  # the bot had more than half of its time
        (4.0, 2.4, True),
        (4.0, 2.6, False),  # it computed, and may have made the machine late itself
        (9.0, 8.0, False),
    ],
)
def test_the_machine_is_to_blame_for_half_of_the_time_if_the_bot_did_not_compute(
    stolen: float, computed: float, blamed: bool
) -> None:
    assert is_to_blame(5.0, 5.1, stolen, computed) is blamed
