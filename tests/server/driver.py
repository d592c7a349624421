"""A rotation and its players in memory: messages travel as bytes, time is what the test says."""

from collections.abc import Collection, Sequence

from tablic.bot import Bot
from tablic.client import Player
from tablic.rules import Rules, named_rules
from tablic.v1 import referee_pb2
from tablic_server.clock import DEFAULT_TIME, TimeControl
from tablic_server.faults import FaultPolicy
from tablic_server.rotation import Rotation
from tablic_server.tables import Deal, Table

SECRET = (7).to_bytes(32, "big")


class Driver:
    """Carries messages between a rotation and the players of its seats, one seat at a time."""

    def __init__(
        self,
        bots: Sequence[type[Bot]],
        boards: Sequence[str] = ("local/7",),
        rules: Rules | None = None,
        at_once: int = 100,
        secret: bytes = SECRET,
        policy: FaultPolicy = FaultPolicy.FORFEIT,
        elsewhere: Collection[int] = (),
        time: TimeControl = DEFAULT_TIME,
    ) -> None:
        self.rules = rules or named_rules()
        names = tuple(bot.__name__ for bot in bots)
        self.tables = [Table(self.rules, Deal(secret, board, 0), names) for board in boards]
        times = [time] * len(bots)
        self.now = 0.0
        self.rotation = Rotation(
            self.tables,
            self.rules,
            names,
            times,
            b"commitment",
            lambda: self.now,
            at_once,
            policy,
            elsewhere=elsewhere,
        )
        self.players = [Player(bot) for bot in bots]
        self.sent: list[list[referee_pb2.PlayResponse]] = [[] for _ in bots]

    def greet(self, seat: int, **hello: object) -> None:
        """Let a seat say hello; the keywords change fields of it."""
        request = self.players[seat].hello("token")
        for name, value in hello.items():
            setattr(request.hello, name, value)
        self.rotation.greet(seat, request.hello)

    def begin(self, **hello: object) -> None:
        """Greet from every seat and start the games."""
        for seat in range(len(self.players)):
            self.greet(seat, **hello)
        self.rotation.start()

    def take(self, seat: int) -> referee_pb2.PlayResponse:
        """What the referee sends to a seat now."""
        data = self.rotation.seats[seat].take_outbox(self.now).SerializeToString()
        response = referee_pb2.PlayResponse.FromString(data)
        self.sent[seat].append(response)
        return response

    def answer(self, seat: int, *answers: referee_pb2.Answer) -> None:
        """Let a seat send these answers."""
        data = referee_pb2.PlayRequest(answers=answers).SerializeToString()
        request = referee_pb2.PlayRequest.FromString(data)
        self.rotation.receive(seat, request, self.now)

    def step(self) -> bool:
        """Deliver what is in the outboxes and the players' answers; False if nothing was."""
        moved = False
        for seat, player in enumerate(self.players):
            if self.rotation.seats[seat].has_output:
                moved = True
                for request in player.answers(self.take(seat)):
                    self.now += 0.001
                    self.answer(seat, *request.answers)
        return moved

    def run(self) -> None:
        """Play until there is nothing more to deliver."""
        while self.step():
            pass

    def turns(self, seat: int) -> list[referee_pb2.Answer]:
        """Empty answers, table and number filled in, to the turns of a seat, once sent."""
        if self.rotation.seats[seat].has_output:
            self.take(seat)
        opened = self.rotation.seats[seat].open_turns
        return [referee_pb2.Answer(table=table, turn=turn) for table, turn in opened.items()]
