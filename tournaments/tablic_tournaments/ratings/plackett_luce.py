"""Joint ratings of three or more at a time (Plackett, The Analysis of Permutations, 1975).

The first place is drawn in proportion to strength, the next among those that are left, and so on. A
tie counts as each order that it leaves open, with equal shares: with two bots this is
``bradley_terry`` with a draw as half a win.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, permutations, product
from math import factorial
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
from tablic_tournaments.ratings.tallies import (
    Chosen,
    Matrices,
    Matrix,
    Positions,
    Tallies,
    Vector,
    summed,
)

__all__ = ["plackett_luce"]


class _Orders(NamedTuple):
    """Orders of bots from best to worst, each a share of how a kind of board ended."""

    bots: Positions
    """For each order, the positions of its bots."""
    kinds: Positions
    """For each, the kind of board it is of."""
    columns: Positions
    """For each, where its bots stand in their match."""
    shares: Vector
    """For each, how much of its board it is; the shares of a board add up to 1."""
    matches: Positions
    """For each kind of board, the positions of its bots."""
    boards: Vector
    """For each kind, how many boards."""


def plackett_luce(
    tallies: Tallies, anchors: Mapping[str, float] | None = None, prior: float = PRIOR
) -> JointRatings:
    """The ratings that make the orders of boards most likely; mean 1500, or anchors as given.

    ``prior`` boards are added for each bot, spread over its matches, each order of their bots
    equally often. Without it there must be no bot, nor group, that was always above or below.
    """
    orders = _orders(_with_prior(tallies, prior) if prior else tallies)
    return fitted(
        tallies.labels,
        lambda strengths: _derivatives(orders, strengths),
        anchors or {},
        unbounded(tallies.labels, _beat(tallies)),
    )


def _with_prior(tallies: Tallies, prior: float) -> Tallies:
    players = tallies.bots.shape[1]
    matches, kinds = np.unique(np.sort(tallies.bots, axis=1), axis=0, return_inverse=True)
    boards = summed(kinds, tallies.boards, len(matches))
    of_each = summed(tallies.bots, np.repeat(tallies.boards, players), len(tallies.labels))
    added = prior_boards(boards, of_each[matches], prior) / factorial(players)
    every = [(order,) for order in permutations(range(1, players + 1))]
    first = len(tallies.places)
    return tallies._replace(
        bots=np.concatenate([tallies.bots, np.tile(matches, (len(every), 1))]),
        endings=np.concatenate(
            [tallies.endings, np.repeat(np.arange(first, first + len(every)), len(matches))]
        ),
        boards=np.concatenate([tallies.boards, np.tile(added, len(every))]),
        places=(*tallies.places, *every),
    )


def _orders(tallies: Tallies) -> _Orders:
    """Every kind of board, taken apart into orders."""
    shares = [_shares(games) for games in tallies.places]
    counts = np.array([len(of_ending) for of_ending in shares])[tallies.endings]
    starts = np.cumsum([0, *(len(of_ending) for of_ending in shares)])[tallies.endings]
    kinds = np.repeat(np.arange(len(counts)), counts)
    within = np.arange(len(kinds)) - np.repeat(np.cumsum(counts) - counts, counts)
    chosen = np.repeat(starts, counts) + within
    columns = np.array(list(chain.from_iterable(shares)), dtype=np.int64)[chosen]
    return _Orders(
        np.take_along_axis(tallies.bots[kinds], columns, axis=1),
        kinds,
        columns,
        np.array([share for of_ending in shares for share in of_ending.values()])[chosen],
        tallies.bots,
        tallies.boards,
    )


def _shares(games: Sequence[Sequence[int]]) -> dict[tuple[int, ...], float]:
    """The share of each order of positions in these games, a tie being each that it leaves open."""
    shares: dict[tuple[int, ...], float] = {}
    for places in games:
        orders = list(_orders_of(places))
        for order in orders:
            shares[order] = shares.get(order, 0.0) + 1 / (len(orders) * len(games))
    return shares


def _orders_of(places: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The orders from best to worst that agree with places."""
    tied = [
        permutations(bot for bot, own in enumerate(places) if own == place)
        for place in sorted(set(places))
    ]
    for parts in product(*tied):
        yield tuple(chain.from_iterable(parts))


def _derivatives(orders: _Orders, strengths: Vector) -> Derivatives:
    size, players = len(strengths), orders.bots.shape[1]
    worths = np.exp(strengths - strengths.max(initial=0.0))[orders.bots]
    surprise = np.zeros_like(worths)
    information = np.zeros((size, size))
    for stage in range(players - 1):
        left = worths[:, stage:]
        chances = left / left.sum(axis=1, keepdims=True)
        surprise[:, stage] += 1
        surprise[:, stage:] -= chances
        weights = (orders.shares * orders.boards[orders.kinds])[:, None, None]
        spread = weights * (chances[:, :, None] * (np.eye(players - stage) - chances[:, None, :]))
        information += _between(orders.bots[:, stage:], spread, size)
    gradients = np.zeros(orders.matches.shape)
    np.add.at(
        gradients,
        (orders.kinds[:, None], orders.columns),
        orders.shares[:, None] * surprise,
    )
    outer = orders.boards[:, None, None] * gradients[:, :, None] * gradients[:, None, :]
    return Derivatives(
        summed(orders.matches, orders.boards[:, None] * gradients, size),
        information,
        _between(orders.matches, outer, size),
        float(orders.boards.sum()),
    )


def _between(bots: Positions, matrices: Matrices, size: int) -> Matrix:
    """The sum of matrices, each between the bots of its row."""
    cells = bots[:, :, None] * size + bots[:, None, :]
    return summed(cells, matrices, size * size).reshape(size, size)


def _beat(tallies: Tallies) -> Chosen:
    """Whether the bot of a row was ever above, or beside, that of a column."""
    size, players = len(tallies.labels), tallies.bots.shape[1]
    beat = np.zeros((size, size), dtype=bool)
    for one, two in permutations(range(players), 2):
        above = [any(game[one] <= game[two] for game in places) for places in tallies.places]
        chosen = tallies.bots[np.array(above, dtype=bool)[tallies.endings]]
        beat[chosen[:, one], chosen[:, two]] = True
    return beat
