"""Bots, versions and contents as the arena remembers them."""

import errno
import os
import shutil
from pathlib import Path

import pytest
from tablic_tournaments.contents import inspect_path
from tablic_tournaments.errors import StoreError, UnknownNameError
from tablic_tournaments.spec import Entrant
from tablic_tournaments.store import Arena, open_arena

from .specs import small_spec, stored
from .test_contents import a_folder, written

NAMES = ("ana", "boris")


def test_a_fresh_arena_is_one_file_and_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "my.db"
    with open_arena(path) as arena:
        assert list(arena.bots.versions()) == []
        assert list(arena.tournaments.all()) == []
        assert list(arena.games.all()) == []
        assert arena.contents.root == tmp_path / "new" / "folder" / "my-bots"
    assert [file.name for file in path.parent.iterdir()] == ["my.db"]


def test_what_was_stored_is_there_when_the_arena_is_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "arena.db"
    with open_arena(path) as arena:
        version = arena.bots.add("ana", "a" * 64, ("./ana", "--fast"))
    with open_arena(path) as arena:
        assert list(arena.bots.versions()) == [version]
    assert version.command == ("./ana", "--fast")


def test_versions_of_a_bot_are_numbered_and_the_latest_plays(arena: Arena) -> None:
    for number in range(1, 4):
        assert arena.bots.add("ana", f"{number:064}", ("./ana",)).number == number
    assert arena.bots.add("boris", "b" * 64, ("./boris",)).number == 1
    labels = [version.entrant.label for version in arena.bots.versions()]
    assert labels == ["ana 1", "ana 2", "ana 3", "boris 1"]
    assert [version.entrant.label for version in arena.bots.latest()] == ["ana 3", "boris 1"]
    named = arena.bots.latest(["boris", "ana"])
    assert [version.entrant.label for version in named] == ["boris 1", "ana 3"]


def test_a_version_that_somebody_else_added_meanwhile_is_that_version(arena: Arena) -> None:
    first = arena.bots.add("ana", "a" * 64, ("./ana",))
    assert arena.bots.add("ana", "a" * 64, ("./ana",)) == first
    assert arena.bots.latest() == [first]


def test_a_retired_bot_is_out_of_play_until_it_is_restored(arena: Arena) -> None:
    for name in NAMES:
        version = arena.bots.add(name, name[0] * 64, ("./bot",))
    assert arena.bots.retire("boris")
    assert not arena.bots.retire("boris")
    assert [bot.name for bot in arena.bots.latest()] == ["ana"]
    with pytest.raises(UnknownNameError, match="boris is retired; submit it again to bring it"):
        arena.bots.latest(["boris"])
    assert [bot.retired for bot in arena.bots.versions()] == [False, True]
    assert not arena.bots.restore(version).retired
    assert [bot.name for bot in arena.bots.latest()] == ["ana", "boris"]


def test_a_new_version_brings_a_retired_bot_back(arena: Arena) -> None:
    arena.bots.add("ana", "1" * 64, ("./bot",))
    arena.bots.retire("ana")
    arena.bots.add("ana", "2" * 64, ("./bot",))
    assert [bot.entrant.label for bot in arena.bots.latest()] == ["ana 2"]


def test_unknown_names_are_told_with_those_that_are_there(arena: Arena) -> None:
    none = "there is no bot 'x', nor any other; submit one with: tablic-arena submit FILE"
    with pytest.raises(UnknownNameError, match=none):
        arena.bots.latest(["x"])
    for name in reversed(NAMES):
        arena.bots.add(name, name[0] * 64, ("./bot",))
    for ask in (lambda: arena.bots.latest(["x"]), lambda: arena.bots.retire("x")):
        with pytest.raises(UnknownNameError, match=r"no bot 'x'; there are ana, boris$"):
            ask()
    with pytest.raises(UnknownNameError, match="no bot 'x'; list them with: tablic-arena bots"):
        list(arena.games.all(bot="x"))
    with pytest.raises(UnknownNameError, match="no bot 'x'; list them with: tablic-arena bots"):
        arena.games.logs("x")
    with pytest.raises(UnknownNameError, match="no game 7; list them with: tablic-arena games"):
        arena.games.get(7)
    with pytest.raises(UnknownNameError, match="no tournament 7; list them with: tablic-arena to"):
        arena.tournaments.get(7)
    with pytest.raises(UnknownNameError, match="ana 1 is not in this arena as it was submitted"):
        arena.bots.find(Entrant("ana", 1, "other"))


def test_a_content_is_copied_read_only_and_named_by_its_hash(arena: Arena, tmp_path: Path) -> None:
    folder = a_folder(tmp_path / "ana", "command = 'main.py'", "main.py", "data/book.txt")
    written(folder / "engine", "#!/bin/sh\n")
    sha256 = arena.contents.add(inspect_path(folder))
    copy = arena.contents.folder(sha256)
    files = {str(p.relative_to(copy)): oct(p.stat().st_mode)[-3:] for p in copy.rglob("*.*")}
    assert files == {"bot.toml": "444", "main.py": "444", "data/book.txt": "444"}
    assert oct((copy / "engine").stat().st_mode)[-3:] == "555"
    assert [path.name for path in arena.contents.root.iterdir()] == [sha256]


def test_the_same_content_is_kept_once(arena: Arena, tmp_path: Path) -> None:
    first = arena.contents.add(inspect_path(written(tmp_path / "a.py", "print(1)\n")))
    again = arena.contents.add(inspect_path(written(tmp_path / "b.py", "print(1)\n", 0o755)))
    other = arena.contents.add(inspect_path(written(tmp_path / "c.py", "print(2)\n")))
    assert first == again != other
    assert len(list(arena.contents.root.iterdir())) == 2


def test_files_of_a_folder_are_told_apart_by_name_and_command(arena: Arena, tmp_path: Path) -> None:
    folders = [
        a_folder(tmp_path / "a", "command = 'x.py'", "x.py"),
        a_folder(tmp_path / "b", "command = 'y.py'", "y.py"),
        a_folder(tmp_path / "c", "command = 'x.py'\narguments = ['-v']", "x.py"),
        a_folder(tmp_path / "d", "command = 'x.py'", "x.py", "y.py"),
    ]
    assert len({arena.contents.add(inspect_path(folder)) for folder in folders}) == 4


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO, errno.EACCES])
def test_a_content_that_cannot_be_copied_whole_is_not_there_at_all(
    arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    kept = arena.contents.add(inspect_path(written(tmp_path / "kept.py", "print(1)\n")))
    copyfile = shutil.copyfile

    def fill_up(source: Path, target: Path) -> None:
        copyfile(source, target)
        if source.name == "main.py":
            raise OSError(code, os.strerror(code), os.fspath(source))

    monkeypatch.setattr(shutil, "copyfile", fill_up)
    folder = a_folder(tmp_path / "ana", "command = 'main.py'", "main.py", "book.txt")
    with pytest.raises(StoreError) as caught:
        arena.contents.add(inspect_path(folder))
    assert str(caught.value) == (
        f"{folder / 'main.py'} cannot be copied into {arena.contents.root}: {os.strerror(code)}"
    )
    assert [path.name for path in arena.contents.root.iterdir()] == [kept]


def test_a_content_that_was_deleted_is_missed(arena: Arena, tmp_path: Path) -> None:
    sha256 = arena.contents.add(inspect_path(written(tmp_path / "a.py", "print(1)\n")))
    assert arena.contents.program("ana 1", sha256, ("./a.py",)).folder.endswith(sha256)
    arena.contents.remove(sha256)
    sentence = "the content of ana 1 is not in .* any more; submit it again"
    with pytest.raises(StoreError, match=sentence):
        arena.contents.program("ana 1", sha256, ("./a.py",))


def test_a_file_where_the_contents_should_be(arena: Arena, tmp_path: Path) -> None:
    arena.contents.root.write_text("in the way")
    path = written(tmp_path / "a.py", "print(1)\n")
    with pytest.raises(StoreError, match=r"arena-bots cannot be copied into .*: File exists"):
        arena.contents.add(inspect_path(path))


def test_a_tournament_keeps_its_secret_and_publishes_the_commitment(arena: Arena) -> None:
    tournament = stored(arena, small_spec())
    assert tournament.secret == bytes(32)
    assert (tournament.finished, tournament.boards_played) == (False, 0)
    assert not arena.tournaments.finish(tournament.id)
    fresh = [arena.tournaments.create(small_spec()).secret for _ in range(2)]
    assert len({*fresh, bytes(32)}) == 3
    assert [item.id for item in arena.tournaments.all()] == [1, 2, 3]
