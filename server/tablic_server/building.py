"""How is a bot built from its sources? In a sandbox of its own, without a network."""

import os
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import IO, Final

from tablic_server.finding import find_sandbox
from tablic_server.folders import run_folder
from tablic_server.launch import adopt_orphans, wait_for_all
from tablic_server.limits import BUILD_LIMITS, BUILD_SECONDS, MIB
from tablic_server.mounts import BOT, bot_path
from tablic_server.printed import printed
from tablic_server.sandbox import Sandbox, bot_variables, sandbox_command
from tablic_server.seccomp import open_filter
from tablic_server.toolchains import toolchains
from tablic_server.usage import uses_more

__all__ = ["BuildError", "build", "unpack"]

LOOK_SECONDS: Final = 0.5
# What is taken out of a build at most.
MOST_FILES: Final = 50_000
_BUILDER: Final = Path(__file__).with_name("builder.py")
_LAUNCHER: Final = Path(__file__).with_name("launcher.py")
_START: Final = (sys.executable, "-I", "-S")
# Where it is built in a sandbox, in memory.
_INSIDE: Final = "/tmp/build"  # noqa: S108  # the build's own


class BuildError(Exception):
    """A build that gave no bot, and why; ``log`` is what it printed."""

    def __init__(self, message: str, log: str = "") -> None:
        super().__init__(message)
        self.log = log


def build(
    command: Sequence[str],
    sources: Path,
    kept: Sequence[str],
    result: Path,
    *,
    trusted: bool = False,
    seconds: float = BUILD_SECONDS,
) -> str:
    """Build a copy of the sources, and put what is kept of it into a folder; returns the log.

    Everything is kept where nothing is named. Raises BuildError where the command fails or takes
    longer than so many seconds, and where what it made cannot be taken out.
    """
    sandbox = find_sandbox()
    if not sandbox.confines and not trusted:
        raise ValueError(f"{sources}: no sandbox can be had: {sandbox.reason}")
    with (
        run_folder() as scratch,
        tempfile.TemporaryFile() as packed,
        tempfile.TemporaryFile() as log,
    ):
        inside = _INSIDE if sandbox.confines else f"{scratch}/build"
        came_from = BOT if sandbox.confines else str(sources)
        words = ["--", came_from, inside, *kept, "--", *command]
        try:
            with _started(sandbox, words, sources, packed, log) as process:
                _wait(process, seconds)
            unpack(packed, result)
        except BuildError as error:
            raise BuildError(str(error), _end(log)) from None
        return _end(log)


@contextmanager
def _started(
    sandbox: Sandbox, words: Sequence[str], sources: Path, packed: IO[bytes], log: IO[bytes]
) -> "Iterator[subprocess.Popen[bytes]]":
    """The process of a build; nothing of it is left afterwards."""
    if sandbox.confines:
        command, variables, files = _confined(sandbox, words, sources)
    else:
        command, variables, files = _bare(words), dict(os.environ), tuple[int, ...]()
    try:
        process = subprocess.Popen(
            command, cwd=sources, env=variables, stdin=subprocess.DEVNULL, stdout=packed,
            stderr=log, start_new_session=True, pass_fds=files,
        )  # fmt: skip
    finally:
        for file in files:
            os.close(file)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if sandbox.confines:
            wait_for_all(process.pid)


def _bare(words: Sequence[str]) -> list[str]:
    launcher = [*_START, str(_LAUNCHER), f"parent={os.getpid()}", "--"]
    return [*launcher, *_START, str(_BUILDER), *words]


def _confined(
    sandbox: Sandbox, words: Sequence[str], sources: Path
) -> tuple[list[str], dict[str, str], tuple[int, ...]]:
    """The command line in a sandbox, its environment, and the file to hand over."""
    adopt_orphans()
    filter_file = open_filter()
    languages = list(toolchains())
    program = words[words.index("--", 1) + 1]
    needs = [program, *chain.from_iterable(language.programs for language in languages)]
    trees = [_BUILDER, *chain.from_iterable(language.folders for language in languages)]
    places = chain.from_iterable(language.places for language in languages)
    start = (*_START, str(_BUILDER), *places, *words)
    command = sandbox_command(
        sandbox, start, str(sources), "", BUILD_LIMITS, sandbox.free_uid(), filter_file,
        needs, trees,
    )  # fmt: skip
    variables = bot_variables()
    for language in languages:
        variables |= language.variables
    paths = dict.fromkeys(chain.from_iterable(language.paths for language in languages))
    variables["PATH"] = ":".join([bot_path(), *paths])
    return command, variables, (filter_file,)


def _wait(process: "subprocess.Popen[bytes]", seconds: float) -> None:
    """Wait for the end of a build; raises BuildError where that is not a good one."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            code = process.wait(timeout=min(LOOK_SECONDS, seconds))
        except subprocess.TimeoutExpired:
            if time.monotonic() > deadline:
                raise BuildError(f"the build took longer than {seconds:g} seconds") from None
            if uses_more(process.pid, BUILD_LIMITS.memory * MIB):
                raise BuildError(
                    f"the build used more than {BUILD_LIMITS.memory} MiB of memory"
                ) from None
            continue
        if code:
            raise BuildError(f"the build failed with exit code {code}")
        return


def unpack(packed: IO[bytes], result: Path) -> None:
    """Take out what was built: plain files and folders, none of which can lie or lead outside.

    Raises BuildError for anything else: a build may have written the archive itself.
    """
    packed.seek(0)
    result.mkdir()
    try:
        with tarfile.open(fileobj=packed, mode="r:") as archive:
            for member in _plain(archive):
                _take_out(archive, member, result)
    except BuildError:
        raise
    except Exception as error:  # tarfile raises errors of many kinds
        raise BuildError(f"what the build made cannot be taken out: {error}") from None


def _take_out(archive: tarfile.TarFile, member: tarfile.TarInfo, folder: Path) -> None:
    """Write a file or folder; in a folder that had nothing but these there are no links."""
    name = PurePosixPath(member.name)
    if name.is_absolute() or ".." in name.parts:
        raise BuildError(f"the build made {member.name!r}, which does not lie in its folder")
    target = folder / name
    data = archive.extractfile(member)
    (target.parent if data else target).mkdir(parents=True, exist_ok=True)
    if data:
        with target.open("xb") as file:
            shutil.copyfileobj(data, file)
        target.chmod(0o755 if member.mode & 0o100 else 0o644)


def _plain(archive: tarfile.TarFile) -> Iterator[tarfile.TarInfo]:
    """The files and folders of an archive; raises BuildError where it has more, or too much."""
    size = 0
    for number, member in enumerate(archive, 1):
        if not (member.isdir() or member.isreg()) or member.issparse() or member.size < 0:
            raise BuildError(f"the build made {member.name!r}, which is no plain file")
        size += member.size
        if size > BUILD_LIMITS.disk * MIB:
            raise BuildError(f"the build made more than {BUILD_LIMITS.disk} MiB of files")
        if number > MOST_FILES:
            raise BuildError(f"the build made more than {MOST_FILES:,} files")
        yield member


def _end(log: IO[bytes]) -> str:
    """The end of what was printed."""
    size = log.seek(0, os.SEEK_END)
    log.seek(max(0, size - (BUILD_LIMITS.output << 10)))
    return printed(log.read())
