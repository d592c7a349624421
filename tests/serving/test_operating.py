"""What an operator meets: a full disk, and a backup that is put back."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from tablic.v1 import arena_pb2 as pb
from tablic_tournaments.errors import StoreError
from tablic_tournaments.store import open_arena
from tablic_tournaments.store.tokens import Role

from tests.tournaments.commands import invoke
from tests.tournaments.processes import linux_only, wait_until

from .conftest import serving
from .served import Served

SPEC = 'bots = ["random", "greedy"]\nboards = 6\ntables = 2\nrules = "tablic hands=1"'


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder with room for 4 MiB."""
    mount = ["mount", "-t", "tmpfs", "-o", "size=4M", "tablic", str(tmp_path)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root can mount a small disk")
    yield tmp_path
    subprocess.run(["umount", "--lazy", str(tmp_path)], check=True)


def fill_up(path: Path) -> None:
    """Leave no room."""
    with path.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(4096)):
            pass


@linux_only
def test_a_full_disk_is_said_and_nothing_is_lost(small_disk: Path) -> None:
    for served in serving(small_disk):
        create = pb.CreateTokenRequest(name="x" * 40, role=pb.ROLE_AUTHOR)
        ballast = small_disk / "ballast"
        with served.remote() as remote:
            before = remote.ask("tokens")
            fill_up(ballast)
            made: list[int] = []
            # What the database has in hand is used up first.
            with pytest.raises(StoreError, match="is full; what was stored is kept: make room"):
                made.extend(remote.call("CreateToken", create).id for _ in range(10_000))
            assert remote.ask("bots").tables[0].rows
            ballast.unlink()
            remote.call("CreateToken", create)
            after = remote.ask("tokens")
        stored = [len(list(listing.tables[0].rows)) for listing in (before, after)]
        assert stored[1] - stored[0] == len(made) + 1


def test_a_backup_that_is_put_back_goes_on(own: Served) -> None:
    copy = own.root / "copies" / "copy.db"
    with own.remote() as remote:
        remote.call("CreateTournament", pb.CreateTournamentRequest(spec_toml=SPEC))
        remote.call("StartTournament", pb.StartTournamentRequest(tournament=1))
        assert wait_until(lambda: boards_of(own.db) > 0)
        invoke("backup", copy, db=own.db)
    own.stop()
    for path in own.root.glob("arena.db*"):
        path.unlink()
    shutil.rmtree(own.root / "arena-bots")
    copy.replace(own.db)
    copy.with_name("copy-bots").replace(own.root / "arena-bots")
    assert 0 < boards_of(own.db) < 6
    own.start()
    lines = own.run("watch", "1", role=Role.SPECTATOR).stdout.splitlines()
    assert lines[-1] == "Tournament 1 is finished: 6 boards."
    assert invoke("verify", "1", db=own.db).exit_code == 0


def boards_of(path: Path) -> int:
    with open_arena(path) as arena:
        return arena.tournaments.get(1).boards_played
