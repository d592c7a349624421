"""What does a build see of a language? Its programs, and what was fetched for it, read-only.

What package clients have fetched lies in the home of the person who submits, beside their
passwords: of that only the folders named here are seen. The clients are told to stay offline.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

__all__ = ["Toolchain", "toolchains"]

_OWN: Final = "/tmp"  # noqa: S108  # where a build can write


class Toolchain(NamedTuple):
    """The programs of a language, the folders they read, and the variables that tell them so."""

    programs: tuple[str, ...]
    folders: tuple[Path, ...]
    variables: dict[str, str]

    @property
    def paths(self) -> Iterator[str]:
        """The folders of the programs that are installed."""
        for program in self.programs:
            if found := shutil.which(program):
                yield str(Path(found).parent)


def toolchains() -> Iterator[Toolchain]:
    """The languages that have something here."""
    for toolchain in (_c(), _go(), _rust(), _java(), _node()):
        if any(toolchain.paths):
            there = tuple(folder for folder in toolchain.folders if folder.is_dir())
            yield toolchain._replace(folders=there)


def _c() -> Toolchain:
    return Toolchain(("cc", "c++", "make", "cmake", "protoc"), (), {})


def _go() -> Toolchain:
    modules = _go_modules()
    variables = {
        "GOMODCACHE": str(modules),
        "GOCACHE": f"{_OWN}/go",
        "GOPROXY": "off",
        "GOTOOLCHAIN": "local",
    }
    return Toolchain(("go",), (modules,), variables)


def _go_modules() -> Path:
    go = shutil.which("go")
    told = subprocess.check_output([go, "env", "GOMODCACHE"], text=True).strip() if go else ""
    return Path(told or Path.home() / "go/pkg/mod")


def _rust() -> Toolchain:
    cargo, rustup = _folder("CARGO_HOME", ".cargo"), _folder("RUSTUP_HOME", ".rustup")
    variables = {"CARGO_HOME": str(cargo), "RUSTUP_HOME": str(rustup), "CARGO_NET_OFFLINE": "true"}
    return Toolchain(("cargo", "rustc"), (cargo / "registry", rustup), variables)


def _java() -> Toolchain:
    repository = Path.home() / ".m2/repository"
    options = f"-Duser.home={_OWN} -Dmaven.repo.local={repository}"
    return Toolchain(("mvn", "java", "javac"), (repository,), {"MAVEN_OPTS": options})


def _node() -> Toolchain:
    cache = _folder("npm_config_cache", ".npm")
    variables = {"npm_config_cache": str(cache), "npm_config_offline": "true"}
    return Toolchain(("npm", "node"), (cache / "_cacache",), variables)


def _folder(variable: str, name: str) -> Path:
    """The folder of a package client, where a variable or else its custom puts it."""
    return Path(os.environ.get(variable) or Path.home() / name)
