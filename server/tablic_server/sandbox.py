"""Which sandbox can be had here, and the command that starts a bot in it.

Bots are confined by bubblewrap. An ordinary user's bots live in a user namespace. Root could not
show a bot what lies below a private folder that way, so there bubblewrap keeps the rights of root
until everything is mounted, and the launcher gives them up for a user id that nobody has.
"""

import os
import shutil
import sys
from collections.abc import Collection, Sequence
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

from tablic.stdio import BRIDGE

from tablic_server.faults import RefereeError
from tablic_server.limits import SHARED_MEMORY, Limits
from tablic_server.mounts import BOT, LAUNCHER, SOCKET, bot_path, file_mounts

__all__ = ["BARE", "NO_SANDBOX", "Sandbox", "bot_variables", "sandbox_command"]

NO_SANDBOX: Final = "none"
_KEPT_VARIABLES: Final = ("LANG", "LC_ALL", "TZ")


class Sandbox(NamedTuple):
    """A kind of sandbox: its name, or ``none`` and the reason why there is none."""

    name: str = NO_SANDBOX
    reason: str = ""
    bwrap: str = ""
    uids: range = range(0)
    """User ids for bots, one each; none where the arena's user runs them."""

    @property
    def confines(self) -> bool:
        """Whether bots are confined at all."""
        return self.name != NO_SANDBOX

    @property
    def text(self) -> str:
        """The kind of sandbox in words, with the reason where there is none."""
        return self.name if self.confines else f"{self.name}: {self.reason}"

    def free_uid(self, taken: Collection[int] = ()) -> int:
        """A user id that is not taken, 0 where bots have the arena's; raises RefereeError."""
        if not self.uids:
            return 0
        for uid in self.uids:
            if uid not in taken:
                return uid
        raise RefereeError(f"a worker has {len(self.uids)} user ids for bots, and more run at once")


BARE: Final = Sandbox()


def sandbox_command(
    sandbox: Sandbox,
    command: tuple[str, ...],
    folder: str,
    socket: str,
    limits: Limits,
    uid: int,
    filter_file: int,
    needs: Sequence[str] = (),
    trees: Sequence[Path] = (),
) -> list[str]:
    """The command line of a bot in a sandbox; ``filter_file`` is the open system call filter.

    It sees what its programs and those that it ``needs`` are made of, and the ``trees``.
    """
    programs = {place: _visible_name(command[place]) for place in _places(command)}
    command = tuple(programs.get(place, word) for place, word in enumerate(command))
    launcher = [sys.executable, "-I", "-S", LAUNCHER]
    settings = [f"{name}={value}" for name, value in limits.rlimits().items()]
    return [
        *(sandbox.bwrap, "--die-with-parent", "--hostname", "bot"),
        *(_as_nobody() if uid else _as_user()),
        *("--seccomp", str(filter_file)),
        # First, since the arena itself may lie below it.
        *_writable("/tmp", limits.disk),  # noqa: S108  # the bot's own
        *file_mounts(*programs.values(), *needs, trees=trees),
        # Without what /proc tells of bubblewrap itself, which may have the same user.
        *("--proc", "/proc", "--tmpfs", "/proc/1", "--remount-ro", "/proc/1", "--dev", "/dev"),
        *("--ro-bind", _HOST_LAUNCHER, LAUNCHER),
        *(("--bind", socket, SOCKET) if socket else ()),
        *("--ro-bind", folder, BOT, "--chdir", BOT),
        *_writable("/dev/shm", SHARED_MEMORY),  # noqa: S108  # the bot's own
        *("--remount-ro", "/", "--remount-ro", "/dev"),
        *("--", *launcher, f"uid={uid}", *settings, "--", *command),
    ]


def bot_variables() -> dict[str, str]:
    """The environment of a bot in a sandbox, but for what the referee tells it."""
    kept = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
    own = "/tmp"  # noqa: S108  # the bot's own
    return {**kept, "PATH": bot_path(), "HOME": own, "TMPDIR": own}


_HOST_LAUNCHER: Final = os.path.join(os.path.dirname(__file__), "launcher.py")  # noqa: PTH118, PTH120


def _as_user() -> list[str]:
    """Every namespace, and no way to make another."""
    return ["--unshare-user", "--unshare-all", "--disable-userns", "--cap-drop", "ALL"]


def _as_nobody() -> list[str]:
    """Every namespace but that of users, and the rights to become somebody else."""
    namespaces = [f"--unshare-{kind}" for kind in ("ipc", "pid", "net", "uts", "cgroup-try")]
    kept = chain.from_iterable(("--cap-add", f"CAP_SET{kind}ID") for kind in "UG")
    return [*namespaces, "--cap-drop", "ALL", *kept]


def _writable(path: str, mebibytes: int) -> list[str]:
    return ["--perms", "1777", "--size", str(mebibytes << 20), "--tmpfs", path]


def _visible_name(program: str) -> str:
    """The name of a program where a bot's own PATH need not lead to it."""
    return program if "/" in program else shutil.which(program) or program


def _places(command: tuple[str, ...]) -> tuple[int, ...]:
    """Where a command names programs: behind the bridge to lines of JSON there is the bot's own."""
    behind = 1 + len(BRIDGE)
    return (0, behind) if command[1:behind] == BRIDGE else (0,)
