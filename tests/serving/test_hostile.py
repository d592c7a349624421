"""Clients that mean no good, or know no better: each gets its status, and all goes on."""

import hashlib
import io
import resource
import socket
import tarfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from threading import Event
from typing import Any, Final

import grpc
import pytest
from tablic.v1 import arena_pb2 as pb
from tablic_tournaments.errors import BotNameError, LimitError, RequestError, TokenError
from tablic_tournaments.serving.archive import MOST_BYTES, MOST_FILES
from tablic_tournaments.serving.gate import MOST_CALLS
from tablic_tournaments.store.tokens import Role

from tests.tournaments.place import EXAMPLES
from tests.tournaments.processes import DEADLINE, wait_until

from .served import Served, reason_of, status_of

Code: Final = grpc.StatusCode
ASK: Final = pb.ListRequest(bots=pb.BotsFilter())


@pytest.fixture(autouse=True)
def all_goes_on(served: Served) -> Iterator[None]:
    """Whatever a test did, the server answers others."""
    yield
    with served.remote() as remote:
        assert len(remote.ask("bots").tables[0].rows) == 3  # type: ignore[arg-type]
    assert list(served.temporary.iterdir()) == []


def refusal(call: Callable[[], Any]) -> grpc.RpcError:
    """The error that a call ends with."""
    with pytest.raises(grpc.RpcError) as caught:
        call()
    return caught.value


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "Bearer",
        "Bearer 1",
        "Bearer 1.{wrong}",
        "Bearer 99.{wrong}",
        "Basic {token}",
        "Bearer 2.{secret of 1}",
        "Bearer {token}x",
        "Bearer " + "9" * 4000,
    ],
)
def test_who_has_no_token_is_not_let_in(sent: str, served: Served) -> None:
    token = served.tokens[Role.ORGANISER]
    for mark, text in (
        ("{wrong}", "0" * 64),
        ("{secret of 1}", token.partition(".")[2]),
        ("{token}", token),
    ):
        sent = sent.replace(mark, text)
    with served.stub() as stub:
        metadata = (("authorization", sent),) if sent else ()
        error = refusal(lambda: stub.List(ASK, metadata=metadata))
    code, sentence = status_of(error)
    assert code is Code.UNAUTHENTICATED
    assert sentence.startswith(("this arena wants a token", "the token is unknown to this arena"))
    assert reason_of(error) == pb.ARENA_ERROR_REASON_TOKEN


@pytest.mark.parametrize(
    ("method", "request_", "least"),
    [
        ("RetireBot", pb.RetireBotRequest(bot="random"), Role.AUTHOR),
        ("CreateTournament", pb.CreateTournamentRequest(), Role.ORGANISER),
        ("StartTournament", pb.StartTournamentRequest(tournament=1), Role.ORGANISER),
        ("StopTournament", pb.StopTournamentRequest(tournament=1), Role.ORGANISER),
        ("CreateToken", pb.CreateTokenRequest(name="eve", role=pb.ROLE_ORGANISER), Role.ORGANISER),
        ("RevokeToken", pb.RevokeTokenRequest(id=1), Role.ORGANISER),
        ("List", pb.ListRequest(faults=pb.FaultsFilter()), Role.AUTHOR),
        ("List", pb.ListRequest(tokens=pb.TokensFilter()), Role.ORGANISER),
        ("List", pb.ListRequest(deeds=pb.DeedsFilter()), Role.ORGANISER),
    ],
)
def test_a_role_does_no_more_than_it_may(
    method: str, request_: Any, least: Role, served: Served
) -> None:
    for role in (role for role in Role if not role.allows(least)):
        with served.stub() as stub:
            call = getattr(stub, method)
            error = refusal(partial(call, request_, metadata=served.metadata(role)))
        code, sentence = status_of(error)
        assert code is Code.PERMISSION_DENIED
        assert f"for the role {least}, and " in sentence
        assert reason_of(error) == pb.ARENA_ERROR_REASON_ROLE


def tar(*entries: tuple[str | tarfile.TarInfo, bytes]) -> bytes:
    """An archive of names, or of entries that are something else, and contents."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        for entry, content in entries:
            info = entry if isinstance(entry, tarfile.TarInfo) else tarfile.TarInfo(entry)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return file.getvalue()


def special(name: str, kind: bytes, target: str = "") -> tarfile.TarInfo:
    """An entry that is no plain file."""
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


def upload(
    served: Served, data: bytes, *, name: str = "", sent: bytes | None = None, **header: Any
) -> grpc.RpcError:
    """The error that an upload ends with; ``sent`` is what is sent in place of the data."""
    facts = {"name": name, "size": len(data), "sha256": hashlib.sha256(data).digest(), **header}
    parts = [pb.SubmitRequest(header=pb.SubmitHeader(**facts))]
    sent = data if sent is None else sent
    parts += [pb.SubmitRequest(chunk=sent[n : n + 100_000]) for n in range(0, len(sent), 100_000)]
    with served.stub() as stub:
        metadata = served.metadata(Role.AUTHOR)
        return refusal(lambda: list(stub.Submit(iter(parts), metadata=metadata)))


BOT: Final = (EXAMPLES / "random_bot.py").read_bytes()


@pytest.mark.parametrize(
    ("archive", "sentence"),
    [
        (tar(("../bot.py", BOT)), "'../bot.py' in the archive leads out of its folder"),
        (tar(("a/../../bot.py", BOT)), "'a/../../bot.py' in the archive leads out of its folder"),
        (tar(("/tmp/bot.py", BOT)), "'/tmp/bot.py' in the archive leads out of its folder"),
        (tar(("a\\..\\bot.py", BOT)), "leads out of its folder"),
        (tar(("bot.py", BOT), ("bot.py", BOT)), "'bot.py' is in the archive twice"),
        (tar(("bot", BOT), ("bot/bot.py", BOT)), "is in the archive twice"),
        (tar(("bot.py", BOT), ("two.py", BOT)), "several files and no bot.toml"),
        (tar(("bot\n.py", BOT)), "has '\\n' in its name"),
        (tar(("bot\u202eyp.py", BOT)), "has '\\u202e' in its name"),
        (tar(("b" * 10_000, BOT)), "has a name of over 200 bytes"),
        (tar(*((f"{n}.py", b"") for n in range(1_000))), f"more than {MOST_FILES} files"),
        (tar(), "the archive has no files"),
        (b"no tar at all" * 100, "the archive is no uncompressed tar"),
        (tar(("bot.toml", b"command = '../../bin/sh'")), "is neither a file here nor on the PATH"),
        (tar(("bot.toml", b"\xff")), "is not valid TOML"),
    ],
)
def test_an_archive_is_of_plain_files_alone(archive: bytes, sentence: str, served: Served) -> None:
    error = upload(served, archive, name="eve")
    assert status_of(error)[0] is Code.INVALID_ARGUMENT
    assert sentence in status_of(error)[1]
    assert reason_of(error) == pb.ARENA_ERROR_REASON_CONTENT


@pytest.mark.parametrize(
    "entry",
    [
        special("bot.py", tarfile.SYMTYPE, "/etc/passwd"),
        special("bot.py", tarfile.LNKTYPE, "/etc/passwd"),
        special("bot.py", tarfile.FIFOTYPE),
        special("bot.py", tarfile.CHRTYPE),
        special("bot.py", tarfile.DIRTYPE),
        special("bot.py", tarfile.GNUTYPE_SPARSE),
    ],
    ids=lambda entry: repr(entry.type),
)
def test_an_archive_has_no_links_and_devices(entry: tarfile.TarInfo, served: Served) -> None:
    error = upload(served, tar((entry, b"")), name="eve")
    assert status_of(error)[0] is Code.INVALID_ARGUMENT
    assert reason_of(error) == pb.ARENA_ERROR_REASON_CONTENT


@pytest.mark.parametrize("name", ["no/name", "e\nve", "ev\u202ee", "\x1b[2J", "..", "x" * 10_000])
def test_a_bot_has_a_plain_name(name: str, served: Served) -> None:
    error = upload(served, tar(("bot.py", BOT)), name=name)
    assert status_of(error)[0] is Code.INVALID_ARGUMENT
    assert "is not a name for a bot" in status_of(error)[1]
    assert reason_of(error) == pb.ARENA_ERROR_REASON_BOT_NAME


def test_an_upload_is_what_its_header_says(served: Served) -> None:
    data = tar(("bot.py", BOT))
    cut = upload(served, data, sent=data[:-1000])
    assert status_of(cut) == (
        Code.INVALID_ARGUMENT,
        f"the upload ended after {len(data) - 1000:,} of {len(data):,} bytes; send it again",
    )
    wrong = upload(served, data, sent=bytes(len(data)))
    assert status_of(wrong)[1].startswith("what arrived has the SHA-256 ")
    more = upload(served, data, sent=data + b"x")
    assert "does not end after the bytes that its header says" in status_of(more)[1]
    for size in (0, -1, MOST_BYTES + 1, 2**62):
        big = upload(served, data, size=size)
        assert status_of(big)[0] is Code.RESOURCE_EXHAUSTED
        assert status_of(big)[1].startswith("an upload has 1 to 64 MiB")
    assert "has 32 bytes, not 3" in status_of(upload(served, data, sha256=b"abc"))[1]


def test_an_upload_begins_with_its_header_and_may_break_off(served: Served) -> None:
    with served.stub() as stub:
        metadata = served.metadata(Role.AUTHOR)
        for parts in ([], [pb.SubmitRequest(chunk=b"x")], [pb.SubmitRequest()]):
            call = stub.Submit(iter(parts), metadata=metadata)
            error = refusal(partial(list, call))
            assert status_of(error)[1] == "the first message of an upload is its header"

    def half() -> Iterator[pb.SubmitRequest]:
        yield pb.SubmitRequest(header=pb.SubmitHeader(size=9, sha256=bytes(32)))
        yield pb.SubmitRequest(chunk=b"half")
        raise ConnectionError

    with served.stub() as stub:
        refusal(lambda: list(stub.Submit(half(), metadata=served.metadata(Role.AUTHOR))))


@pytest.mark.parametrize(
    "token", ["made up", "0", "1.", "-1.00", "1." + "0" * 64, "9" * 10_000, "1.\u202e"]
)
def test_a_page_token_cannot_be_made_up(token: str, served: Served) -> None:
    request = pb.ListRequest(bots=pb.BotsFilter(), page_token=token)
    with served.stub() as stub:
        error = refusal(lambda: stub.List(request, metadata=served.metadata(Role.SPECTATOR)))
    assert status_of(error)[0] is Code.INVALID_ARGUMENT
    assert status_of(error)[1].startswith("page_token '")
    assert reason_of(error) == pb.ARENA_ERROR_REASON_REQUEST


def test_pages_follow_each_other_and_are_of_one_question(served: Served) -> None:
    with served.remote() as remote:
        request = pb.ListRequest(bots=pb.BotsFilter(), page_size=2)
        first = remote.call("List", request)
        request.page_token = first.next_page_token
        second = remote.call("List", request)
        assert [len(page.tables[0].rows) for page in (first, second)] == [2, 1]
        assert second.next_page_token == ""
        request.games.SetInParent()
        with pytest.raises(RequestError, match="is of no page of this listing"):
            remote.call("List", request)
        with pytest.raises(RequestError, match="does not say what to list"):
            remote.call("List", pb.ListRequest())


def test_a_spec_is_small_and_names_no_file(served: Served) -> None:
    specs = {
        "x" * 10_000_000: (Code.RESOURCE_EXHAUSTED, "larger than max"),
        "x" * 100_000: (Code.INVALID_ARGUMENT, "a spec has at most 64 KiB"),
        'rules = "/etc/passwd.toml"': (Code.INVALID_ARGUMENT, "not named by a file here"),
        "boards = [": (Code.INVALID_ARGUMENT, "the spec: "),
        "bots = " + "[" * 30_000: (Code.INVALID_ARGUMENT, "the spec: "),
        "boards = 99999999999999999999": (Code.INVALID_ARGUMENT, "at most 1,000,000,000 boards"),
        "secret = 'abc'": (Code.INVALID_ARGUMENT, "is not 64 hexadecimal digits"),
        'bots = ["\\u202e", "random"]': (Code.INVALID_ARGUMENT, r"there is no bot '\u202e'"),
        "\x00": (Code.INVALID_ARGUMENT, "the spec: "),
    }
    with served.stub() as stub:
        for spec, (wanted, words) in specs.items():
            request = pb.CreateTournamentRequest(spec_toml=spec)
            metadata = served.metadata(Role.ORGANISER)
            error = refusal(partial(stub.CreateTournament, request, metadata=metadata))
            code, sentence = status_of(error)
            assert (code, words in sentence) == (wanted, True), (spec[:40], sentence)


def test_a_rule_set_of_a_listing_is_no_file(served: Served) -> None:
    with served.remote() as remote, pytest.raises(Exception, match="is not named by a file here"):
        remote.ask("rankings", rules="/etc/hosts.toml")


def test_numbers_out_of_range_are_of_nothing(served: Served) -> None:
    with served.stub() as stub:
        metadata = served.metadata(Role.ORGANISER)
        for number in (0, -1, 2**63 - 1):
            for method, request in (
                ("GetGame", pb.GetGameRequest(game=number)),
                ("StartTournament", pb.StartTournamentRequest(tournament=number)),
                ("StopTournament", pb.StopTournamentRequest(tournament=number)),
                ("RevokeToken", pb.RevokeTokenRequest(id=number)),
                ("List", pb.ListRequest(games=pb.GamesFilter(tournament=number))),
            ):
                call = getattr(stub, method)
                error = refusal(partial(call, request, metadata=metadata))
                assert status_of(error)[0] is Code.NOT_FOUND, method
        error = refusal(
            lambda: stub.CreateToken(pb.CreateTokenRequest(name="eve"), metadata=metadata)
        )
        assert status_of(error)[1] == "a token has one of the roles spectator, author, organiser"


def test_a_name_that_is_refused_is_escaped_where_it_is_noted(served: Served) -> None:
    with served.remote() as remote:
        for name in ("\x1b[2J\u202eeve", "x" * 10_000):
            with pytest.raises(BotNameError, match="is not a name for a person"):
                remote.call("CreateToken", pb.CreateTokenRequest(name=name, role=pb.ROLE_AUTHOR))
        *_, first, second = remote.ask("deeds").tables[0].rows
    assert first["about"] == r"\x1b[2J\u202eeve"
    assert second["about"] == "x" * 60
    assert "\x1b" not in str(first["outcome"])
    assert len(str(second["outcome"])) < 300


def test_a_token_has_so_many_calls_at_once(served: Served) -> None:
    """A call that asks for nothing more holds its place until it is given up."""
    token = served.run("token", "create", "eve", "--role", "author").stdout.strip()
    metadata = (("authorization", f"Bearer {token}"),)
    given_up = Event()

    def requests() -> Iterator[pb.SubmitRequest]:
        yield pb.SubmitRequest(header=pb.SubmitHeader(size=9, sha256=bytes(32)))
        given_up.wait(DEADLINE)

    most, more = MOST_CALLS, 20
    with served.stub() as stub, ThreadPoolExecutor(most + more) as pool:
        calls = [stub.Submit(requests(), metadata=metadata) for _ in range(most + more)]
        ends = [pool.submit(refusal, partial(list, call)) for call in calls]
        assert wait_until(lambda: sum(end.done() for end in ends) == more)
        given_up.set()
        sentences = [status_of(end.result())[1] for end in ends]
    assert sum("calls at once" in sentence for sentence in sentences) == more
    assert sum("ended after 0 of 9 bytes" in sentence for sentence in sentences) == most


def test_a_thousand_connections_that_say_nothing_or_nonsense(
    served: Served, request: pytest.FixtureRequest
) -> None:
    files = resource.getrlimit(resource.RLIMIT_NOFILE)
    request.addfinalizer(lambda: resource.setrlimit(resource.RLIMIT_NOFILE, files))
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(files[0], min(files[1], 4096)), files[1]))
    host, _, port = served.address.rpartition(":")
    with ExitStack() as stack:
        for number in range(1_000):
            connection = stack.enter_context(socket.create_connection((host, int(port))))
            if number % 10 == 1:
                connection.sendall(b"GET / HTTP/1.1\r\n\r\n")
            elif number % 10 == 2:
                connection.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
        with served.remote(Role.SPECTATOR) as remote:
            assert remote.ask("bots").tables[0].rows


def test_errors_are_those_of_a_local_arena(served: Served) -> None:
    with served.remote(token="1.x") as remote, pytest.raises(TokenError):
        remote.ask("bots")
    with served.remote(Role.AUTHOR) as remote, pytest.raises(LimitError):
        list(remote.stream("Submit", iter([pb.SubmitRequest(header=pb.SubmitHeader(size=-1))])))
