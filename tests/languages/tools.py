"""What a language needs to be built here: without it its tests are skipped, or fail in CI."""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

__all__ = ["TOOLS", "alone", "require_tools"]

TOOLS: Final = {
    "awk": ("mawk",),
    "bash": ("bash", "jq"),
    "c": ("cc",),
    "cpp": ("make", "cmake", "c++", "protoc", "grpc_cpp_plugin", "/usr/include/grpcpp/grpcpp.h"),
    "go": ("make", "go"),
    "java": ("make", "mvn", "javac"),
    "perl": ("perl",),
    "python": (),
    "rust": ("make", "cargo"),
    "typescript": ("make", "npm", "node"),
}


def require_tools(language: str, *further: str) -> None:
    """Skip where a tool is missing; with TABLIC_ALL_LANGUAGES=1 that is a failure."""
    missing = [
        tool
        for tool in (*TOOLS[language], *further)
        if not shutil.which(tool) and not Path(tool).exists()
    ]
    if missing:
        sentence = f"{language} is not tested: {', '.join(missing)} is not installed"
        assert os.environ.get("TABLIC_ALL_LANGUAGES") != "1", sentence
        pytest.skip(sentence)


@contextmanager
def alone(root: Path, language: str) -> Iterator[None]:
    """No other worker builds in this language: package clients do not like company."""
    with (root / f"{language}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
