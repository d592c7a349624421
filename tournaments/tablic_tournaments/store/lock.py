"""Who writes: a server alone, while there is one; the file of the lock says where it is."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO

from tablic_tournaments.errors import StoreError

__all__ = ["check_not_served", "held", "served_at"]


@contextmanager
def served_at(path: Path, address: str) -> Iterator[None]:
    """Serve the arena of a database; the system frees it when the process dies.

    Raises StoreError where another server has it.
    """
    check_not_served(path)
    with ExitStack() as stack:
        try:
            file = stack.enter_context(held(_lock_of(path)))
        except BlockingIOError:
            raise StoreError(f"{path} is served by another process already") from None
        file.truncate(0)
        file.write(address)
        file.flush()
        yield


def check_not_served(path: Path) -> None:
    """Raise StoreError where a server has the arena of a database."""
    try:
        file = _lock_of(path).open()
    except (FileNotFoundError, NotADirectoryError):
        return
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            address = file.read()
            raise StoreError(
                f"{path} is served at {address}, and only the server writes it; use it with "
                f"--server {address}"
            ) from None


@contextmanager
def held(path: Path) -> Iterator[IO[str]]:
    """Hold a lock, whose file is there meanwhile; the system frees it when the process dies.

    Raises BlockingIOError where another process holds it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with _locked(path) as file:
        try:
            yield file
        finally:
            path.unlink(missing_ok=True)


def _locked(path: Path) -> IO[str]:
    while True:
        file = path.open("a")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            raise
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(file.fileno()), path.stat()):
                return file
        file.close()  # who held it has removed it just now


def _lock_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-served")
