"""The bots of the benchmarks: they answer at once. Run as a script with the mode as argument."""

import asyncio
import os
import sys

from tablic import Bot, Play, View
from tablic.client import ADDRESS_VARIABLE, TOKEN_VARIABLE, Player, serve_player
from tablic.v1 import events_pb2, referee_pb2
from tablic.wire import play_of, view_of, write_play

__all__ = ["InstantBot", "ListingPlayer"]

EVERY_RANK = 0x1111111111111


class InstantBot(Bot):
    """Takes the cards equal to one of its own, or else lays its first card: about 2 microseconds.

    Tables stay near four cards, so positions are like those of real play.
    """

    def choose(self, view: View) -> Play:
        """The first play that comes to mind."""
        table = view.table
        ranks = (table | table >> 1 | table >> 2 | table >> 3) & EVERY_RANK
        equal = view.hand & ranks * 15
        if equal:
            card = (equal & -equal).bit_length() - 1
            return Play(card, table & 15 << (card & ~3))
        return Play((view.hand & -view.hand).bit_length() - 1)


class ListingPlayer(Player):
    """The same bot, but the referee lists the legal plays and one of them is the answer."""

    def hello(self, token: str) -> referee_pb2.PlayRequest:
        """Ask for legal plays."""
        request = super().hello(token)
        request.hello.omit_legal_plays = False
        return request

    def _answer(self, event: events_pb2.Event, answer: referee_pb2.Answer) -> None:
        turn = event.turn
        chosen = self.bots[event.table].choose(view_of(turn, self._rules))
        legal = [play_of(play) for play in turn.legal_plays]
        answer.table = event.table
        answer.turn = turn.turn
        write_play(chosen if chosen in legal else legal[0], answer.play)


if __name__ == "__main__":
    player_class = ListingPlayer if sys.argv[1:] == ["listing"] else Player
    address, token = os.environ[ADDRESS_VARIABLE], os.environ[TOKEN_VARIABLE]
    asyncio.run(serve_player(player_class(InstantBot), address, token))
