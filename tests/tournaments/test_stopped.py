"""Ctrl-C keeps what is finished; --resume goes on with what was stored."""

import os
import signal
import subprocess
from collections import Counter
from pathlib import Path

from .place import BOTS, EXAMPLES, Place
from .processes import DEADLINE, wait_until
from .test_contents import written

THINKING = BOTS / "thinking_bot.py"
RANDOM = EXAMPLES / "random_bot.py"
# Batches of a second or so: there is always a middle.
ARGUMENTS = ("--boards", "6", "--tables", "2", "--workers", "1", "--rules", "tablic hands=1")


def started(place: Place, *arguments: str | Path) -> subprocess.Popen[str]:
    """A tournament that has stored its first boards and plays the next."""
    process = place.start("tournament", *arguments)
    assert wait_until(lambda: ended(process) or (place.db.exists() and place.boards() > 0))
    assert not ended(process), process.communicate()
    assert 0 < place.boards() < 6
    return process


def ended(process: subprocess.Popen[str]) -> bool:
    return process.poll() is not None


def interrupt(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Press Ctrl-C: the signal reaches the whole process group."""
    os.killpg(process.pid, signal.SIGINT)
    return process.communicate(timeout=DEADLINE)


def assert_complete(place: Place) -> None:
    records = place.records()
    played = Counter((record.board, record.rotation) for record in records)
    assert set(played.values()) == {1}
    assert len(played) == 12
    assert not any(record.faults for record in records)
    for record in records:
        assert list(record.replay())


def test_ctrl_c_keeps_what_is_stored_and_resume_plays_the_rest(place: Place) -> None:
    place.submit(THINKING, RANDOM)
    process = started(place, *ARGUMENTS)
    stdout, stderr = interrupt(process)
    assert process.returncode == 0
    assert "Stopping: the boards in play are cut short." in stderr
    assert "Traceback" not in stderr
    stored = place.boards()
    assert stdout.startswith(
        f"Stopped with {stored} board{'s' if stored > 1 else ''} stored; go on with: "
        "tablic-arena tournament --resume 1\n"
    )
    assert "Standings of tournament 1:" in stdout
    kept = place.record_texts()
    assert len(kept) == 2 * place.boards() > 0

    done = place.run("tournament", "--resume")
    assert "Stopped" not in done.stdout
    assert set(kept) < set(place.record_texts())
    assert_complete(place)


def test_sigterm_stops_as_cleanly(place: Place) -> None:
    place.submit(THINKING, RANDOM)
    process = started(place, *ARGUMENTS)
    process.terminate()
    stdout, _ = process.communicate(timeout=DEADLINE)
    assert process.returncode == 0
    assert stdout.startswith(f"Stopped with {place.boards()} board")
    assert 0 < place.boards() < 6


def test_a_resumed_tournament_keeps_its_versions_when_newer_ones_were_submitted(
    place: Place,
) -> None:
    place.submit(THINKING, RANDOM)
    interrupt(started(place, *ARGUMENTS))
    newer = written(place.root / "thinking_bot.py", THINKING.read_text() + "\n# newer\n")
    place.submit(newer)
    with place.arena() as arena:
        assert [bot.entrant.label for bot in arena.bots.latest(["thinking"])] == ["thinking 2"]
        arena.bots.retire("random")
    place.run("tournament", "--resume", "1")
    assert {name for record in place.records() for name in record.seats} == {
        "thinking 1",
        "random 1",
    }
    assert_complete(place)


def test_a_second_process_cannot_play_the_same_tournament(place: Place) -> None:
    place.submit(THINKING, RANDOM)
    process = started(place, *ARGUMENTS)
    second = place.run("tournament", "--resume", "1", code=1)
    assert second.stderr.splitlines()[-1] == (
        "Error: tournament 1 is being played by another process; wait for it, or stop it with "
        "Ctrl-C there"
    )
    # The first one has not noticed, and the arena can be looked at meanwhile.
    assert not ended(process)
    assert place.run("games", "--csv").stdout.count("\n") > 1
    interrupt(process)


def test_two_tournaments_can_be_played_at_the_same_time(place: Place) -> None:
    place.submit(THINKING, RANDOM)
    first = started(place, *ARGUMENTS)
    second = place.run("tournament", "--boards", "1", "--rules", "tablic hands=1")
    assert "Standings of tournament 2:" in second.stdout
    first.communicate(timeout=DEADLINE)
    assert first.returncode == 0
    assert len(place.rows("SELECT id FROM board WHERE tournament = 1")) == 6
