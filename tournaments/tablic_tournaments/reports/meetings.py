"""Two bots against each other, from the boards on which both sat; no I/O."""

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from tablic_tournaments.errors import UnknownNameError
from tablic_tournaments.ratings.points import points_per_hand
from tablic_tournaments.ratings.pool import joint_ratings
from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.ratings.scores import Estimate, mean_score

__all__ = ["Meeting", "labels_of", "meeting", "meetings", "played_label"]


class Meeting(NamedTuple):
    """What one bot got against another on the boards of both; who else sat there is left out."""

    bot: str
    opponent: str
    boards: int
    won: int
    """Games in which it had the better place."""
    drawn: int
    lost: int
    score: Estimate
    """The mean of its board scores, 0 to 1."""
    points: Estimate | None
    """Its points less the opponent's, for each hand, faulted boards left out."""
    difference: Estimate
    """How much higher it is rated, in Elo points, by these boards alone."""
    superiority: float
    """The likelihood that it is the stronger, 0 to 1, by these boards alone."""


def meeting(results: Iterable[BoardResult], bot: str, opponent: str) -> Meeting | None:
    """The meeting of two bots; None where they never met."""
    boards = [
        _of_two(board, board.bots.index(bot), board.bots.index(opponent))
        for board in results
        if bot in board.bots and opponent in board.bots
    ]
    return _meeting(boards) if boards else None


def meetings(results: Iterable[BoardResult], labels: Sequence[str]) -> list[Meeting]:
    """The meetings of each bot with each other, in the order of the labels."""
    boards: dict[tuple[str, str], list[BoardResult]] = {}
    for board in results:
        for one, two in combinations(range(len(board.bots)), 2):
            for first, second in ((one, two), (two, one)):
                pair = board.bots[first], board.bots[second]
                boards.setdefault(pair, []).append(_of_two(board, first, second))
    return [
        _meeting(boards[bot, opponent])
        for bot in labels
        for opponent in labels
        if (bot, opponent) in boards
    ]


def labels_of(results: Iterable[BoardResult]) -> set[str]:
    """The bots that played."""
    return {label for board in results for label in board.bots}


def played_label(asked: str, labels: Collection[str], where: str) -> str:
    """The bot that a name means among those that played: ``fisher 2``, or the latest ``fisher``.

    ``where`` says in the sentence which boards were looked at. Raises UnknownNameError.
    """
    if asked in labels:
        return asked
    versions = [label for label in labels if label.rpartition(" ")[0] == asked]
    if not versions:
        known = ", ".join(sorted(labels)) or "none"
        raise UnknownNameError(f"no boards {where} were played by {asked!r}; they are of: {known}")
    return max(versions, key=lambda label: int(label.rpartition(" ")[2]))


def _of_two(board: BoardResult, first: int, second: int) -> BoardResult:
    """A board as if only two had sat there."""
    return board._replace(
        bots=(board.bots[first], board.bots[second]),
        points=tuple((game[first], game[second]) for game in board.points),
        places=tuple((game[first], game[second]) for game in board.places),
    )


def _meeting(boards: Sequence[BoardResult]) -> Meeting:
    bot, opponent = boards[0].bots
    games = [places for board in boards for places in board.places]
    ratings = joint_ratings(boards)
    return Meeting(
        bot,
        opponent,
        len(boards),
        won=sum(own < other for own, other in games),
        drawn=sum(own == other for own, other in games),
        lost=sum(own > other for own, other in games),
        score=mean_score([board.score(0) for board in boards]),
        points=points_per_hand([(board, 0) for board in boards if not board.faulted]),
        difference=ratings.difference(bot, opponent),
        superiority=ratings.superiority(bot, opponent),
    )
