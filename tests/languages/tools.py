"""What a language needs to be built here: without it its tests are skipped, or fail in CI."""

import os
import shutil
from typing import Final

import pytest

__all__ = ["TOOLS", "require_tools"]

TOOLS: Final = {
    "bash": ("bash", "jq"),
    "c": ("cc",),
    "cpp": ("make", "cmake", "c++", "protoc", "grpc_cpp_plugin"),
    "go": ("make", "go"),
    "java": ("make", "mvn", "javac"),
    "python": (),
    "rust": ("make", "cargo", "protoc"),
    "typescript": ("make", "npm", "node"),
}


def require_tools(language: str) -> None:
    """Skip where a tool is missing; with TABLIC_ALL_LANGUAGES=1 that is a failure."""
    missing = [tool for tool in TOOLS[language] if not shutil.which(tool)]
    if missing:
        sentence = f"{language} is not tested: {', '.join(missing)} is not installed"
        assert os.environ.get("TABLIC_ALL_LANGUAGES") != "1", sentence
        pytest.skip(sentence)
