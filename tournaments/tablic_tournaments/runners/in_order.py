"""Results of a match in the order of its boards: the faults in some decide what follows them.

Batches are played in any order, and mostly nothing is at fault. Where the faults of boards before
change what a batch must give, it is played again, so that the result is that of one worker which
plays batch after batch.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tablic_server.batch import Batch, BatchResult
from tablic_server.strikes import MOST_STRIKES

__all__ = ["InOrder"]

Strikes = tuple[int, ...]


class InOrder:
    """Takes in the results of batches and gives them back when those before them are there.

    ``stored_strikes`` has the faults of the bots of a batch in what is stored of its match.
    """

    def __init__(self, stored_strikes: Callable[[Batch], Strikes]) -> None:
        self._stored_strikes = stored_strikes
        self._matches: dict[str, _Match] = {}
        self.held = 0
        """How many results wait for others."""

    def begin(self, batch: Batch) -> Batch:
        """The batch with the faults that its bots have by now, to be played, again or at first."""
        match = self._matches.get(batch.match)
        if match is None:
            match = _Match(self._stored_strikes(batch), [], {})
            self._matches[batch.match] = match
        if batch.boards not in match.begun:
            match.begun.append(batch.boards)
        return batch._replace(strikes=match.strikes)

    def take(self, result: BatchResult) -> Iterator[BatchResult | Batch]:
        """What is known now: results to be stored, and a batch to be played again."""
        match = self._matches[result.batch.match]
        match.results[result.batch.boards] = result
        self.held += 1
        while match.begun and (first := match.results.pop(match.begun[0], None)):
            self.held -= 1
            if match.outdates(first):
                yield first.batch
                return
            yield first
            if not _is_whole(first):
                return  # the tournament was stopped, and what follows is played when it goes on
            self._matches[result.batch.match] = match = match.after(first)


class _Match(NamedTuple):
    """One match: the faults in what was given back, and the batches after it."""

    strikes: Strikes
    begun: list[tuple[int, ...]]
    results: dict[tuple[int, ...], BatchResult]

    def outdates(self, result: BatchResult) -> bool:
        """Whether a batch would give something else with the faults that are known now."""
        then = result.batch.strikes
        return any(
            before != now and max(before, now) + own >= MOST_STRIKES
            for before, now, own in zip(then, self.strikes, result.strikes, strict=True)
        )

    def after(self, result: BatchResult) -> "_Match":
        """The match with this result given back."""
        pairs = zip(self.strikes, result.strikes, strict=True)
        return self._replace(
            strikes=tuple(before + own for before, own in pairs), begun=self.begun[1:]
        )


def _is_whole(result: BatchResult) -> bool:
    return len(result.boards) == len(result.batch.boards)
