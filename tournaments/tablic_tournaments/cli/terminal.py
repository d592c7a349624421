"""A person at a terminal, or a script at a pipe: lines out, lines in."""

import os
import sys
import threading
from collections.abc import Callable, Iterable
from queue import SimpleQueue

import click

from tablic_tournaments.reports.faces import Faces

__all__ = ["PersonLeft", "Terminal", "faces_of_terminal"]


class PersonLeft(Exception):  # noqa: N818  # nothing is wrong
    """The person has left the game, or the game is over while a line is awaited."""


class Terminal:
    """Standard input and output; ``on_leave`` is called when the person leaves.

    Lines are read in a thread of their own, with ``os.read``: nothing can interrupt a ``readline``,
    and Python would wait for its lock at the end.
    """

    def __init__(self, on_leave: Callable[[], None]) -> None:
        self._on_leave = on_leave
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._echoes = sys.stdin.isatty()
        threading.Thread(target=self._read, daemon=True).start()

    def say(self, lines: Iterable[str]) -> None:
        """Print some lines."""
        for line in lines:
            # The faces know whether there is colour.
            click.echo(line, color=True)

    def ask(self, prompt: str) -> str:
        """The next line; raises PersonLeft where there is none."""
        click.echo(prompt, nl=False)
        line = self._lines.get()
        if line is None:
            click.echo()
            self.leave()
        if not self._echoes:
            click.echo(line)
        return line or ""

    def leave(self) -> None:
        """Leave the game."""
        self._on_leave()
        raise PersonLeft

    def close(self) -> None:
        """Let whoever waits for a line go on without one."""
        self._lines.put(None)

    def _read(self) -> None:
        rest = b""
        while data := _some_bytes(sys.stdin.fileno()):
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self._lines.put(line.decode(errors="replace"))
        if rest:
            self._lines.put(rest.decode(errors="replace"))
        self.close()


def faces_of_terminal(*, ascii_only: bool) -> Faces:
    """Suits as symbols where they can be written, in colour where there is a terminal."""
    try:
        "♣♦♥♠".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        ascii_only = True
    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    return Faces(symbols=not ascii_only, colour=colour and os.environ.get("TERM") != "dumb")


def _some_bytes(file: int) -> bytes:
    try:
        return os.read(file, 4096)
    except OSError:
        return b""  # the terminal is gone
