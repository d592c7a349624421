"""The game is deterministic, so its tests are: every run draws the same examples."""

import pytest
from hypothesis import settings

settings.register_profile("game", deadline=None, derandomize=True, database=None)
settings.load_profile("game")


@pytest.fixture
def games(request: pytest.FixtureRequest) -> int:
    """How many random games of a rule set to play."""
    return int(request.config.getoption("--games"))
