"""A tournament on a Dask cluster gives the records of a local one, whatever dies meanwhile."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from .clusters import Cluster
from .commands import invoke
from .place import EXAMPLES, Place
from .processes import DEADLINE, linux_only, processes_of, wait_until

pytest.importorskip("distributed", reason="pip install 'tablic-arena[cluster]'")

pytestmark = linux_only

BUNDLED = [EXAMPLES / f"{name}_bot.py" for name in ("careful", "random")]
SHORT = (
    "tournament", "--boards", "2", "--tables", "2", "--secret", "7a" * 32,
    "--rules", "tablic hands=1",
)  # fmt: skip
LONG = (
    "tournament", "--boards", "8", "--tables", "2", "--secret", "7a" * 32,
    "--rules", "tablic hands=1",
)  # fmt: skip


@pytest.fixture
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A scheduler without workers."""
    cluster = Cluster(tmp_path_factory.mktemp("c"))
    try:
        yield cluster
    finally:
        cluster.end()


def players_of(cluster: Cluster) -> list[int]:
    """The processes that play for the workers."""
    commands = processes_of(cluster.root).items()
    return [number for number, command in commands if "runners.player" in command]


def locally(tmp_path_factory: pytest.TempPathFactory, *arguments: str) -> list[str]:
    """The records of a tournament that is played here."""
    place = Place(tmp_path_factory.mktemp("l"))
    place.submit(*BUNDLED)
    place.run(*arguments)
    return place.record_texts()


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The records of the long tournament."""
    return locally(tmp_path_factory, *LONG)


@pytest.mark.long
def test_a_cluster_plays_what_this_machine_would(
    place: Place, cluster: Cluster, tmp_path_factory: pytest.TempPathFactory
) -> None:
    place.submit(*BUNDLED)
    cluster.add_worker("--resources", "memory=1")
    refused = place.run(*SHORT, "--cluster", cluster.address, code=1)
    assert refused.stderr.splitlines()[-1] == (
        f"Error: no worker of the cluster at {cluster.address} offers slots for matches; start "
        f"workers with: dask worker {cluster.address} --nthreads 1 --resources tablic_slots=1"
    )
    cluster.add_worker()
    place.run("tournament", "--resume", "--cluster", cluster.address)
    assert place.record_texts() == locally(tmp_path_factory, *SHORT)
    assert place.rows("SELECT count(*) FROM fault") == [(0,)]
    assert players_of(cluster) == []


@pytest.mark.long
def test_when_a_worker_is_killed_others_play_its_boards(
    place: Place, cluster: Cluster, expected: list[str]
) -> None:
    place.submit(*BUNDLED)
    doomed = cluster.add_worker()
    cluster.add_worker()
    process = place.start(*LONG, "--cluster", cluster.address)
    assert wait_until(lambda: process.poll() is not None or len(players_of(cluster)) == 2)
    os.kill(doomed.pid, signal.SIGKILL)
    assert process.poll() is None, process.communicate()
    _, stderr = process.communicate(timeout=5 * DEADLINE)
    assert process.returncode == 0, stderr
    assert place.record_texts() == expected
    assert place.rows("SELECT count(*) FROM fault") == [(0,)]


@pytest.mark.long
def test_when_the_scheduler_is_killed_the_tournament_ends_and_can_go_on(
    place: Place, cluster: Cluster, expected: list[str]
) -> None:
    place.submit(*BUNDLED)
    cluster.add_worker()
    process = place.start(*LONG, "--cluster", cluster.address)
    assert wait_until(lambda: process.poll() is not None or place.boards() > 0)
    cluster.scheduler.kill()
    _, stderr = process.communicate(timeout=5 * DEADLINE)
    assert process.returncode == 1
    assert stderr.splitlines()[-1] == (
        f"Error: the Dask scheduler at {cluster.address} is gone; what was played is kept, go on "
        "with: tablic-arena tournament --resume 1"
    )
    assert wait_until(lambda: not processes_of(cluster.root))
    place.run("tournament", "--resume")
    assert place.record_texts() == expected


@pytest.mark.long
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_tournament_that_ends_leaves_nothing_on_the_cluster(
    how: signal.Signals,
    place: Place,
    cluster: Cluster,
    expected: list[str],
) -> None:
    place.submit(*BUNDLED)
    cluster.add_worker()
    before = set(processes_of(cluster.root))
    process = place.start(*LONG, "--cluster", cluster.address)
    assert wait_until(lambda: process.poll() is not None or place.boards() > 0)
    process.send_signal(how)
    stdout, stderr = process.communicate(timeout=2 * DEADLINE)
    assert how is signal.SIGKILL or "Stopped with" in stdout, stderr
    assert wait_until(lambda: set(processes_of(cluster.root)) <= before), cluster.log()
    place.run("tournament", "--resume", "--cluster", cluster.address)
    assert place.record_texts() == expected


def test_where_there_is_no_scheduler_nothing_is_played(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT", "100ms")
    place.submit(*BUNDLED)
    done = place.run(*SHORT, "--cluster", "tcp://127.0.0.1:1", code=1)
    assert done.stderr.splitlines()[-1].startswith(
        "Error: there is no Dask scheduler at tcp://127.0.0.1:1: Timed out"
    )
    done = place.run("tournament", "--resume", "--cluster", "tls://127.0.0.1:1", code=1)
    assert done.stderr.splitlines()[-1] == (
        "Error: tls://127.0.0.1:1 needs certificates; name them in Dask's own configuration, as "
        "distributed.comm.tls, see docs/cluster.md"
    )
    assert place.boards() == 0


def test_without_dask_it_is_said_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "tablic_tournaments.runners.cluster", raising=False)
    monkeypatch.setitem(sys.modules, "distributed", None)
    place = Place(tmp_path)
    place.submit(*(EXAMPLES / f"{name}_bot.py" for name in ("greedy", "random")))
    stderr = invoke("tournament", "--cluster", "tcp://127.0.0.1:1", db=place.db, code=1).stderr
    assert stderr.splitlines()[-1] == (
        "Error: --cluster needs Dask, and distributed is not installed; install it with: pip "
        "install 'tablic-arena[cluster]'"
    )
