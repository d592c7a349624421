"""A bot on its way to a server: an uncompressed tar of plain files."""

import tarfile
import unicodedata
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Final

from tablic_tournaments.contents import Content
from tablic_tournaments.errors import ContentError

__all__ = ["MOST_BYTES", "MOST_FILES", "pack", "submitted_path", "unpack"]

MOST_BYTES: Final = 64 * 1024 * 1024
MOST_FILES: Final = 500
MOST_NAME: Final = 200


def pack(content: Content, file: BinaryIO) -> None:
    """Write the files of a bot; links are followed, as inside of its folder they may be."""
    with tarfile.open(fileobj=file, mode="w", dereference=True) as archive:
        for name in content.files:
            archive.add(content.root / name, name, recursive=False, filter=_anonymous)


def unpack(file: BinaryIO, folder: Path) -> int:
    """Write the files of an archive into a folder; returns how many. Raises ContentError."""
    try:
        with tarfile.open(fileobj=file, mode="r:") as archive:
            count = 0
            for member in archive:
                count += 1
                if count > MOST_FILES:
                    raise ContentError(
                        f"the archive has more than {MOST_FILES} files; leave some out"
                    )
                _write(archive, member, folder)
    except (tarfile.TarError, EOFError, ValueError, OverflowError) as error:
        raise ContentError(f"the archive is no uncompressed tar: {error}") from None
    if not count:
        raise ContentError("the archive has no files")
    return count


def submitted_path(folder: Path) -> Path:
    """What is submitted of an unpacked archive: its folder, or the one file in it.

    Raises ContentError.
    """
    if (folder / "bot.toml").is_file():
        return folder
    there = list(folder.iterdir())
    if len(there) == 1 and there[0].is_file():
        return there[0]
    raise ContentError(
        "the archive has several files and no bot.toml; write one with a line such as: "
        "command = 'my_bot.py'"
    )


def _write(archive: tarfile.TarFile, member: tarfile.TarInfo, folder: Path) -> None:
    name = PurePosixPath(_checked(member.name))
    data = archive.extractfile(member) if _is_plain(member) else None
    if data is None:
        raise ContentError(f"{member.name!r} in the archive is no plain file; leave it out")
    target = folder / name
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("xb") as file:
            while chunk := data.read(1 << 20):
                file.write(chunk)
        target.chmod(0o755 if member.mode & 0o100 else 0o644)
    except (FileExistsError, NotADirectoryError, IsADirectoryError):
        raise ContentError(f"{member.name!r} is in the archive twice, or within a file") from None


def _is_plain(member: tarfile.TarInfo) -> bool:
    return member.type in (tarfile.REGTYPE, tarfile.AREGTYPE) and not member.issparse()


def _checked(name: str) -> str:
    """A name that leads to nothing outside, and is what it looks like; raises ContentError."""
    if len(name.encode("utf-8", "surrogateescape")) > MOST_NAME:
        raise ContentError(f"{name[:40]!r}... in the archive has a name of over {MOST_NAME} bytes")
    hidden = [char for char in name if unicodedata.category(char)[0] == "C"]
    if hidden:
        raise ContentError(f"{name!r} in the archive has {hidden[0]!r} in its name; rename it")
    parts = name.split("/")
    if "" in parts or "." in parts or ".." in parts or "\\" in name:
        raise ContentError(f"{name!r} in the archive leads out of its folder; leave it out")
    return name


def _anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """An entry without who the author is on their machine, and when the file was written."""
    member.uid = member.gid = member.mtime = 0
    member.uname = member.gname = ""
    return member
