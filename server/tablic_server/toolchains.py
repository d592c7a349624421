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
    places: tuple[str, ...] = ()
    """What is laid out for it where it can write: ``copy=FROM=TO``, ``link=`` or ``links=``."""

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
            there = tuple(folder for folder in toolchain.folders if folder.exists())
            yield toolchain._replace(folders=there)


def _c() -> Toolchain:
    return Toolchain(("cc", "c++", "make", "cmake", "protoc"), (), {})


def _go() -> Toolchain:
    modules, compiled = _go_folders()
    own = f"{_OWN}/go"
    variables = {
        "GOMODCACHE": str(modules),
        "GOCACHE": own,
        "GOPROXY": "off",
        "GOTOOLCHAIN": "local",
    }
    # What is compiled already takes no minute to be compiled; the rest is written beside it.
    return Toolchain(("go",), (modules, compiled), variables, (f"links={compiled}={own}",))


def _go_folders() -> tuple[Path, Path]:
    """The folders of fetched modules and of what was compiled."""
    told = _told("go", "env", "GOMODCACHE", "GOCACHE")
    if len(told) == 2:
        return Path(told[0]), Path(told[1])
    return Path.home() / "go/pkg/mod", Path.home() / ".cache/go-build"


def _rust() -> Toolchain:
    registry = _folder("CARGO_HOME", ".cargo") / "registry"
    rustup = _folder("RUSTUP_HOME", ".rustup")
    own = f"{_OWN}/cargo"
    variables = {"CARGO_HOME": own, "RUSTUP_HOME": str(rustup), "CARGO_NET_OFFLINE": "true"}
    # Not the sources: some crates are unpacked for their owner's eyes only.
    places = tuple(f"link={registry}/{name}={own}/registry/{name}" for name in ("index", "cache"))
    return Toolchain(("cargo", "rustc"), (registry, rustup), variables, places)


def _java() -> Toolchain:
    repository = Path.home() / ".m2/repository"
    # From wherever it was fetched: mirrors stand in settings that are not seen.
    properties = {
        "user.home": _OWN,
        "maven.repo.local": str(repository),
        "maven.legacyLocalRepo": "true",
    }
    options = " ".join(f"-D{name}={value}" for name, value in properties.items())
    # Debian has there what Maven starts with, and beside it settings that are nobody's business.
    start = (Path("/etc/maven/m2.conf"), Path("/etc/maven/logging"))
    return Toolchain(("mvn", "java", "javac"), (repository, *start), {"MAVEN_OPTS": options})


def _node() -> Toolchain:
    # What npm has fetched it finds again by the address of the registry.
    cache, registry = _npm_settings()
    fetched, own = Path(cache, "_cacache"), f"{_OWN}/npm"
    variables = {
        "npm_config_cache": own,
        "npm_config_registry": registry,
        "npm_config_offline": "true",
        "npm_config_update_notifier": "false",
    }
    # It does not read an index that it cannot write to.
    places = (
        f"copy={fetched}/index-v5={own}/_cacache/index-v5",
        f"link={fetched}/content-v2={own}/_cacache/content-v2",
    )
    return Toolchain(("npm", "node"), (fetched,), variables, places)


def _npm_settings() -> tuple[str, str]:
    """The folder of npm's cache, and the registry it uses, without a password in its address."""
    lines = _told("npm", "config", "get", "cache", "registry")
    settings = dict(line.split("=", 1) for line in lines if "=" in line)
    cache = settings.get("cache", str(Path.home() / ".npm"))
    before, _, address = settings.get("registry", "").rpartition("@")
    return cache, f"https://{address}" if before else address


def _told(*command: str) -> list[str]:
    """The lines that a program prints; none where it is not there."""
    if not shutil.which(command[0]):
        return []
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.splitlines()


def _folder(variable: str, name: str) -> Path:
    """The folder of a package client, where a variable or else its custom puts it."""
    return Path(os.environ.get(variable) or Path.home() / name)
