"""What a bot elsewhere makes of the end of its stream."""

import asyncio
from typing import Any, cast

import pytest
from tablic.client import Player
from tablic.examples.random_bot import RandomBot
from tablic.remote import Connection
from tablic.v1 import referee_pb2


class Ended:
    """A stream that said farewell, and is over before the bot has said the last of its own."""

    async def wait_for_connection(self) -> None: ...

    async def read(self) -> referee_pb2.PlayResponse:
        await asyncio.sleep(0)
        return referee_pb2.PlayResponse(farewell=referee_pb2.Farewell(message="All is over."))

    async def write(self, _request: object) -> None:
        raise asyncio.InvalidStateError("the call is finished")

    async def done_writing(self) -> None: ...

    async def code(self) -> None: ...


@pytest.mark.filterwarnings("error")
def test_a_match_is_over_after_the_farewell_whatever_becomes_of_the_stream() -> None:
    async def carried() -> str:
        connection = Connection("arena.example:7373", "token")
        connection._responses = asyncio.Queue()
        return await connection._carry(Player(RandomBot), cast("Any", Ended()))

    assert asyncio.run(carried()) == ""
