"""Started in the sandbox of a build: copies the sources, runs the command there, packs the result.

Called as ``python -I -S builder.py [PLACE ...] -- SOURCES FOLDER [KEPT ...] -- COMMAND [ARGUMENT
...]``, with the standard library alone. A place is ``copy=FROM=TO``, a ``link`` to a folder, or
``links`` to all files of one in folders of its own. What the command prints goes to stderr; to
stdout goes a tar of what is kept, or of everything. Nothing outside the sandbox is written to.
"""

import os
import shutil
import subprocess
import sys
import tarfile


def main() -> None:
    """Build, and end with the exit code of the command."""
    split = sys.argv.index("--")
    end = sys.argv.index("--", split + 1)
    for place in sys.argv[1:split]:
        lay_out(*place.split("="))
    sources, folder, *kept = sys.argv[split + 1 : end]
    shutil.copytree(sources, folder, copy_function=copy)
    os.chdir(folder)
    run(sys.argv[end + 1 :])
    pack(kept or sorted(os.listdir()))  # noqa: PTH208


def lay_out(way: str, source: str, target: str) -> None:
    """Copy a folder that is there to where it can be written to, or link to it or its files."""
    if not os.path.isdir(source):  # noqa: PTH112
        return
    os.makedirs(os.path.dirname(target), exist_ok=True)  # noqa: PTH103, PTH120
    if way == "link":
        os.symlink(source, target)  # noqa: PTH211
    else:
        shutil.copytree(source, target, copy_function=copy if way == "copy" else os.symlink)


def copy(source: str, target: str) -> None:
    """Copy a file that may be read alone, to be written too."""
    shutil.copyfile(source, target)
    os.chmod(target, 0o755 if os.access(source, os.X_OK) else 0o644)  # noqa: PTH101


def run(command: list[str]) -> None:
    """Run the command; ends the process where it fails."""
    try:
        code = subprocess.run(command, stdout=sys.stderr, check=False).returncode
    except OSError as error:
        sys.exit(f"{command[0]} cannot be started: {error.strerror}")
    if code:
        sys.exit(code if code > 0 else 128 - code)


def pack(names: list[str]) -> None:
    """Write a tar of what is there; links become what they lead to, as it is seen in here."""
    with tarfile.open(fileobj=sys.stdout.buffer, mode="w|", dereference=True) as archive:
        try:
            for name in filter(os.path.lexists, names):
                archive.add(name)
        except OSError as error:
            sys.exit(f"{error.filename} cannot be kept: {error.strerror}")


if __name__ == "__main__":
    main()
