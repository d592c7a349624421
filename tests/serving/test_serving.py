"""A served arena as its operator has it: TLS, restarts, kills, watchers and what is played."""

import os
import signal
import socket
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import (
    ProtoReflectionDescriptorDatabase,
)
from tablic.v1 import arena_pb2 as pb
from tablic_tournaments.errors import PlayError, ServingError
from tablic_tournaments.serving.remote import Remote
from tablic_tournaments.store import open_arena
from tablic_tournaments.store.tokens import Role

from tests.tournaments.commands import invoke
from tests.tournaments.place import EXAMPLES
from tests.tournaments.processes import assert_no_process_of, processes_of, wait_until

from .conftest import serving, with_certificate
from .served import Served

SPEC = 'bots = ["random", "greedy"]\nboards = {}\ntables = 2\nrules = "tablic hands=1"'


def begun(remote: Remote, boards: int) -> int:
    """A tournament of so many boards, started."""
    request = pb.CreateTournamentRequest(spec_toml=SPEC.format(boards))
    number = int(remote.call("CreateTournament", request).tournament)
    remote.call("StartTournament", pb.StartTournamentRequest(tournament=number))
    return number


def boards_of(served: Served, number: int) -> int:
    with open_arena(served.db) as arena:
        return arena.tournaments.get(number).boards_played


@pytest.mark.parametrize(
    "how", [pytest.param(signal.SIGTERM, marks=pytest.mark.long), signal.SIGKILL]
)
def test_a_tournament_goes_on_when_the_server_is_started_again(
    how: signal.Signals, own: Served
) -> None:
    with own.remote() as remote:
        number = begun(remote, 5)
        assert wait_until(lambda: boards_of(own, number) > 0)
    assert own.stop(how) == (0 if how is signal.SIGTERM else -how)
    assert_no_process_of(own.root, 30)
    stored = boards_of(own, number)
    assert 0 < stored < 5
    own.start()
    lines = own.run("watch", str(number), role=Role.SPECTATOR).stdout.splitlines()
    assert lines[-1] == f"Tournament {number} is finished: 5 boards."
    assert len(lines) == 6
    assert invoke("verify", str(number), db=own.db).exit_code == 0


def test_a_process_that_plays_is_killed_and_the_tournament_goes_on(own: Served) -> None:
    with own.remote() as remote:
        number = begun(remote, 6)
        assert wait_until(lambda: bool(players_of(own)))
        os.kill(players_of(own)[0], signal.SIGKILL)
        watch = pb.WatchTournamentRequest(tournament=number)
        (*_, last) = remote.stream("WatchTournament", watch)
    assert (last.state.finished, last.state.boards_played) == (True, 6)
    assert len(own.events("tournament process lost")) == 1


def players_of(served: Served) -> list[int]:
    """The processes that play tournaments."""
    found = processes_of(served.root).items()
    return [number for number, command in found if "tablic_tournaments.serving.job" in command]


def test_a_tournament_is_started_and_stopped_once(served: Served) -> None:
    """Two organisers do the same at the same time: one of them is told so."""
    with served.remote() as remote:
        number = begun(remote, 500)
        later = begun(remote, 1)
        start = pb.StartTournamentRequest(tournament=number)
        with pytest.raises(PlayError, match=f"tournament {number} was started already"):
            remote.call("StartTournament", start)
        assert wait_until(lambda: boards_of(served, number) > 0)
        stop = pb.StopTournamentRequest(tournament=number)
        stopped = remote.call("StopTournament", stop)
        assert stopped.boards_played == boards_of(served, number)
        with pytest.raises(PlayError, match=f"tournament {number} is not being played"):
            remote.call("StopTournament", stop)
        # The next on the agenda is played then, and the other when it is started again.
        watch = pb.WatchTournamentRequest(tournament=later)
        assert list(remote.stream("WatchTournament", watch))[-1].state.finished
        remote.call("StartTournament", start)
        assert wait_until(lambda: boards_of(served, number) > stopped.boards_played)
        remote.call("StopTournament", stop)


def test_a_watcher_is_told_whole_boards_and_then_the_end(served: Served) -> None:
    with served.remote() as remote:
        number = begun(remote, 3)
        watch = pb.WatchTournamentRequest(tournament=number)
        events = list(remote.stream("WatchTournament", watch))
    boards = [event.board for event in events if event.HasField("board")]
    assert sorted(board.number for board in boards) == [0, 1, 2]
    assert all([game.rotation for game in board.games] == [0, 1] for board in boards)
    states = [event.state for event in events if event.HasField("state")]
    assert states[0].started
    assert (states[-1].finished, states[-1].boards_played, states[-1].boards) == (True, 3, 3)
    with served.remote() as remote:
        watch.after_board = boards[-2].id
        last = list(remote.stream("WatchTournament", watch))
    assert [event.board.id for event in last if event.HasField("board")] == [boards[-1].id]


def test_health_and_reflection_need_no_token(served: Served) -> None:
    with grpc.insecure_channel(served.address) as channel:
        check = health_pb2_grpc.HealthStub(channel).Check
        for name in ("", "tablic.v1.ArenaService"):
            answer = check(health_pb2.HealthCheckRequest(service=name))
            assert answer.status == health_pb2.HealthCheckResponse.SERVING
        services = ProtoReflectionDescriptorDatabase(channel).get_services()
    assert "tablic.v1.ArenaService" in services


def test_an_arena_has_one_server(served: Served) -> None:
    sentence = f"Error: {served.db} is served at {served.address}, and only the server writes it"
    done = invoke("serve", "--listen", "127.0.0.1:0", db=served.db, code=1)
    assert done.stderr.startswith(sentence)


@pytest.mark.parametrize("listen", ["0.0.0.0:0", "[::]:0", "192.0.2.1:0", "arena.example.org:0"])
def test_others_are_served_with_tls_alone(listen: str, tmp_path: Path) -> None:
    db = tmp_path / "arena.db"
    done = invoke("serve", "--listen", listen, db=db, code=1)
    assert done.stderr == (
        f"Error: {listen} can be reached by others, who could read tokens on the way; give "
        "--tls-cert and --tls-key, or listen at 127.0.0.1\n"
    )


def test_an_address_that_is_taken_or_none(tmp_path: Path) -> None:
    db = tmp_path / "arena.db"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        done = invoke("serve", "--listen", address, db=db, code=1)
    assert done.stderr == (
        f"Error: {address} cannot be listened at; is it of this machine, and free?\n"
    )
    done = invoke("serve", "--listen", "nowhere", db=db, code=1)
    assert done.stderr == (
        "Error: 'nowhere' is no address; give HOST:PORT, such as 127.0.0.1:7357\n"
    )


@pytest.fixture(scope="module")
def with_tls(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with a certificate, of an authority that only its clients know."""
    yield from serving_with_tls(tmp_path_factory.mktemp("t"))


def serving_with_tls(root: Path) -> Iterator[Served]:
    for served in serving(root, *with_certificate(root)):
        served.tls_ca = str(root / "ca.pem")
        yield served


def test_a_server_with_tls_is_used_as_any_other(with_tls: Served) -> None:
    known_by = with_tls.tls_ca
    assert "random" in with_tls.run("bots").stdout
    token = with_tls.tokens[Role.AUTHOR]
    with_tls.run("login", with_tls.address, role=None, text=f"{token}\n")
    with_tls.tls_ca = None
    assert "random" in with_tls.run("bots", role=None).stdout, "the login knows the certificates"
    with_tls.tls_ca = known_by


def test_a_client_in_plain_text_gets_nothing_of_a_server_with_tls(with_tls: Served) -> None:
    known_by, with_tls.tls_ca = with_tls.tls_ca, None
    with with_tls.remote() as remote, pytest.raises(ServingError) as caught:
        remote.ask("bots")
    assert str(caught.value).startswith(f"no arena answers at {with_tls.address} (")
    with_tls.tls_ca = known_by
    with with_tls.remote() as remote:
        assert remote.ask("bots").tables[0].rows


def test_a_client_whose_clock_is_wrong_is_told_of_the_certificate(tmp_path: Path) -> None:
    """A year later than the server's, its clock is past the end of the certificate."""
    now = datetime.now(UTC)
    for served in serving(tmp_path, *with_certificate(tmp_path, now - timedelta(days=1))):
        served.tls_ca = str(tmp_path / "ca.pem")
        refused = served.run("bots", code=1).stderr
        assert refused.startswith(f"Error: no arena answers at {served.address} (")
        assert "certificate has expired" in refused


@pytest.mark.long
def test_an_evening_over_tls_with_a_kill_in_the_middle(tmp_path: Path) -> None:
    """Two authors upload, an organiser has their bots played, a spectator watches."""
    for served in serving_with_tls(tmp_path):
        bob = served.run("token", "create", "bob").stdout.strip()
        served.run("submit", EXAMPLES / "greedy_bot.py", "--name", "anns", role=Role.AUTHOR)
        served.tokens[Role.AUTHOR] = bob
        served.run("submit", EXAMPLES / "careful_bot.py", "--name", "bobs", role=Role.AUTHOR)
        served.run("submit", EXAMPLES / "greedy_bot.py", "--name", "anns", role=Role.AUTHOR, code=1)
        spec = SPEC.format(6).replace("random", "anns").replace("greedy", "bobs")
        with served.remote() as remote:
            request = pb.CreateTournamentRequest(spec_toml=spec)
            remote.call("CreateTournament", request)
            remote.call("StartTournament", pb.StartTournamentRequest(tournament=1))
        with served.remote(Role.SPECTATOR) as remote:
            watch = pb.WatchTournamentRequest(tournament=1)
            events = remote.stream("WatchTournament", watch)
            seen = next(event.board for event in events if event.HasField("board"))
        served.stop(signal.SIGKILL)
        served.start()
        with served.remote(Role.SPECTATOR) as remote:
            watch.after_board = seen.id
            *boards, last = remote.stream("WatchTournament", watch)
        assert last.state.finished
        assert len([event for event in boards if event.HasField("board")]) == 5
        assert invoke("verify", "1", db=served.db).exit_code == 0
        ranked = served.run("rankings", "--tournament", "1", role=Role.SPECTATOR).stdout
        assert "anns 1" in ranked
        assert "bobs 1" in ranked


def test_a_server_that_is_not_there_is_said_not_to_be(tmp_path: Path, own: Served) -> None:
    own.stop()
    done = own.run("bots", code=1)
    assert done.stderr.startswith(f"Error: no arena answers at {own.address} (")
    assert tmp_path.is_dir()


def test_a_backup_of_an_arena_that_is_written_is_an_arena(served: Served) -> None:
    copy = served.root / "copies" / "copy.db"
    with served.remote() as remote:
        number = begun(remote, 500)
        assert wait_until(lambda: boards_of(served, number) > 0)
        assert invoke("backup", copy, db=served.db).stdout == f"The arena is copied to {copy}.\n"
        remote.call("StopTournament", pb.StopTournamentRequest(tournament=number))
    again = invoke("backup", copy, db=served.db, code=1)
    assert again.stderr == f"Error: {copy} is there already; name a new file\n"
    assert invoke("bots", db=copy).stdout == invoke("bots", db=served.db).stdout
    with open_arena(copy) as arena:
        stored = arena.tournaments.get(number)
        assert 0 < stored.boards_played <= boards_of(served, number)
        assert all(arena.contents.folder(v.sha256).is_dir() for v in arena.bots.versions())
