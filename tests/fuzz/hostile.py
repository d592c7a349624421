"""Ways to use the socket of a seat as nobody should: messages of any kind, and any bytes."""

import asyncio
from contextlib import suppress
from random import Random
from typing import NamedTuple

import grpc
from tablic import parse_rules
from tablic.v1 import events_pb2, referee_pb2

from ..server.sockets import Client, Referee, client, hello
from .answers import legal, odd
from .mutations import Mutation, mutated
from .recorded import recorded

__all__ = ["Bytes", "Messages", "Step"]

RULES = parse_rules("tablic hands=1")


class Step(NamedTuple):
    """Something that a client does once its first message was answered."""

    kind: str
    seed: int
    changes: list[Mutation]


class Messages(NamedTuple):
    """A stream through gRPC: a hello, whole or not, and what comes then."""

    opening: list[Mutation]
    steps: list[Step]

    async def go(self, referee: Referee) -> None:
        """Do it to the first seat."""
        async with client(referee) as opened:
            stream = _Stream(referee, opened)
            await opened.send(mutated(stream.hello, self.opening))
            await stream.read()
            reading = asyncio.create_task(stream.read_on())
            for step in self.steps:
                await stream.do(step)
            opened.call.cancel()
            await reading


class Bytes(NamedTuple):
    """Bytes on the socket itself: what an honest bot once sent, changed from some point on."""

    greets: bool
    changes: list[Mutation]

    async def go(self, referee: Referee) -> None:
        """Do it to the first seat; without a valid token if the opening is what is changed."""
        opening, rest = recorded()
        token = referee.streams[0].token.encode()  # as long as the one that was recorded
        reader, writer = await asyncio.open_unix_connection(referee.sockets[0])
        with suppress(ConnectionError):
            if self.greets:
                writer.write(opening.replace(b"token 0", token))
                await referee.streams[0].greeted.wait()
                writer.write(mutated(rest, self.changes))
            else:
                writer.write(mutated(opening.replace(b"token 0", b"tokem 0") + rest, self.changes))
            writer.write_eof()
            while await reader.read(1 << 16):
                pass
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


class _Stream:
    """A stream of which the client knows what it was told, and sends what it likes."""

    def __init__(self, referee: Referee, opened: Client) -> None:
        self.hello = hello(token=referee.streams[0].token)
        self._referee = referee
        self._client = opened
        self._turns: dict[int, events_pb2.Turn] = {}
        self._last_turn = 0
        self._told = asyncio.Event()
        self._ended = False

    async def read(self) -> None:
        """Read a message, or the end."""
        try:
            data = await self._client.call.read()
        except (grpc.aio.AioRpcError, asyncio.CancelledError):
            data = None
        if isinstance(data, bytes):
            for event in referee_pb2.PlayResponse.FromString(data).events:
                if event.HasField("turn"):
                    self._turns[event.table] = event.turn
                    self._last_turn = event.turn.turn
        else:
            self._ended = True
        self._told.set()

    async def read_on(self) -> None:
        """Read until the end."""
        while not self._ended:
            await self.read()

    async def do(self, step: Step) -> None:
        """Take one step, as far as the stream still lets it."""
        random = Random(step.seed)
        odds = [odd(table, self._last_turn, random) for table in range(random.randint(1, 3))]
        message = referee_pb2.PlayRequest(answers=odds).SerializeToString()
        match step.kind:
            case "legal":
                message = await self._legal(random)
                await self._client.send(message)
            case "mutated legal":
                message = await self._legal(random)
                await self._client.send(mutated(message, step.changes))
            case "odd":
                await self._client.send(message)
            case "mutated":
                await self._client.send(mutated(message, step.changes))
            case "hello":
                await self._client.send(self.hello)
            case "empty":
                await self._client.send(b"")
            case "half-close":
                with suppress(asyncio.InvalidStateError, grpc.aio.AioRpcError):
                    await self._client.call.done_writing()
            case "cancel":
                self._client.call.cancel()
            case _:
                async with client(self._referee, step.seed % 2) as stranger:
                    await stranger.send(mutated(self.hello, step.changes))
                    await stranger.call.read()

    async def _legal(self, random: Random) -> bytes:
        """Answers to what was asked; waits until something is, or the stream ends."""
        while not self._turns and not self._ended:
            self._told.clear()
            await self._told.wait()
        answers = [legal(table, turn, RULES, random) for table, turn in self._turns.items()]
        self._turns.clear()
        return referee_pb2.PlayRequest(answers=answers).SerializeToString()
