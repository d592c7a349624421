"""watch: a tournament at a server, as it is played."""

from typing import TYPE_CHECKING

import click

from tablic_tournaments.cli.common import Settings
from tablic_tournaments.words import counted

if TYPE_CHECKING:
    from tablic.v1.arena_pb2 import BoardPlayed, TournamentState

    from tablic_tournaments.serving.remote import Remote

__all__ = ["follow", "watch"]


@click.command()
@click.argument("tournament", type=int)
@click.pass_obj
def watch(settings: Settings, tournament: int) -> None:
    """Print each board of a tournament as it is played, until the tournament is over.

    A board is printed when it is over in every seat, so that nothing of it is hidden any more. This
    needs --server.
    """
    if not settings.server:
        raise click.UsageError("A tournament is watched at a server; give --server.")
    with settings.remote() as remote:
        follow(remote, tournament)


def follow(remote: "Remote", tournament: int) -> None:
    """Print the boards of a tournament, until it is not played any more."""
    from tablic.v1.arena_pb2 import TournamentState, WatchTournamentRequest

    state = TournamentState()
    for event in remote.stream("WatchTournament", WatchTournamentRequest(tournament=tournament)):
        if event.HasField("board"):
            click.echo(_board_line(event.board))
        else:
            state = event.state
    click.echo(_end(tournament, state))


def _board_line(board: "BoardPlayed") -> str:
    """A board: who met, and the points of each game, in the order of the match."""
    games = ", ".join(" : ".join(map(str, game.points)) for game in board.games)
    fault = " (a fault)" if board.faulted else ""
    return f"{board.match}, board {board.number}: {games}{fault}"


def _end(tournament: int, state: "TournamentState") -> str:
    played = f"{counted(state.boards_played, 'board')} of {state.boards}"
    if state.finished:
        return f"Tournament {tournament} is finished: {counted(state.boards_played, 'board')}."
    if state.problem:
        return f"Tournament {tournament} stopped with {played} played: {state.problem}"
    return f"Tournament {tournament} is not being played; {played} are stored."
