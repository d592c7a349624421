"""Points, with errors clustered on boards; what boards save against independent deals."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import variance

from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.ratings.scores import Estimate, student95

__all__ = ["points_per_hand", "variance_kept"]


def points_per_hand(boards: Sequence[tuple[BoardResult, int]]) -> Estimate | None:
    """A bot's points less its opponents' mean, for each hand; None for fewer than two boards.

    The boards come with the bot's position in them; leave out faulted ones. It is a ratio of sums,
    so its error is that of boards' sums less what their number of hands makes expected. Matches are
    strata: that some opponents are stronger is no error (Cochran, Sampling Techniques, 1977,
    chapters 5 and 6).
    """
    if len(boards) < 2:
        return None
    sums = [board.margin(bot) * len(board.places) for board, bot in boards]
    hands = [board.hand_count for board, _ in boards]
    mean = sum(sums) / sum(hands)
    rest = [own - mean * of for own, of in zip(sums, hands, strict=True)]
    strata = _strata(zip((board.bots for board, _ in boards), rest, strict=True))
    spread = sum(len(stratum) * variance(stratum) for stratum in strata)
    error = student95(len(boards) - len(strata)) * sqrt(spread) / sum(hands)
    return Estimate(mean, mean - error, mean + error)


def _strata(values: Iterable[tuple[tuple[str, ...], float]]) -> list[list[float]]:
    """The values of each match; those of matches with a single board are one stratum together."""
    strata: defaultdict[frozenset[str], list[float]] = defaultdict(list)
    for bots, value in values:
        strata[frozenset(bots)].append(value)
    single = [value for stratum in strata.values() if len(stratum) == 1 for value in stratum]
    several = [stratum for stratum in strata.values() if len(stratum) > 1]
    if len(single) == 1:
        return [[*several[0], *single], *several[1:]]
    return [*several, single] if single else several


def variance_kept(results: Iterable[BoardResult]) -> float | None:
    """The variance of boards' margins, as a share of what it would be with a deck for each game.

    Half means that boards are worth twice as many games of independent deals. None where no match
    has two boards without a fault, or all games ended alike.
    """
    margins: dict[tuple[str, ...], list[list[float]]] = defaultdict(list)
    for result in results:
        if not result.faulted:
            for bot, label in enumerate(result.bots):
                margins[*result.bots, label].append(result.margins(bot))
    kept = independent = 0.0
    for games in margins.values():
        if len(games) > 1:
            of_rotation = [variance(column) for column in zip(*games, strict=True)]
            kept += len(games) * variance(sum(game) / len(game) for game in games)
            independent += len(games) * sum(of_rotation) / len(of_rotation) ** 2
    return kept / independent if independent else None
