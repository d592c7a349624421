"""Telling those who watch what is stored. A board is stored when all its rotations are over."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from tablic.v1 import arena_pb2 as pb

from tablic_tournaments.errors import LimitError
from tablic_tournaments.serving.door import Context
from tablic_tournaments.serving.player import Changes
from tablic_tournaments.store import Tournament
from tablic_tournaments.store.boards import BoardRow

__all__ = ["News", "watched"]

# How long a watcher may take for a message, in seconds; nobody waits for it longer.
WRITE_SECONDS: Final = 10.0
MOST_BOARDS: Final = 200


class News(NamedTuple):
    """What is new in a tournament."""

    tournament: Tournament
    started: bool
    boards: list[BoardRow]
    problem: str


Ask = Callable[[int, int, int], Awaitable[News]]
"""Gives the news of a tournament: its boards after an id, and at most so many of them."""


async def watched(
    context: Context, request: pb.WatchTournamentRequest, ask: Ask, changes: Changes
) -> None:
    """Tell a watcher what happens, until nothing more does; raises LimitError for a slow one."""
    last, told = request.after_board, None
    while True:
        changed = changes.next
        news = await ask(request.tournament, last, MOST_BOARDS)
        for board in news.boards:
            await _write(context, pb.WatchTournamentResponse(board=_board(board)))
            last = board.id
        state = _state(news)
        if state != told:
            await _write(context, pb.WatchTournamentResponse(state=state))
            told = state
        if not news.boards:
            if not news.started:
                return
            await changed.wait()


async def _write(context: Context, response: pb.WatchTournamentResponse) -> None:
    try:
        async with asyncio.timeout(WRITE_SECONDS):
            await context.write(response)
    except TimeoutError:
        raise LimitError(f"the watcher did not read for {WRITE_SECONDS:g} seconds") from None


def _board(board: BoardRow) -> pb.BoardPlayed:
    return pb.BoardPlayed(
        id=board.id,
        match=board.match,
        number=board.number,
        bots=board.bots,
        faulted=board.faulted,
        games=[pb.GamePlayed(**game._asdict()) for game in board.games],
    )


def _state(news: News) -> pb.TournamentState:
    return pb.TournamentState(
        boards_played=news.tournament.boards_played,
        boards=news.tournament.total_boards,
        started=news.started,
        finished=news.tournament.finished,
        problem=news.problem,
    )
