"""The reference files, and boards of one game made of them."""

import json
from pathlib import Path
from typing import Any

from tablic_tournaments.ratings.results import BoardResult

FOLDER = Path(__file__).parent.parent / "conformance" / "ratings"


def reference(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text())


def games_of(pair: dict[str, Any]) -> list[BoardResult]:
    """A board of one game for each game of a pair."""
    bots, points = (pair["a"], pair["b"]), ((0, 0),)
    return [
        *[BoardResult(bots, points, ((1, 2),))] * pair["a_wins"],
        *[BoardResult(bots, points, ((1, 1),))] * pair["draws"],
        *[BoardResult(bots, points, ((2, 1),))] * pair["b_wins"],
    ]
