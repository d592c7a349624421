"""A rotation played in memory: given decks, virtual time, answers from a script, no sockets.

Everything that is sent to a seat is kept, byte for byte and message by message.
"""

from collections.abc import Collection, Iterable, Sequence
from random import Random
from typing import Final, NamedTuple

from tablic.cards import Card, cards_in
from tablic.plays import Play
from tablic.rules import Rules
from tablic.v1 import referee_pb2
from tablic.view import View
from tablic.wire import write_play

from tablic_server.clock import DEFAULT_TIME
from tablic_server.faults import FaultKind, FaultPolicy
from tablic_server.rotation import Rotation
from tablic_server.tables import Deal, Table
from tablic_server.telling import PROTOCOL_VERSION

__all__ = ["DealtTable", "Message", "Rehearsal", "Step", "next_step", "random_hello"]

# How often a script lets a seat do something wrong, lose its stream, or claim.
ILLEGAL: Final = 0.01
LOST: Final = 0.005
CLAIM: Final = 0.02
# How often a bot that runs elsewhere loses its stream, and how soon it is back.
AWAY: Final = 0.05
BACK: Final = 0.5
# The longest thought of a script, in seconds.
LONGEST: Final = 3.0
STREAM_FAULTS: Final = (FaultKind.LATE, FaultKind.CRASHED, FaultKind.PROTOCOL)


class Message(NamedTuple):
    """What a seat was sent at once, and after which step of the script."""

    step: int
    data: bytes


class Step(NamedTuple):
    """What a seat does at a time: a hello, answers, or a fault of its stream.

    A seat whose bot runs elsewhere is away after DISCONNECTED, until it says hello.
    Afterwards the outboxes of the seats in ``sent`` are sent, those that hold something.
    """

    seat: int
    now: float
    act: referee_pb2.PlayRequest | FaultKind
    sent: tuple[int, ...]


class DealtTable(Table):
    """A table with these decks; further ones are shuffled when they are needed."""

    def __init__(
        self,
        rules: Rules,
        board: str,
        names: Sequence[str],
        decks: Iterable[Sequence[Card]],
        seed: str,
    ) -> None:
        super().__init__(rules, Deal(bytes(32), board, 0), tuple(names))
        self._decks = list(decks)
        self._random = Random(seed)  # noqa: S311  # nobody plays for these decks

    def start_hand(self) -> None:
        """Deal the next hand."""
        game = self.game
        if len(game.hands) == len(self._decks):
            self._decks.append(self._random.sample(range(game.rules.deck), game.rules.deck))
        game.start_hand(self._decks[len(game.hands)])


class Rehearsal:
    """A rotation of dealt tables, and all that it sent."""

    def __init__(
        self,
        make: type[Rotation],
        tables: Sequence[DealtTable],
        rules: Rules,
        hellos: Sequence[referee_pb2.Hello],
        policy: FaultPolicy,
        elsewhere: Collection[int] = (),
    ) -> None:
        """Greet from every seat and start the games."""
        names = [f"bot {seat}" for seat in range(rules.players)]
        times = [DEFAULT_TIME] * rules.players
        self.now = 0.0
        self.tables = tables
        self.rotation = make(
            tables,
            rules,
            names,
            times,
            b"commitment",
            lambda: self.now,
            policy=policy,
            elsewhere=elsewhere,
        )
        self.elsewhere = elsewhere
        self.last_events: list[dict[int, int]] = [{} for _ in names]
        self.sent: list[list[Message]] = [[] for _ in names]
        self.delivered: dict[tuple[int, int], int] = {}
        """The number of the last turn that a seat was sent of a table."""
        self._steps = 0
        for seat, hello in enumerate(hellos):
            self.rotation.greet(seat, hello)
        self.rotation.start()

    def do(self, step: Step) -> None:
        """Let a seat do what a step says."""
        self.now = step.now
        self._steps += 1
        if step.act is FaultKind.DISCONNECTED:
            self.rotation.lose(step.seat)
        elif isinstance(step.act, FaultKind):
            self.rotation.stream_fault(step.seat, step.act, "The stream was lost.")
        elif step.act.hello.session:
            self.rotation.resume(step.seat, step.act.hello.last_events)
        elif step.act.HasField("hello"):
            self.rotation.greet(step.seat, step.act.hello)
            self.last_events[step.seat].clear()
        else:
            self.rotation.receive(step.seat, step.act, step.now)
        self.send(step.sent)

    def send(self, seats: Iterable[int]) -> None:
        """Send what piled up for these seats."""
        for number in seats:
            seat = self.rotation.seats[number]
            if seat.has_output and not self.is_away(number):
                response = seat.take_outbox(self.now)
                self.sent[number].append(Message(self._steps, response.SerializeToString()))
                for event in response.events:
                    self.last_events[number][event.table] = event.number
                    if event.HasField("turn"):
                        self.delivered[number, event.table] = event.turn.turn

    def is_away(self, seat: int) -> bool:
        """Whether a bot that runs elsewhere has lost its stream."""
        return seat in self.elsewhere and self.rotation.connected(seat).away

    def answerable(self, seat: int) -> list[int]:
        """The tables at which a seat has been sent a turn that is open."""
        opened = self.rotation.seats[seat].open_turns
        return [table for table in opened if self.delivered.get((seat, table)) == opened[table]]


def random_hello(random: Random) -> referee_pb2.Hello:
    """A hello with any wishes: lists of legal plays or none, turns alone or every event."""
    return referee_pb2.Hello(
        protocol_version=PROTOCOL_VERSION,
        max_tables=random.randrange(4),
        omit_legal_plays=random.random() < 0.5,
        turns_only=random.random() < 0.5,
    )


def next_step(rehearsal: Rehearsal, random: Random) -> Step | None:
    """Something that a seat may do now, mostly to answer as it likes; None where none can."""
    seats = rehearsal.rotation.seats
    now = rehearsal.now + random.choice((0.0, 0.001, LONGEST)) * random.random()
    everybody = tuple(range(len(seats)))
    for seat in seats:
        if not seat.connected and not seat.out:
            hello = referee_pb2.PlayRequest(hello=random_hello(random))
            return Step(seat.number, now, hello, everybody)
        if rehearsal.is_away(seat.number) and random.random() < BACK:
            last = rehearsal.last_events[seat.number]
            back = referee_pb2.Hello(session=seat.session, last_events=last)
            return Step(seat.number, now, referee_pb2.PlayRequest(hello=back), everybody)
    there = [number for number in everybody if not rehearsal.is_away(number)]
    able = [number for number in there if rehearsal.answerable(number)]
    if not able:
        return next_step(rehearsal, random) if len(there) < len(everybody) else None
    chosen = random.choice(able)
    if random.random() < LOST:
        return Step(chosen, now, random.choice(STREAM_FAULTS), everybody)
    if chosen in rehearsal.elsewhere and random.random() < AWAY:
        return Step(chosen, now, FaultKind.DISCONNECTED, everybody)
    sent = tuple(number for number in everybody if random.random() < 0.5)
    # Somebody must be able to go on.
    return Step(chosen, now, _answers(rehearsal, chosen, random), sent if able[1:] else everybody)


def _answers(rehearsal: Rehearsal, seat: int, random: Random) -> referee_pb2.PlayRequest:
    """Answers to some of the turns that a seat has been sent."""
    tables = rehearsal.answerable(seat)
    request = referee_pb2.PlayRequest()
    for table in random.sample(tables, random.randint(1, len(tables))):
        turn = rehearsal.delivered[seat, table]
        answer = request.answers.add(table=table, turn=turn)
        _decide(rehearsal.tables[table].game.view(seat), answer, random)
    return request


def _decide(view: View, answer: referee_pb2.Answer, random: Random) -> None:
    roll = random.random()
    if roll < ILLEGAL:
        # No seat holds a card that lies on the table, whatever the hidden cards are.
        answer.play.card = next(cards_in(view.table), -1) + 1  # type: ignore[assignment]  # an enum
    elif view.offered:
        answer.keep_talon = random.random() < 0.5
    elif view.can_claim and roll < CLAIM:
        answer.claim.SetInParent()
    else:
        play = view.random_play(random.random)
        write_play(Play(play.card, play.taken, view.can_claim and roll < 2 * CLAIM), answer.play)
