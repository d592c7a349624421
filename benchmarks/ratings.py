"""Joint ratings of many bots from very many boards."""

import resource
import sys
import time
from collections.abc import Iterator
from random import Random

from tablic_tournaments.ratings.elo import expected_score
from tablic_tournaments.ratings.results import BoardResult

__all__ = ["print_ratings"]

BOTS, BOARDS = 1_000, 1_000_000


def print_ratings() -> None:
    """Print how long it takes, and the most memory of this process so far."""
    results = list(_results())
    before = _megabytes()
    started, cpu_started = time.perf_counter(), time.process_time()
    # Here, so that the time to import what it needs is counted too.
    from tablic_tournaments.ratings.bradley_terry import bradley_terry
    from tablic_tournaments.ratings.tallies import tally

    ratings = bradley_terry(tally(results))
    seconds, cpu = time.perf_counter() - started, time.process_time() - cpu_started
    print(
        f"(f) ratings                  {seconds:10.2f} s, {cpu:.2f} s of CPU, for "
        f"{len(ratings.labels):,} bots and {len(results):,} boards; "
        f"{_megabytes():.0f} MB, of which the boards are {before:.0f}"
    )


def _results() -> Iterator[BoardResult]:
    """Boards of bots whose strengths lie 2 points apart, each game on its own."""
    random = Random(1)  # noqa: S311  # not for deals
    labels = [f"bot-{bot} 1" for bot in range(BOTS)]
    won, lost, points = (1, 2), (2, 1), ((20, 10), (10, 20))
    endings = [[(one, two) for two in (lost, won)] for one in (lost, won)]
    for _ in range(BOARDS):
        first, second = random.sample(range(BOTS), 2)
        chance = expected_score(2.0 * (second - first))
        one, two = random.random() < chance, random.random() < chance
        yield BoardResult((labels[first], labels[second]), points, endings[one][two])


def _megabytes() -> float:
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1 << 20 if sys.platform == "darwin" else 1 << 10)
