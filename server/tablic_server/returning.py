"""A bot that runs elsewhere: its streams, one after the other, and who waits for it."""

import asyncio
import hmac
import secrets
import time
from collections.abc import Callable
from typing import Final

from tablic.v1 import referee_pb2

from tablic_server.faults import FaultKind
from tablic_server.launch import Program
from tablic_server.rotation import Rotation
from tablic_server.service import RefereeService
from tablic_server.streams import Context, Refused, SeatStream
from tablic_server.supervisor import Supervisor
from tablic_server.transcript import Transcript

__all__ = ["ReturningStream", "ReturningSupervisor"]

MOST_SESSION_SHOWN: Final = 40


class ReturningStream(SeatStream):
    """The streams of one bot: the session goes on over each of them that names it.

    One with the right session takes the place of another that is open: a connection that broke on
    the way looks alive for a while. Each new session has a name of its own, which only its bot is
    told.
    """

    def __init__(self, rotation: Rotation, seat: int, token: str, wake: Callable[[], None]) -> None:
        super().__init__(rotation, seat, token, wake)
        self._rotation = rotation
        self._connected = rotation.connected(seat)
        self._carrying = asyncio.Lock()
        self._superseded = asyncio.Event()
        self._newest = 0
        self._decisions_seen = 0

    def opened(self) -> None:
        """One more stream was opened; too many without an answer between them are a fault."""
        if self._connected.decisions > self._decisions_seen:
            self._decisions_seen = self._connected.decisions
            self._opened = 0
        super().opened()

    def takes_back(self, hello: referee_pb2.Hello) -> bool:
        """Whether a hello with its token is one of a bot that comes back."""
        return self.greeted.is_set() or bool(hello.session)

    def why_not_back(self, hello: referee_pb2.Hello) -> Refused | None:
        """Why its bot cannot come back with this hello."""
        seat = self._connected
        if not hello.session:
            if seat.away:
                return None
            return (
                referee_pb2.REFUSAL_REASON_TOKEN_USED,
                "A bot plays with this token already; to take its place, name its session.",
            )
        goes_on = self.greeted.is_set() and seat.connected and not self.ended.is_set()
        named = hmac.compare_digest(hello.session.encode(), seat.session.encode())
        if not (goes_on and named):
            shown = hello.session[:MOST_SESSION_SHOWN]
            return (
                referee_pb2.REFUSAL_REASON_SESSION,
                f"There is no session {shown!r} to go on with; say hello without one.",
            )
        impossible = seat.why_not_missed(hello.last_events)
        if impossible:
            return referee_pb2.REFUSAL_REASON_SESSION, f"The session cannot go on: {impossible}."
        return None

    async def serve(self, hello: referee_pb2.Hello, data: bytes, context: Context) -> None:
        """Carry messages both ways until the stream is lost, or a little after the farewell."""
        self._newest += 1
        mine = self._newest
        self._superseded.set()
        async with self._carrying:
            if mine != self._newest or (self.greeted.is_set() and self.why_not_back(hello)):
                return
            self._superseded = asyncio.Event()
            self._begin(hello, data)
            superseded = asyncio.create_task(self._superseded.wait())
            try:
                await self._carry(context, superseded)
            finally:
                superseded.cancel()

    def _begin(self, hello: referee_pb2.Hello, data: bytes) -> None:
        """Go on with the session, or begin one with a program that knows of none."""
        if hello.session:
            self.keep(data, time.monotonic())
            self._rotation.resume(self._connected.number, hello.last_events)
            return
        self.transcript = Transcript()
        self.keep(data, time.monotonic())
        self._connected.session = secrets.token_hex(16)
        self._rotation.greet(self._connected.number, hello)

    def _left(self) -> None:
        """The stream is over: lost, if the bot may come back."""
        seat = self._connected
        if seat.connected and (seat.has_output or not seat.closing):
            self._rotation.lose(seat.number)
        else:
            self.ended.set()


class ReturningSupervisor(Supervisor):
    """Waits for the bot that plays a seat, pings it, and charges it when it stays away."""

    def __init__(
        self,
        rotation: Rotation,
        seat: int,
        program: Program,
        service: RefereeService,
        socket: str,
        announce: Callable[[str, str, str], None] | None,
    ) -> None:
        super().__init__(rotation, seat, program, service, socket, announce)
        self._rotation = rotation
        self._connected = rotation.connected(seat)

    def _new_stream(self, token: str, wake_all: Callable[[], None]) -> SeatStream:
        return ReturningStream(self._rotation, self._connected.number, token, wake_all)

    async def _next_fault(self) -> tuple[FaultKind, str] | None:
        seat = self._connected
        if not seat.away:
            seat.ping(time.monotonic())
            self.wake()
            return await super()._next_fault()
        await self._look(seat.back_by)
        if self._rotation.finished or time.monotonic() <= seat.back_by:
            return None
        grace = seat.clock.control.grace
        return (
            FaultKind.DISCONNECTED,
            f"Its connection was lost, and it was away for more than {grace:g} seconds in all.",
        )

    def _charge(self, kind: FaultKind, message: str) -> None:
        if kind is FaultKind.DISCONNECTED:
            self._rotation.gone(self._connected.number, message)
        else:
            super()._charge(kind, message)
