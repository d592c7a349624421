"""What tests of the sandbox have in common."""

import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from .probes import Probe


@pytest.fixture
def probe(tmp_path: Path) -> Iterator[Probe]:
    """The probes of a test, with a socket; they leave no process and no mount."""
    mounts = Path("/proc/self/mountinfo").read_text()
    with socket.socket(socket.AF_UNIX) as listener:
        with contextlib.chdir(tmp_path):
            listener.bind("s")  # the whole path may be too long
        listener.listen()
        yield Probe(tmp_path)
    assert Path("/proc/self/mountinfo").read_text() == mounts
