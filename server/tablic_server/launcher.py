"""Started in place of a bot: has the bot killed when its worker dies, then becomes the bot.

Called as ``python -I -S launcher.py PARENT COMMAND [ARGUMENT ...]``. The signal is set by the child
itself, since a hook between fork and exec is unsafe in a process with threads. It exists on Linux
alone; elsewhere a bot ends when its stream does.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main() -> None:
    """Set the parent-death signal and execute the command."""
    parent, command = int(sys.argv[1]), sys.argv[2:]
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            return
    try:
        os.execvp(command[0], command)  # noqa: S606  # no shell is wanted
    except OSError as error:
        sys.exit(f"{command[0]} cannot be started: {error.strerror}")


if __name__ == "__main__":
    main()
