"""The door: what comes in and goes out over it, and that both ends go together."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

import grpc
import pytest
from tablic.client import serve
from tablic.errors import RefusedError
from tablic.examples.random_bot import RandomBot
from tablic.v1 import referee_pb2
from tablic_server import door
from tablic_server.door import DOOR_OPTIONS, hello_with, pump
from tablic_server.service import SERVICE, start_server
from tablic_server.streams import Context

from .breaking import linked
from .sockets import PLAY, Referee

Story = Callable[[Referee, "Door"], Awaitable[None]]
MOST_SECONDS = 15


class Door:
    """A server outside, which lets the bot with the token "outer" into seat 0."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self.address = ""
        self.ended = 0
        self.unpaired = asyncio.Event()
        self.unpaired.set()

    async def Play(self, _requests: Any, context: Context) -> None:  # noqa: N802  # generated name
        try:
            hello = referee_pb2.PlayRequest.FromString(await context.read()).hello
            assert hello.token == "outer"
            await self.unpaired.wait()
            await pump(context, hello_with(hello, "token 0"), f"unix:{self.referee.sockets[0]}")
        finally:
            self.ended += 1

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        server = grpc.aio.server(options=DOOR_OPTIONS)
        method = {"Play": grpc.stream_stream_rpc_method_handler(self.Play)}
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, method),))
        self.address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
        await server.start()
        try:
            yield
        finally:
            await server.stop(0)


def with_door(story: Story) -> None:
    """Run a story with a referee behind a door."""

    async def main() -> None:
        with tempfile.TemporaryDirectory(prefix="door-", dir="/tmp") as folder:
            referee = Referee(folder, 1, elsewhere=True)
            opened = Door(referee)
            server = await start_server(referee.service, referee.sockets)
            try:
                async with asyncio.timeout(MOST_SECONDS), opened.open():
                    await story(referee, opened)
                assert not referee.service.failure.done()
            finally:
                referee.service.failure.cancel()
                await server.stop(0)

    asyncio.run(main())


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.01)


def test_a_bot_plays_through_the_door() -> None:
    async def story(referee: Referee, opened: Door) -> None:
        outside = serve(RandomBot, opened.address, "outer")
        await asyncio.gather(outside, referee.honest(1), referee.begin())
        assert referee.rotation.finished
        assert not referee.rotation.faults
        await until(lambda: opened.ended == 1)

    with_door(story)


def test_a_bot_waits_at_the_door_for_as_long_as_it_takes() -> None:
    async def story(referee: Referee, opened: Door) -> None:
        opened.unpaired.clear()
        playing = asyncio.create_task(serve(RandomBot, opened.address, "outer"))
        _, waiting = await asyncio.wait({playing}, timeout=0.3)
        assert waiting
        opened.unpaired.set()
        await asyncio.gather(playing, referee.honest(1), referee.begin())
        assert not referee.rotation.faults

    with_door(story)


def test_a_refusal_comes_through_the_door() -> None:
    async def story(referee: Referee, opened: Door) -> None:
        referee.streams[0].token = "another"  # of a test
        referee.service._expected.clear()
        referee.service._known.clear()
        with pytest.raises(RefusedError, match="This token is not known"):
            await serve(RandomBot, opened.address, "outer")

    with_door(story)


def test_a_connection_that_breaks_outside_ends_inside_and_is_made_again() -> None:
    async def story(referee: Referee, opened: Door) -> None:
        host, port = opened.address.split(":")
        async with linked((host, int(port))) as link:
            link.cuts = [3_000]
            outside = serve(RandomBot, link.address, "outer")
            await asyncio.gather(outside, referee.honest(1), referee.begin())
            assert link.opened == 2
        assert not referee.rotation.faults
        await until(lambda: opened.ended == 2)

    with_door(story)


@asynccontextmanager
async def raw(address: str) -> AsyncIterator[Any]:
    """A stream in bytes that has said its hello."""
    async with grpc.aio.insecure_channel(address) as channel:
        stream = cast("Any", channel).stream_stream(PLAY)()
        hello = referee_pb2.Hello(protocol_version=1, token="outer")
        await stream.write(referee_pb2.PlayRequest(hello=hello).SerializeToString())
        yield stream


def test_a_peer_that_vanishes_is_noticed_within_seconds() -> None:
    async def story(referee: Referee, opened: Door) -> None:
        host, port = opened.address.split(":")
        async with linked((host, int(port))) as link, raw(link.address) as stream:
            await stream.read()
            link.fall_silent()
            await until(lambda: referee.rotation.connected(0).away)
            await until(lambda: opened.ended == 1)

    with_door(story)


def test_the_end_of_the_referee_ends_the_stream_outside() -> None:
    async def story(referee: Referee, opened: Door) -> None:
        async with raw(opened.address) as stream:
            await stream.read()
            referee.rotation.stop()
            referee.wake()
            data = await stream.read()
            assert referee_pb2.PlayResponse.FromString(data).HasField("farewell")
            assert await stream.read() is grpc.aio.EOF  # type: ignore[attr-defined]  # not in stubs

    with_door(story)


def test_a_bot_that_never_reads_is_waited_for_no_longer_than_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(door, "SLOW_SECONDS", 0.5)

    async def story(referee: Referee, opened: Door) -> None:
        async with raw(opened.address) as stream:
            await stream.read()
            await until(lambda: referee.streams[0].greeted.is_set())
            seat = referee.rotation.connected(0)
            while not seat.away:
                seat.outbox.match_started.seats.append("x" * 500_000)
                seat.has_output = True
                referee.wake()
                await asyncio.sleep(0.02)
            await until(lambda: opened.ended == 1)

    with_door(story)
