"""How much may a bot use? The caps of a sandbox, as an organiser writes and reads them."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, Self

__all__ = ["BUILD_LIMITS", "BUILD_SECONDS", "DEFAULT_LIMITS", "Limits"]

MIB: Final = 1 << 20
# Shared memory counts as address space alone, and Java and Node reserve far more than they use.
ADDRESS_SPACE: Final = 4
# Memory behind /dev/shm, in MiB, where processes of one bot put locks and shared arrays.
SHARED_MEMORY: Final = 16


class Limits(NamedTuple):
    """The caps on one bot; for those of a process, every process of the bot has its own."""

    memory: int = 1024
    """MiB that a process may write to; of all its processes too, where the system can count."""
    processes: int = 256
    """Processes and threads of a bot."""
    cpu: int = 3600
    """Seconds of CPU that a process may use."""
    file: int = 64
    """MiB of a file."""
    descriptors: int = 256
    """Files and sockets that a process may have open."""
    disk: int = 64
    """MiB of all files in /tmp, which is memory and the only place to write to."""
    output: int = 64
    """KiB kept of the end of what a bot printed."""

    @classmethod
    def parse(cls, words: Iterable[str]) -> Self:
        """The caps with some changed, each by a word such as ``memory=2048``; raises ValueError."""
        changed = {}
        for word in words:
            name, _, value = word.partition("=")
            if name not in cls._fields:
                raise ValueError(f"{word!r}: there is no limit {name!r}; there are {_NAMES}")
            if not value.isdecimal() or not 0 < int(value) < 1 << 20:
                raise ValueError(f"{word!r} is not {name}=NUMBER, such as {name}=100")
            changed[name] = int(value)
        return cls(**changed)

    def lines(self) -> Iterator[tuple[str, str]]:
        """Each cap and what it is, in words."""
        for name, value in self._asdict().items():
            yield name, f"{value}{_UNITS[name]}"

    def rlimits(self) -> dict[str, int]:
        """The limits that the kernel enforces on each process, by the names it has for them."""
        return {
            "DATA": self.memory * MIB,
            "AS": self.memory * MIB * ADDRESS_SPACE,
            "NPROC": self.processes,
            "CPU": self.cpu,
            "FSIZE": self.file * MIB,
            "NOFILE": self.descriptors,
            "CORE": 0,
        }


DEFAULT_LIMITS: Final = Limits()
# Compilers take more than bots do, for a few minutes.
BUILD_LIMITS: Final = Limits(memory=4096, processes=1024, file=1024, descriptors=4096, disk=2048)
BUILD_SECONDS: Final = 600.0
_NAMES: Final = ", ".join(Limits._fields)
_UNITS: Final = {
    "memory": " MiB a process",
    "processes": " processes and threads",
    "cpu": " CPU seconds a process",
    "file": " MiB a file",
    "descriptors": " a process",
    "disk": " MiB in /tmp",
    "output": " KiB kept",
}
