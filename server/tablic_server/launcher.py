"""Started in place of a bot: sets what must hold for the bot, then becomes it.

Called as ``python -I -S launcher.py [NAME=NUMBER ...] -- COMMAND [ARGUMENT ...]``, outside of a
sandbox or within, with the standard library alone. ``parent`` is the process with which the bot is
to die; the signal is set by the child itself, since a hook between fork and exec is unsafe in a
process with threads. It exists on Linux alone; elsewhere a bot ends when its stream does. ``uid``
is the user to become, unless 0, and every other name is a resource limit.
"""

import os
import resource
import signal
import sys

PR_SET_PDEATHSIG = 1


def main() -> None:
    """Apply the settings and execute the command."""
    split = sys.argv.index("--")
    words = (word.partition("=") for word in sys.argv[1:split])
    settings = {name: int(value) for name, _, value in words}
    parent, uid = settings.pop("parent", 0), settings.pop("uid", 0)
    if parent and sys.platform == "linux" and not lives_with(parent):
        return
    for name, most in settings.items():
        limit(getattr(resource, f"RLIMIT_{name}"), most)
    if uid:
        become(uid)
    execute(sys.argv[split + 1 :])


def lives_with(parent: int) -> bool:
    """Have this process killed when its parent dies; returns whether that is still alive."""
    import ctypes

    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    return os.getppid() == parent


def limit(kind: int, most: int) -> None:
    """Set a resource limit, or keep a stricter one."""
    _, hard = resource.getrlimit(kind)
    value = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(kind, (value, value))


def become(uid: int) -> None:
    """Give up root for good."""
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)


def execute(command: list[str]) -> None:
    """Become the command, or say why not."""
    try:
        os.execvp(command[0], command)  # noqa: S606  # no shell is wanted
    except OSError as error:
        sys.exit(f"{command[0]} cannot be started: {error.strerror}")


if __name__ == "__main__":
    main()
