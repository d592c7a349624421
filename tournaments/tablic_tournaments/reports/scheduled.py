"""Which boards a stored tournament must have: its schedule, run as far as somebody asks."""

from collections.abc import Iterator

from tablic_tournaments.evidence import Evidence
from tablic_tournaments.schedule.formats import schedule

__all__ = ["Scheduled"]


class Scheduled:
    """The boards of the schedule, and the stage of each."""

    def __init__(self, evidence: Evidence) -> None:
        specs = [stage.spec for stage in evidence.stages]
        self._pairings = schedule(specs, evidence.played)
        self._stages = len(specs)
        self._bots: dict[str, tuple[str, ...]] = {}
        self._boards: dict[str, list[tuple[range, int]]] = {}

    def bots(self, match: str) -> tuple[str, ...] | None:
        """The bots of a match, by label; None where it is not scheduled."""
        while match not in self._bots:
            if not self._read():
                return None
        return self._bots[match]

    def stage(self, match: str, number: int) -> int | None:
        """The stage of a board; None where it is not scheduled."""
        while (stage := self._known(match, number)) is None:
            if not self._read():
                return None
        return stage

    def boards(self) -> Iterator[tuple[str, int]]:
        """Every board, by its match and number; of equal numbers in the order of the schedule."""
        while self._read():
            pass
        last = max((boards[-1][0].stop for boards in self._boards.values()), default=0)
        for number in range(last):
            for match in self._boards:
                if self._known(match, number) is not None:
                    yield match, number

    def _known(self, match: str, number: int) -> int | None:
        of_match = self._boards.get(match, ())
        return next((stage for boards, stage in of_match if number in boards), None)

    def _read(self) -> bool:
        """Read one more pairing; returns whether there was one that can be known."""
        pairing = next(self._pairings, None)
        if pairing is None or pairing.stage >= self._stages:
            return False
        self._bots[pairing.match] = tuple(entrant.label for entrant in pairing.entrants)
        of_match = self._boards.setdefault(pairing.match, [])
        boards, stage = of_match[-1] if of_match else (pairing.boards, pairing.stage)
        if of_match and (boards.stop, stage) == (pairing.boards.start, pairing.stage):
            of_match[-1] = (range(boards.start, pairing.boards.stop), stage)
        else:
            of_match.append((pairing.boards, pairing.stage))
        return True
