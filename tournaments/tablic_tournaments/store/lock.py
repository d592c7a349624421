"""Who writes: a server alone, while there is one; the file of the lock says where it is."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tablic_tournaments.errors import StoreError

__all__ = ["check_not_served", "served_at"]


@contextmanager
def served_at(path: Path, address: str) -> Iterator[None]:
    """Serve the arena of a database; the system frees it when the process dies.

    Raises StoreError where another server has it.
    """
    check_not_served(path)
    lock = _lock_of(path)
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StoreError(f"{path} is served by another process already") from None
        file.truncate(0)
        file.write(address)
        file.flush()
        try:
            yield
        finally:
            lock.unlink(missing_ok=True)


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


def _lock_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-served")
