"""The hostile bots: what each is called, what it is charged with, and what it gets to see."""

import sys
from pathlib import Path
from typing import Final, NamedTuple

from tablic_server.faults import FaultKind
from tablic_server.launch import Program
from tablic_server.limits import DEFAULT_LIMITS, Limits

__all__ = ["BOTS", "KIT", "SHORT_CAP", "SHORT_STARTUP", "Hostile"]

BOTS: Final = Path(__file__).parent / "bots"
# Seconds to start up for bots that never say hello, and for those that do.
SHORT_STARTUP: Final = 2.0
STARTUP: Final = 20.0
# The cap on a decision for bots that use all of it, and for those that do not.
SHORT_CAP: Final = 0.5
CAP: Final = 3.0


class Hostile(NamedTuple):
    """A program of the kit, and what becomes of it."""

    name: str
    kind: FaultKind | None = None
    """The fault it is charged with; None: it gets nowhere, and plays its game to the end."""
    message: str = ""
    """Words of the fault."""
    prints: tuple[str, ...] = ()
    """Words that it prints: what it was told, or how its deed was refused."""
    limits: Limits = DEFAULT_LIMITS
    confined: bool = False
    """Whether it is played in a sandbox only."""

    @property
    def cap(self) -> float:
        """Seconds for a decision."""
        return SHORT_CAP if self.kind is FaultKind.LATE else CAP

    @property
    def startup(self) -> float:
        """Seconds until its hello."""
        return SHORT_STARTUP if "did not say hello" in self.message else STARTUP

    @property
    def given(self) -> float:
        """Seconds that it may take before it is charged; those after that are the referee's."""
        if self.kind is FaultKind.PROTOCOL:
            return 0.0
        return self.startup if self.startup == SHORT_STARTUP else self.cap

    def program(self, *arguments: str) -> Program:
        """The program, as it is started."""
        command = (sys.executable, "-m", f"bots.{self.name}", *arguments)
        return Program(self.name, command, str(BOTS.parent))


def _startup(name: str, message: str, *prints: str) -> Hostile:
    return Hostile(name, FaultKind.STARTUP, message, prints)


def _late(name: str, *prints: str, limits: str = "", confined: bool = False) -> Hostile:
    message = f"No answer came within {SHORT_CAP:g} seconds."
    caps = Limits.parse(limits.split())
    return Hostile(name, FaultKind.LATE, message, prints, caps, confined)


def _crashed(name: str, message: str, limits: str = "", confined: bool = False) -> Hostile:
    return Hostile(name, FaultKind.CRASHED, message, (), Limits.parse(limits.split()), confined)


def _protocol(name: str, message: str) -> Hostile:
    return Hostile(name, FaultKind.PROTOCOL, message)


def _illegal(name: str, message: str) -> Hostile:
    return Hostile(name, FaultKind.ILLEGAL, message)


def _harmless(name: str, *prints: str, limits: str = "", confined: bool = True) -> Hostile:
    return Hostile(name, None, "", prints, Limits.parse(limits.split()), confined)


SILENT: Final = f"It did not say hello within {SHORT_STARTUP:g} seconds."
LEFT: Final = "It closed its stream before the farewell"
NO_TURN: Final = "100 answers were empty or named a turn that is not open"

KIT: Final = (
    _startup("never_connects", SILENT),
    _startup("says_nothing", SILENT),
    _startup("garbage_bytes", SILENT),
    _startup("wrong_token", "It was refused: This token is not known.", "is not known"),
    _startup("other_seats_token", "It was refused: This token is not known.", "is not known"),
    _startup("wrong_version", "The referee speaks protocol version 1, the bot 99.", "version 1"),
    _startup("exits_at_once", "ended with exit code 0 before it said hello"),
    _protocol("two_hellos", "A second hello came on the stream"),
    _protocol("foreign_table", NO_TURN),
    _protocol("floods_messages", NO_TURN),
    _protocol("garbage_message", "A message could not be read"),
    _harmless("answers_twice", confined=False),
    _harmless("answers_old_turn", confined=False),
    _illegal("card_not_held", "is not in the hand"),
    _illegal("card_twice", "twice"),
    _illegal("capture_of_51", "not on the table"),
    _illegal("illegal_claim", "claim"),
    _late("sleeps"),
    _late("stops_itself"),
    _late("busy_loop"),
    _late("never_reads"),
    _crashed("exits_mid_game", "It ended with exit code 3 before the farewell."),
    _crashed("raises", "It ended with exit code 1 before the farewell."),
    _crashed("segfaults", "It was ended by signal 11 before the farewell."),
    _crashed("closes_half", LEFT),
    _crashed("cancels_stream", LEFT),
    _crashed("ten_megabytes", "or sent a message of more than 1 MiB"),
    _late("fork_bomb", limits="processes=40", confined=True),
    _crashed("memory_bomb", "before the farewell", limits="memory=192", confined=True),
    Hostile(
        "memory_bombs",
        FaultKind.CRASHED,
        "It was killed for using more than 160 MiB in all its processes before the farewell.",
        limits=Limits(memory=160),
        confined=True,
    ),
    _harmless("fills_disk", "/tmp: No space", "/dev/shm: No space", "/run: ", limits="disk=8"),
    _harmless("floods_output", "bytes before this are not kept]", "the last words"),
    _harmless("opens_network", "opens: Address family not supported", "connects: ", "asks: "),
    _harmless("reads_others", "reads the arena: ", "processes: 2"),
    _harmless("traces_sandbox", "attaches: Operation not", "seizes: Operation not", "writes: "),
    _crashed("kills_groups", "It was ended by signal 9 before the farewell.", confined=True),
    _harmless("daemonises"),
    _harmless("rewrites_itself", "writes: ", "removes: ", "renames: "),
    _protocol("thousand_streams", "100 streams were opened; open one, and say hello on it."),
)  # fmt: skip
