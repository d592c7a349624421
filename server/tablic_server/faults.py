"""What a bot did wrong, told apart."""

from enum import StrEnum
from typing import Final, NamedTuple

from tablic.v1 import events_pb2, referee_pb2

__all__ = [
    "Fault",
    "FaultKind",
    "FaultPolicy",
    "MachineError",
    "RefereeError",
    "fault_number",
    "policy_number",
]


class FaultKind(StrEnum):
    """The kinds of fault; the values are what records and the database hold."""

    ILLEGAL = "illegal"
    LATE = "late"
    CRASHED = "crashed"
    PROTOCOL = "protocol"
    STARTUP = "startup"
    DISCONNECTED = "disconnected"
    """The stream of a bot that runs elsewhere was lost, and it did not come back in time."""
    REFEREE = "referee"
    """No fault of the bot: a time-out for which the machine was to blame. It is played again."""
    STRIKES = "strikes"
    """No fault of its own: games that are not played after the third fault of a bot."""

    @property
    def charged(self) -> bool:
        """Whether a bot is charged with such a fault, so that it counts against it."""
        return self not in (FaultKind.REFEREE, FaultKind.STRIKES)


class FaultPolicy(StrEnum):
    """What an illegal answer costs; the values are what specs and commands hold."""

    FORFEIT = "forfeit"
    """The game is lost."""
    PUT_BACK = "put-back"
    """The seat is told why, and asked again; it still is a fault, and the third loses the rest."""


class Fault(NamedTuple):
    """One fault of the bot in a seat of a rotation, and the boards it forfeited there.

    An answer that was put back forfeited none.
    """

    rotation: int
    seat: int
    kind: FaultKind
    message: str
    boards: tuple[int, ...]
    bundle: str = ""
    """What its author is shown, as JSON; empty where there were too many faults to keep it."""

    @property
    def put_back(self) -> bool:
        """Whether the answer was put back and the game went on."""
        return self.kind is FaultKind.ILLEGAL and not self.boards


class RefereeError(Exception):
    """The referee itself failed: the batch is void and can be played again."""


class MachineError(RefereeError):
    """The machine was to blame for the time-out of a seat; the text says by how much."""

    def __init__(self, seat: int, message: str) -> None:
        super().__init__(message)
        self.seat = seat


def fault_number(kind: FaultKind) -> events_pb2.FaultKind:
    """The protocol's number of a kind."""
    return _NUMBERS[kind]


def policy_number(policy: FaultPolicy) -> referee_pb2.FaultPolicy:
    """The protocol's number of a policy."""
    if policy is FaultPolicy.PUT_BACK:
        return referee_pb2.FAULT_POLICY_PUT_BACK
    return referee_pb2.FAULT_POLICY_FORFEIT


_NUMBERS: Final = {
    FaultKind.ILLEGAL: events_pb2.FAULT_KIND_ILLEGAL,
    FaultKind.LATE: events_pb2.FAULT_KIND_LATE,
    FaultKind.CRASHED: events_pb2.FAULT_KIND_CRASHED,
    FaultKind.PROTOCOL: events_pb2.FAULT_KIND_PROTOCOL,
    FaultKind.STARTUP: events_pb2.FAULT_KIND_STARTUP,
    FaultKind.DISCONNECTED: events_pb2.FAULT_KIND_DISCONNECTED,
    FaultKind.REFEREE: events_pb2.FAULT_KIND_REFEREE,
}
