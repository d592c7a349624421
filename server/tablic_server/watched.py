"""One rotation of a batch in which a seat is watched: what it says, and how fast."""

import time
from typing import Final

from tablic.v1 import cards_pb2, referee_pb2

from tablic_server.batch import Batch
from tablic_server.faults import FaultKind
from tablic_server.host import RotationHost
from tablic_server.sandbox import Sandbox
from tablic_server.usage import memory_of

__all__ = ["WatchedHost"]

# Memory is looked at with every so many decisions: it takes longer than one.
_LOOK_EVERY: Final = 25


class WatchedHost(RotationHost):
    """Rotation 0 of a batch, with what the first bot said in seat 0.

    With ``spoil_at`` the answer of that number is made illegal on its way, as if the bot had.
    """

    def __init__(self, batch: Batch, sandbox: Sandbox, spoil_at: int = 0) -> None:
        super().__init__(batch, 0, sandbox)
        self.hello: referee_pb2.Hello | None = None
        self.startup = 0.0
        """Seconds until the hello."""
        self.seconds: list[float] = []
        """What the clock was charged for each message with answers."""
        self.memory = 0
        """The most bytes that all its processes were seen to use."""
        self._spoil_at = spoil_at
        self._began = time.monotonic()
        self._greet, self._receive = self.rotation.greet, self.rotation.receive
        # The rotation is called by the service, the reader of the stream.
        self.rotation.greet = self._note_hello  # type: ignore[method-assign]
        self.rotation.receive = self._note_answers  # type: ignore[method-assign]

    @property
    def own_faults(self) -> list[tuple[FaultKind, str]]:
        """The faults of the seat, but for an answer that was spoiled."""
        return [
            (fault.kind, fault.message)
            for fault in self.rotation.faults
            if fault.seat == 0 and not fault.put_back
        ]

    def _note_hello(self, number: int, hello: referee_pb2.Hello) -> None:
        if number == 0:
            self.hello = hello
            self.startup = time.monotonic() - self._began
        self._greet(number, hello)

    def _note_answers(self, number: int, request: referee_pb2.PlayRequest, now: float) -> None:
        clock = self.rotation.seats[number].clock
        before = clock.spent
        if number == 0 and request.answers and len(self.seconds) + 1 == self._spoil_at:
            request.answers[0].play.CopyFrom(cards_pb2.Play())
        self._receive(number, request, now)
        if number == 0 and request.answers:
            self.seconds.append(clock.spent - before)
            if len(self.seconds) % _LOOK_EVERY == 1:
                self._look_at_memory()

    def _look_at_memory(self) -> None:
        processes = self.supervisors[0].processes
        if processes:
            self.memory = max(self.memory, memory_of(processes[-1].pid))
