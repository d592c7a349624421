"""What a bot did wrong, told apart."""

from enum import StrEnum
from typing import Final, NamedTuple

from tablic.v1 import events_pb2

__all__ = ["Fault", "FaultKind", "fault_number"]


class FaultKind(StrEnum):
    """The kinds of fault; the values are what records and the database hold."""

    ILLEGAL = "illegal"
    LATE = "late"
    CRASHED = "crashed"
    PROTOCOL = "protocol"
    STARTUP = "startup"
    REFEREE = "referee"


class Fault(NamedTuple):
    """One fault of the bot in a seat of a rotation, and the boards it forfeited there."""

    rotation: int
    seat: int
    kind: FaultKind
    message: str
    boards: tuple[int, ...]
    bundle: str = ""
    """What its author is shown, as JSON; empty where there were too many faults to keep it."""


def fault_number(kind: FaultKind) -> events_pb2.FaultKind:
    """The protocol's number of a kind."""
    return _NUMBERS[kind]


_NUMBERS: Final = {
    FaultKind.ILLEGAL: events_pb2.FAULT_KIND_ILLEGAL,
    FaultKind.LATE: events_pb2.FAULT_KIND_LATE,
    FaultKind.CRASHED: events_pb2.FAULT_KIND_CRASHED,
    FaultKind.PROTOCOL: events_pb2.FAULT_KIND_PROTOCOL,
    FaultKind.STARTUP: events_pb2.FAULT_KIND_STARTUP,
    FaultKind.REFEREE: events_pb2.FAULT_KIND_REFEREE,
}
