"""Ladder: each round those meet whose board tells most of who is stronger.

A board tells more where its end is open and where the difference of the ratings is less known: the
expected information of a board times the variance of the difference. Playing the pair with the
largest product lowers the joint uncertainty of all ratings most (Fedorov, Theory of Optimal
Experiments, 1972).
"""

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from itertools import count, permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tablic_tournaments.ratings.results import BoardResult, Played
from tablic_tournaments.schedule.pairing import Pairing, Schedule, completed, match_name
from tablic_tournaments.spec import STAGE_BOARDS, Entrant, TournamentSpec

__all__ = ["ladder"]

# Rounds in play while the next is chosen, so that no worker waits for the last board of a round.
IN_PLAY: Final = 2
# A prior of each strength, in log odds: one over its variance.
PRIOR: Final = 1.0
STEPS: Final = 50
LONGEST: Final = 2.0
CLOSE: Final = 1e-9
# What is equal to so many digits is equal, whatever order a processor adds in.
DIGITS: Final = 6

Matrix = NDArray[np.float64]


def ladder(stages: Sequence[TournamentSpec], played: Played) -> Schedule:
    """Stage after stage, each of STAGE_BOARDS or of what is left until the boards of its spec.

    It does not end where a spec has 0 boards.

    Stages after those that are given are those that are to be opened.
    """
    climb = _Climb()
    for stage in count():
        spec = stages[min(stage, len(stages) - 1)]
        left = min(STAGE_BOARDS, spec.boards - climb.boards) if spec.boards else STAGE_BOARDS
        if left > 0:
            yield from _stage(climb, spec, stage, left, played)
        elif stage >= len(stages):
            return


def _stage(
    climb: "_Climb", spec: TournamentSpec, stage: int, boards: int, played: Played
) -> Schedule:
    """So many boards, each round chosen by all that is complete, but for the last before it."""
    in_play: deque[list[Pairing]] = deque()
    climb.enter(spec.entrants)
    end = climb.boards + boards
    while climb.boards < end:
        matches = list(climb.round(spec, stage, end))
        yield from matches
        in_play.append(matches)
        if len(in_play) == IN_PLAY:
            yield from _count(climb, in_play.popleft(), played)
    while in_play:
        yield from _count(climb, in_play.popleft(), played)


def _count(climb: "_Climb", matches: Sequence[Pairing], played: Played) -> Iterator[None]:
    results = yield from completed(matches, played)
    for of_match in results:
        climb.count(of_match)


class _Climb:
    """What is known so far of the entrants, each by its place in the spec."""

    def __init__(self) -> None:
        self.boards = 0
        """How many are scheduled."""
        self._of_match: Counter[str] = Counter()
        self._places: dict[str, int] = {}
        self._scheduled = self._scores = np.zeros((0, 0))

    def enter(self, entrants: Sequence[Entrant]) -> None:
        """Have these entrants; those from before come first among them."""
        more = len(entrants) - len(self._places)
        self._places = {entrant.label: place for place, entrant in enumerate(entrants)}
        self._scheduled = np.pad(self._scheduled, (0, more))
        self._scores = np.pad(self._scores, (0, more))

    def round(self, spec: TournamentSpec, stage: int, end: int) -> Iterator[Pairing]:
        """The pairings of a round in which nobody plays twice, up to so many boards in all."""
        for group in _groups(self._worth(), spec.rules.sides):
            boards = min(spec.tables, end - self.boards)
            if not boards:
                return
            entrants = tuple(spec.entrants[place] for place in sorted(group))
            match = match_name(entrants)
            first = self._of_match[match]
            self._of_match[match] += boards
            self.boards += boards
            for one, other in permutations(group, 2):
                self._scheduled[one, other] += boards
            yield Pairing(match, entrants, range(first, first + boards), stage)

    def count(self, results: Sequence[BoardResult]) -> None:
        """Take in the results of a match."""
        for result in results:
            for one, other in permutations(range(len(result.bots)), 2):
                cell = self._places[result.bots[one]], self._places[result.bots[other]]
                self._scores[cell] += result.score_against(one, other)

    def _worth(self) -> Matrix:
        """What a board of each pair tells."""
        chances = _chances(_strengths(self._scores))
        open_end = chances * (1 - chances)
        information = _laplacian(self._scheduled * open_end)
        covariance = np.linalg.inv(information + PRIOR * np.eye(len(information)))
        own = np.diag(covariance)
        worth = open_end * (own[:, None] + own[None, :] - 2 * covariance)
        rounded: Matrix = np.round(worth, DIGITS)
        return rounded


def _groups(worth: Matrix, sides: int) -> Iterator[list[int]]:
    """Groups of so many, none of them twice: the pair that tells most and who adds most to it."""
    free = np.ones(len(worth), dtype=bool)
    pairs = np.triu_indices(len(worth), 1)
    for best in np.argsort(-worth[pairs], kind="stable"):
        group = [int(pairs[0][best]), int(pairs[1][best])]
        if not free[group].all() or free.sum() < sides:
            continue
        free[group] = False
        while len(group) < sides:
            group.append(int(np.argmax(np.where(free, worth[group].sum(axis=0), -1.0))))
            free[group] = False
        yield group


def _strengths(scores: Matrix) -> NDArray[np.float64]:
    """The likeliest strengths in log odds, by Newton's method, none farther than a prior allows."""
    boards = scores + scores.T
    found = np.zeros(len(scores))
    for _ in range(STEPS):
        chances = _chances(found)
        gradient = (scores - boards * chances).sum(axis=1) - PRIOR * found
        information = _laplacian(boards * chances * (1 - chances)) + PRIOR * np.eye(len(found))
        step = np.linalg.solve(information, gradient)
        longest = float(np.max(np.abs(step), initial=0.0))
        found = found + step * min(1.0, LONGEST / max(longest, LONGEST))
        if longest < CLOSE:
            break
    return found


def _chances(strengths: NDArray[np.float64]) -> Matrix:
    chances: Matrix = (1 + np.tanh((strengths[:, None] - strengths[None, :]) / 2)) / 2
    return chances


def _laplacian(weights: Matrix) -> Matrix:
    return np.diag(weights.sum(axis=1)) - weights
