"""Which system calls may a bot make? A filter for the kernel, as a program of classic BPF.

A bot may make all but those that look into other processes, make namespaces or mounts, open the
network, or use memory that no limit counts. The filter is written out here since it is short, and
the libraries for it want a C library that not every system has.
"""

import errno
import os
import struct
from functools import cache
from typing import Final

__all__ = ["ARCHITECTURES", "open_filter", "seccomp_filter"]

# What the kernel calls each machine, and the column of its numbers below.
ARCHITECTURES: Final = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}

# The numbers of system calls on x86_64 and aarch64.
CLONE: Final = (56, 220)
CLONE3: Final = (435, 435)
MEMFD_CREATE: Final = (319, 279)
SOCKETS: Final = ((41, 198), (53, 199))  # socket, socketpair
DENIED: Final = {
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "unshare": (272, 97),
    "setns": (308, 268),
    "bpf": (321, 280),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "perf_event_open": (298, 241),
    # The bots of a match run on cores of their own.
    "sched_setaffinity": (203, 122),
    "userfaultfd": (323, 282),
    "fanotify_init": (300, 262),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "syslog": (103, 116),
    # Memory that belongs to no process.
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
}

AF_UNIX: Final = 1
# Mounts, cgroups, host names, System V IPC, users, processes, network.
NEW_NAMESPACES: Final = 0x7E020000
X32_CALLS: Final = 0x40000000

# Words of struct seccomp_data.
_NUMBER: Final = 0
_ARCHITECTURE: Final = 4
_FIRST_ARGUMENT: Final = 16

# Instructions, and what the last of a path returns.
_LOAD: Final = 0x20
_EQUAL: Final = 0x15
_AT_LEAST: Final = 0x35
_HAS_BITS: Final = 0x45
_RETURN: Final = 0x06
_ALLOW: Final = 0x7FFF0000
_KILL: Final = 0x80000000
_ERROR: Final = 0x00050000


def open_filter() -> int:
    """A file with the filter for this machine, to be given to bubblewrap and closed."""
    file = os.memfd_create("filter")
    os.write(file, seccomp_filter(os.uname().machine))
    os.lseek(file, 0, os.SEEK_SET)
    return file


@cache
def seccomp_filter(machine: str) -> bytes:
    """The filter for a machine, which ``os.uname`` names."""
    architecture, column = ARCHITECTURES[machine]
    program = [
        _step(_LOAD, _ARCHITECTURE),
        _step(_EQUAL, architecture, 1, 0),
        _step(_RETURN, _KILL),
        _step(_LOAD, _NUMBER),
    ]
    if machine == "x86_64":
        program += [_step(_AT_LEAST, X32_CALLS, 0, 1), _refuse(errno.ENOSYS)]
    for call in SOCKETS:
        program += _socket(call[column])
    program += _clone(CLONE[column])
    # Its flags lie in memory, where no filter can see them; programs fall back to clone.
    program += _refused(CLONE3[column], errno.ENOSYS)
    program += _refused(MEMFD_CREATE[column], errno.ENOSYS)
    for call in DENIED.values():
        program += _refused(call[column], errno.EPERM)
    return b"".join([*program, _step(_RETURN, _ALLOW)])


def _step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("<HBBI", code, if_true, if_false, value)


def _refuse(error: int) -> bytes:
    return _step(_RETURN, _ERROR | error)


def _refused(call: int, error: int) -> list[bytes]:
    return [_step(_EQUAL, call, 0, 1), _refuse(error)]


def _socket(call: int) -> list[bytes]:
    return [
        _step(_EQUAL, call, 0, 4),
        _step(_LOAD, _FIRST_ARGUMENT),
        _step(_EQUAL, AF_UNIX, 0, 1),
        _step(_RETURN, _ALLOW),
        _refuse(errno.EAFNOSUPPORT),
    ]


def _clone(call: int) -> list[bytes]:
    return [
        _step(_EQUAL, call, 0, 4),
        _step(_LOAD, _FIRST_ARGUMENT),
        _step(_HAS_BITS, NEW_NAMESPACES, 0, 1),
        _refuse(errno.EPERM),
        _step(_RETURN, _ALLOW),
    ]
