"""The third fault of a bot decides the boards after it, in whatever order batches come back."""

from itertools import permutations

import pytest
from tablic.examples.random_bot import RandomBot
from tablic_server.faults import Fault, FaultKind
from tablic_server.match import Batch, BatchResult
from tablic_tournaments.runners.in_order import InOrder
from tablic_tournaments.store import Arena, Tournament

from .specs import batch_result, small_spec, stored

FAULTS = {0: 1, 2: 1, 4: 1, 6: 1}
"""Of the first bot, if it plays the batch that starts with this board."""


@pytest.fixture
def tournament(arena: Arena) -> Tournament:
    return stored(arena, small_spec(bots=2, boards=10))


def batches(tournament: Tournament) -> list[Batch]:
    return [
        batch_result(tournament, [RandomBot, RandomBot], (first, first + 1)).batch
        for first in range(0, 10, 2)
    ]


def played(tournament: Tournament, batch: Batch, faults: dict[int, int]) -> BatchResult:
    """A batch as the referee plays it: after three faults it is forfeited."""
    result = batch_result(tournament, [RandomBot, RandomBot], batch.boards)
    struck = Fault(0, 0, FaultKind.STRIKES, "It had 3 faults.", batch.boards)
    illegal = Fault(0, 0, FaultKind.ILLEGAL, "It has no such card.", batch.boards[:1])
    own = [illegal] * faults.get(batch.boards[0], 0)
    charged = (struck,) if batch.strikes[0] >= 3 else tuple(own)
    return result._replace(batch=batch, faults=charged)


def outcome(tournament: Tournament, order: tuple[int, ...]) -> list[tuple[int, list[FaultKind]]]:
    """The first board and the faults of each result, where batches come back in this order."""
    in_order = InOrder(lambda _batch: (0, 0))
    begun = [in_order.begin(batch) for batch in batches(tournament)]
    waiting = [begun[n] for n in order]
    outcomes = []
    while waiting:
        for known in in_order.take(played(tournament, waiting.pop(0), FAULTS)):
            if isinstance(known, Batch):
                waiting.append(in_order.begin(known))
            else:
                outcomes.append((known.batch.boards[0], [fault.kind for fault in known.faults]))
    assert in_order.held == 0
    return outcomes


@pytest.mark.long
def test_the_order_in_which_batches_come_back_changes_nothing(tournament: Tournament) -> None:
    expected = [
        (0, ["illegal"]),
        (2, ["illegal"]),
        (4, ["illegal"]),
        (6, ["strikes"]),
        (8, ["strikes"]),
    ]
    for order in permutations(range(5)):
        assert outcome(tournament, order) == expected


def test_a_batch_is_not_played_again_where_the_faults_before_it_do_not_matter(
    tournament: Tournament,
) -> None:
    in_order = InOrder(lambda _batch: (0, 0))
    begun = [in_order.begin(batch) for batch in batches(tournament)[:2]]
    assert not list(in_order.take(played(tournament, begun[1], {2: 1})))
    assert in_order.held == 1
    known = list(in_order.take(played(tournament, begun[0], {0: 1})))
    assert [type(one) for one in known] == [BatchResult, BatchResult]
    assert in_order.begin(batches(tournament)[2]).strikes == (2, 0)


def test_what_follows_a_batch_that_was_cut_short_waits_for_the_next_run(
    tournament: Tournament,
) -> None:
    in_order = InOrder(lambda _batch: (0, 0))
    first, second = (in_order.begin(batch) for batch in batches(tournament)[:2])
    cut = played(tournament, first, {})
    known = list(in_order.take(cut._replace(boards=cut.boards[:1])))
    assert [len(one.boards) for one in known] == [1]
    assert not list(in_order.take(played(tournament, second, {})))


def test_a_resumed_match_knows_the_faults_that_are_stored(
    arena: Arena, tournament: Tournament
) -> None:
    first, second, *_ = (batch._replace(strikes=(0, 0)) for batch in batches(tournament))
    for batch in (first, second):
        arena.tournaments.save(tournament, played(tournament, batch, {0: 1, 2: 3}))
    assert arena.tournaments.strikes(tournament.id, first) == (4, 0)
    struck = played(tournament, first._replace(strikes=(4, 0), boards=(4, 5)), {})
    arena.tournaments.save(tournament, struck)
    assert arena.tournaments.strikes(tournament.id, first) == (4, 0), "no fault of its own"
