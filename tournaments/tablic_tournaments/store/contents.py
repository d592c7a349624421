"""The contents of versions: a folder for each, named by its SHA-256 and never written again."""

import hashlib
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Final

from tablic_server.launch import Program

from tablic_tournaments.contents import PYTHON, Content, speaks_lines
from tablic_tournaments.errors import StoreError

__all__ = ["Contents", "program_of"]

_CHUNK: Final = 1 << 20
# Beside the files of a content, which are never hidden.
_BUILD_LOG: Final = ".build.log"


class Contents:
    """The folder of bot contents beside a database."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def folder(self, sha256: str) -> Path:
        """Where a content lies."""
        return self.root / sha256

    def add(self, content: Content) -> str:
        """Copy a content in, whole or not at all; returns its SHA-256. Raises StoreError."""
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=self.root, prefix="new-") as folder:
                copy = Path(folder, "content")
                for name in content.files:
                    _copy(content.root / name, copy / name)
                _open_folders(copy)
                sha256 = _digest(content, copy)
                if content.log:
                    (copy / _BUILD_LOG).write_text(content.log, encoding="utf-8")
                if not self.folder(sha256).exists():
                    copy.rename(self.folder(sha256))
        except OSError as error:
            place = error.filename or self.root
            raise StoreError(
                f"{place} cannot be copied into {self.root}: {error.strerror}"
            ) from error
        return sha256

    def remove(self, sha256: str) -> None:
        """Remove a content that no version has."""
        shutil.rmtree(self.folder(sha256), ignore_errors=True)

    def program(self, label: str, sha256: str, command: tuple[str, ...]) -> Program:
        """How to start a content; raises StoreError where it is lost, or is none of this arena."""
        if not command:
            raise StoreError(
                f"{label} runs elsewhere, so that only a served arena can play it; start the "
                "tournament there, with --server, or leave it out"
            )
        folder = self.folder(sha256)
        if not folder.is_dir():
            raise StoreError(
                f"the content of {label} is not in {self.root} any more; submit it again"
            )
        return program_of(label, folder, command)


def program_of(label: str, folder: Path, command: tuple[str, ...]) -> Program:
    """How to start a bot whose files lie in a folder."""
    real = tuple(sys.executable if part == PYTHON else part for part in command)
    return Program(label, real, str(folder.resolve()))


def _copy(source: Path, target: Path) -> None:
    """Copy a file, to be read and executed but not written."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    with target.open("rb") as file:
        start = file.read(4)
    is_program = os.access(source, os.X_OK) or start.startswith((b"#!", b"\x7fELF"))
    target.chmod(0o555 if is_program else 0o444)


def _open_folders(root: Path) -> None:
    """Let the user of a sandbox into the folders, whatever the umask is."""
    for folder, _, _ in os.walk(root):
        Path(folder).chmod(0o755)


def _digest(content: Content, copy: Path) -> str:
    """SHA-256 of the files, their names and the command: what the bot is, wherever it lay.

    The name of a script that is submitted alone does not matter, only its ending.
    """
    single = len(content.files) == 1 and content.files[0] != "bot.toml"
    digest = hashlib.sha256()
    for name in content.files:
        known_as = f"bot{Path(name).suffix}" if single else name
        digest.update(f"{known_as}\0{(copy / name).stat().st_size}\0".encode())
        with (copy / name).open("rb") as file:
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
    if single and speaks_lines(content.command):
        digest.update(b"stdio")
    if not single:
        digest.update("\0".join(content.command).encode())
    return digest.hexdigest()
