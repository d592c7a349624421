"""The referee of one rotation: all tables and seats as one state machine, without I/O.

Hellos, answers and failures go in with the time at which they were read; messages come out in the
outboxes of the seats. What carries them, sockets or a test, does not matter here.
"""

from collections.abc import Callable, Collection, Mapping, Sequence

from tablic.errors import IllegalPlayError, InvalidPlayError
from tablic.record import GameRecord
from tablic.rules import Rules
from tablic.v1 import referee_pb2

from tablic_server.clock import StreamClock, TimeControl
from tablic_server.connected import ConnectedSeat
from tablic_server.faults import Fault, FaultKind, FaultPolicy
from tablic_server.forfeits import Forfeits
from tablic_server.judging import ProtocolError, decide, open_answers
from tablic_server.seat import Seat
from tablic_server.strikes import Strikes
from tablic_server.tables import Table
from tablic_server.telling import Teller

__all__ = ["Rotation"]


class Rotation:
    """The tables of one rotation and the seats that play them.

    ``times`` gives each seat's time control, ``now`` the seconds of a monotonic clock; at most
    ``at_once`` games are played at a time. ``strikes`` has the faults of each seat's bot so far.
    The bots of the seats in ``elsewhere`` may come back to a lost stream.
    """

    def __init__(
        self,
        tables: Sequence[Table],
        rules: Rules,
        names: Sequence[str],
        times: Sequence[TimeControl],
        commitment: bytes,
        now: Callable[[], float],
        at_once: int = 1_000,
        policy: FaultPolicy = FaultPolicy.FORFEIT,
        strikes: Sequence[Strikes] | None = None,
        elsewhere: Collection[int] = (),
    ) -> None:
        self.tables = tables
        self.rules = rules
        self.seats = [
            (ConnectedSeat if number in elsewhere else Seat)(
                number, StreamClock(control, len(tables)), strikes[number] if strikes else Strikes()
            )
            for number, control in enumerate(times)
        ]
        self._now = now
        self._at_once = at_once
        self._next_table = 0
        self._live: set[int] = set()
        self._open = len(tables)
        self._started = False
        self._stopped = False
        self._tell = Teller(self.seats, tables, self._live, rules, names, commitment, policy)
        self._forfeits = Forfeits(tables, self.seats, self._tell, policy, self._close)

    @property
    def faults(self) -> list[Fault]:
        """The faults so far, the first one first."""
        return self._forfeits.faults

    @property
    def finished(self) -> bool:
        """Whether every game has its record."""
        return not self._open

    @property
    def tables_at_once(self) -> int:
        """How many games are played at once at most."""
        return min(len(self.tables), self._at_once)

    def records(self) -> list[GameRecord]:
        """The records of the games that are over, in board order."""
        return [table.record for table in self.tables if table.record]

    def connected(self, number: int) -> ConnectedSeat:
        """A seat whose bot runs elsewhere."""
        seat = self.seats[number]
        assert isinstance(seat, ConnectedSeat)  # noqa: S101  # no other is asked for
        return seat

    def greet(self, number: int, hello: referee_pb2.Hello) -> None:
        """Welcome the fresh stream of a seat; a game in progress goes on with its next turn."""
        seat = self.seats[number]
        if isinstance(seat, ConnectedSeat):
            seat.returned(self._now())
        self._tell.welcome(seat, hello, self.tables_at_once)
        for table in sorted(self._live):
            self._tell.game_started(seat, table)
            if self.tables[table].game.turn == number:
                self._tell.turn(table)
        if self.finished or self._stopped:
            self._say_farewell(seat)

    def lose(self, number: int) -> None:
        """The stream of a seat whose bot may come back is lost: its clock stands until then."""
        self.connected(number).lose(self._now())

    def resume(self, number: int, last_events: Mapping[int, int]) -> None:
        """The bot of a seat is back in its session: it is told what it missed, and asked again.

        The last events must be possible: ``why_not_missed`` of the seat tells.
        """
        seat = self.connected(number)
        seat.returned(self._now())
        self._tell.welcome_back(seat, last_events)

    def gone(self, number: int, message: str) -> None:
        """Charge a seat whose bot did not come back: every game that is not over is lost."""
        self.seats[number].connected = False
        self._forfeits.rest(FaultKind.DISCONNECTED, {number: message})

    def start(self) -> None:
        """Start the first games: every seat has greeted or failed to."""
        self._started = True
        if not self.finished:
            self._start_games()

    def receive(self, number: int, request: referee_pb2.PlayRequest, now: float) -> None:
        """Take in a request of a seat's stream, read at this time; none after a farewell."""
        seat = self.seats[number]
        if not seat.listening:
            return
        try:
            answers = open_answers(seat, request)
        except ProtocolError as error:
            self.stream_fault(number, FaultKind.PROTOCOL, str(error))
            return
        if request.HasField("pong"):
            seat.pong(request.pong.number, now)
        if answers:
            seat.answered([table for table, _ in answers], now)
        for table, answer in answers:
            if self.tables[table].record is None:
                self._answer(seat, table, answer)

    def unreadable(self, number: int, reason: str) -> None:
        """Charge a seat whose stream brought bytes that are no request; none after a farewell."""
        if self.seats[number].listening:
            message = f"A message could not be read: {reason}."
            self.stream_fault(number, FaultKind.PROTOCOL, message)

    def stream_fault(self, number: int, kind: FaultKind, message: str) -> None:
        """Charge a fault of the stream or process: every game it owes an answer in is lost."""
        self._forfeits.stream_fault(self.seats[number], kind, message)

    def startup_fault(self, messages: dict[int, str]) -> None:
        """Charge the seats that could not start: every game that is not over is lost."""
        self._forfeits.rest(FaultKind.STARTUP, messages)

    def forfeit_struck(self) -> None:
        """Forfeit every game, before one is played, if a bot has lost the rest of its match."""
        self._forfeits.struck()

    def stop(self) -> None:
        """Say farewell to everybody: the tournament was stopped."""
        self._stopped = True
        for seat in self.seats:
            self._say_farewell(seat)

    def _answer(self, seat: Seat, table: int, answer: referee_pb2.Answer) -> None:
        game = self.tables[table].game
        hand = game.hand
        cards_left, plays = hand.cards_left, len(hand.plays)
        try:
            decide(game, answer)
        except (InvalidPlayError, IllegalPlayError) as error:
            self._forfeits.illegal(seat, table, str(error))
            return
        if len(hand.plays) > plays:
            self._tell.play_made(table)
        elif not game.made_claim:
            self._tell.talon_decided(table)
        if game.made_claim:
            self._tell.claim_made(table)
            self._finish(table)
        elif hand.over:
            self._finish_hand(table)
        else:
            if hand.cards_left != cards_left:
                self._tell.cards_dealt(table)
            self._tell.turn(table)

    def _start_games(self) -> None:
        """Start games while there are tables for them."""
        at_once = min([self._at_once, *(seat.max_tables for seat in self.seats)])
        while self._next_table < len(self.tables) and len(self._live) < at_once:
            table = self._next_table
            self._next_table += 1
            if self.tables[table].record is None:
                self._live.add(table)
                self._start_game(table)

    def _start_game(self, table: int) -> None:
        for seat in self.seats:
            seat.clock.game_started()
            self._tell.game_started(seat, table)
        self._start_hand(table)

    def _start_hand(self, table: int) -> None:
        self.tables[table].start_hand()
        self._tell.hand_started(table)
        if not self.tables[table].game.hand.offered:
            self._tell.cards_dealt(table)
        self._tell.turn(table)

    def _finish_hand(self, table: int) -> None:
        self._tell.hand_finished(table)
        if self.tables[table].game.result:
            self._finish(table)
        else:
            self._start_hand(table)

    def _finish(self, table: int) -> None:
        """Record a game that was played out, and close it."""
        self.tables[table].finish()
        self._close(table)

    def _close(self, table: int) -> None:
        """Tell the end of a game, and start the next one or say farewell."""
        now = self._now()
        self._open -= 1
        for seat in self.seats:
            seat.close_turn(table, now)
        self._tell.game_finished(table)
        self._live.discard(table)
        if self.finished:
            for seat in self.seats:
                self._say_farewell(seat)
        elif self._started:
            self._start_games()

    def _say_farewell(self, seat: Seat) -> None:
        """End a stream, also one that comes when there is nothing left to play."""
        if seat.last_word:
            seat.say_farewell(referee_pb2.FAREWELL_REASON_FAULT, seat.last_word)
        elif self.finished:
            seat.say_farewell(referee_pb2.FAREWELL_REASON_FINISHED, "All games are over.")
        else:
            seat.say_farewell(referee_pb2.FAREWELL_REASON_STOPPED, "The tournament was stopped.")
