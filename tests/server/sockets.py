"""A referee on real sockets in this process, and a client that sends the bytes a test wants."""

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any, cast

import grpc
from tablic import parse_rules
from tablic.client import Player, serve
from tablic.examples.random_bot import RandomBot
from tablic.v1 import referee_pb2
from tablic_server.clock import DEFAULT_TIME
from tablic_server.returning import ReturningStream
from tablic_server.rotation import Rotation
from tablic_server.service import RefereeService, start_server
from tablic_server.streams import SeatStream
from tablic_server.tables import Deal, Table

PLAY = "/tablic.v1.RefereeService/Play"
MOST_SECONDS = 60
NAMES = ("zero", "one")

Story = Callable[["Referee"], Coroutine[Any, Any, None]]


class Referee:
    """Two seats with a socket each; what supervisors do is left to the test.

    The bot of seat 0 may run elsewhere.
    """

    def __init__(self, folder: str, boards: int, *, elsewhere: bool = False) -> None:
        rules = parse_rules("tablic hands=1")
        tables = [Table(rules, Deal(bytes(32), f"{n}", 0), NAMES) for n in range(boards)]
        times = [DEFAULT_TIME] * 2
        self.elsewhere = (0,) if elsewhere else ()
        self.rotation = Rotation(
            tables,
            rules,
            NAMES,
            times,
            b"published",
            time.monotonic,
            elsewhere=self.elsewhere,
        )
        self.service = RefereeService()
        self.sockets = [f"{folder}/{seat}.sock" for seat in range(2)]
        self.streams: list[SeatStream] = []
        for seat in range(2):
            self.streams.append(self.expected(seat, f"token {seat}"))
        if elsewhere:
            self.service.expect(self.streams[0])  # the last one is charged with what is unknown

    def expected(self, seat: int, token: str) -> SeatStream:
        """A fresh stream for a seat, which the service now expects."""
        make = ReturningStream if seat in self.elsewhere else SeatStream
        stream = make(self.rotation, seat, token, self.wake)
        self.service.expect(stream)
        return stream

    def wake(self) -> None:
        """Send what piled up."""
        for seat, stream in zip(self.rotation.seats, self.streams, strict=True):
            if seat.has_output:
                stream.output.set()

    async def begin(self) -> None:
        """Start the games when both seats have greeted."""
        for stream in self.streams:
            await stream.greeted.wait()
        self.rotation.start()
        self.wake()

    async def honest(self, seat: int) -> None:
        """Play a seat with a random bot until the farewell."""
        await serve(RandomBot, f"unix:{self.sockets[seat]}", self.streams[seat].token)

    async def play(self) -> None:
        """Let honest bots play both seats to the end; nobody is charged."""
        await asyncio.gather(self.honest(0), self.honest(1), self.begin())
        assert self.rotation.finished
        assert not self.rotation.faults

    async def replace(self, seat: int) -> None:
        """Let an honest bot take a seat whose stream has ended, and play to the farewell."""
        await self.streams[seat].ended.wait()
        self.streams[seat] = self.expected(seat, f"another token {seat}")
        await self.honest(seat)


class Client:
    """A stream to the referee, in bytes."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        # Without serializers, messages are bytes; the stubs want more than there is.
        self.call = cast("Any", channel).stream_stream(PLAY)()

    async def send(self, *messages: bytes) -> None:
        """Send messages, as far as the referee still takes them."""
        for message in messages:
            try:
                await self.call.write(message)
            except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
                return

    async def rest(self) -> list[referee_pb2.PlayResponse]:
        """Everything that still comes, until the end of the stream."""
        responses = []
        with suppress(grpc.aio.AioRpcError):
            while isinstance(data := await self.call.read(), bytes):
                responses.append(referee_pb2.PlayResponse.FromString(data))
        return responses


@asynccontextmanager
async def client(referee: Referee, seat: int = 0) -> AsyncIterator[Client]:
    """A client at the socket of a seat."""
    async with grpc.aio.insecure_channel(f"unix:{referee.sockets[seat]}") as channel:
        yield Client(channel)


def hello(seat: int = 0, **changes: Any) -> bytes:
    """A good hello of a seat, or one with changes."""
    request = Player(RandomBot).hello(f"token {seat}")
    for name, value in changes.items():
        if isinstance(value, list):
            getattr(request.hello, name)[:] = value
        else:
            setattr(request.hello, name, value)
    return request.SerializeToString()


def with_referee(story: Story, boards: int = 1, *, elsewhere: bool = False) -> None:
    """Run a story; the service must not have failed at its end."""

    async def main() -> None:
        with tempfile.TemporaryDirectory(prefix="referee-", dir="/tmp") as folder:
            referee = Referee(folder, boards, elsewhere=elsewhere)
            server = await start_server(referee.service, referee.sockets)
            try:
                async with asyncio.timeout(MOST_SECONDS):
                    await story(referee)
                assert not referee.service.failure.done()
            finally:
                referee.service.failure.cancel()
                await server.stop(0)

    asyncio.run(main())
