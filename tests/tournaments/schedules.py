"""Schedules run without a referee: a made-up result for every board, stored as it is asked for."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.schedule.formats import schedule
from tablic_tournaments.schedule.pairing import Pairing
from tablic_tournaments.spec import TournamentSpec

__all__ = ["Season", "listed", "stronger_first"]

Judge = Callable[[Pairing, int], BoardResult]


def stronger_first(pairing: Pairing, _number: int) -> BoardResult:
    """Who comes first in the match wins every game."""
    return result_of(pairing, range(1, len(pairing.entrants) + 1))


def result_of(pairing: Pairing, places: Sequence[int]) -> BoardResult:
    """A board whose every game ended with these places."""
    bots = tuple(entrant.label for entrant in pairing.entrants)
    points = tuple(10 * (len(bots) - place) for place in places)
    return BoardResult(bots, (points,) * len(bots), (tuple(places),) * len(bots))


class Season:
    """A tournament as it is played: boards are stored in any order, and the schedule asks."""

    def __init__(self, stages: Sequence[TournamentSpec], judge: Judge | None = None) -> None:
        self.stages = stages
        self.stored: dict[tuple[str, int], BoardResult] = {}
        self._judge = judge or self.by_chance

    @staticmethod
    def by_chance(pairing: Pairing, number: int) -> BoardResult:
        """A result that depends on the board alone."""
        random = Random(f"{pairing.match}/{number}")
        return result_of(pairing, [random.randint(1, 3) for _ in pairing.entrants])

    def played(self, match: str, boards: range) -> list[BoardResult] | None:
        """What is stored of these boards, if all of them are."""
        found = [self.stored.get((match, number)) for number in boards]
        return [result for result in found if result] if all(found) else None

    def always(self, match: str, boards: range) -> list[BoardResult]:
        """The results of boards, which are played as soon as somebody asks."""
        bots = {entrant.label: entrant for spec in self.stages for entrant in spec.entrants}
        group = tuple(bots[label] for label in match.split(" v "))
        return [self._judge(Pairing(match, group, boards), number) for number in boards]

    def store(self, pairing: Pairing) -> None:
        """Play a pairing."""
        for number in pairing.boards:
            self.stored[pairing.match, number] = self._judge(pairing, number)

    def play(self, order: Random | None = None, at_once: int = 1) -> list[Pairing]:
        """Play all, so many pairings at the same time, which end in a random order."""
        pairings, in_play = [], []
        for pairing in schedule(self.stages, self.played):
            if pairing:
                pairings.append(pairing)
                in_play.append(pairing)
            else:
                assert in_play, "the schedule waits for boards that nobody plays"
            if not pairing or len(in_play) >= at_once:
                self.store(in_play.pop(order.randrange(len(in_play)) if order else 0))
        for pairing in in_play:
            self.store(pairing)
        return pairings


def listed(stages: Sequence[TournamentSpec]) -> Iterator[Pairing]:
    """The pairings of a schedule that asks for no results."""
    for pairing in schedule(stages, lambda _match, _boards: None):
        assert pairing
        yield pairing
