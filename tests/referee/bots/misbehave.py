"""A bot that misbehaves as its first argument says."""

import asyncio
import os
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from tablic import Bot, Play, View, run
from tablic.client import ADDRESS_VARIABLE, TOKEN_VARIABLE, Player, serve_player
from tablic.errors import BotError
from tablic.v1 import referee_pb2

MODE = sys.argv[1]
HOUR = 3600
RELEASED = Path("released")


class Misbehaving(Bot):
    """Plays at random until its second hand or its tenth play, then misbehaves."""

    made = 0

    def choose(self, view: View) -> Play:
        self.made += 1
        if self.made == 3:
            self.misbehave()
        if MODE == "illegal" and self.made == 3:
            return Play(next(card for card in range(52) if not view.hand >> card & 1))
        return view.random_play(self.random.random)

    def keep_talon(self, view: View) -> bool:
        if MODE == "sleep-talon":
            time.sleep(HOUR)
        return super().keep_talon(view)

    def misbehave(self) -> None:
        if MODE == "exit":
            os._exit(3)
        elif MODE == "raise":
            raise RuntimeError("no idea what to play")
        elif MODE == "sleep" or (MODE == "sleep-until" and not RELEASED.exists()):
            time.sleep(HOUR)


class HelloTwice(Player):
    """Says hello again instead of its third answer."""

    def answers(self, response: referee_pb2.PlayResponse) -> Iterator[referee_pb2.PlayRequest]:
        for request in super().answers(response):
            third = any(bot.made == 3 for bot in self.bots.values() if isinstance(bot, Misbehaving))
            yield self.hello("again") if third else request


class OnlyPlays(Player):
    """Says that it can play cards, and nothing about other decisions."""

    def hello(self, token: str) -> referee_pb2.PlayRequest:
        request = super().hello(token)
        request.hello.ClearField("decision_kinds")
        return request


async def open_streams() -> None:
    """Open one stream after another, with a token that is used up."""
    address, token = os.environ[ADDRESS_VARIABLE], os.environ[TOKEN_VARIABLE]
    while True:
        with suppress(BotError):
            await serve_player(Player(Misbehaving), address, token)


if __name__ == "__main__":
    if MODE == "exit-at-once":
        sys.exit(0)
    if MODE == "no-hello-until" and not RELEASED.exists():
        time.sleep(HOUR)
    print(f"process {time.monotonic_ns()} starts", file=sys.stderr)
    players = {"only-plays": OnlyPlays, "hello-twice": HelloTwice}
    if MODE in players:
        address, token = os.environ[ADDRESS_VARIABLE], os.environ[TOKEN_VARIABLE]
        asyncio.run(serve_player(players[MODE](Misbehaving), address, token))
    else:
        run(Misbehaving)
    if MODE == "streams-after":
        asyncio.run(open_streams())
