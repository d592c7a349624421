"""What does a bot see of the file system? Arguments of bubblewrap, from what is installed here."""

import shutil
import site
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final

import tablic

__all__ = ["BOT", "LAUNCHER", "SOCKET", "bot_path", "exposed_home", "file_mounts"]

# Where a bot finds itself, its referee, and what starts it.
BOT: Final = "/bot"
SOCKET: Final = "/run/referee.sock"
LAUNCHER: Final = "/run/launcher.py"

_SYSTEM: Final = Path("/usr")
_BESIDE_USR: Final = ("/bin", "/sbin", "/lib", "/lib32", "/lib64")
_OF_ETC: Final = ("alternatives", "ld.so.cache", "localtime", "java*")


def file_mounts(*programs: str, trees: Iterable[Path] = ()) -> list[str]:
    """Everything that is installed, what the programs need, and further trees, read-only."""
    needed = chain.from_iterable(map(_program_trees, programs))
    shown = _without_nested({*_python_trees(), *needed, *trees})
    arguments = list(_system())
    # Folders that bubblewrap makes unasked can be entered by root alone.
    parents = {parent for tree in shown for parent in tree.parents if parent != Path("/")}
    for parent in sorted({*parents, Path("/etc"), Path("/run")}):
        arguments += ["--dir", str(parent)]
    for tree in shown:
        arguments += ["--ro-bind", str(tree), str(tree)]
    return arguments


def bot_path() -> str:
    """Where a bot finds programs: ``python3`` is the arena's, which has the library."""
    return f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin"


def exposed_home() -> Path | None:
    """A folder with programs that bots would have to see, and with it somebody's home."""
    home = Path.home()
    return next((tree for tree in _python_trees() if home.is_relative_to(tree)), None)


def _system() -> Iterator[str]:
    yield from ("--ro-bind", str(_SYSTEM), str(_SYSTEM))
    for path in map(Path, _BESIDE_USR):
        if path.is_symlink():
            yield from ("--symlink", str(path.readlink()), str(path))
        elif path.exists():
            yield from ("--ro-bind", str(path), str(path))
    yield from ("--dir", "/etc")
    for pattern in _OF_ETC:
        for path in Path("/etc").glob(pattern):
            yield from ("--ro-bind", str(path), str(path))


@cache
def _python_trees() -> frozenset[Path]:
    """The interpreter, its environment, and the library, wherever they are installed."""
    trees = {Path(sys.prefix), Path(sys.base_prefix)}
    trees |= {step.parent.parent for step in _links(Path(sys.executable))}
    trees |= set(map(Path, site.getsitepackages()))
    if site.ENABLE_USER_SITE:
        trees.add(Path(site.getusersitepackages()))
    trees |= set(map(Path, tablic.__path__))
    trees |= {tree.resolve() for tree in trees}
    return frozenset(tree for tree in trees if tree.is_dir())


def _links(path: Path) -> Iterator[Path]:
    """A path and those that its links lead to, one after the other."""
    yield path
    while path.is_symlink():
        path = path.parent / path.readlink()
        yield path


def _program_trees(program: str) -> Iterator[Path]:
    """A program that is not the bot's own: its folder of bin and lib, or else the file alone."""
    found = shutil.which(program)
    if not found or not Path(found).is_absolute():
        return
    yield Path(found)
    path = Path(found).resolve()
    above = path.parent.parent
    whole = path.parent.name == "bin" and (above / "lib").is_dir()
    private = Path.home().is_relative_to(above) or above.name == ".local"
    yield above if whole and not private else path


def _without_nested(trees: Iterable[Path]) -> Sequence[Path]:
    """The trees that lie in no other, nor in what every bot sees."""
    kept = [_SYSTEM]
    for tree in sorted(trees, key=lambda tree: len(tree.parts)):
        if not any(tree.is_relative_to(other) for other in kept):
            kept.append(tree)
    return kept[1:]
