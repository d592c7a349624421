"""Bot processes: started, drained, killed, and what they used."""

import asyncio
import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from tablic.environment import ADDRESS_VARIABLE, TOKEN_VARIABLE

from tablic_server.limits import DEFAULT_LIMITS, MIB, Limits
from tablic_server.mounts import SOCKET
from tablic_server.printed import printed
from tablic_server.sandbox import BARE, Sandbox, bot_variables, sandbox_command
from tablic_server.seccomp import open_filter
from tablic_server.usage import cpu_seconds, uses_more

__all__ = ["BotProcess", "Program", "adopt_orphans", "kill_all", "wait_for_all"]

# How often it is summed up what a bot's processes use, and the most of the loop's time for that:
# a bot with hundreds of processes would slow others down.
LOOK_SECONDS: Final = 0.5
LOOK_SHARE: Final = 0.02
# How many looks are remembered.
MOST_LOOKS: Final = 1_000
_READ_BYTES: Final = 64 * 1024
_PR_SET_CHILD_SUBREAPER: Final = 36

_LAUNCHER: Final = str(Path(__file__).with_name("launcher.py"))
_KEPT_VARIABLES: Final = ("PATH", "LANG", "LC_ALL", "TZ")


# The processes of this worker that have not ended.
_running: "set[BotProcess]" = set()


class Program(NamedTuple):
    """How to start a bot: its name, the command, and the folder it runs in.

    A program without a command is one that its author starts by hand, with the given token. Or it
    is a bot that runs elsewhere: it has a clock, and may come back when its stream is lost.
    """

    name: str
    command: tuple[str, ...]
    folder: str
    token: str = ""
    elsewhere: bool = False


class BotProcess:
    """One running bot, in a session of its own, with nothing of the arena's environment.

    ``exited`` is set to the exit code, negative for a signal; ``cpu`` and ``wall`` are its seconds
    then. In a sandbox nothing of the bot is left at that time. Where all its processes use more
    memory than one may, they are killed, and ``overused`` is set.
    """

    def __init__(
        self,
        program: Program,
        socket: str,
        token: str,
        sandbox: Sandbox = BARE,
        limits: Limits = DEFAULT_LIMITS,
    ) -> None:
        """Start the program; raises OSError where not even the launcher can be started."""
        self.sandbox = sandbox
        self.overused = False
        self._limits = limits
        self._started = time.monotonic()
        self._cpu_looks = deque([(self._started, 0.0)], maxlen=MOST_LOOKS)
        self.uid = 0
        if sandbox.confines:
            self.uid = sandbox.free_uid({process.uid for process in _running})
            self._process = _start_confined(program, socket, token, sandbox, limits, self.uid)
        else:
            self._process = _start_bare(program, socket, token)
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
        self._next_look = self._loop.call_later(LOOK_SECONDS, self._look_at_usage)
        threading.Thread(target=self._wait, daemon=True).start()

    @property
    def pid(self) -> int:
        """The number of the process, or of the sandbox that it is in."""
        return self._process.pid

    @property
    def log(self) -> str:
        """The end of what it printed, stdout and stderr together."""
        text = printed(bytes(self._log))
        dropped = self.printed - len(self._log)
        return f"[{dropped} bytes before this are not kept]\n{text}" if dropped else text

    @property
    def log_now(self) -> str:
        """The log with what lies in the pipe."""
        if not self._output.closed:
            self._drain()
        return self.log

    def cpu_since(self, moment: float) -> float:
        """CPU seconds of all its processes since a time, or since the last look before it."""
        cpu = cpu_seconds(self._process.pid)
        before = [seconds for time, seconds in self._cpu_looks if time <= moment]
        return max(0.0, cpu - (before or [0.0])[-1])

    async def close(self, grace: float) -> None:
        """Wait so many seconds for the exit, kill what is left of the session, and reap."""
        await asyncio.wait([self.exited], timeout=grace)
        self.kill()
        await self.exited
        self._next_look.cancel()
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
        if self.sandbox.confines:
            self.cpu += wait_for_all(self._process.pid)
            code = _confined_exit(code)
        self.wall = time.monotonic() - self._started
        self._loop.call_soon_threadsafe(self.exited.set_result, code)

    def _look_at_usage(self) -> None:
        if self.exited.done():
            return
        start = time.thread_time()
        if uses_more(self._process.pid, self._limits.memory * MIB):
            self.overused = True
            self.kill()
        self._cpu_looks.append((time.monotonic(), cpu_seconds(self._process.pid)))
        pause = max(LOOK_SECONDS, (time.thread_time() - start) / LOOK_SHARE)
        self._next_look = self._loop.call_later(pause, self._look_at_usage)

    def _drain(self) -> None:
        try:
            data = os.read(self._output.fileno(), _READ_BYTES)
        except BlockingIOError:
            return
        if not data:
            self._close_output()
            return
        self.printed += len(data)
        self._log += data
        del self._log[: -(self._limits.output << 10)]

    def _close_output(self) -> None:
        self._loop.remove_reader(self._output.fileno())
        self._output.close()
        self._drained.set()


def kill_all() -> None:
    """Kill every bot of this worker, which is about to end."""
    for process in tuple(_running):
        process.kill()


def _start_bare(program: Program, socket: str, token: str) -> "subprocess.Popen[bytes]":
    kept = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
    home = socket.rpartition("/")[0]
    launcher = [sys.executable, "-I", "-S", _LAUNCHER, f"parent={os.getpid()}", "--"]
    variables = {**kept, "HOME": home, "TMPDIR": home, **_told(socket, token)}
    return _started([*launcher, *program.command], program.folder, variables)


def _start_confined(
    program: Program, socket: str, token: str, sandbox: Sandbox, limits: Limits, uid: int
) -> "subprocess.Popen[bytes]":
    adopt_orphans()
    if uid:
        # Nobody else can reach it: its folder is private, and other bots do not see it.
        Path(socket).chmod(0o666)
    filter_file = open_filter()
    try:
        command = sandbox_command(
            sandbox, program.command, program.folder, socket, limits, uid, filter_file
        )
        variables = {**bot_variables(), **_told(SOCKET, token)}
        return _started(command, program.folder, variables, (filter_file,))
    finally:
        os.close(filter_file)


def _told(socket: str, token: str) -> dict[str, str]:
    return {
        ADDRESS_VARIABLE: f"unix:{socket}",
        TOKEN_VARIABLE: token,
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def _started(
    command: list[str], folder: str, variables: dict[str, str], files: tuple[int, ...] = ()
) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        command,
        cwd=folder,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        pass_fds=files,
    )


@cache
def adopt_orphans() -> None:
    """Have the first process within each sandbox handed to this one when the outer one ends."""
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1)


def wait_for_all(group: int) -> float:
    """Wait until nothing is left in a sandbox whose outer process has ended; its CPU seconds.

    The first process within is in the group of the outer one, and ends after all others.
    """
    cpu = 0.0
    while True:
        try:
            _, _, usage = os.wait4(-group, 0)
        except ChildProcessError:
            return cpu
        cpu += usage.ru_utime + usage.ru_stime


def _confined_exit(code: int) -> int:
    """The exit code of a bot: bubblewrap gives a signal as a shell does."""
    return 128 - code if 128 < code < 128 + signal.NSIG else code
