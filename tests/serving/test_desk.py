"""What a server asks its database: what it keeps open for that, and that nothing of it is stale."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from tablic_tournaments.errors import StoreError, UnknownNameError
from tablic_tournaments.serving.desk import Desk
from tablic_tournaments.store import Arena, open_arena

from tests.tournaments.processes import linux_only


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A path with an arena, in which there is one bot."""
    path = tmp_path / "arena.db"
    add_bot(path, "ana")
    return path


@pytest.fixture
def desk(path: Path) -> Iterator[Desk]:
    desk = Desk(path)
    yield desk
    desk.close()


def add_bot(path: Path, name: str) -> None:
    with open_arena(path) as arena:
        arena.bots.add(name, "0" * 64, ("./bot",))


def names(desk: Desk) -> list[str]:
    def question(arena: Arena) -> list[str]:
        return [version.name for version in arena.bots.versions()]

    return asyncio.run(desk.ask(question))


def arena_asked(desk: Desk) -> Arena:
    return asyncio.run(desk.ask(lambda arena: arena))


def test_an_arena_is_opened_once_and_sees_what_others_store(desk: Desk, path: Path) -> None:
    assert names(desk) == ["ana"]
    first = arena_asked(desk)
    add_bot(path, "bob")
    assert names(desk) == ["ana", "bob"]
    assert arena_asked(desk) is first


def test_rows_that_a_failed_question_left_unread_hold_up_nothing(desk: Desk, path: Path) -> None:
    left = []

    def question(arena: Arena) -> None:
        rows = arena.tokens.all()
        left.append((rows, next(rows, None)))
        raise UnknownNameError("nobody")

    with pytest.raises(UnknownNameError):
        asyncio.run(desk.ask(question))
    add_bot(path, "bob")
    assert names(desk) == ["ana", "bob"]


def test_questions_at_once_have_arenas_of_their_own(desk: Desk) -> None:
    async def ask() -> set[Arena]:
        at_once = asyncio.Barrier(3)
        loop = asyncio.get_running_loop()

        def question(arena: Arena) -> Arena:
            asyncio.run_coroutine_threadsafe(wait(), loop).result()
            return arena

        async def wait() -> None:
            await at_once.wait()

        return set(await asyncio.gather(*(desk.ask(question) for _ in range(3))))

    assert len(asyncio.run(ask())) == 3


@linux_only
def test_a_file_that_was_replaced_is_opened_anew(desk: Desk, path: Path) -> None:
    assert names(desk) == ["ana"]
    other = path.with_name("other.db")
    add_bot(other, "eve")
    other.replace(path)
    assert names(desk) == ["eve"]
    path.unlink()
    with pytest.raises(StoreError, match=r"arena\.db cannot be read: No such file"):
        names(desk)


def test_what_is_kept_is_closed_at_the_end(desk: Desk) -> None:
    arena = arena_asked(desk)
    desk.close()
    with pytest.raises(StoreError, match="closed"):
        list(arena.bots.versions())
