"""A bot that runs elsewhere: the connection to its arena, which can break and be made again."""

import asyncio
import ipaddress
import os
import random
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

import grpc

from tablic.environment import CA_VARIABLE
from tablic.errors import ConnectionLostError, RefusedError
from tablic.v1 import referee_pb2
from tablic.v1.referee_pb2_grpc import RefereeServiceStub

__all__ = ["Connection", "SessionOverError", "is_local"]

# For how long one that waits for a match tries to reach an arena that it has reached before.
LOBBY_SECONDS: Final = 600.0
# And one that has not reached it yet, or whose token seems to be at play.
START_SECONDS: Final = 10.0
# How long it waits before it tries again: at first, and at most.
FIRST_WAIT_SECONDS: Final = 0.1
LONGEST_WAIT_SECONDS: Final = 5.0

# A server that has vanished without a word is noticed within fifteen seconds. Each try is a
# connection of its own, which does not wait for what others have tried.
_OPTIONS: Final = [
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.http2.ping_timeout_ms", 5_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.min_reconnect_backoff_ms", 5_000),
    ("grpc.use_local_subchannel_pool", 1),
]

_Request = referee_pb2.PlayRequest
_Outbox = asyncio.Queue[_Request | None]
_Stream = grpc.aio.StreamStreamCall[_Request, referee_pb2.PlayResponse]


class SessionOverError(RefusedError):
    """The match went on without the bot and is over for it; another can begin."""


class Playing(Protocol):
    """What answers the responses of one match; it decides in a thread of its own."""

    done: bool

    def hello(self, token: str) -> _Request:
        """The first request of each stream."""

    def note(self, response: referee_pb2.PlayResponse) -> None:
        """Note what came."""

    def answers(self, response: referee_pb2.PlayResponse) -> Iterator[_Request]:
        """Take in a response; yields the requests to send."""


def is_local(address: str) -> bool:
    """Whether an address is that of a socket on this machine, which an arena made for a bot."""
    return address.startswith("unix")


class Connection:
    """Reaches an arena again and again, for as long as a bot may be away.

    Pings are answered at once, also while the bot decides: it does so in a thread. Raises
    RefusedError with the reason of the arena, or ConnectionLostError.
    """

    def __init__(self, address: str, token: str) -> None:
        self.address = address
        self._token = token
        self._reached = False
        self._admitted = True
        self._in_session = False
        self._grace = 0.0
        self._alive_at = 0.0
        self._tries = 0
        self._responses: asyncio.Queue[tuple[referee_pb2.PlayResponse, _Outbox]]

    async def play(self, player: Playing) -> None:
        """Wait for a match and play it to the farewell."""
        self._in_session = False
        self._alive_at = time.monotonic()
        self._responses = asyncio.Queue()
        tasks = {
            asyncio.create_task(self._decide(player)),
            asyncio.create_task(self._stay(player)),
        }
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

    async def _decide(self, player: Playing) -> None:
        """Let the player answer what comes, response by response."""
        loop = asyncio.get_running_loop()

        def answer(response: referee_pb2.PlayResponse, outbox: _Outbox) -> None:
            for request in player.answers(response):
                loop.call_soon_threadsafe(outbox.put_nowait, request)

        while not player.done:
            await asyncio.to_thread(answer, *await self._responses.get())

    async def _stay(self, player: Playing) -> None:
        """Carry what is said over one stream after the other until the farewell."""
        while True:
            try:
                async with self._channel() as channel:
                    stream: _Stream = RefereeServiceStub(channel).Play()  # type: ignore[no-untyped-call]
                    reason = await self._carry(player, stream)
            except (grpc.aio.AioRpcError, asyncio.InvalidStateError) as error:
                details = error.details() if isinstance(error, grpc.aio.AioRpcError) else error
                reason = f"is lost: {details}"
            if not reason:
                return
            if time.monotonic() - self._alive_at > self._patience:
                raise ConnectionLostError(f"the arena at {self.address} {reason}")
            await self._wait()

    @property
    def _patience(self) -> float:
        """Seconds without a word after which it gives up."""
        if self._in_session:
            return self._grace
        return LOBBY_SECONDS if self._reached and self._admitted else START_SECONDS

    async def _wait(self) -> None:
        """Wait before the next try: longer each time, and not all bots of an arena at once."""
        longest = min(FIRST_WAIT_SECONDS * 2**self._tries, LONGEST_WAIT_SECONDS)
        self._tries += 1
        await asyncio.sleep(longest * random.uniform(0.5, 1.0))  # noqa: S311  # no secret

    async def _carry(self, player: Playing, stream: _Stream) -> str:
        """Carry what is said over a stream; returns why it ended, or nothing after a farewell."""
        await stream.wait_for_connection()
        self._reached = True
        self._admitted = True
        outbox: _Outbox = asyncio.Queue()
        outbox.put_nowait(player.hello(self._token))
        writing = asyncio.create_task(_write(stream, outbox))
        try:
            while True:
                response = await stream.read()
                if not isinstance(response, referee_pb2.PlayResponse):
                    return "left without a farewell"
                if response.HasField("refusal"):
                    self._admitted = False
                    return self._refused(response.refusal)
                self._hear(player, response, outbox)
                if response.HasField("farewell"):
                    outbox.put_nowait(None)
                    # The match is over, also where the stream is before the bot has said its last.
                    with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
                        await writing
                        await stream.code()
                    return ""
        finally:
            if self._admitted:
                self._alive_at = time.monotonic()
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)

    def _hear(self, player: Playing, response: referee_pb2.PlayResponse, outbox: _Outbox) -> None:
        self._tries = 0
        if response.HasField("ping"):
            pong = referee_pb2.Pong(number=response.ping.number)
            outbox.put_nowait(_Request(pong=pong))
        if response.HasField("match_started"):
            self._in_session = True
            self._grace = response.match_started.time_control.grace_ms / 1000
        player.note(response)
        self._responses.put_nowait((response, outbox))

    def _refused(self, refusal: referee_pb2.Refusal) -> str:
        """Why it was refused, where it is worth another try; else raises RefusedError."""
        message = f"refuses: {refusal.message}"
        if refusal.reason == referee_pb2.REFUSAL_REASON_TOKEN_USED:
            # An earlier connection of the bot may not be known to be lost yet.
            return message
        if refusal.reason == referee_pb2.REFUSAL_REASON_SESSION and self._in_session:
            raise SessionOverError(f"the arena at {self.address} {message}")
        raise RefusedError(f"the arena at {self.address} {message}")

    def _channel(self) -> grpc.aio.Channel:
        """A channel to the arena: by TLS, but for this machine without a certificate's file."""
        authority = os.environ.get(CA_VARIABLE)
        if authority is None and _is_loopback(self.address):
            return grpc.aio.insecure_channel(self.address, options=_OPTIONS)
        try:
            roots = Path(authority).read_bytes() if authority else None
        except OSError as error:
            raise ConnectionLostError(
                f"{CA_VARIABLE} names {authority}, which cannot be read: {error.strerror}"
            ) from None
        credentials = grpc.ssl_channel_credentials(roots)
        return grpc.aio.secure_channel(self.address, credentials, options=_OPTIONS)


async def _write(stream: _Stream, outbox: _Outbox) -> None:
    """Send what is put into the outbox, up to the end of what there is to say."""
    while (request := await outbox.get()) is not None:
        await stream.write(request)
    await stream.done_writing()


def _is_loopback(address: str) -> bool:
    host = address.rpartition(":")[0].strip("[]")
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
