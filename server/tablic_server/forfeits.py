"""What does a fault cost? Which games are lost, who is told, and when an answer is put back."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tablic.record import FaultRecord
from tablic.v1 import referee_pb2

from tablic_server.faults import Fault, FaultKind, FaultPolicy
from tablic_server.seat import Seat
from tablic_server.strikes import MOST_STRIKES
from tablic_server.tables import Table
from tablic_server.telling import Teller

__all__ = ["Forfeits"]

STRUCK: Final = f"It had {MOST_STRIKES} faults in the match before."
# So many illegal answers of a seat in a game lose it, also where they are put back.
MOST_ILLEGAL: Final = 3


class Forfeits:
    """The faults of one rotation, and the games that they lose.

    ``close`` is called for each table whose game is lost, once it has its record and all is told.
    """

    def __init__(
        self,
        tables: Sequence[Table],
        seats: Sequence[Seat],
        tell: Teller,
        policy: FaultPolicy,
        close: Callable[[int], None],
    ) -> None:
        self.faults: list[Fault] = []
        self._tables = tables
        self._seats = seats
        self._tell = tell
        self._policy = policy
        self._close = close
        self._illegal_answers: Counter[tuple[int, int]] = Counter()

    def illegal(self, seat: Seat, table: int, message: str) -> None:
        """Charge an illegal answer: it loses the game, or is put back and asked for again.

        It takes no time and loses no more than its game, so that the records do not depend on the
        order in which the answers at several tables come.
        """
        seat.strikes.add()
        self._illegal_answers[seat.number, table] += 1
        last = self._illegal_answers[seat.number, table] == MOST_ILLEGAL
        if last or self._policy is FaultPolicy.FORFEIT:
            self._charge(seat, FaultKind.ILLEGAL, message, [table])
            return
        self._note(seat.number, FaultKind.ILLEGAL, message, ())
        seat.clock.put_back()
        self._tell.put_back(table, FaultKind.ILLEGAL, message)
        self._tell.turn(table)

    def stream_fault(self, seat: Seat, kind: FaultKind, message: str) -> None:
        """Charge a fault of the stream or process: every game it owes an answer in is lost."""
        _count_strike(seat, message)
        # Before the games are lost: a stream that is over is told nothing more of them.
        seat.say_farewell(referee_pb2.FAREWELL_REASON_FAULT, seat.last_word or message)
        self._charge(seat, kind, message, sorted(seat.open_turns))
        seat.connected = False

    def rest(self, kind: FaultKind, messages: Mapping[int, str]) -> None:
        """Charge seats with the loss of every game that is not over, and say why."""
        for number in messages:
            self._seats[number].strikes.add()
        self._forfeit_rest(kind, messages)

    def struck(self) -> None:
        """Forfeit every game, before one is played, if a bot has lost the rest of its match."""
        messages = {seat.number: STRUCK for seat in self._seats if seat.strikes.out}
        if messages:
            self._forfeit_rest(FaultKind.STRIKES, messages)

    def _charge(self, seat: Seat, kind: FaultKind, message: str, tables: Sequence[int]) -> None:
        """Record a fault that loses the games at these tables, or all where the seat is out."""
        if seat.out:
            tables = self._not_over()
        self._note(seat.number, kind, message, tables)
        self._forfeit(tables, (FaultRecord(seat.number, kind),), message)

    def _forfeit_rest(self, kind: FaultKind, messages: Mapping[int, str]) -> None:
        """Record the games that are not over as lost by some seats, and why."""
        tables = self._not_over()
        for number, message in messages.items():
            self._seats[number].out = True
            self._note(number, kind, message, tables)
        faults = tuple(FaultRecord(number, kind) for number in messages)
        self._forfeit(tables, faults, next(iter(messages.values())))

    def _forfeit(
        self, tables: Sequence[int], faults: tuple[FaultRecord, ...], message: str
    ) -> None:
        """Record the games at these tables as lost by the seats at fault, and tell everybody."""
        for table in tables:
            self._tables[table].forfeit(faults)
        for table in tables:
            # One fault can lose many games: its seat is told once what happened.
            self._tell.faults(table, faults, message if table == tables[0] else "")
            self._close(table)

    def _note(self, seat: int, kind: FaultKind, message: str, tables: Sequence[int]) -> None:
        rotation = self._tables[0].rotation
        self.faults.append(Fault(rotation, seat, kind, message, tuple(tables)))

    def _not_over(self) -> list[int]:
        return [n for n, table in enumerate(self._tables) if table.record is None]


def _count_strike(seat: Seat, message: str) -> None:
    """Count a fault of a stream; after the third it is out, and is told so at the end."""
    seat.strikes.add()
    if seat.strikes.out:
        seat.out = True
        seat.last_word = (
            f"{message.removesuffix('.')}. "
            f"It was fault {seat.strikes.count}: all other games are lost too."
        )
