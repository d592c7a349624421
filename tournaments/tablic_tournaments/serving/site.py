"""GET and HEAD over HTTP, as much of it as pages to read need: a request for each connection."""

import asyncio
import ssl
import time
import traceback
from collections.abc import Awaitable, Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Final, NamedTuple

from tablic_tournaments.errors import ServingError
from tablic_tournaments.serving.address import Address
from tablic_tournaments.serving.log import log

__all__ = ["Answer", "Respond", "Site"]

MOST_CONNECTIONS: Final = 64
MOST_BYTES: Final = 8192
"""What a request may have, its headers included."""
# How long a client may take to ask, and to read what it is answered.
ASK_SECONDS: Final = 10.0
READ_SECONDS: Final = 60.0
MOST_LOGGED: Final = 200
HTML: Final = "text/html; charset=utf-8"
HEADERS: Final = "\r\n".join(
    (
        "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        "X-Content-Type-Options: nosniff",
        "Referrer-Policy: no-referrer",
        "Cross-Origin-Resource-Policy: same-origin",
        "Cache-Control: no-cache",
        "Connection: close",
    )
)


class Answer(NamedTuple):
    """What a client gets."""

    status: HTTPStatus
    body: bytes
    kind: str = HTML


Respond = Callable[[str], Awaitable[Answer]]
"""What is answered to a target: a path with its parameters."""


class Site:
    """Answers requests."""

    def __init__(self, answer: Respond) -> None:
        self._answer = answer
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    @property
    def connections(self) -> int:
        """How many there are."""
        return len(self._tasks)

    async def start(self, address: Address, context: ssl.SSLContext | None) -> Address:
        """Listen; returns where. Raises ServingError."""
        seconds = ASK_SECONDS if context else None
        host = address.host.strip("[]")
        try:
            self._server = await asyncio.start_server(
                *(self._accept, host, address.port),
                limit=MOST_BYTES,
                ssl=context,
                ssl_handshake_timeout=seconds,
            )
        except OSError:
            raise ServingError(
                f"{address} cannot be listened at; is it of this machine, and free?"
            ) from None
        return address._replace(port=self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Listen no more, and leave those who are being answered."""
        if self._server:
            self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.connections >= MOST_CONNECTIONS:
            writer.transport.abort()
            return
        task = asyncio.create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        began = time.monotonic()
        peer = writer.get_extra_info("peername")
        line, outcome = "", "left"
        try:
            # A client that is slow, gone, or speaks something else is left without a word.
            with suppress(OSError, EOFError, TimeoutError):
                async with asyncio.timeout(ASK_SECONDS):
                    line = await _request_line(reader)
                answer, has_body = await self._answered(line)
                async with asyncio.timeout(READ_SECONDS):
                    await _send(writer, answer, has_body)
                outcome = str(answer.status.value)
        finally:
            writer.transport.abort()
            if line:
                _log(line, peer, outcome, time.monotonic() - began)

    async def _answered(self, line: str) -> tuple[Answer, bool]:
        """The answer to the first line of a request, and whether its body is wanted."""
        method, _, rest = line.partition(" ")
        target, _, version = rest.partition(" ")
        if not version.startswith("HTTP/1.") or not target.startswith("/"):
            return _said(HTTPStatus.BAD_REQUEST), True
        if method not in ("GET", "HEAD"):
            return _said(HTTPStatus.METHOD_NOT_ALLOWED), True
        try:
            return await self._answer(target), method == "GET"
        except Exception as error:
            log("defect", traceback="".join(traceback.format_exception(error)))
            return _said(HTTPStatus.INTERNAL_SERVER_ERROR), method == "GET"


async def _request_line(reader: asyncio.StreamReader) -> str:
    """The first line of a request that was read whole; empty for one that is too long."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.LimitOverrunError:
        return ""
    return head.partition(b"\r\n")[0].decode("ascii", "replace")


async def _send(writer: asyncio.StreamWriter, answer: Answer, has_body: bool) -> None:
    """Write an answer, and wait until the system has taken all of it."""
    status = answer.status
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Type: {answer.kind}\r\n"
        f"Content-Length: {len(answer.body)}\r\nAllow: GET, HEAD\r\n{HEADERS}\r\n\r\n"
    )
    writer.write(head.encode() + (answer.body if has_body else b""))
    writer.close()
    await writer.wait_closed()


def _log(line: str, peer: tuple[str, int] | None, outcome: str, seconds: float) -> None:
    log(
        "page",
        request=line[:MOST_LOGGED],
        peer=peer and f"{peer[0]}:{peer[1]}",
        outcome=outcome,
        milliseconds=round(1000 * seconds, 1),
    )


def _said(status: HTTPStatus) -> Answer:
    return Answer(status, f"{status.phrase}\n".encode(), "text/plain; charset=utf-8")
