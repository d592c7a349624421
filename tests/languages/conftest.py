"""Each test gets an arena of its own, as those of tournaments do; what is built they share."""

import os
from pathlib import Path

import pytest

from ..tournaments.conftest import place

__all__ = ["place"]


@pytest.fixture
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that is the same for all workers of this session."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
