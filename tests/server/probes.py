"""Probes that run as bots do in the sandbox, and say what became of them."""

import asyncio
import json
import sys
import textwrap
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import tablic
from tablic_server.finding import find_sandbox
from tablic_server.launch import BotProcess, Program
from tablic_server.limits import DEFAULT_LIMITS, Limits
from tablic_server.sandbox import Sandbox
from tablic_tournaments.contents import PYTHON
from tablic_tournaments.store.contents import program_of

from ..tournaments.processes import processes_of

SANDBOX = find_sandbox()
confined = pytest.mark.skipif(not SANDBOX.confines, reason=f"no sandbox: {SANDBOX.reason}")
START = """
import ctypes, errno, json, os, socket, sys, time
def tell(value): print(json.dumps(value), flush=True)
def problem(action, *arguments):
    try: action(*arguments)
    except OSError as error: return errno.errorcode[error.errno]
"""


# What a bot finds in its /tmp: the way to the arena, where that lies below it.
OF_ARENA = sorted(
    {
        path.parts[2]
        for path in map(Path, (sys.prefix, sys.base_prefix, tablic.__path__[0]))
        if path.parts[1] == "tmp"
    }
)


class Probe(NamedTuple):
    """Starts probes of a test."""

    root: Path
    sandbox: Sandbox = SANDBOX

    def program(self, code: str) -> Program:
        """A bot with this code, in a folder that others than its owner may enter."""
        folder = self.root / f"bot-{len(list(self.root.iterdir()))}"
        folder.mkdir()
        (folder / "probe.py").write_text(START + textwrap.dedent(code))
        return program_of("probe", folder, (PYTHON, "probe.py"))

    def run(
        self, code: str, limits: Limits = DEFAULT_LIMITS, stay: float = 20.0
    ) -> tuple[int, list[Any]]:
        """The exit code of a probe that is killed after so long, and what it told."""
        code_, log = self.start(self.program(code), limits, stay)
        return code_, [json.loads(line) for line in log.splitlines()]

    def start(self, program: Program, limits: Limits, stay: float) -> tuple[int, str]:
        """The exit code of a bot, and what it printed."""

        async def done() -> BotProcess:
            process = BotProcess(program, str(self.root / "s"), "token", self.sandbox, limits)
            await process.close(stay)
            return process

        process = asyncio.run(done())
        assert not processes_of(self.root)
        return process.exited.result(), process.log
