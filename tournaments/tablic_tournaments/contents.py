"""What can be submitted: a script, an executable, or a folder with a bot.toml."""

import ast
import importlib.util
import os
import re
import shutil
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from tablic.stdio import BRIDGE

from tablic_tournaments.errors import BotNameError, ContentError

__all__ = [
    "PYTHON",
    "Build",
    "Content",
    "check_name",
    "inspect_built",
    "inspect_path",
    "speaks_lines",
]

# Stands in a stored command for the arena's own interpreter.
PYTHON: Final = "{python}"

INTERPRETERS: Final = {
    ".py": (PYTHON,),
    ".sh": ("sh",),
    ".js": ("node",),
    ".mjs": ("node",),
    ".pl": ("perl",),
    ".rb": ("ruby",),
    ".lua": ("lua",),
    # By itself it reserves as much address space for the heap as leaves it none for the rest.
    ".jar": ("java", "-Xmx256m", "-XX:+UseSerialGC", "-jar"),
}
_BINARY_STARTS: Final = (b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
_TOML_KEYS: Final = ("name", "command", "arguments", "files", "protocol", "build")
_BUILD_KEYS: Final = ("command", "keep")
_PROTOCOLS: Final = ("grpc", "stdio")
_SKIPPED: Final = ("__pycache__",)


class Build(NamedTuple):
    """How a bot is made of its sources: the command, and what to keep; nothing named: all of it."""

    command: tuple[str, ...]
    keep: tuple[str, ...] = ()


class Content(NamedTuple):
    """A bot as its author has it: where it lies, its files, and how to start it there.

    ``files`` are paths relative to ``root``. The command is run in the folder of the files. One
    that is yet to be built has its sources for files, and no command.
    """

    name: str
    root: Path
    files: tuple[str, ...]
    command: tuple[str, ...]
    build: Build | None = None
    log: str = ""
    """What its build printed."""


def check_name(name: str) -> str:
    """The name of a bot, checked; raises BotNameError."""
    if not _NAME.fullmatch(name):
        raise BotNameError(
            f"{name!r} is not a name for a bot: use up to 40 letters, digits, dots, dashes and "
            "underscores, the first a letter or digit"
        )
    return name


def speaks_lines(command: tuple[str, ...]) -> bool:
    """Whether a command is that of a program that reads and writes lines of JSON."""
    return command[1 : 1 + len(BRIDGE)] == BRIDGE


def inspect_path(path: Path, name: str | None = None, stdio: bool = False) -> Content:
    """What a path holds; raises ContentError for what cannot be a bot.

    With ``stdio`` it is a program that reads and writes lines of JSON, as a bot.toml can also say.
    """
    if path.is_dir():
        content = _folder(path)
    elif path.is_file():
        _refuse_siblings(path)
        content = Content(path.stem, path.parent, (path.name,), _command_of(path, path.name))
    else:
        raise ContentError(f"{path} is not there; name a script, an executable or a folder")
    if name is None:
        name = re.sub(r"[^A-Za-z0-9._-]+", "-", content.name).strip("-._")
    return _spoken(content, stdio)._replace(name=check_name(name))


def inspect_built(folder: Path, stdio: bool = False) -> Content:
    """What a build has made, with the bot.toml of its sources; raises ContentError."""
    return _spoken(_folder(folder, built=True), stdio)


def _spoken(content: Content, stdio: bool) -> Content:
    """A content that reads and writes lines if it is said to, once there is a command."""
    if stdio and content.command and not speaks_lines(content.command):
        return content._replace(command=_bridged(content.command))
    return content


def _folder(path: Path, *, built: bool = False) -> Content:
    """The content of a folder, as its bot.toml says."""
    file = path / "bot.toml"
    if not file.is_file():
        raise ContentError(
            f"{path} has no bot.toml; write one with a line such as: command = 'my_bot.py'"
        )
    settings = _read_toml(file)
    files = _listed_files(file, None if built else settings.get("files"))
    command = settings.get("command")
    arguments = settings.get("arguments", [])
    if not isinstance(command, str) or not command:
        raise ContentError(f"{file}: command = {command!r} is not the name of a file or program")
    if not _is_texts(arguments):
        raise ContentError(f"{file}: arguments = {arguments!r} is not a list of texts")
    if not isinstance(settings.get("name", ""), str):
        raise ContentError(f"{file}: name = {settings['name']!r} is not a text")
    protocol = settings.get("protocol", "grpc")
    if protocol not in _PROTOCOLS:
        raise ContentError(
            f"{file}: protocol = {protocol!r} is not one there is: {' or '.join(_PROTOCOLS)}"
        )
    name = settings.get("name") or path.resolve().name
    if "build" in settings and not built:
        return Content(name, path, files, (), _build_of(file, settings["build"], files))
    start = _start_of(file, command.removeprefix("./"), files)
    started = (*start, *arguments)
    return Content(name, path, files, started if protocol == "grpc" else _bridged(started))


def _bridged(command: tuple[str, ...]) -> tuple[str, ...]:
    return (PYTHON, *BRIDGE, *command)


def _build_of(file: Path, build: object, files: tuple[str, ...]) -> Build:
    """How the files of a folder are built; the program is there."""
    if not isinstance(build, dict) or not set(build) <= set(_BUILD_KEYS):
        raise ContentError(f"{file}: build is a table with the keys {' and '.join(_BUILD_KEYS)}")
    command, keep = build.get("command"), build.get("keep", [])
    if not command or not _is_texts(command):
        raise ContentError(f"{file}: the build's command = {command!r} is not a list of texts")
    if not _is_texts(keep) or any(_leads_out(name) for name in keep):
        raise ContentError(f"{file}: keep = {keep!r} is not a list of files that are built")
    program = command[0].removeprefix("./")
    if program in files:
        return Build((f"./{program}", *command[1:]), tuple(keep))
    if "/" in program or not shutil.which(program):
        raise ContentError(f"{file}: the build needs {command[0]}, which is not on the PATH")
    return Build(tuple(command), tuple(keep))


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _leads_out(name: str) -> bool:
    return Path(name).is_absolute() or ".." in Path(name).parts


def _read_toml(file: Path) -> dict[str, Any]:
    try:
        settings = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ContentError(f"{file} is not valid TOML: {error}") from None
    for key in settings:
        if key not in _TOML_KEYS:
            raise ContentError(
                f"{file}: there is no key {key!r}; there are {', '.join(_TOML_KEYS)}"
            )
    return settings


def _start_of(file: Path, command: str, files: tuple[str, ...]) -> tuple[str, ...]:
    if command in files:
        return _command_of(file.parent / command, command)
    if (file.parent / command).exists():
        raise ContentError(f"{file}: the command {command!r} is not among its files")
    if command in ("python", "python3"):
        return (PYTHON,)
    if "/" not in command and shutil.which(command):
        return (command,)
    raise ContentError(f"{file}: the command {command!r} is neither a file here nor on the PATH")


def _listed_files(file: Path, listed: object) -> tuple[str, ...]:
    """The files of a folder, all or those and of those folders that its bot.toml lists, and it."""
    found = sorted(_all_files(file.parent))
    if listed is None:
        return tuple(found)
    if not isinstance(listed, list) or not all(isinstance(item, str) for item in listed):
        raise ContentError(f"{file}: files = {listed!r} is not a list of file names")
    taken = {file.name}
    for item in listed:
        below = {name for name in found if name == item or name.startswith(f"{item}/")}
        if not below:
            raise ContentError(f"{file}: there is no file {item!r} in {file.parent}")
        taken |= below
    return tuple(sorted(taken))


def _all_files(folder: Path) -> Iterator[str]:
    for parent, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not _is_skipped(name)]
        names = [name for name in files if not _is_skipped(name)]
        for path in (Path(parent, name) for name in folders + names):
            if path.is_symlink() and not path.exists():
                raise ContentError(f"{path} is a link that leads nowhere; remove it")
            if path.is_symlink() and not path.resolve().is_relative_to(folder.resolve()):
                raise ContentError(f"{path} is a link to {path.resolve()}, outside the folder")
        yield from (Path(parent, name).relative_to(folder).as_posix() for name in names)


def _is_skipped(name: str) -> bool:
    return name.startswith(".") or name in _SKIPPED


def _command_of(path: Path, name: str) -> tuple[str, ...]:
    """How to start a file that lies as ``name`` in the folder the bot runs in."""
    start = _first_bytes(path)
    ending = path.suffix.lower()
    if ending == ".py":
        return (PYTHON, name)
    if start.startswith((b"#!", *_BINARY_STARTS)):
        return (f"./{name}",)
    if ending in INTERPRETERS:
        interpreter = INTERPRETERS[ending]
        if not shutil.which(interpreter[0]):
            raise ContentError(f"{path} needs {interpreter[0]}, which is not on the PATH")
        return (*interpreter, name)
    raise ContentError(
        f"how to start {path} is not known: give it a first line such as #!/usr/bin/env perl, "
        f"one of the endings {' '.join(INTERPRETERS)}, or a folder with a bot.toml"
    )


def _first_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(4)
    except OSError as error:
        raise ContentError(f"{path} cannot be read: {error.strerror}") from error


def _refuse_siblings(path: Path) -> None:
    """A script alone would miss the modules that lie beside it."""
    if path.suffix.lower() != ".py":
        return
    try:
        tree = ast.parse(path.read_bytes(), filename=str(path))
    except (SyntaxError, ValueError) as error:
        raise ContentError(f"{path} is not a Python program: {error}") from None
    for module in _imported(tree):
        if _is_sibling(path, module):
            raise ContentError(
                f"{path} imports {module}, which lies beside it; submit the folder "
                f"{path.parent}, with a bot.toml that says: command = '{path.name}'"
            )


def _imported(tree: ast.Module) -> Iterator[str]:
    """The top-level names that a program imports; a relative import is named by its module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names = [node.module] if node.module else [alias.name for alias in node.names]
            yield from (name.partition(".")[0] for name in names)


def _is_sibling(path: Path, module: str) -> bool:
    folder = path.parent / module
    if module in sys.builtin_module_names or folder.with_suffix(".py") == path:
        return False
    if folder.with_name(f"{module}.py").is_file() or (folder / "__init__.py").is_file():
        return True
    # A folder without __init__.py is imported only where nothing else has the name.
    has_modules = folder.is_dir() and any(folder.glob("*.py"))
    return has_modules and importlib.util.find_spec(module) is None
