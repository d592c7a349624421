"""SIGKILL in the middle: no process stays, no board is lost, and the records come out the same."""

import os
import signal
import subprocess
from pathlib import Path

import pytest
from tablic_server.finding import find_sandbox

from .place import BOTS, EXAMPLES, Place
from .processes import (
    DEADLINE,
    assert_no_process_of,
    linux_only,
    processes_of,
    wait_until,
)

pytestmark = linux_only

SECRET = "7a" * 32
BUNDLED = [EXAMPLES / f"{name}_bot.py" for name in ("careful", "greedy", "random")]
# Six batches for the only worker.
BOARDS = 3 * 8
SHORT = ("--rules", "tablic hands=1")
ARGUMENTS = (
    "tournament", "--boards", "8", "--tables", "4", "--workers", "1", "--secret", SECRET,
    "--rules", "tablic target=31",
)  # fmt: skip


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The records of the same tournament, played without any trouble."""
    place = Place(tmp_path_factory.mktemp("u"))
    place.submit(*BUNDLED)
    place.run(*ARGUMENTS)
    records = place.record_texts()
    assert len(records) == 2 * BOARDS
    return records


def in_the_middle(place: Place) -> subprocess.Popen[str]:
    """A tournament that has stored a batch, and plays another."""
    process = place.start(*ARGUMENTS)
    assert wait_until(
        lambda: process.poll() is not None or (place.db.exists() and place.boards() > 0)
    )
    assert process.poll() is None, process.communicate()
    return process


def workers_of(place: Place, tournament: int) -> list[int]:
    """The workers of a tournament process: its children.

    A bot has the command of its worker too, between fork and exec, but the worker as its parent.
    """
    commands = processes_of(place.root).items()
    workers = [number for number, command in commands if "spawn_main" in command]
    return [number for number in workers if parent_of(number) == tournament]


def parent_of(process: int) -> int | None:
    """The parent of a process, or None: it ended."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return None
    return int(stat.rpartition(")")[2].split()[1])


def bots_of(place: Place) -> list[int]:
    commands = processes_of(place.root).items()
    return [number for number, command in commands if command.rstrip().endswith("_bot.py")]


def test_a_killed_tournament_is_gone_at_once_and_resumes_to_the_same_records(
    place: Place, undisturbed: list[str]
) -> None:
    place.submit(*BUNDLED)
    process = in_the_middle(place)
    assert wait_until(lambda: bool(bots_of(place)))
    process.kill()
    process.wait()
    assert_no_process_of(place.root, seconds=5.0)
    kept = place.record_texts()
    assert 0 < len(kept) < 2 * BOARDS
    assert set(kept) < set(undisturbed)

    place.run("tournament", "--resume")
    assert place.record_texts() == undisturbed
    assert place.rows("PRAGMA integrity_check") == [("ok",)]


def test_a_killed_worker_is_replaced_and_the_records_are_the_same(
    place: Place, undisturbed: list[str]
) -> None:
    place.submit(*BUNDLED)
    process = in_the_middle(place)
    [worker] = workers_of(place, process.pid)
    os.kill(worker, signal.SIGKILL)
    stdout, stderr = process.communicate(timeout=2 * DEADLINE)
    assert process.returncode == 0, stderr
    assert "Standings of tournament 1:" in stdout
    assert place.record_texts() == undisturbed
    assert place.rows("SELECT count(*) FROM fault") == [(0,)]


def test_a_worker_that_is_killed_again_and_again_ends_the_tournament(
    place: Place, undisturbed: list[str]
) -> None:
    place.submit(*BUNDLED)
    process = in_the_middle(place)
    killed: set[int] = set()

    def kill_another() -> bool:
        for worker in set(workers_of(place, process.pid)) - killed:
            os.kill(worker, signal.SIGKILL)
            killed.add(worker)
        return process.poll() is not None

    assert wait_until(kill_another)
    _, stderr = process.communicate()
    assert process.returncode == 1
    sentence = stderr.splitlines()[-1]
    assert sentence.startswith("Error: ")
    assert sentence.endswith(
        "failed 3 times, at last because a worker process was killed; what was played is kept, go "
        "on with: tablic-arena tournament --resume 1"
    )
    assert "Traceback" not in stderr
    place.run("tournament", "--resume")
    assert place.record_texts() == undisturbed


def test_a_killed_bot_is_a_fault_of_the_bot_and_is_started_again(place: Place) -> None:
    place.submit(BOTS / "thinking_bot.py", EXAMPLES / "random_bot.py")
    process = place.start("tournament", "--boards", "4", "--tables", "2", *SHORT)

    # A sandbox is two processes: until it is, what is killed is not what the bot will run in.
    whole = 2 if find_sandbox().confines else 1

    def one_is_killed() -> bool:
        commands = processes_of(place.root).items()
        bots = [number for number, command in commands if "thinking_bot.py" in command]
        for bot in bots if len(bots) >= whole else ():
            os.kill(bot, signal.SIGKILL)
        return len(bots) >= whole

    assert wait_until(one_is_killed)
    process.communicate(timeout=2 * DEADLINE)
    assert process.returncode == 0
    assert place.boards() == 4
    [(kind, message)] = place.rows("SELECT kind, message FROM fault")
    assert kind in ("startup", "crashed")
    assert str(message).startswith("It was ended by signal 9 before ")
