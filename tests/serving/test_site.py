"""The pages of a served arena: what can be read there, by whom, and clients that mean no good."""

import asyncio
import http.client
import re
import signal
import socket
import ssl
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from http import HTTPStatus
from pathlib import Path
from typing import Final
from urllib.parse import quote

import pytest
from tablic_tournaments.contents import inspect_path
from tablic_tournaments.serving import rendering, site
from tablic_tournaments.serving.address import Address
from tablic_tournaments.serving.desk import Desk
from tablic_tournaments.serving.rendering import Reports
from tablic_tournaments.store import open_arena
from tablic_tournaments.store.tokens import Role

from tests.tournaments.bots.first_bot import FirstBot
from tests.tournaments.bots.last_bot import LastBot
from tests.tournaments.commands import fill, invoke
from tests.tournaments.place import BOTS
from tests.tournaments.processes import DEADLINE, wait_until
from tests.tournaments.specs import batch_result

from .conftest import serving, with_certificate
from .served import Served

RULES: Final = "tablic hands=1"
EVIL: Final = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def site_served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """An arena with pages, in which a tournament with a fault was played."""
    for served in serving(tmp_path_factory.mktemp("w"), "--http", "127.0.0.1:0"):
        content = inspect_path(BOTS / "illegal_bot.py")
        with open_arena(served.db) as arena:
            arena.bots.add("illegal", arena.contents.add(content), content.command, "ann")
        served.run("tournament", "illegal", "greedy", "--boards", "1", "--rules", RULES)
        yield served


def get(
    served: Served, target: str, method: str = "GET", context: ssl.SSLContext | None = None
) -> tuple[int, str, http.client.HTTPMessage]:
    """The status, the text and the headers of a page."""
    address = served.events("serving")[0]["pages"]
    connection = (
        http.client.HTTPSConnection(address, context=context)
        if context
        else http.client.HTTPConnection(address)
    )
    with closing(connection):
        connection.putrequest(method, target)
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), answer.headers


def spoken(served: Served, said: bytes) -> bytes:
    """All that a client gets that says this."""
    address = Address.parse(served.events("serving")[0]["pages"])
    with socket.create_connection(address) as client:
        client.sendall(said)
        client.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: client.recv(65536), b""))


def test_pages_lead_from_one_to_the_other(site_served: Served) -> None:
    seen, left = set(), {"/"}
    while left:
        target = left.pop()
        seen.add(target)
        status, page, _ = get(site_served, target)
        assert status == 200, target
        left |= {link.replace("&amp;", "&") for link in re.findall('href="(/[^"]*)"', page)} - seen
    assert seen == {
        *("/", "/tournaments", "/tournaments/1", "/games", "/games?tournament=1"),
        *("/games/1", "/games/2"),
    }


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("/", ("illegal 1", "greedy 1", RULES)),
        (f"/?rules={quote(RULES)}", ("illegal 1", "greedy 1", RULES)),
        ("/tournaments", ("1 of 1",)),
        ("/tournaments/1", ("Who beat whom", "told to those who have the bot")),
        ("/games?bot=greedy&after=1", ("/games/2",)),
        ("/games/1", ("on the table", "loses by a fault: illegal")),
    ],
)
def test_a_page_shows_what_its_path_says(
    target: str, words: tuple[str, ...], site_served: Served
) -> None:
    _, page, _ = get(site_served, target)
    for word in words:
        assert word in page


def test_what_happened_in_a_fault_is_told_to_nobody(site_served: Served) -> None:
    with open_arena(site_served.db) as arena:
        (fault, *_) = arena.faults.all(1)
    for target in ("/", "/tournaments/1", "/games", "/games/1"):
        assert fault.message not in get(site_served, target)[1]


def test_the_page_of_a_tournament_is_made_once_for_what_is_stored(site_served: Served) -> None:
    pages = {get(site_served, "/tournaments/1")[1] for _ in range(3)}
    assert len(pages) == 1
    with site_served.remote(Role.SPECTATOR):
        there = site_served.root / "there.html"
        site_served.run("report", "1", "-o", there, role=Role.SPECTATOR)
    assert "told to those who have the bot" in there.read_text("utf-8")


def test_every_answer_says_what_a_browser_may_do_with_it(site_served: Served) -> None:
    for target in ("/", "/tournaments/1", "/none"):
        _, _, headers = get(site_served, target)
        assert headers["Content-Security-Policy"].startswith("default-src 'none';")
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert "Set-Cookie" not in headers


@pytest.mark.parametrize(
    "target",
    [
        *("/none", "/games/0", "/games/x", "/games/1/2", "/tournaments/99", f"/games/{2**63}"),
        *("/games?tournament=99", "/games?bot=none", f"/games?after={'9' * 30}", "/games?after=-1"),
        *("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/?rules=/etc/hosts.toml"),
        *(f"/{EVIL}", f"/games?bot={EVIL}", f"/?rules={EVIL}", "/games?bot=%E2%80%AE%00%1b"),
        *("/games?" + "a=1&" * 100, "//[", "/\x7f", "/games/\u0661".encode().decode("latin-1")),
    ],
)
def test_what_there_is_no_page_of_is_said_so(target: str, site_served: Served) -> None:
    said = spoken(site_served, f"GET {target} HTTP/1.1\r\n\r\n".encode("latin-1"))
    assert said.startswith(b"HTTP/1.1 404 Not Found\r\n")
    page = said.partition(b"\r\n\r\n")[2].decode()
    assert EVIL not in page
    assert not re.search("[\x00\x1b\u202e]", page)


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (b"POST / HTTP/1.1\r\n\r\n", b"405"),
        (b"DELETE /games/1 HTTP/1.1\r\n\r\n", b"405"),
        (b"GET / HTTP/2.0\r\n\r\n", b"400"),
        (b"GET http://elsewhere/ HTTP/1.1\r\n\r\n", b"400"),
        (b"GET\r\n\r\n", b"400"),
        (b"\xff\xfe\x00\r\n\r\n", b"400"),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"400"),
        (b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n", b"400"),
    ],
)
def test_what_is_no_question_is_refused(said: bytes, status: bytes, site_served: Served) -> None:
    assert spoken(site_served, said).startswith(b"HTTP/1.1 " + status)


def test_a_head_has_no_body(site_served: Served) -> None:
    status, page, headers = get(site_served, "/games/1", "HEAD")
    assert (status, page) == (200, "")
    assert int(headers["Content-Length"]) == len(get(site_served, "/games/1")[1].encode())


def test_clients_that_do_not_ask_are_left_when_there_are_too_many(site_served: Served) -> None:
    address = Address.parse(site_served.events("serving")[0]["pages"])
    with ExitStack() as stack:
        for _ in range(site.MOST_CONNECTIONS + 20):
            stack.enter_context(socket.create_connection(address)).sendall(b"GET / HT")
        with pytest.raises(OSError, match=r"reset|closed"):
            get(site_served, "/")
        with site_served.remote(Role.SPECTATOR) as remote:
            assert remote.ask("bots").tables[0].rows

    def answered() -> bool:
        with suppress(OSError):
            return get(site_served, "/games")[0] == 200
        return False

    assert wait_until(answered), "those who left make room"
    with ThreadPoolExecutor(8) as pool:
        answers = pool.map(lambda _: get(site_served, "/games")[0], range(16))
    assert set(answers) == {200}


def test_pages_have_the_certificate_of_the_server(tmp_path: Path) -> None:
    options = with_certificate(tmp_path)
    for served in serving(tmp_path, *options, "--http", "127.0.0.1:0"):
        context = ssl.create_default_context(cafile=str(tmp_path / "ca.pem"))
        assert get(served, "/", context=context)[0] == 200
        with pytest.raises((OSError, http.client.HTTPException)):
            get(served, "/")


def test_others_read_pages_with_tls_alone(tmp_path: Path) -> None:
    db = tmp_path / "arena.db"
    done = invoke("serve", "--listen", "127.0.0.1:0", "--http", "0.0.0.0:0", db=db, code=1)
    assert done.stderr == (
        "Error: 0.0.0.0:0 can be reached by others, who could read pages on the way; give "
        "--tls-cert and --tls-key, or listen at 127.0.0.1\n"
    )
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        done = invoke("serve", "--listen", "127.0.0.1:0", "--http", address, db=db, code=1)
    assert done.stderr == (
        f"Error: {address} cannot be listened at; is it of this machine, and free?\n"
    )


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_server_ends_though_a_client_is_slow(number: signal.Signals, tmp_path: Path) -> None:
    for served in serving(tmp_path, "--http", "127.0.0.1:0"):
        address = Address.parse(served.events("serving")[0]["pages"])
        with socket.create_connection(address) as client:
            client.sendall(b"GET / ")
            assert served.stop(number) == 0


@pytest.mark.parametrize(
    ("limit", "asked"), [("ASK_SECONDS", b"GET / "), ("READ_SECONDS", b"GET / HTTP/1.1\r\n\r\n")]
)
def test_a_client_that_does_not_ask_or_read_is_left(
    limit: str, asked: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, limit, 0.05)
    large = site.Answer(HTTPStatus.OK, bytes(32 * 1024 * 1024))

    async def answer(_target: str) -> site.Answer:
        return large

    async def connect() -> None:
        served = site.Site(answer)
        address = await served.start(Address("127.0.0.1", 0), None)
        with socket.create_connection(address) as client:
            client.sendall(asked)
            async with asyncio.timeout(DEADLINE):
                while not served.connections:
                    await asyncio.sleep(0)
                while served.connections:
                    await asyncio.sleep(0.01)
        await served.close()

    asyncio.run(connect())


def test_a_tournament_that_is_played_has_a_new_page_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(fill(tmp_path / "arena.db"))
    reports = Reports(desk)
    made: list[object] = []

    async def rendered(**what: object) -> bytes:
        made.append(what["number"])
        return b"page"

    monkeypatch.setattr(reports, "_rendered", rendered)

    async def ask() -> None:
        for number in (1, 2):
            await reports.page(number, faults=False, linked=True)

    asyncio.run(ask())
    with open_arena(desk.path) as arena:
        played = arena.tournaments.get(2)
        arena.tournaments.save(played, batch_result(played, [FirstBot, LastBot]))
    asyncio.run(ask())
    assert made == [1, 2]
    monkeypatch.setattr(rendering, "KEPT_SECONDS", 0)
    asyncio.run(ask())
    desk.close()
    assert made == [1, 2, 2]
