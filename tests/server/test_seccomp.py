"""The filter of system calls, interpreted: for every machine, also without a sandbox."""

import errno
import socket
import struct

import pytest
from tablic_server.seccomp import ARCHITECTURES, DENIED, seccomp_filter


def judged(machine: str, number: int, first: int = 0, architecture: int | None = None) -> int:
    """What the filter of a machine returns for a system call: BPF, interpreted."""
    known = ARCHITECTURES[machine][0]
    data = struct.pack("<IIQQ", number, known if architecture is None else architecture, 0, first)
    program = list(struct.iter_unpack("<HBBI", seccomp_filter(machine)))
    at = loaded = 0
    while True:
        code, if_true, if_false, value = program[at]
        at += 1
        if code == 0x06:
            return int(value)
        if code == 0x20:
            loaded = struct.unpack_from("<I", data, value)[0]
            continue
        truths = {0x15: loaded == value, 0x35: loaded >= value, 0x45: bool(loaded & value)}
        at += if_true if truths[code] else if_false


@pytest.mark.parametrize(("machine", "column"), [("x86_64", 0), ("aarch64", 1)])
def test_the_filter_of_every_machine(machine: str, column: int) -> None:
    allow, refuse, kill = 0x7FFF0000, 0x00050000, 0x80000000
    socket_call, clone = (41, 198)[column], (56, 220)[column]
    for numbers in DENIED.values():
        assert judged(machine, numbers[column]) == refuse | errno.EPERM
    assert judged(machine, socket_call, socket.AF_UNIX) == allow
    assert judged(machine, socket_call, socket.AF_INET) == refuse | errno.EAFNOSUPPORT
    assert judged(machine, clone, 17) == allow
    assert judged(machine, clone, 0x3D0F00) == allow  # a thread
    assert judged(machine, clone, 0x10000000 | 17) == refuse | errno.EPERM
    assert judged(machine, 435) == refuse | errno.ENOSYS
    assert judged(machine, (0, 63)[column]) == allow  # read
    assert judged(machine, 1, architecture=0x40000003) == kill  # i386
    if machine == "x86_64":
        assert judged(machine, 0x40000001) == refuse | errno.ENOSYS
