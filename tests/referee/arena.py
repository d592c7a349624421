"""A referee on real sockets in this process, with one client a test says the bytes of."""

import asyncio
import secrets
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import grpc
from tablic.bot import Bot
from tablic.client import Player, serve
from tablic.examples.random_bot import RandomBot
from tablic.rules import parse_rules
from tablic.v1 import events_pb2, referee_pb2
from tablic_server.clock import NO_LIMIT
from tablic_server.rotation import Rotation
from tablic_server.service import RefereeService, SeatStream, start_server
from tablic_server.tables import Deal, Table

MOST_SECONDS = 60
PLAY = "/tablic.v1.RefereeService/Play"
NAMES = ("first", "second")


class Arena:
    """Two seats, each with a socket and a token; what supervisors do is left to the test."""

    def __init__(self, folder: str, boards: int) -> None:
        rules = parse_rules("tablic hands=1")
        self.tables = [Table(rules, Deal(bytes(32), f"test/{n}", 0), NAMES) for n in range(boards)]
        times = [NO_LIMIT] * 2
        self.rotation = Rotation(self.tables, rules, NAMES, times, b"published", time.monotonic)
        self.service = RefereeService()
        self.sockets = [f"{folder}/{seat}" for seat in range(2)]
        self.streams: list[SeatStream] = [self.stream(seat) for seat in range(2)]

    def stream(self, seat: int) -> SeatStream:
        """A fresh token for a seat, expected from now on."""
        stream = SeatStream(self.rotation, seat, secrets.token_hex(8), self.wake)
        self.service.expect(stream)
        return stream

    def wake(self) -> None:
        """Send what piled up."""
        for seat, stream in zip(self.rotation.seats, self.streams, strict=True):
            if seat.has_output:
                stream.output.set()

    async def bot(
        self, seat: int, bot_class: type[Bot] = RandomBot, player: type[Player] | None = None
    ) -> None:
        """Let an honest bot play a seat until the farewell."""
        address = f"unix:{self.sockets[seat]}"
        await serve(bot_class, address, self.streams[seat].token, player)

    async def begin(self) -> None:
        """Start the games when both seats have greeted."""
        for stream in self.streams:
            await stream.greeted.wait()
        self.rotation.start()
        self.wake()

    async def play_on(self, waiting: "asyncio.Task[None]") -> None:
        """Let an honest bot take seat 0, beside the one that waits, and play all games out."""
        self.streams[0] = self.stream(0)
        await asyncio.gather(waiting, self.bot(0), self.begin())


class Client:
    """A stream of bytes to the referee, spelled out by the test."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        # Without serializers, messages are bytes.
        self.call: Any = channel.stream_stream(PLAY)

    async def send(self, request: referee_pb2.PlayRequest | bytes) -> None:
        """Send a message, or bytes that are none."""
        data = request if isinstance(request, bytes) else request.SerializeToString()
        await self.call.write(data)

    async def read(self) -> referee_pb2.PlayResponse | None:
        """The next message; None at the end."""
        data = await self.call.read()
        if data is grpc.aio.EOF:  # type: ignore[attr-defined]  # not in the stubs
            return None
        return referee_pb2.PlayResponse.FromString(data)

    async def code(self) -> grpc.StatusCode:
        """How the stream ended."""
        code: grpc.StatusCode = await self.call.code()
        return code


@asynccontextmanager
async def arena(boards: int = 1) -> AsyncIterator[Arena]:
    """An arena that listens; the service must not have failed at the end."""
    with tempfile.TemporaryDirectory(prefix="referee-", dir="/tmp") as folder:
        async with asyncio.timeout(MOST_SECONDS):
            given = Arena(folder, boards)
            server = await start_server(given.service, given.sockets)
            try:
                yield given
                assert not given.service.failure.done()
            finally:
                given.service.failure.cancel()
                await server.stop(0)


@asynccontextmanager
async def client(given: Arena, seat: int = 0) -> AsyncIterator[Client]:
    """A client at the socket of a seat."""
    async with grpc.aio.insecure_channel(f"unix:{given.sockets[seat]}") as channel:
        yield Client(channel)


def hello(
    token: str, change: Callable[[referee_pb2.Hello], object] | None = None
) -> referee_pb2.PlayRequest:
    """A good hello, or one with a change."""
    request = referee_pb2.PlayRequest(
        hello=referee_pb2.Hello(
            protocol_version=1,
            token=token,
            decision_kinds=[events_pb2.DECISION_KIND_PLAY],
            max_tables=8,
        )
    )
    if change:
        change(request.hello)
    return request
