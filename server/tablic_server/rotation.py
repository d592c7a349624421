"""The referee of one rotation: all tables and seats as one state machine, without I/O.

Hellos, answers and failures go in with the time at which they were read; messages come out in the
outboxes of the seats. What carries them, sockets or a test, does not matter here.
"""

import math
from collections.abc import Callable, Sequence
from typing import Final

from tablic.errors import IllegalPlayError, InvalidPlayError
from tablic.game import Game
from tablic.record import FaultRecord, GameRecord
from tablic.rules import Rules
from tablic.v1 import referee_pb2
from tablic.wire import (
    numbers_of,
    play_of,
    rules_message,
    write_made_play,
    write_turn,
    write_turned_jacks,
)

from tablic_server.clock import StreamClock, TimeControl
from tablic_server.faults import Fault, FaultKind, fault_number
from tablic_server.seat import Seat
from tablic_server.tables import Table

__all__ = ["PROTOCOL_VERSION", "ProtocolError", "Rotation", "decide"]

PROTOCOL_VERSION: Final = 1
MOST_DROPPED_ANSWERS: Final = 100
MOST_STRIKES: Final = 3
# Answers for hundreds of tables fit in a message.
MOST_BYTES: Final = 64 * 1024


class ProtocolError(Exception):
    """A message breaks the protocol; the text says how."""


class Rotation:
    """The tables of one rotation and the seats that play them.

    ``times`` gives each seat's time control, ``now`` the seconds of a monotonic clock; at most
    ``at_once`` games are played at a time.
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
    ) -> None:
        self.tables = tables
        self.rules = rules
        self.names = names
        self.faults: list[Fault] = []
        self.seats = [
            Seat(number, StreamClock(control, len(tables))) for number, control in enumerate(times)
        ]
        self._commitment = commitment
        self._now = now
        self._at_once = at_once
        self._next_table = 0
        self._live: set[int] = set()
        self._open = len(tables)
        self._started = False
        self._stopped = False

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

    def greet(self, number: int, hello: referee_pb2.Hello) -> None:
        """Welcome the fresh stream of a seat; a game in progress goes on with its next turn."""
        seat = self.seats[number]
        response = seat.greet(hello)
        welcome = response.welcome
        welcome.protocol_version = PROTOCOL_VERSION
        welcome.session = f"seat {number}"
        welcome.tables = seat.tables = min(self.tables_at_once, seat.max_tables)
        welcome.commitment = self._commitment
        started = response.match_started
        started.rules.CopyFrom(rules_message(self.rules))
        _write_time(seat.clock.control, started.time_control)
        started.seats.extend(self.names)
        started.seat = number
        for table in sorted(self._live):
            self._tell_game_started(seat, table)
            if self.tables[table].game.turn == number:
                self._ask(table)
        if self.finished or self._stopped:
            self._say_farewell(seat)

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
            answers = self.open_answers(seat, request)
        except ProtocolError as error:
            self.stream_fault(number, FaultKind.PROTOCOL, str(error))
            return
        if answers:
            seat.clock.answered(len(answers), now)
            seat.decisions += len(answers)
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
        seat = self.seats[number]
        _count_strike(seat, message)
        # Before the games are lost: a stream that is over is told nothing more of them.
        seat.say_farewell(referee_pb2.FAREWELL_REASON_FAULT, seat.last_word or message)
        self._charge(seat, kind, message, sorted(seat.open_turns))
        seat.connected = False

    def startup_fault(self, messages: dict[int, str]) -> None:
        """Charge the seats that could not start: every game that is not over is lost."""
        open_tables = [n for n, table in enumerate(self.tables) if table.record is None]
        boards = tuple(open_tables)
        for number, message in messages.items():
            self.seats[number].out = True
            self.faults.append(Fault(self._rotation(), number, FaultKind.STARTUP, message, boards))
        faults = tuple(FaultRecord(number, FaultKind.STARTUP) for number in messages)
        self._forfeit(open_tables, faults, next(iter(messages.values())))

    def stop(self) -> None:
        """Say farewell to everybody: the tournament was stopped."""
        self._stopped = True
        for seat in self.seats:
            self._say_farewell(seat)

    @staticmethod
    def open_answers(
        seat: Seat, request: referee_pb2.PlayRequest
    ) -> list[tuple[int, referee_pb2.Answer]]:
        """The answers to turns that are open, with their tables; the others are counted.

        Raises ProtocolError.
        """
        if request.HasField("hello"):
            raise ProtocolError("A second hello came on the stream; say hello once.")
        answers = request.answers
        if len(answers) > seat.tables:
            raise ProtocolError(
                f"{len(answers)} answers came in one message for {seat.tables} tables."
            )
        if request.ByteSize() > MOST_BYTES:
            raise ProtocolError(f"A message of more than {MOST_BYTES} bytes came.")
        open_turns = seat.open_turns
        opened = []
        for answer in answers:
            table = answer.table
            if open_turns.get(table) == answer.turn:
                del open_turns[table]
                opened.append((table, answer))
        # A message without answers costs the referee as much as a stale answer.
        seat.dropped_answers += len(answers) - len(opened) if answers else 1
        if seat.dropped_answers >= MOST_DROPPED_ANSWERS:
            open_turns.update((table, answer.turn) for table, answer in opened)
            raise ProtocolError(
                f"{seat.dropped_answers} answers were empty or named a turn that is not open; "
                "answer each turn once, with its table and number."
            )
        return opened

    def _answer(self, seat: Seat, table: int, answer: referee_pb2.Answer) -> None:
        game = self.tables[table].game
        hand = game.hand
        cards_left, plays = hand.cards_left, len(hand.plays)
        try:
            decide(game, answer)
        except (InvalidPlayError, IllegalPlayError) as error:
            _count_strike(seat, str(error))
            self._charge(seat, FaultKind.ILLEGAL, str(error), [table])
            return
        if len(hand.plays) > plays:
            for other in self._listeners():
                write_made_play(hand.plays[-1], other.event(table).play_made)
        elif not game.made_claim:
            for other in self._listeners():
                decided = other.event(table).talon_decided
                decided.kept = hand.talon_kept
                decided.table.extend(numbers_of(hand.table))
        if game.made_claim:
            self._finish_with_claim(table)
        elif hand.over:
            self._finish_hand(table)
        else:
            if hand.cards_left != cards_left:
                self._tell_cards(table)
            self._ask(table)

    def _ask(self, table: int) -> None:
        """Send the turn, if the seat is there; a seat that comes back is asked when it greets."""
        game = self.tables[table].game
        seat = self.seats[game.turn]
        if seat.listening:
            write_turn(game.view(game.turn), seat.open_turn(table), seat.legal_plays)

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
            self._tell_game_started(seat, table)
        self._start_hand(table)

    def _tell_game_started(self, seat: Seat, table: int) -> None:
        if seat.listening:
            started = seat.event(table).game_started
            started.seat = seat.number
            started.seed = self.tables[table].seed_of(seat.number)

    def _start_hand(self, table: int) -> None:
        self.tables[table].start_hand()
        game = self.tables[table].game
        for seat in self._listeners():
            started = seat.event(table).hand_started
            started.hand_number = len(game.hands) - 1
            started.dealer = game.hand.dealer
            started.table.extend(numbers_of(game.hand.table))
            started.totals.extend(game.totals)
            if game.hand.exposed is not None:
                started.exposed = game.hand.exposed + 1  # type: ignore[assignment]  # an enum value
            write_turned_jacks(game.hand.turned_jacks, started.turned_jacks)
        if not game.hand.offered:
            self._tell_cards(table)
        self._ask(table)

    def _tell_cards(self, table: int) -> None:
        hand = self.tables[table].game.hand
        for seat in self._listeners():
            dealt = seat.event(table).cards_dealt
            dealt.hand.extend(numbers_of(hand.held[seat.number]))
            dealt.cards_left = hand.cards_left

    def _finish_hand(self, table: int) -> None:
        game = self.tables[table].game
        hand, score = game.hand, game.scores[-1]
        for seat in self._listeners():
            finished = seat.event(table).hand_finished
            finished.leftovers.extend(numbers_of(hand.table))
            finished.leftovers_to = hand.leftovers_to
            finished.cards.extend(score.cards)
            finished.card_points.extend(score.card_points)
            finished.most_cards.extend(score.most_cards)
            finished.tablas.extend(score.tablas)
            finished.totals.extend(game.totals)
        if game.result:
            self.tables[table].finish()
            self._close(table)
        else:
            self._start_hand(table)

    def _finish_with_claim(self, table: int) -> None:
        claim = self.tables[table].game.made_claim
        assert claim  # noqa: S101  # for the type checker: it was made just now
        for seat in self._listeners():
            made = seat.event(table).claim_made
            made.seat, made.right = claim.seat, claim.right
        self.tables[table].finish()
        self._close(table)

    def _charge(self, seat: Seat, kind: FaultKind, message: str, tables: Sequence[int]) -> None:
        """Record a fault that loses the games at these tables, or all where the seat is out."""
        if seat.out:
            tables = [n for n, table in enumerate(self.tables) if table.record is None]
        self.faults.append(Fault(self._rotation(), seat.number, kind, message, tuple(tables)))
        self._forfeit(tables, (FaultRecord(seat.number, kind),), message)

    def _forfeit(
        self, tables: Sequence[int], faults: tuple[FaultRecord, ...], message: str
    ) -> None:
        """Record the games at these tables as lost by the seats at fault, and tell everybody."""
        for table in tables:
            self.tables[table].forfeit(faults)
        for table in tables:
            for seat in self._told(table):
                for fault in faults:
                    told = seat.event(table).fault
                    told.seat = fault.seat
                    told.kind = fault_number(FaultKind(fault.kind))
                    # One fault can lose many games: its seat is told once what happened.
                    own = seat.number == fault.seat and table == tables[0]
                    told.message = message if own else ""
            self._close(table)

    def _told(self, table: int) -> list[Seat]:
        """The seats that are told of a table: it has started and their streams are open."""
        return [seat for seat in self.seats if seat.listening and table in self._live]

    def _close(self, table: int) -> None:
        """Tell the end of a game, and start the next one or say farewell."""
        record = self.tables[table].record
        assert record  # noqa: S101  # for the type checker: it was made just now
        now = self._now()
        self._open -= 1
        for seat in self.seats:
            seat.close_turn(table, now)
        for seat in self._told(table):
            finished = seat.event(table).game_finished
            finished.totals.extend(record.totals)
            finished.places.extend(record.places)
            finished.forfeited = bool(record.faults)
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

    def _listeners(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.listening and not seat.turns_only]

    def _rotation(self) -> int:
        return self.tables[0].rotation


def _count_strike(seat: Seat, message: str) -> None:
    """Count a fault of a seat; after the third it is out, and is told so at the end."""
    seat.strikes += 1
    if seat.strikes >= MOST_STRIKES:
        seat.out = True
        seat.last_word = (
            f"{message.removesuffix('.')}. "
            f"It was fault {seat.strikes}: all other games are lost too."
        )


def decide(game: Game, answer: referee_pb2.Answer) -> None:
    """Do what an answer decides; raises InvalidPlayError or IllegalPlayError."""
    kind = answer.WhichOneof("decision")
    offered = bool(game.hand.offered)
    if kind == "keep_talon" and offered:
        game.keep_talon(answer.keep_talon)
    elif kind == "play" and not offered:
        game.play(play_of(answer.play))
    elif kind == "claim" and not offered:
        game.claim()
    else:
        raise InvalidPlayError(
            f"the turn asks {_asked(game)}, the answer holds {kind or 'nothing'}"
        )


def _asked(game: Game) -> str:
    """What the open turn of a game asks, for people."""
    view = game.view(game.turn)
    if view.offered:
        return "whether to keep the talon"
    return "for a play or a claim" if view.can_claim else "for a play"


def _write_time(control: TimeControl, message: referee_pb2.TimeControl) -> None:
    for name in ("bank", "increment", "cap"):
        seconds = getattr(control, name)
        setattr(message, f"{name}_ms", 0 if seconds == math.inf else round(seconds * 1000))
