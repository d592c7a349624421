"""The lobby: bots that run elsewhere connect, and wait there until a match calls them."""

import asyncio
import re
from pathlib import Path
from typing import Any, Final, NamedTuple

from google.protobuf.message import DecodeError
from tablic.v1 import referee_pb2
from tablic_server.door import hello_with, pump
from tablic_server.streams import Context
from tablic_server.telling import PROTOCOL_VERSION

from tablic_tournaments.contents import check_name
from tablic_tournaments.errors import ArenaError, BotNameError, TokenError
from tablic_tournaments.serving.desk import Desk
from tablic_tournaments.serving.gate import Gate
from tablic_tournaments.serving.log import log
from tablic_tournaments.store import Arena, Version
from tablic_tournaments.store.tokens import Role, Token

__all__ = ["Lobby"]

# How long a stream may take to say hello, in seconds.
HELLO_SECONDS: Final = 10.0
MOST_HELLO_BYTES: Final = 64 * 1024
MOST_SHOWN: Final = 60

_DECLARED: Final = re.compile(r"[A-Za-z0-9._+-]{0,40}")
_Reason = referee_pb2.RefusalReason


class RefusedError(Exception):
    """A bot is not let in: the reason for programs, and the sentence for people."""

    def __init__(self, reason: referee_pb2.RefusalReason, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class Seat(NamedTuple):
    """Where a referee waits for a bot: an address on this machine, and the token there."""

    address: str
    token: str


class Guest:
    """A bot that is connected, and what it waits for."""

    def __init__(self, token: Token, version: Version) -> None:
        self.token = token
        self.label = version.entrant.label
        self.called: asyncio.Future[Seat] = asyncio.get_running_loop().create_future()


class Lobby:
    """RefereeService for bots that run elsewhere. What it holds is of the running server alone."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._gate = Gate(desk, "bots")
        self._guests: dict[str, Guest] = {}
        self._seats: dict[str, Seat] = {}

    @property
    def connected(self) -> set[str]:
        """The labels of the bots that are there, at play or not."""
        return set(self._guests)

    def call(self, label: str, address: str, token: str) -> None:
        """A referee waits for a bot: it goes there at once, or when it comes."""
        seat = self._seats[label] = Seat(address, token)
        guest = self._guests.get(label)
        if guest and not guest.called.done():
            guest.called.set_result(seat)

    def all_over(self) -> None:
        """No referee waits any more."""
        self._seats.clear()

    def revoke(self, token: int) -> None:
        """Send those away who came with a token. A match that is being played is played on."""
        for guest in self._guests.values():
            if guest.token.id == token and not guest.called.done():
                error = TokenError(
                    f"token {token} of {guest.token.name} was revoked; ask an organiser for a new "
                    "one"
                )
                guest.called.set_exception(error)

    async def Play(self, _requests: Any, context: Context) -> None:  # noqa: N802  # generated name
        """Serve one stream, from its hello to the end of a match."""
        try:
            await self._serve(await _hello(context), context)
        except RefusedError as refused:
            await _refuse(context, refused.reason, str(refused))
        except ArenaError as error:
            await _refuse(context, _Reason.REFUSAL_REASON_TOKEN, str(error))

    async def _serve(self, hello: referee_pb2.Hello, context: Context) -> None:
        token = await self._gate.admit(hello.token, Role.AUTHOR)
        with self._gate.passing(token):
            guest = Guest(token, await self._version(hello, token))
            self._take_in(guest, comes_back=bool(hello.session))
            log("bot connected", bot=guest.label, token=token.id, name=token.name)
            try:
                seat = await guest.called
                await pump(context, hello_with(hello, seat.token), seat.address)
                if self._guests.get(guest.label) is guest and self._seat(guest.label) == seat:
                    del self._seats[guest.label]
            finally:
                if self._guests.get(guest.label) is guest:
                    del self._guests[guest.label]
                log("bot left", bot=guest.label)

    def _take_in(self, guest: Guest, *, comes_back: bool) -> None:
        """Let a bot wait for its match, or go on with it; raises RefusedError."""
        label = guest.label
        seat = self._seat(label)
        if comes_back and seat is None:
            raise RefusedError(
                _Reason.REFUSAL_REASON_SESSION, f"the match of {label} is over; say hello anew"
            )
        if not comes_back and label in self._guests:
            raise RefusedError(
                _Reason.REFUSAL_REASON_TOKEN_USED,
                f"{label} is connected already; end that one, or declare another version",
            )
        self._guests[label] = guest
        if seat:
            guest.called.set_result(seat)

    def _seat(self, label: str) -> Seat | None:
        """Where a referee waits for a bot, or plays with it; its socket goes when it ends."""
        seat = self._seats.get(label)
        return seat if seat and Path(seat.address.removeprefix("unix:")).exists() else None

    async def _version(self, hello: referee_pb2.Hello, token: Token) -> Version:
        """The version that a bot says it is, which is stored; raises ArenaError."""
        # What is shown of a name that is none is short.
        name, declared = check_name(hello.bot_name[:MOST_SHOWN]), hello.bot_version
        if not _DECLARED.fullmatch(declared):
            raise BotNameError(
                f"{declared[:MOST_SHOWN]!r} is not the version of a bot: use up to 40 letters, "
                "digits, dots, dashes, underscores and +"
            )

        def version(arena: Arena) -> Version:
            found = arena.bots.declared(name, declared)
            if found is None:
                self._gate.count_upload(token)
                arena.bots.check_owner(name, token.name)
                about = f"{name} {declared}".rstrip()
                arena.deeds.note(token.name, token.role, "Connect", about, "done")
            return arena.bots.declare(name, declared, token.name)

        return await self._desk.ask(version)


async def _hello(context: Context) -> referee_pb2.Hello:
    """What a stream begins with; raises RefusedError."""
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            data: Any = await context.read()
        if isinstance(data, bytes) and len(data) <= MOST_HELLO_BYTES:
            request = referee_pb2.PlayRequest.FromString(data)
            if request.HasField("hello"):
                return _fitting(request.hello)
    except (TimeoutError, DecodeError):
        pass
    raise RefusedError(
        _Reason.REFUSAL_REASON_NO_HELLO,
        f"the first message of a stream is a hello, sent within {HELLO_SECONDS:g} seconds",
    )


def _fitting(hello: referee_pb2.Hello) -> referee_pb2.Hello:
    if hello.protocol_version != PROTOCOL_VERSION:
        raise RefusedError(
            _Reason.REFUSAL_REASON_PROTOCOL_VERSION,
            f"the arena speaks protocol version {PROTOCOL_VERSION}, the bot "
            f"{hello.protocol_version}",
        )
    return hello


async def _refuse(context: Context, reason: referee_pb2.RefusalReason, message: str) -> None:
    log("bot refused", peer=context.peer(), why=message)
    refusal = referee_pb2.Refusal(reason=reason, message=message)
    await context.write(referee_pb2.PlayResponse(refusal=refusal).SerializeToString())
