"""Bots of a match run on cores of their own, where there are two."""

import asyncio
import os
import sys

import pytest
from tablic_server.cores import MOST_TABLES, core_of, on_core
from tablic_server.launch import BotProcess, Program
from tablic_tournaments.runners.local import core_shares

SHOW = "import os; print(sorted(os.sched_getaffinity(0)))"

two_cores = pytest.mark.skipif(
    not hasattr(os, "sched_getaffinity") or len(os.sched_getaffinity(0)) < 2,
    reason="this machine has no two cores to choose from",
)


def with_cores(monkeypatch: pytest.MonkeyPatch, *cores: int) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: set(cores), raising=False)


def test_neighbours_sit_on_different_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    with_cores(monkeypatch, 4, 6, 7)
    assert [core_of(seat, 1) for seat in range(4)] == [4, 6, 7, 4]
    assert core_of(1, MOST_TABLES) == 6
    assert core_of(1, MOST_TABLES + 1) is None
    with_cores(monkeypatch, 5)
    assert core_of(1, 1) is None


@two_cores
def test_what_is_started_on_a_core_stays_there() -> None:
    before = os.sched_getaffinity(0)
    core = max(before)

    async def printed() -> str:
        with on_core(core):
            process = BotProcess(Program("shown", (sys.executable, "-c", SHOW), "/"), "/x", "token")
        await process.close(10)
        return process.log

    assert asyncio.run(printed()).strip() == f"[{core}]"
    assert os.sched_getaffinity(0) == before


def test_workers_share_the_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    with_cores(monkeypatch, *range(8))
    assert core_shares(1) == [set(range(8))]
    assert core_shares(4) == [{0, 1}, {2, 3}, {4, 5}, {6, 7}]
    assert core_shares(3) == [{0, 1}, {2, 3}, {4, 5}]
    assert core_shares(5) == [set(range(8))] * 5
    monkeypatch.delattr(os, "sched_getaffinity")
    assert core_shares(2) == [set(), set()]
