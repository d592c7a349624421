"""A scripted person: reads what is asked, and types an answer when it is asked."""

import os
import pty
import re
import select
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from .place import COMMAND, Place
from .processes import DEADLINE

__all__ = ["PROMPT", "ScriptedPerson", "first_play", "sit_down"]

PROMPT: Final = re.compile(
    r"(Your play(?: \(c claims\))?: |\(k\) or let them lie \(l\)\? |\(y/n\) )$"
)
# Far more than a short game takes: a script that is not understood has an end.
MOST_ANSWERS: Final = 400

Answer = Callable[[str], str]


class ScriptedPerson:
    """A command with a person at its pipes or at its terminal."""

    def __init__(self, process: subprocess.Popen[bytes], reads: int, writes: int) -> None:
        self.process = process
        self.transcript = ""
        self._reads, self._writes = reads, writes
        self._looked_at = 0

    def await_prompt(self) -> str | None:
        """What was printed up to the next prompt since the last; None at the end."""
        while not PROMPT.search(self.transcript, self._looked_at):
            data = self._read()
            if not data:
                return None
            self.transcript += data.decode().replace("\r\n", "\n")
        told = self.transcript[self._looked_at :]
        self._looked_at = len(self.transcript)
        return told

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self._writes, f"{line}\n".encode())

    def play_on(self, answer: Answer) -> str:
        """Answer every prompt until the end; returns everything that was printed."""
        for _ in range(MOST_ANSWERS):
            told = self.await_prompt()
            if told is None:
                return self.transcript
            self.type(answer(told))
        raise AssertionError(self.transcript[-3000:])

    def end(self, code: int = 0) -> str:
        """Read to the end, which has this exit code; returns everything that was printed."""
        assert self.await_prompt() is None, self.transcript
        assert self.process.wait(DEADLINE) == code, self.transcript
        return self.transcript

    def _read(self) -> bytes:
        ready, _, _ = select.select([self._reads], [], [], DEADLINE)
        assert ready, self.transcript[-3000:]
        try:
            return os.read(self._reads, 1 << 16)
        except OSError:
            return b""  # how Linux says that the other end of a terminal is closed


def first_play(told: str) -> str:
    """The first legal play: asks for the list, then names its first number."""
    if "(k) or" in told:
        return "k"
    if told.rstrip().endswith("(y/n)"):
        return "y"
    return "1" if "\n   1  " in told else "?"


@contextmanager
def sit_down(
    place: Place, *arguments: str | Path, terminal: bool = False
) -> Iterator[ScriptedPerson]:
    """Start ``tablic-arena play``; the person leaves at the end."""
    ours, theirs = pty.openpty() if terminal else (-1, -1)
    process = subprocess.Popen(
        [COMMAND, "play", *map(str, arguments), "--trust-bots"],
        cwd=place.root,
        env={
            **os.environ,
            "TABLIC_ARENA_DB": str(place.db),
            "TMPDIR": str(place.temporary),
            "TERM": "xterm",
        },
        stdin=theirs if terminal else subprocess.PIPE,
        stdout=theirs if terminal else subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    if terminal:
        os.close(theirs)
        person = ScriptedPerson(process, ours, ours)
    else:
        assert process.stdin
        assert process.stdout
        person = ScriptedPerson(process, process.stdout.fileno(), process.stdin.fileno())
    try:
        yield person
    finally:
        process.terminate()
        process.wait(DEADLINE)
        if terminal:
            os.close(ours)
        else:
            process.communicate()
