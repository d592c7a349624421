"""The unit of work: boards of one match in, records and reports out."""

from typing import Final, NamedTuple

from tablic.record import GameRecord
from tablic.rules import Rules

from tablic_server.clock import DEFAULT_TIME, TimeControl
from tablic_server.faults import Fault, FaultPolicy, RefereeError
from tablic_server.launch import Program
from tablic_server.limits import DEFAULT_LIMITS, Limits
from tablic_server.sandbox import NO_SANDBOX

__all__ = ["DEFAULT_STARTUP", "Batch", "BatchResult", "Board", "RefereeError", "SeatReport"]

DEFAULT_STARTUP: Final = 10.0


class Batch(NamedTuple):
    """Boards of one match, to be played in every seat rotation.

    There is a bot for each side, and in rotation r bot i plays side (i + r) modulo the sides, in a
    process for each seat of it. Or there is a bot for each seat: bot i then plays seat (i + r)
    modulo the players. The decks depend on nothing but the secret and the board's id, which is the
    match and the board's number, and with independent deals on the rotation.
    """

    match: str
    boards: tuple[int, ...]
    bots: tuple[Program, ...]
    rules: Rules
    secret: bytes
    tables: int
    """How many games are played at once at most."""
    time: TimeControl = DEFAULT_TIME
    startup: float = DEFAULT_STARTUP
    limits: Limits = DEFAULT_LIMITS
    trusted: bool = False
    """Whether the bots may be played where no sandbox can be had."""
    fault_policy: FaultPolicy = FaultPolicy.FORFEIT
    strikes: tuple[int, ...] = ()
    """The faults of each bot in the boards of the match before these; none where it is empty."""

    @property
    def independent(self) -> bool:
        """Whether each rotation is dealt its own decks: a bot that runs elsewhere is in all."""
        return any(program.elsewhere for program in self.bots)

    def board_id(self, number: int) -> str:
        """The name of a board, from which its decks are derived."""
        return f"{self.match}/{number}"

    def bot_in(self, rotation: int, seat: int) -> int:
        """The bot that plays a seat in a rotation."""
        # Side = seat modulo sides, so this holds for a bot a side and for a bot a seat.
        return (seat - rotation) % len(self.bots)

    def side_of(self, bot: int, rotation: int) -> int:
        """The side that a bot plays for in a rotation."""
        return self.rules.side_of((bot + rotation) % self.rules.players)


class Board(NamedTuple):
    """A board that was played: its number, and a record for each rotation."""

    number: int
    games: tuple[GameRecord, ...]


class SeatReport(NamedTuple):
    """What the processes of a bot did in a seat of one rotation; times are in seconds."""

    rotation: int
    bot: int
    decisions: int
    thinking: float
    """What its clock was charged."""
    cpu: float
    wall: float
    log: str
    """The end of what it printed."""
    sandbox: str = NO_SANDBOX
    """The name of the sandbox it was in."""


class BatchResult(NamedTuple):
    """The boards whose every rotation was played, and what happened on the way."""

    batch: Batch
    boards: tuple[Board, ...]
    faults: tuple[Fault, ...]
    reports: tuple[SeatReport, ...]
    jitter: float = 0.0
    """The seconds that the machine woke the referee late, at worst."""

    @property
    def strikes(self) -> tuple[int, ...]:
        """How many faults each bot was charged with in these boards."""
        charged = [
            self.batch.bot_in(fault.rotation, fault.seat)
            for fault in self.faults
            if fault.kind.charged
        ]
        return tuple(charged.count(bot) for bot in range(len(self.batch.bots)))
