"""The same spec and secret give the same exported games, however many workers play them."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from .clusters import Cluster
from .place import EXAMPLES, Place
from .processes import linux_only

pytestmark = [linux_only, pytest.mark.long]

BUNDLED = [EXAMPLES / f"{name}_bot.py" for name in ("careful", "random")]
ARGUMENTS = (
    "tournament", "--boards", "8", "--tables", "1", "--secret", "7a" * 32,
    "--rules", "tablic hands=1",
)  # fmt: skip


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The games that one worker gives."""
    return exported(Place(tmp_path_factory.mktemp("o")), "--workers", "1")


@pytest.fixture
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    pytest.importorskip("distributed", reason="pip install 'tablic-arena[cluster]'")
    cluster = Cluster(tmp_path_factory.mktemp("c"))
    try:
        for _ in range(2):
            cluster.add_worker()
        yield cluster
    finally:
        cluster.end()


def exported(place: Place, *options: str) -> list[str]:
    """The records of games as ``export`` writes them, in the order of their boards."""
    place.submit(*BUNDLED)
    place.run(*ARGUMENTS, *options)
    lines = map(json.loads, place.run("export").stdout.splitlines())
    games = sorted((line for line in lines if line["kind"] == "game"), key=board_and_rotation)
    assert len(games) == 2 * 8
    return [json.dumps(game["record"]) for game in games]


def board_and_rotation(game: dict[str, Any]) -> tuple[int, int]:
    return game["board"], game["rotation"]


@pytest.mark.parametrize(
    "where",
    ["2", "8", ""],
    ids=["2 workers", "8 workers", "cluster"],
)
def test_the_exported_games_are_the_same(
    where: str, place: Place, expected: list[str], request: pytest.FixtureRequest
) -> None:
    if where:
        assert exported(place, "--workers", where) == expected
    else:
        cluster: Cluster = request.getfixturevalue("cluster")
        assert exported(place, "--cluster", cluster.address) == expected
