"""The memory and the CPU time that the processes of a bot use together."""

import subprocess
import sys
from collections.abc import Iterator

import pytest
from tablic_server.usage import cpu_seconds, uses_more

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

# A child that computes and ends, and one that computes and stays.
BUSY = """
import os, sys, time
def compute():
    while time.process_time() < 0.3:
        pass
if not os.fork():
    compute()
    os._exit(0)
os.wait()
if not os.fork():
    compute()
    print("computed", flush=True)
sys.stdin.read()
"""

# A child after another, none of which stays: at each look some have just ended.
SWARM = """
import os, sys
print("swarming", flush=True)
while True:
    if not os.fork():
        os._exit(0)
    os.wait()
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
        assert cpu_seconds(process.pid) == 0


def test_the_cpu_time_of_children_counts_also_of_those_that_have_ended() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", BUSY], stdin=pipe, stdout=pipe) as process:
        assert process.stdout
        assert process.stdout.readline() == b"computed\n"
        assert cpu_seconds(process.pid) >= 0.55


def test_children_may_end_while_they_are_looked_at() -> None:
    with subprocess.Popen([sys.executable, "-c", SWARM], stdout=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stdout.readline() == b"swarming\n"
        try:
            for _ in range(3000):
                assert uses_more(process.pid, 0)
        finally:
            process.kill()
