"""How long the fuzzing takes."""

import pytest
from hypothesis import HealthCheck, Phase, settings


@pytest.fixture(scope="session")
def stories(request: pytest.FixtureRequest) -> settings:
    """As many random stories as asked for; a failure prints the shortest one found."""
    return settings(
        max_examples=int(request.config.getoption("--stories")),
        stateful_step_count=60,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        print_blob=True,
    )
