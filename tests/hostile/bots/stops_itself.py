"""Stops itself: no thread of it runs any more, and it does not end."""

import os
import signal

from .misdeeds import play_and

play_and(lambda: os.kill(os.getpid(), signal.SIGSTOP))
