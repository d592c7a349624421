"""What the versions of a bot did, tournament by tournament; no I/O."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tablic_tournaments.ratings.elo import sequential_elo
from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.ratings.scores import Estimate, mean_score

__all__ = ["Chapter", "Played", "history_of"]


class Played(NamedTuple):
    """The stored boards of a tournament."""

    tournament: int
    started_at: str
    rules: str
    results: Sequence[BoardResult]


class Chapter(NamedTuple):
    """What a version did in a tournament."""

    tournament: int
    started_at: str
    rules: str
    label: str
    boards: int
    score: Estimate
    """The mean of its board scores, 0 to 1."""
    elo: float
    """Its sequential rating after the tournament, over all boards of the rule set so far."""


def history_of(played: Iterable[Played], bot: str) -> Iterator[Chapter]:
    """The chapters of a bot; tournaments come in their order."""
    elo: dict[str, dict[str, float]] = {}
    for tournament, started_at, rules, results in played:
        after = sequential_elo(results, elo.get(rules, {}))
        elo[rules] = after
        scores: dict[str, list[float]] = {}
        for board in results:
            for position, label in enumerate(board.bots):
                if label.rpartition(" ")[0] == bot:
                    scores.setdefault(label, []).append(board.score(position))
        for label, own in sorted(scores.items()):
            yield Chapter(
                tournament, started_at, rules, label, len(own), mean_score(own), after[label]
            )
