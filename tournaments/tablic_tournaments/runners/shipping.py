"""Bots on their way to another machine: their files, told by SHA-256, and the way back to disk."""

import os
import sys
import tempfile
import threading
from pathlib import Path
from typing import Final, NamedTuple

from tablic_server.launch import Program

from tablic_tournaments.contents import PYTHON, Content
from tablic_tournaments.errors import PlayError
from tablic_tournaments.store.contents import Contents, program_of

__all__ = ["Parcel", "ShippedFile", "addressed", "packed", "unpacked"]

_unpacking: Final = threading.Lock()


class ShippedFile(NamedTuple):
    """A file of a bot."""

    name: str
    data: bytes
    executable: bool


Parcel = tuple[ShippedFile, ...]


def addressed(program: Program) -> Program:
    """A program as any machine can have it: with the SHA-256 of its content for a folder."""
    command = tuple(PYTHON if part == sys.executable else part for part in program.command)
    return program._replace(command=command, folder=Path(program.folder).name)


def packed(program: Program) -> tuple[str, Parcel]:
    """The SHA-256 and the content of a program that lies in a folder here, which has that name."""
    root = Path(program.folder)
    # What is hidden lies beside the content: the log of its build.
    found = (path for path in root.rglob("*") if path.is_file() and not path.name.startswith("."))
    paths = sorted(path.relative_to(root).as_posix() for path in found)
    files = (
        ShippedFile(name, (root / name).read_bytes(), os.access(root / name, os.X_OK))
        for name in paths
    )
    return root.name, tuple(files)


def unpacked(program: Program, root: Path, parcel: Parcel | None) -> Program | None:
    """The addressed program with its content below a folder, written there if it is not yet.

    None where it is not there and there is no parcel. Raises PlayError where that is not what its
    SHA-256 says.
    """
    contents = Contents(root)
    folder = contents.folder(program.folder)
    with _unpacking:
        if not folder.is_dir():
            if parcel is None:
                return None
            _write(program, parcel, contents)
    return program_of(program.name, folder, program.command)


def _write(program: Program, parcel: Parcel, contents: Contents) -> None:
    contents.root.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=contents.root, prefix="parcel-") as folder:
        for name, data, executable in parcel:
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            path.chmod(0o700 if executable else 0o600)
        names = tuple(file.name for file in parcel)
        found = contents.add(Content(program.name, Path(folder), names, program.command))
    if found != program.folder:
        contents.remove(found)
        raise PlayError(
            f"the files of {program.name} arrived with the SHA-256 {found}, not {program.folder}"
        )
