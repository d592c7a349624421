"""A copy of an arena, also of one that is being written: another arena, to be used as it is."""

import shutil
from pathlib import Path

from tablic_tournaments.errors import StoreError
from tablic_tournaments.store.contents import Contents
from tablic_tournaments.store.database import Connection

__all__ = ["back_up"]


def back_up(connection: Connection, contents: Contents, target: Path, bots: Path) -> None:
    """Copy a database as it is at one moment, and the contents of its versions.

    Raises StoreError where something of that name is there already, or there is no room.
    """
    for path in (target, bots):
        if path.exists():
            raise StoreError(f"{path} is there already; name a new file")
    new = target.with_name(f"{target.name}.new")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        new.unlink(missing_ok=True)
        connection.copy_to(new)
        # Contents come into an arena before the versions that have them, so none is missing.
        if contents.root.is_dir():
            shutil.copytree(contents.root, bots, ignore=shutil.ignore_patterns("new-*", "*.lock"))
        new.replace(target)
    except OSError as error:
        raise StoreError(f"{target} cannot be written: {error.strerror or error}") from error
