"""Points, with errors clustered on boards; what boards save against independent deals."""

from collections import defaultdict
from collections.abc import Sequence
from functools import reduce
from math import sqrt

from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.ratings.scores import Estimate, student95
from tablic_tournaments.ratings.sums import Stratum, Sums

__all__ = ["points_of", "points_per_hand", "variance_kept"]


def points_per_hand(boards: Sequence[tuple[BoardResult, int]]) -> Estimate | None:
    """A bot's points less its opponents' mean, for each hand; None for fewer than two boards.

    The boards come with the bot's position in them; leave out faulted ones. It is a ratio of sums,
    so its error is that of boards' sums less what their number of hands makes expected. Matches are
    strata: that some opponents are stronger is no error (Cochran, Sampling Techniques, 1977,
    chapters 5 and 6).
    """
    strata: defaultdict[frozenset[str], Stratum] = defaultdict(Stratum)
    for board, bot in boards:
        own = Stratum.of_board(sum(board.margins(bot)), board.hand_count)
        strata[frozenset(board.bots)] = strata[frozenset(board.bots)].plus(own)
    return points_of(list(strata.values()))


def points_of(strata: Sequence[Stratum]) -> Estimate | None:
    """The same from the sums of each match."""
    boards, hands = (sum(s.boards for s in strata), sum(s.hands for s in strata))
    if boards < 2:
        return None
    mean = sum(stratum.points for stratum in strata) / hands
    kept = _without_single(strata)
    spread = sum(_spread(stratum, mean) for stratum in kept)
    error = student95(boards - len(kept)) * sqrt(spread) / hands
    return Estimate(mean, mean - error, mean + error)


def _spread(stratum: Stratum, mean: float) -> float:
    """How far the boards' points lie from what their hands make expected: a variance of the sum."""
    boards = stratum.boards
    rest = stratum.points - mean * stratum.hands
    squares = stratum.squares - 2 * mean * stratum.products + mean**2 * stratum.hand_squares
    return boards * max(0.0, squares - rest**2 / boards) / (boards - 1)


def _without_single(strata: Sequence[Stratum]) -> list[Stratum]:
    """The strata; those of a single board are one together."""
    single = [stratum for stratum in strata if stratum.boards == 1]
    several = [stratum for stratum in strata if stratum.boards > 1]
    together = reduce(Stratum.plus, single, Stratum())
    if together.boards == 1:
        return [several[0].plus(together), *several[1:]]
    return [*several, together] if single else several


def variance_kept(sums: Sums) -> float | None:
    """The variance of boards' margins, as a share of what it would be with a deck for each game.

    Half means that boards are worth twice as many games of independent deals. None where no match
    has two boards without a fault, or all games ended alike.
    """
    kept = independent = 0.0
    for of_match in sums.points.values():
        for own in of_match:
            boards, games = own.stratum.boards, len(own.rotations)
            if boards > 1:
                kept += _spread(own.stratum, 0.0) / games**2
                alone = (Stratum(boards, total, squares) for total, squares in own.rotations)
                independent += sum(_spread(stratum, 0.0) for stratum in alone) / games**2
    return kept / independent if independent else None
