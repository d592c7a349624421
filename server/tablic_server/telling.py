"""Tells the seats what happens at the tables: writes events and turns into their outboxes."""

import math
from collections.abc import Mapping, Sequence, Set
from typing import Final

from tablic.record import FaultRecord
from tablic.rules import Rules
from tablic.v1 import referee_pb2
from tablic.wire import (
    numbers_of,
    rules_message,
    write_made_play,
    write_turn,
    write_turned_jacks,
)

from tablic_server.clock import TimeControl
from tablic_server.connected import ConnectedSeat
from tablic_server.faults import FaultKind, FaultPolicy, fault_number, policy_number
from tablic_server.seat import Seat
from tablic_server.tables import Table

__all__ = ["PROTOCOL_VERSION", "Teller"]

PROTOCOL_VERSION: Final = 1


class Teller:
    """Knows who is told what of which table; what happened there is read from the games.

    ``live`` has the tables whose games have started and are not closed; the referee keeps it.
    """

    def __init__(
        self,
        seats: Sequence[Seat],
        tables: Sequence[Table],
        live: Set[int],
        rules: Rules,
        names: Sequence[str],
        commitment: bytes,
        policy: FaultPolicy,
    ) -> None:
        self._seats = seats
        self._tables = tables
        self._live = live
        self._rules = rules
        self._names = names
        self._commitment = commitment
        self._policy = policy

    def welcome(self, seat: Seat, hello: referee_pb2.Hello, tables_at_once: int) -> None:
        """Begin a fresh stream: the welcome and the match."""
        response = seat.greet(hello)
        # One that comes back for fewer games finds all those that go on.
        seat.tables = max(min(tables_at_once, seat.max_tables), len(self._live))
        self._write_welcome(seat, response)

    def welcome_back(self, seat: ConnectedSeat, last_events: Mapping[int, int]) -> None:
        """Go on with a session: the welcome, what the seat missed, and what it is asked."""
        self._write_welcome(seat, seat.resume(last_events))
        for table in sorted(seat.open_turns):
            view = self._tables[table].game.view(seat.number)
            write_turn(view, seat.open_again(table), seat.legal_plays)

    def _write_welcome(self, seat: Seat, response: referee_pb2.PlayResponse) -> None:
        welcome = response.welcome
        welcome.protocol_version = PROTOCOL_VERSION
        welcome.session = seat.session
        welcome.tables = seat.tables
        welcome.commitment = self._commitment
        started = response.match_started
        started.rules.CopyFrom(rules_message(self._rules))
        _write_time(seat.clock.control, started.time_control, seat.returns)
        started.seats.extend(self._names)
        started.seat = seat.number
        started.fault_policy = policy_number(self._policy)

    def game_started(self, seat: Seat, table: int) -> None:
        """Tell one seat, if it is there, that a game starts or goes on."""
        if seat.listening:
            started = seat.event(table).game_started
            started.seat = seat.number
            started.seed = self._tables[table].seed_of(seat.number)

    def hand_started(self, table: int) -> None:
        """Tell the start of the last hand."""
        game = self._tables[table].game
        for seat in self._listeners():
            started = seat.event(table).hand_started
            started.hand_number = len(game.hands) - 1
            started.dealer = game.hand.dealer
            started.table.extend(numbers_of(game.hand.table))
            started.totals.extend(game.totals)
            if game.hand.exposed is not None:
                started.exposed = game.hand.exposed + 1  # type: ignore[assignment]  # an enum value
            write_turned_jacks(game.hand.turned_jacks, started.turned_jacks)

    def talon_decided(self, table: int) -> None:
        """Tell whether the talon was kept."""
        hand = self._tables[table].game.hand
        for seat in self._listeners():
            decided = seat.event(table).talon_decided
            decided.kept = hand.talon_kept
            decided.table.extend(numbers_of(hand.table))

    def cards_dealt(self, table: int) -> None:
        """Tell each seat its own cards."""
        hand = self._tables[table].game.hand
        for seat in self._listeners():
            dealt = seat.event(table).cards_dealt
            dealt.hand.extend(numbers_of(hand.held[seat.number]))
            dealt.cards_left = hand.cards_left

    def play_made(self, table: int) -> None:
        """Tell the last play."""
        play = self._tables[table].game.hand.plays[-1]
        for seat in self._listeners():
            write_made_play(play, seat.event(table).play_made)

    def claim_made(self, table: int) -> None:
        """Tell the claim that ends the game."""
        claim = self._tables[table].game.made_claim
        assert claim  # noqa: S101  # for the type checker: it was made just now
        for seat in self._listeners():
            made = seat.event(table).claim_made
            made.seat, made.right = claim.seat, claim.right

    def hand_finished(self, table: int) -> None:
        """Tell the score of the last hand."""
        game = self._tables[table].game
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

    def turn(self, table: int) -> None:
        """Ask the seat to act, if it is there; one that comes back is asked when it greets."""
        game = self._tables[table].game
        seat = self._seats[game.turn]
        if seat.listening:
            write_turn(game.view(game.turn), seat.open_turn(table), seat.legal_plays)

    def put_back(self, table: int, kind: FaultKind, message: str) -> None:
        """Tell the seat to act alone that its answer was put back.

        Whether an answer was legal can depend on cards that the others do not know.
        """
        seat = self._seats[self._tables[table].game.turn]
        if seat.listening:
            told = seat.event(table).fault
            told.seat, told.kind = seat.number, fault_number(kind)
            told.message, told.put_back = message, True

    def faults(self, table: int, faults: Sequence[FaultRecord], message: str) -> None:
        """Tell the faults that lose a game; the message only to the seats at fault."""
        for seat in self._told(table):
            for fault in faults:
                told = seat.event(table).fault
                told.seat = fault.seat
                told.kind = fault_number(FaultKind(fault.kind))
                told.message = message if seat.number == fault.seat else ""

    def game_finished(self, table: int) -> None:
        """Tell the end of a game that has its record."""
        record = self._tables[table].record
        assert record  # noqa: S101  # for the type checker: it was made just now
        for seat in self._told(table):
            finished = seat.event(table).game_finished
            finished.totals.extend(record.totals)
            finished.places.extend(record.places)
            finished.forfeited = bool(record.faults)

    def _told(self, table: int) -> list[Seat]:
        """The seats that are told how a game ends: it has started and their streams are open."""
        return [seat for seat in self._seats if seat.listening and table in self._live]

    def _listeners(self) -> list[Seat]:
        """The seats that want to know more than their turns."""
        return [seat for seat in self._seats if not seat.turns_only and seat.listening]


def _write_time(control: TimeControl, message: referee_pb2.TimeControl, of_connected: bool) -> None:
    elsewhere = ("credit", "grace") if of_connected else ()
    for name in ("bank", "increment", "cap", *elsewhere):
        seconds = getattr(control, name)
        setattr(message, f"{name}_ms", 0 if seconds == math.inf else round(seconds * 1000))
