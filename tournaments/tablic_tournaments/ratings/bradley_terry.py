"""Joint ratings of bots that met two at a time.

The model is that of Bradley and Terry (Rank Analysis of Incomplete Block Designs, 1952). A board
counts once, with its score; a draw is half a win, as in the quasi-likelihood of Elo programs.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from tablic_tournaments.ratings.connectivity import unbounded
from tablic_tournaments.ratings.joint import (
    PRIOR,
    Derivatives,
    JointRatings,
    fitted,
    prior_boards,
)
from tablic_tournaments.ratings.results import pair_score
from tablic_tournaments.ratings.tallies import Matrix, Tallies, Vector, summed

__all__ = ["bradley_terry"]


class _Pairs(NamedTuple):
    """Sums over the boards of each bot (row) against each other (column)."""

    boards: Matrix
    scores: Matrix
    squares: Matrix
    """Of the scores."""


def bradley_terry(
    tallies: Tallies, anchors: Mapping[str, float] | None = None, prior: float = PRIOR
) -> JointRatings:
    """The ratings that make the scores of boards most likely; mean 1500, or anchors as given.

    ``prior`` boards are added for each bot, spread over its opponents, half of each won and half
    lost. Without it there must be no bot, nor group of bots, that won all or lost all.
    """
    pairs = _pairs(tallies)
    beat = pairs.scores > 0
    pairs = _with_prior(pairs, prior)
    return fitted(
        tallies.labels,
        lambda strengths: _derivatives(pairs, strengths),
        anchors or {},
        unbounded(tallies.labels, beat),
    )


def _pairs(tallies: Tallies) -> _Pairs:
    size = len(tallies.labels)
    scores = np.array([pair_score(places, 0, 1) for places in tallies.places])[tallies.endings]
    first, second = tallies.bots.T
    cells = first * size + second

    def sums(of_first: Vector, of_second: Vector) -> Matrix:
        own = summed(cells, of_first * tallies.boards, size * size)
        other = summed(cells, of_second * tallies.boards, size * size)
        return own.reshape(size, size) + other.reshape(size, size).T

    return _Pairs(
        sums(np.ones_like(scores), np.ones_like(scores)),
        sums(scores, 1 - scores),
        sums(scores**2, (1 - scores) ** 2),
    )


def _with_prior(pairs: _Pairs, prior: float) -> _Pairs:
    of_each = pairs.boards.sum(axis=1)
    both = np.stack(np.broadcast_arrays(of_each[:, None], of_each[None, :]), axis=-1)
    added = prior_boards(pairs.boards, both, prior)
    return _Pairs(pairs.boards + added, pairs.scores + added / 2, pairs.squares + added / 2)


def _derivatives(pairs: _Pairs, strengths: Vector) -> Derivatives:
    expected = (1 + np.tanh((strengths[:, None] - strengths[None, :]) / 2)) / 2
    information = _laplacian(pairs.boards * expected * (1 - expected))
    surprise = pairs.scores - pairs.boards * expected
    squares = pairs.squares - 2 * expected * pairs.scores + pairs.boards * expected**2
    return Derivatives(
        surprise.sum(axis=1), information, _laplacian(squares), float(pairs.boards.sum()) / 2
    )


def _laplacian(weights: Matrix) -> Matrix:
    """The sum over pairs of weight times the outer product of (1, -1) with itself."""
    return np.diag(weights.sum(axis=1)) - weights
