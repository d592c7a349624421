"""Bots that run elsewhere over real connections, which break in the middle of everything."""

import asyncio
import threading
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import ClassVar

import pytest
from tablic import Bot, Play, View, parse_rules
from tablic.client import serve
from tablic.deals import board_seed, deck_of_hand
from tablic.errors import BotError, ConnectionLostError, RefusedError
from tablic.examples.random_bot import RandomBot
from tablic_server.batch import Batch, BatchResult
from tablic_server.clock import TimeControl
from tablic_server.faults import FaultKind
from tablic_server.latency import Latency
from tablic_server.launch import Program
from tablic_server.match import play_batch

from .breaking import Link, linked

TIME = TimeControl(bank=60.0, increment=0.0, cap=20.0, grace=20.0)
NAMES = ("near", "far")
MOST_SECONDS = 60

Break = Callable[[Link], object]


class Match:
    """A batch between two bots that run elsewhere: each has a link that may break."""

    def __init__(
        self, control: TimeControl = TIME, bot: type[Bot] = RandomBot, boards: int = 1
    ) -> None:
        programs = tuple(Program(name, (), "", "t" + name, elsewhere=True) for name in NAMES)
        rules = parse_rules("tablic hands=1")
        self.batch = Batch(
            "m", tuple(range(boards)), programs, rules, bytes(32), 8, control, trusted=True
        )
        self.bot = bot
        self.links: dict[str, list[Link]] = {name: [] for name in NAMES}
        self.errors: list[BotError] = []
        self.on_far: Break = bool
        self._clients: list[asyncio.Task[None]] = []

    def played(self) -> BatchResult:
        return asyncio.run(self._play())

    @property
    def far(self) -> Link:
        """The link of the bot whose connection breaks, in the first rotation."""
        return self.links["far"][0]

    async def _play(self) -> BatchResult:
        async with asyncio.timeout(MOST_SECONDS), AsyncExitStack() as self.stack:
            result = await play_batch(self.batch, announce=self._announce)
            await asyncio.gather(*self._clients)
            return result

    def _announce(self, name: str, address: str, token: str) -> None:
        self._clients.append(asyncio.create_task(self._connect(name, address, token)))

    async def _connect(self, name: str, address: str, token: str) -> None:
        link = await self.stack.enter_async_context(linked(address.removeprefix("unix:")))
        self.links[name].append(link)
        if name == "far" and len(self.links[name]) == 1:
            self.on_far(link)
        try:
            await serve(self.bot if name == "far" else RandomBot, link.address, token)
        except (ConnectionLostError, RefusedError) as error:
            self.errors.append(error)


def texts(result: BatchResult) -> list[str]:
    return [game.text() for board in result.boards for game in board.games]


def test_two_bots_play_over_connections_of_their_own() -> None:
    match = Match()
    result = match.played()
    assert not result.faults
    assert not match.errors
    assert [link.opened for name in NAMES for link in match.links[name]] == [1] * 4


@pytest.fixture(scope="module")
def unbroken() -> tuple[list[str], int]:
    """The records of a match in which nothing breaks, and how many bytes went over the link."""
    match = Match()
    result = match.played()
    return texts(result), match.far.carried


CUTS = 16


@pytest.mark.parametrize("number", range(CUTS))
def test_a_cut_anywhere_changes_nothing(number: int, unbroken: tuple[list[str], int]) -> None:
    records, size = unbroken
    match = Match()

    def cut_there(link: Link) -> None:
        # The last bytes are those of the end, when there is nothing to come back to.
        link.cuts = [1 + int(0.9 * size) * number // CUTS]

    match.on_far = cut_there
    result = match.played()
    assert not result.faults
    assert texts(result) == records
    assert match.far.opened == 2


def test_many_cuts_change_nothing(unbroken: tuple[list[str], int]) -> None:
    records, _ = unbroken
    match = Match()

    def cut_often(link: Link) -> None:
        link.cuts = [2_500, 2_000, 3_000, 1_800, 2_200, 4_000]

    match.on_far = cut_often
    result = match.played()
    assert not result.faults
    assert texts(result) == records
    assert match.far.opened > 2


def test_a_connection_that_falls_silent_is_replaced(unbroken: tuple[list[str], int]) -> None:
    records, _ = unbroken

    class Silencing(RandomBot):
        """Its connection falls silent with its third answer, and another is made."""

        decided = 0

        def choose(self, view: View) -> Play:
            Silencing.decided += 1
            if Silencing.decided == 3:
                loops[0].call_soon_threadsafe(match.far.fall_silent)
                loops[0].call_soon_threadsafe(again)
            return super().choose(view)

    def begin(_link: Link) -> None:
        loops.append(asyncio.get_running_loop())

    def again() -> None:
        # What keepalive does after some seconds.
        loops[0].call_later(0.2, match.far.cut_near)

    loops: list[asyncio.AbstractEventLoop] = []
    match = Match(bot=Silencing)
    match.on_far = begin
    result = match.played()
    assert not result.faults
    assert texts(result) == records
    assert match.far.opened == 2


def test_the_way_there_and_back_is_measured_and_credited() -> None:
    match = Match(boards=2, control=TIME._replace(credit=0.2))
    match.on_far = delay
    result = match.played()
    assert not result.faults
    near, far = (
        sum(report.thinking for report in result.reports if report.bot == bot) for bot in range(2)
    )
    decisions = sum(report.decisions for report in result.reports if report.bot == 1)
    # Without a credit each answer of the first rotation would cost 40 ms.
    assert far < near + decisions * 0.01


def delay(link: Link) -> None:
    link.delay = 0.02


def test_who_stays_away_is_charged_and_the_other_plays_on() -> None:
    match = Match(control=TIME._replace(grace=0.5))

    def break_for_good(link: Link) -> None:
        link.cuts = [2_000]
        link.most_opened = 1

    match.on_far = break_for_good
    result = match.played()
    (fault,) = result.faults
    assert (fault.rotation, fault.seat, fault.kind) == (0, 1, FaultKind.DISCONNECTED)
    assert "away for more than 0.5 seconds" in fault.message
    first, second = (game for board in result.boards for game in board.games)
    assert [(lost.seat, lost.kind) for lost in first.faults] == [(1, "disconnected")]
    assert not second.faults
    (error,) = match.errors
    assert isinstance(error, ConnectionLostError)


def test_each_rotation_has_decks_of_its_own() -> None:
    """Its author could tell it the cards of the first rotation in the second."""
    first, second = (game for board in Match().played().boards for game in board.games)
    for game in (first, second):
        assert game.independent
        seed = board_seed(bytes(32), "m/0", game.rotation)
        assert list(game.hands[0].deck) == deck_of_hand(seed, 0)
    assert first.hands[0].deck != second.hands[0].deck


def test_one_that_is_late_is_charged_so_and_plays_on_when_it_says_hello_again() -> None:
    class Slow(RandomBot):
        """Thinks about its first decision for too long."""

        decided = 0

        def choose(self, view: View) -> Play:
            Slow.decided += 1
            if Slow.decided == 1:
                time.sleep(1.0)
            return super().choose(view)

    result = Match(TIME._replace(cap=0.3), Slow, boards=2).played()
    (fault,) = result.faults
    assert fault.kind is FaultKind.LATE
    lost = [[bool(game.faults) for game in board.games] for board in result.boards]
    assert lost == [[True, False], [True, False]], "it owed an answer in both games"


def test_pings_are_answered_while_a_bot_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    ponged = threading.Event()
    answered = Latency.answered

    def noted(latency: Latency, number: int, now: float) -> bool:
        ponged.set()
        return answered(latency, number, now)

    class Waiting(RandomBot):
        """Decides for the first time when a pong has come meanwhile."""

        waited: ClassVar[list[bool]] = []

        def choose(self, view: View) -> Play:
            if not self.waited:
                ponged.clear()
                self.waited.append(ponged.wait(10.0))
            return super().choose(view)

    monkeypatch.setattr(Latency, "answered", noted)
    result = Match(bot=Waiting).played()
    assert Waiting.waited == [True]
    assert not result.faults
