"""Traces the process that its sandbox is made of, and writes to its memory."""

import ctypes
import os
from pathlib import Path

from .misdeeds import attempt, play_and

PTRACE_ATTACH, PTRACE_SEIZE = 16, 0x4206


def trace(request: int, process: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.ptrace(request, process, 0, 0):
        raise OSError(ctypes.get_errno(), "")


def trace_all() -> None:
    for process in (1, os.getppid()):
        attempt("attaches", trace, PTRACE_ATTACH, process)
        attempt("seizes", trace, PTRACE_SEIZE, process)
    attempt("writes", Path("/proc/1/mem").open, "r+b")


play_and(trace_all)
