"""The memory that the processes of a bot use together."""

import subprocess
import sys
from collections.abc import Iterator

import pytest
from tablic_server.memory import uses_more

from ..tournaments.processes import linux_only

MIB = 1 << 20
# Two processes that share 64 MiB, and one of them has as much of its own.
FAMILY = """
import os, sys
shared = bytearray(b"x") * (64 << 20)
if os.fork():
    own = bytearray(b"x") * (64 << 20)
    print("filled", flush=True)
sys.stdin.read()
"""

pytestmark = linux_only


@pytest.fixture
def family() -> Iterator[int]:
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", FAMILY], stdin=pipe, stdout=pipe) as process:
        assert process.stdout
        assert process.stdout.readline() == b"filled\n"
        yield process.pid


def test_what_processes_share_is_counted_once(family: int) -> None:
    assert uses_more(family, 120 * MIB)
    assert not uses_more(family, 180 * MIB)


def test_a_process_that_has_ended_uses_nothing() -> None:
    with subprocess.Popen(["true"]) as process:
        process.wait()
        assert not uses_more(process.pid, 0)
