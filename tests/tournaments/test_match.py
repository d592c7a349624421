"""The author's loop: files play each other, and nothing is stored."""

import os
import re
import signal
import subprocess
import sys
from typing import IO

import pytest
from tablic_tournaments.submit import example_folder

from .place import BOTS, EXAMPLES, Place
from .processes import DEADLINE, linux_only, processes_of, wait_until
from .test_contents import written

SHORT = ("--rules", "tablic hands=1")
FIRST = BOTS / "first_bot.py"
ADDRESS = re.compile(r"TABLIC_ADDRESS=(\S+) TABLIC_TOKEN=(\S+)")


def files_of(place: Place) -> list[str]:
    return sorted(path.name for path in place.root.rglob("*"))


def rows_of(stdout: str) -> dict[str, list[str]]:
    """The standings: for each bot, the other columns of its line."""
    lines = [line.split() for line in stdout.splitlines()[1:]]
    return {words[1]: words[2:] for words in lines}


def test_a_match_prints_standings_and_leaves_nothing(place: Place) -> None:
    before = files_of(place)
    done = place.run("match", EXAMPLES / "greedy_bot.py", FIRST, "--boards", "6", *SHORT)
    rows = rows_of(done.stdout)
    assert list(rows) == ["greedy_bot", "first_bot"]
    assert [columns[0] for columns in rows.values()] == ["6", "6"]
    assert "elo" not in done.stdout
    assert done.stderr == ""
    assert files_of(place) == before == ["tmp"]


def test_a_bot_can_play_itself(place: Place) -> None:
    done = place.run("match", FIRST, FIRST, "--boards", "2", *SHORT)
    rows = rows_of(done.stdout)
    assert rows["first_bot"][:2] == rows["first_bot-2"][:2] == ["2", "50.0"]


def test_boards_beyond_the_tables_are_played_by_further_processes(place: Place) -> None:
    chatty = BOTS / "chatty_bot.py"
    done = place.run("match", FIRST, chatty, "--boards", "3", "--tables", "2", *SHORT)
    assert rows_of(done.stdout[done.stdout.index("rank") :])["first_bot"][0] == "3"
    # Two batches of two rotations, and three games in each seat.
    assert done.stdout.count("run by ") == 4
    assert done.stdout.count("a game in seat 0") == done.stdout.count("a game in seat 1") == 3


def test_a_fault_is_told_with_what_the_bot_printed(place: Place) -> None:
    path = written(place.root / "bad.py", "import no_such_module\n")
    done = place.run("match", path, FIRST, "--boards", "2", *SHORT)
    faults = [line for line in done.stdout.splitlines() if line.startswith("bad: ")]
    assert (
        faults
        == ["bad: startup fault, 2 games lost: It ended with exit code 1 before it said hello."] * 2
    )
    assert "--- the end of what bad printed ---\nTraceback (most recent call last):" in done.stdout
    assert "ModuleNotFoundError: No module named 'no_such_module'" in done.stdout
    rows = rows_of(done.stdout[done.stdout.index("rank") :])
    assert rows["bad"][:2] == ["2", "0.0"]
    assert rows["bad"][-3:] == ["2", "2", "startup"]
    assert rows["first_bot"][-1] == "0"


def test_an_illegal_play_is_told_with_the_position(place: Place) -> None:
    done = place.run("match", FIRST, BOTS / "illegal_bot.py", "--boards", "1", *SHORT)
    faults = [line for line in done.stdout.splitlines() if line.startswith("illegal_bot: ")]
    assert len(faults) == 2
    assert all("illegal fault, 1 game lost: " in fault for fault in faults)
    assert all("(table: " in fault for fault in faults)
    assert "I play what I do not have" in done.stdout


def test_an_arena_is_neither_needed_nor_made(place: Place) -> None:
    place.db.mkdir()
    place.run("match", FIRST, FIRST, "--boards", "1", *SHORT)
    assert list(place.db.iterdir()) == []


def next_address(stderr: IO[str]) -> tuple[str, str]:
    """What the next announcement says: the address and the token."""
    for line in stderr:
        if found := ADDRESS.search(line):
            return found[1], found[2]
    raise AssertionError("the match ended without another announcement")


def play_by_hand(place: Place, address: str, token: str) -> subprocess.CompletedProcess[str]:
    """Start the awaited bot as its author would, from a folder of their own."""
    return subprocess.run(
        [sys.executable, example_folder() / "random_bot.py"],
        cwd=place.temporary,
        env={**os.environ, "TABLIC_ADDRESS": address, "TABLIC_TOKEN": token},
        capture_output=True,
        text=True,
        check=True,
        timeout=DEADLINE,
    )


def test_a_side_can_be_started_by_hand_once_for_each_rotation(place: Place) -> None:
    process = place.start("match", FIRST, "--wait-for", "me", "--boards", "2", *SHORT)
    assert process.stderr
    asked = []
    for _ in range(2):
        address, token = next_address(process.stderr)
        asked.append((address, token))
        assert address.startswith("unix:/")
        assert len(token) == 32
        played = play_by_hand(place, address, token)
        assert (played.stdout, played.stderr) == ("", "")
    stdout, stderr = process.communicate(timeout=DEADLINE)
    assert process.returncode == 0
    assert not ADDRESS.search(stderr)
    rows = rows_of(stdout[stdout.index("rank") :])
    assert rows["me"][0] == rows["first_bot"][0] == "2"
    assert rows["me"][-1] == "0"


def test_a_bot_with_the_wrong_token_is_refused_and_harms_nobody(place: Place) -> None:
    process = place.start("match", FIRST, "--wait-for", "me", "--boards", "1", *SHORT)
    assert process.stderr
    address, token = next_address(process.stderr)
    with pytest.raises(subprocess.CalledProcessError) as caught:
        play_by_hand(place, address, "0" * 32)
    assert caught.value.returncode == 1
    assert caught.value.stderr == "RandomBot: the referee refuses: This token is not known.\n"
    play_by_hand(place, address, token)
    play_by_hand(place, *next_address(process.stderr))
    stdout, _ = process.communicate(timeout=DEADLINE)
    assert process.returncode == 0
    assert rows_of(stdout[stdout.index("rank") :])["me"][-1] == "0"


def test_ctrl_c_ends_a_match_that_waits(place: Place) -> None:
    process = place.start("match", FIRST, "--wait-for", "me", "--boards", "2", *SHORT)
    assert process.stderr
    next_address(process.stderr)
    os.killpg(process.pid, signal.SIGINT)
    stdout, stderr = process.communicate(timeout=DEADLINE)
    assert process.returncode == 0
    assert stdout == "No board was finished.\n"
    assert "Traceback" not in stderr


@linux_only
def test_ctrl_c_ends_a_match_that_plays(place: Place) -> None:
    thinking = BOTS / "thinking_bot.py"
    process = place.start("match", thinking, thinking, "--boards", "50", "--tables", "1")
    assert wait_until(
        lambda: any("thinking" in text for text in processes_of(place.temporary).values())
    )
    os.killpg(process.pid, signal.SIGINT)
    _, stderr = process.communicate(timeout=DEADLINE)
    assert process.returncode == 0
    assert "Traceback" not in stderr


def test_ctrl_c_says_once_how_far_the_match_is(place: Place) -> None:
    arguments = ("--boards", "400", "--tables", "1", *SHORT)
    process = place.start("match", FIRST, FIRST, *arguments)
    assert process.stderr
    assert process.stderr.readline() == "1 of 400 boards\n"
    os.killpg(process.pid, signal.SIGINT)
    _, stderr = process.communicate(timeout=DEADLINE)
    assert process.returncode == 0
    last = stderr.splitlines()[-1]
    assert re.fullmatch(r"Stopped\. \d+ of 400 boards", last)
    assert stderr.count(last.removeprefix("Stopped. ")) <= 2


def deepened(place: Place, length: int) -> Place:
    """A place whose temporary folder has a path of so many bytes."""
    more = length - len(bytes(place.temporary)) - 1
    if more < 1:
        pytest.skip("the temporary folder is too deep already")
    place.temporary /= "x" * more
    place.temporary.mkdir()
    return place


@pytest.mark.parametrize("length", [76, 77, 78, 99])
def test_sockets_have_a_short_path_also_below_a_deep_temporary_folder(
    place: Place, length: int
) -> None:
    done = deepened(place, length).run("match", FIRST, FIRST, "--boards", "1", *SHORT)
    assert rows_of(done.stdout)["first_bot"][:2] == ["1", "50.0"]
    assert list(place.temporary.iterdir()) == []
    place.temporary.rmdir()
    place.temporary = place.temporary.parent


def test_the_socket_of_a_bot_started_by_hand_has_a_short_path_too(place: Place) -> None:
    arguments = ("match", FIRST, "--wait-for", "me", "--boards", "1", *SHORT)
    process = deepened(place, 99).start(*arguments)
    assert process.stderr
    for _ in range(2):
        play_by_hand(place, *next_address(process.stderr))
    process.communicate(timeout=DEADLINE)
    assert process.returncode == 0
    assert list(place.temporary.iterdir()) == []
    place.temporary.rmdir()
    place.temporary = place.temporary.parent
