"""Swiss: in each round bots of similar scores meet, without meeting twice while that can be.

A round is the matching of least cost among all that pair everybody (Edmonds, Paths, Trees, and
Flowers, 1965). First of all rematches and second byes cost, then differences in points, then being
far from the usual opponent: the best of the upper half of equals meets the best of the lower half.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

import rustworkx

from tablic_tournaments.ratings.results import BoardResult, Played
from tablic_tournaments.schedule.pairing import (
    Pairing,
    Schedule,
    completed,
    in_turn,
    match_name,
)
from tablic_tournaments.spec import Entrant, TournamentSpec

__all__ = ["swiss"]

# The points of a match, which count double so that they are whole: won, drawn, lost.
WON: Final = 2
DRAWN: Final = 1

Pair = tuple[int, int]
"""Two entrants by their place in the spec, the lower first; BYE for who has no opponent."""
BYE: Final = -1


def swiss(stages: Sequence[TournamentSpec], played: Played) -> Schedule:
    """Round after round, each when the one before is complete."""
    table = _Table()
    rounds = 0
    for stage, spec in enumerate(stages):
        while rounds < spec.rounds:
            pairs = table.pairs(len(spec.entrants), first=rounds == 0)
            matches = [table.match(pair, spec, stage) for pair in pairs if BYE not in pair]
            yield from in_turn(matches, spec)
            results = yield from completed(matches, played)
            table.count(pairs, results)
            rounds += 1


class _Table:
    """What is known after some rounds of each entrant, by its place in the spec."""

    def __init__(self) -> None:
        self._points: Counter[int] = Counter()
        self._scores: Counter[int] = Counter()
        """Of boards, in quarters, which are whole where two meet."""
        self._met: Counter[Pair] = Counter()

    def match(self, pair: Pair, spec: TournamentSpec, stage: int) -> Pairing:
        """The match of a pair; its boards go on where they met before."""
        group: tuple[Entrant, ...] = tuple(spec.entrants[bot] for bot in pair)
        first = self._met[pair] * spec.boards
        return Pairing(match_name(group), group, range(first, first + spec.boards), stage)

    def pairs(self, entrants: int, *, first: bool) -> list[Pair]:
        """The pairs of the next round, the best bots first; a bye last."""
        ranked = sorted(range(entrants), key=self._rank)
        if entrants % 2:
            ranked.append(BYE)
        places = _first_round(entrants) if first else sorted(self._matching(ranked))
        return [_pair(ranked[upper], ranked[lower]) for upper, lower in places]

    def count(self, pairs: Sequence[Pair], results: Sequence[Sequence[BoardResult]]) -> None:
        """Take in a round: the results of its pairs in their order, none for a bye."""
        of_matches = iter(results)
        for pair in pairs:
            self._met[pair] += 1
            if pair[0] == BYE:
                self._points[pair[1]] += WON
            else:
                self._count_match(pair, next(of_matches))

    def _count_match(self, pair: Pair, results: Sequence[BoardResult]) -> None:
        of_first = sum(round(4 * result.score(0)) for result in results)
        of_second = 4 * len(results) - of_first
        for bot, own, other in ((pair[0], of_first, of_second), (pair[1], of_second, of_first)):
            self._scores[bot] += own
            self._points[bot] += WON if own > other else DRAWN if own == other else 0

    def _rank(self, bot: int) -> tuple[int, int, int]:
        return -self._points[bot], -self._scores[bot], bot

    def _matching(self, ranked: Sequence[int]) -> list[Pair]:
        """Pairs of places in the ranking that cost least in all."""
        cost = self._costs(ranked)
        places = range(len(ranked))
        graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(places)
        graph.add_edges_from([(a, b, -cost(a, b)) for a in places for b in places[a + 1 :]])
        found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        return [_pair(*pair) for pair in found]

    def _costs(self, ranked: Sequence[int]) -> Callable[[int, int], int]:
        """What it costs that two places in the ranking meet, the upper one given first."""
        size = len(ranked)
        points = [self._points[bot] for bot in ranked if bot != BYE]
        halves = {own: number // 2 for own, number in Counter(points).items()}
        points += [points[-1]] * (size - len(points))
        # Each kind of cost outweighs all that less important ones can add up to.
        apart = size**3
        again = apart * size * (points[0] ** 2 + 1)

        def cost(upper: int, lower: int) -> int:
            gap = points[upper] - points[lower]
            if ranked[lower] == BYE:
                from_usual = lower - 1 - upper
            else:
                from_usual = 0 if gap else lower - upper - halves[points[upper]]
            met = self._met[_pair(ranked[upper], ranked[lower])]
            return again * met + apart * gap**2 + from_usual**2

        return cost


def _first_round(entrants: int) -> list[Pair]:
    """What the matching of equals would find, without the wait where there are very many."""
    half = entrants // 2
    bye = [(entrants - 1, entrants)] if entrants % 2 else []
    return [*((place, place + half) for place in range(half)), *bye]


def _pair(a: int, b: int) -> Pair:
    return min(a, b), max(a, b)
