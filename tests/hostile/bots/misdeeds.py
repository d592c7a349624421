"""What the programs of the kit have in common: a deed in a game, players that lie, raw streams."""

import asyncio
import os
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, cast

import grpc
from tablic import Play, View, run
from tablic.client import ADDRESS_VARIABLE, TOKEN_VARIABLE, Player, serve_player
from tablic.examples.random_bot import RandomBot
from tablic.v1 import referee_pb2

PLAY = "/tablic.v1.RefereeService/Play"
DEED_TURN = 3
HOUR = 3600.0


def play_and(deed: Callable[[], object]) -> None:
    """Play at random, and do the deed in the third turn."""

    class Doing(RandomBot):
        turns = 0

        def choose(self, view: View) -> Play:
            self.turns += 1
            if self.turns == DEED_TURN:
                deed()
            return super().choose(view)

    run(Doing)


def attempt(what: str, action: Callable[..., object], *arguments: Any) -> bool:
    """Try what must be refused, and print whether it was; returns whether it was not."""
    try:
        action(*arguments)
    except OSError as error:
        tell(f"{what}: {os.strerror(error.errno or 0)}")
        return False
    tell(f"{what}: DONE")
    return True


def tell(*words: object) -> None:
    """Print for the test to read."""
    print(*words, flush=True)


class Changing(Player):
    """Plays at random, and has every answer changed before it is sent."""

    def __init__(self, change: Callable[[referee_pb2.Answer], object]) -> None:
        super().__init__(RandomBot)
        self.change = change

    def answers(self, response: referee_pb2.PlayResponse) -> Iterator[referee_pb2.PlayRequest]:
        for request in super().answers(response):
            for answer in request.answers:
                self.change(answer)
            yield request


def play(player: Player) -> None:
    """Play on a stream until the farewell."""
    asyncio.run(serve_player(player, os.environ[ADDRESS_VARIABLE], os.environ[TOKEN_VARIABLE]))


class Stream:
    """A stream of its own to the referee, in bytes."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        # Without serializers, messages are bytes; the stubs want more than there is.
        self.call = cast("Any", channel).stream_stream(PLAY)()

    async def hello(self, **changes: Any) -> None:
        """Say a good hello, or one with changes."""
        request = Player(RandomBot).hello(os.environ[TOKEN_VARIABLE])
        for name, value in changes.items():
            setattr(request.hello, name, value)
        await self.send(request)

    async def send(self, request: referee_pb2.PlayRequest) -> None:
        """Send a request."""
        await self.call.write(request.SerializeToString())

    async def turn(self) -> tuple[int, int]:
        """Read until there is a turn; its table and number."""
        while True:
            for event in referee_pb2.PlayResponse.FromString(await self.call.read()).events:
                if event.HasField("turn"):
                    return event.table, event.turn.turn

    async def told(self) -> str:
        """The refusal that comes."""
        return referee_pb2.PlayResponse.FromString(await self.call.read()).refusal.message


def on_stream(story: Callable[[Stream], Coroutine[Any, Any, None]], stay: bool = True) -> None:
    """Do something on a stream, and stay there."""

    async def main() -> None:
        async with grpc.aio.insecure_channel(os.environ[ADDRESS_VARIABLE]) as channel:
            try:
                await story(Stream(channel))
            except (grpc.aio.AioRpcError, asyncio.InvalidStateError, TypeError):
                tell("the referee has ended the stream")
            await asyncio.sleep(HOUR if stay else 0)

    asyncio.run(main())
