"""Sums over the boards of tournaments, kept so that rankings need not read every game again.

A summary is of all boards of a rule set up to a tournament. It is computed from boards and from
nothing else, and used only while there are as many of them in this and in the tournaments before as
it was computed from: boards are never changed or removed.
"""

import json
from itertools import accumulate
from typing import NamedTuple

from tablic_tournaments.ratings.elo import sequential_elo
from tablic_tournaments.ratings.sums import Sums, sums_of
from tablic_tournaments.store.database import Connection, Row
from tablic_tournaments.store.results import Selection, board_results

__all__ = ["Summary", "summary_of"]


class Summary(NamedTuple):
    """What standings need of all boards of a rule set."""

    sums: Sums
    elo: dict[str, float]


def summary_of(connection: Connection, rules: str) -> Summary:
    """The summary of a rule set; what is new of finished tournaments is kept."""
    tournaments = [row for row in connection.rows(_TOURNAMENTS, rules) if row["boards"]]
    before = list(accumulate((row["boards"] for row in tournaments), initial=0))
    known = [
        number
        for number, (row, earlier) in enumerate(zip(tournaments, before, strict=False), 1)
        if (row["known_boards"], row["known_before"]) == (row["boards"], earlier)
    ]
    start = known[-1] if known else 0
    summary = _read(connection, tournaments[start - 1]["id"]) if start else Summary(Sums(), {})
    fresh = []
    for row, earlier in zip(tournaments[start:], before[start:], strict=False):
        boards = list(board_results(connection, Selection(row["id"])))
        summary.sums.merge(sums_of(boards))
        summary = summary._replace(elo=sequential_elo(boards, summary.elo))
        if row["finished_at"]:
            fresh.append(_row(row, earlier, summary))
    if fresh:
        with connection.transaction():
            for values in fresh:
                connection.execute("DELETE FROM summary WHERE tournament = ?", values["tournament"])
                connection.insert("summary", **values)
    return summary


def _read(connection: Connection, tournament: int) -> Summary:
    row = connection.row("SELECT sums, elo FROM summary WHERE tournament = ?", tournament)
    assert row  # noqa: S101  # it was there when its boards were counted
    return Summary(Sums.from_data(json.loads(row["sums"])), json.loads(row["elo"]))


def _row(tournament: Row, before: int, summary: Summary) -> Row:
    """The row that keeps the summary of the boards up to a tournament."""
    return {
        "tournament": tournament["id"],
        "boards": tournament["boards"],
        "boards_before": before,
        "sums": json.dumps(summary.sums.data(), separators=(",", ":")),
        "elo": json.dumps(summary.elo),
    }


_TOURNAMENTS = """
SELECT tournament.id, finished_at, summary.boards AS known_boards,
    summary.boards_before AS known_before,
    (SELECT count(*) FROM board WHERE board.tournament = tournament.id) AS boards
FROM tournament LEFT JOIN summary ON summary.tournament = tournament.id
WHERE rules = ? ORDER BY tournament.id
"""
