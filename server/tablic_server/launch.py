"""Bot processes: started, drained, killed, and what they used."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Final, NamedTuple

__all__ = ["LOG_BYTES", "BotProcess", "Program", "kill_all"]

# The end of what a process printed, kept for its author.
LOG_BYTES: Final = 64 * 1024

_LAUNCHER: Final = str(Path(__file__).with_name("launcher.py"))
_KEPT_VARIABLES: Final = ("PATH", "LANG", "LC_ALL", "TZ")


# The processes of this worker that have not ended.
_running: "set[BotProcess]" = set()


class Program(NamedTuple):
    """How to start a bot: its name, the command, and the folder it runs in.

    A program without a command is one that its author starts by hand, with the given token.
    """

    name: str
    command: tuple[str, ...]
    folder: str
    token: str = ""


class BotProcess:
    """One running bot, in a session of its own, with nothing of the arena's environment.

    ``exited`` is set to the exit code, negative for a signal; ``cpu`` and ``wall`` are its seconds
    then.
    """

    def __init__(self, program: Program, home: str, variables: dict[str, str]) -> None:
        """Start the program; raises OSError where not even the launcher can be started."""
        kept = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
        launcher = [sys.executable, "-I", "-S", _LAUNCHER, str(os.getpid())]
        self._started = time.monotonic()
        self._process = subprocess.Popen(
            [*launcher, *program.command],
            cwd=program.folder,
            env={**kept, "HOME": home, "TMPDIR": home, "PYTHONDONTWRITEBYTECODE": "1", **variables},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        _running.add(self)
        self.cpu = self.wall = 0.0
        self.printed = 0
        self._log = bytearray()
        self._loop = asyncio.get_running_loop()
        self.exited: asyncio.Future[int] = self._loop.create_future()
        self._drained = asyncio.Event()
        assert self._process.stdout  # noqa: S101  # for the type checker
        self._output = self._process.stdout
        os.set_blocking(self._output.fileno(), False)
        self._loop.add_reader(self._output.fileno(), self._drain)
        threading.Thread(target=self._wait, daemon=True).start()

    @property
    def log(self) -> str:
        """The end of what it printed, stdout and stderr together."""
        text = bytes(self._log).decode(errors="replace")
        dropped = self.printed - len(self._log)
        return f"[{dropped} bytes before this are not kept]\n{text}" if dropped else text

    async def close(self, grace: float) -> None:
        """Wait so many seconds for the exit, kill what is left of the session, and reap."""
        await asyncio.wait([self.exited], timeout=grace)
        self.kill()
        await self.exited
        _running.discard(self)
        try:
            # A grandchild in another session may hold the pipe open: do not wait for its end.
            await asyncio.wait_for(self._drained.wait(), timeout=0.2)
        except TimeoutError:
            self._close_output()

    def kill(self) -> None:
        """Kill everything in the session of the bot."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def _wait(self) -> None:
        _, status, usage = os.wait4(self._process.pid, 0)
        code = self._process.returncode = os.waitstatus_to_exitcode(status)
        self.cpu = usage.ru_utime + usage.ru_stime
        self.wall = time.monotonic() - self._started
        self._loop.call_soon_threadsafe(self.exited.set_result, code)

    def _drain(self) -> None:
        try:
            data = os.read(self._output.fileno(), LOG_BYTES)
        except BlockingIOError:
            return
        if not data:
            self._close_output()
            return
        self.printed += len(data)
        self._log += data
        del self._log[:-LOG_BYTES]

    def _close_output(self) -> None:
        self._loop.remove_reader(self._output.fileno())
        self._output.close()
        self._drained.set()


def kill_all() -> None:
    """Kill every bot of this worker, which is about to end."""
    for process in tuple(_running):
        process.kill()
