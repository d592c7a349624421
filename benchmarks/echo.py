"""A gRPC echo with the messages of the referee and no referee behind them.

Every trip builds turns from views, and the client of the referee's benchmark parses them into
views and answers: what is left out are the rules, the clocks, the records and the second bot.
"""

import asyncio
import tempfile
import time
from pathlib import Path
from typing import Any

from tablic.deals import board_seed, deck_of_hand, new_secret
from tablic.game import Game
from tablic.rules import Rules
from tablic.v1 import referee_pb2
from tablic.view import View
from tablic.wire import rules_message, write_turn
from tablic_server.launch import BotProcess, Program
from tablic_server.service import start_server

from benchmarks.bots import InstantBot

__all__ = ["echo_rate", "trip_seconds"]


class EchoService:
    """Sends turns for some tables and waits for their answers, again and again."""

    def __init__(
        self, views: list[View], rules: Rules, tables: int, trips: int, legal_plays: int = 0
    ) -> None:
        self.views = views
        self.legal_plays = legal_plays
        self.rules = rules
        self.tables = tables
        self.trips = trips
        self.times: list[float] = []

    async def Play(self, _requests: Any, context: Any) -> None:  # noqa: N802  # generated name
        """Serve the one stream of the benchmark."""
        await context.read()
        response = referee_pb2.PlayResponse()
        response.welcome.tables = self.tables
        response.match_started.rules.CopyFrom(rules_message(self.rules))
        for table in range(self.tables):
            event = response.events.add(table=table, number=1)
            event.game_started.seed = table
        await context.write(response.SerializeToString())
        for trip in range(self.trips):
            start = time.perf_counter()
            await context.write(self._turns(trip).SerializeToString())
            answered = 0
            while answered < self.tables:
                request = referee_pb2.PlayRequest.FromString(await context.read())
                answered += len(request.answers)
            self.times.append(time.perf_counter() - start)
        farewell = referee_pb2.PlayResponse()
        farewell.farewell.reason = referee_pb2.FAREWELL_REASON_FINISHED
        await context.write(farewell.SerializeToString())

    def _turns(self, trip: int) -> referee_pb2.PlayResponse:
        response = referee_pb2.PlayResponse()
        for table in range(self.tables):
            event = response.events.add(table=table, number=trip + 2)
            turn = event.turn
            turn.turn = trip * self.tables + table + 1
            write_turn(self.views[(trip + table) % len(self.views)], turn, self.legal_plays)
            turn.clock.bank_ms = turn.clock.cap_ms = 5_000
        return response


def echo_rate(bot: Program, rules: Rules, tables: int, decisions: int) -> float:
    """Turns answered in a second of wall time."""
    trips = max(50, decisions // tables)
    service = EchoService(_views(rules), rules, tables, trips)
    return trips * tables / sum(asyncio.run(_trips(bot, service)))


def trip_seconds(bot: Program, rules: Rules, plays: int, trips: int) -> list[float]:
    """The time of each trip with a turn at one table that lists so many legal plays."""
    views: list[View] = []
    while not views:
        views = [view for view in _views(rules) if len(view.legal_plays(plays + 1)) == plays]
    return asyncio.run(_trips(bot, EchoService(views, rules, 1, trips, plays)))


async def _trips(bot: Program, service: EchoService) -> list[float]:
    with tempfile.TemporaryDirectory(prefix="tablic-") as folder:
        socket = str(Path(folder, "echo.sock"))
        server = await start_server(service, [socket])
        process = BotProcess(bot, socket, "echo")
        await process.exited
        await process.close(0)
        await server.stop(0)
    if len(service.times) < service.trips:
        raise RuntimeError(f"the echo did not run: {process.log}")
    return service.times


def _views(rules: Rules) -> list[View]:
    """The views of one game of the instant bots."""
    game, bot = Game(rules), InstantBot()
    seed = board_seed(new_secret(), "echo")
    views = []
    while not game.result:
        if game.needs_deck:
            game.start_hand(deck_of_hand(seed, len(game.hands)))
        view = game.view(game.turn)
        views.append(view)
        game.play(bot.choose(view))
    return views
