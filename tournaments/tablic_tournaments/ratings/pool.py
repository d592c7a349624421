"""The joint ratings of all bots that met, whatever they played."""

from collections.abc import Iterable, Mapping

from tablic_tournaments.errors import RatingError
from tablic_tournaments.ratings.bradley_terry import bradley_terry
from tablic_tournaments.ratings.connectivity import groups, not_connected
from tablic_tournaments.ratings.joint import JointRatings
from tablic_tournaments.ratings.plackett_luce import plackett_luce
from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.ratings.tallies import Tallies, tally

__all__ = ["MOST_ANCHORED", "joint_ratings", "rated"]

# Farther apart than this, chances are too small to be computed with.
MOST_ANCHORED = 4_000


def joint_ratings(
    results: Iterable[BoardResult], anchors: Mapping[str, float] | None = None
) -> JointRatings:
    """The joint ratings of at least one board; anchors are the ratings of bots that are fixed.

    Raises RatingError where some bots never met the others, directly or through others or anchors,
    and where anchors cannot be used.
    """
    return rated(tally(results), anchors)


def rated(tallies: Tallies, anchors: Mapping[str, float] | None = None) -> JointRatings:
    """The same from boards that are counted; raises RatingError."""
    anchors = anchors or {}
    _check(anchors, tallies.labels)
    if sentence := not_connected(groups(tallies, anchors)):
        raise RatingError(sentence)
    pairs = tallies.bots.shape[1] == 2
    return bradley_terry(tallies, anchors) if pairs else plackett_luce(tallies, anchors)


def _check(anchors: Mapping[str, float], labels: tuple[str, ...]) -> None:
    for label, rating in anchors.items():
        if label not in labels:
            raise RatingError(f"{label} is to be fixed at {rating:g}, but it has played no board.")
        if not 0 <= rating <= MOST_ANCHORED:
            raise RatingError(
                f"{label} is to be fixed at {rating:g}; give a rating from 0 to {MOST_ANCHORED}."
            )
