"""What holds for every call, with a service of one method."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tablic_tournaments.serving.desk import Desk
from tablic_tournaments.serving.door import Call, door
from tablic_tournaments.serving.gate import Gate
from tablic_tournaments.store import open_arena
from tablic_tournaments.store.deeds import Deed
from tablic_tournaments.store.tokens import Role


class Service:
    """Its method begins, and does not end."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.gate = Gate(desk)
        self.begun = asyncio.Event()

    @door(Role.AUTHOR, noted=True)
    async def Delete(self, _request: object, call: Call) -> None:  # noqa: N802  # as gRPC has it
        """Begin."""
        call.is_about("fisher")
        self.begun.set()
        await asyncio.Event().wait()


class Context:
    """A call with a token."""

    def __init__(self, token: str) -> None:
        self._token = token

    def invocation_metadata(self) -> tuple[tuple[str, str], ...]:
        return (("authorization", f"Bearer {self._token}"),)

    def peer(self) -> str:
        return "ipv4:127.0.0.1:1"


def test_a_call_that_its_caller_cancels_is_a_deed_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "arena.db"
    with open_arena(path) as arena:
        _, token = arena.tokens.create("ana", Role.AUTHOR)

    async def story() -> list[Deed]:
        desk = Desk(path)
        service = Service(desk)
        context: Any = Context(token)
        call = asyncio.ensure_future(service.Delete(None, context))
        await service.begun.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        found = await desk.ask(lambda arena: list(arena.deeds.all()))
        desk.close()
        return found

    [deed] = asyncio.run(story())
    assert (deed.name, deed.what, deed.about, deed.outcome) == (
        "ana",
        "Delete",
        "fisher",
        "cancelled",
    )
