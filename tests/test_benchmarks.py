"""What the benchmarks do without the libraries that they compare with."""

import importlib
from typing import Any

import pytest

from benchmarks import rivals


@pytest.mark.parametrize("missing", ["pyspiel", "rlcard"])
def test_rivals_that_are_not_installed_are_named_with_the_target_that_installs_them(
    missing: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def import_module(name: str) -> Any:
        if name == missing:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return object()

    monkeypatch.setattr(importlib, "import_module", import_module)
    rivals.print_rivals()
    (line,) = capsys.readouterr().out.splitlines()
    assert missing in line
    assert "make bench-rivals" in line
