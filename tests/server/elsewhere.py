"""A game in virtual time in which seat 1 runs elsewhere, and what happens to it."""

from tablic import Bot, MadePlay, parse_rules
from tablic.examples.random_bot import RandomBot
from tablic.v1 import referee_pb2
from tablic_server.clock import TimeControl
from tablic_server.connected import ConnectedSeat

from .driver import Driver

SHORT = parse_rules("tablic hands=1")
BOARDS = ("local/7", "local/8", "local/9")
TIME = TimeControl(bank=10.0, increment=0.5, cap=5.0, credit=0.1, grace=60.0)
Response = referee_pb2.PlayResponse
GAME = ("game_started", "hand_started", "cards_dealt")


class Listening(RandomBot):
    """Wants every event, and notes them."""

    noted: list[object]

    def game_started(self) -> None:
        self.noted = []

    def play_made(self, made: MadePlay) -> None:
        self.noted.append(made)


def driver(*boards: str, time: TimeControl = TIME, bot: type[Bot] = Listening) -> Driver:
    """Seat 1 runs elsewhere, and is to act first."""
    made = Driver([RandomBot, bot], boards or BOARDS, SHORT, elsewhere={1}, time=time)
    seat_of(made).session = "secret"
    made.begin()
    return made


def seat_of(driver: Driver) -> ConnectedSeat:
    return driver.rotation.connected(1)


def hear(driver: Driver, *, answers: bool = True) -> referee_pb2.PlayResponse:
    """Let seat 1 read what there is, and answer unless it shall not."""
    response = driver.take(1)
    player = driver.players[1]
    player.note(response)
    for request in player.answers(response):
        if answers:
            driver.answer(1, *request.answers)
    return response


def lose(driver: Driver, away: float = 0.0) -> None:
    driver.rotation.lose(1)
    driver.now += away


def come_back(driver: Driver) -> None:
    player = driver.players[1]
    assert player.session == "secret"
    assert not seat_of(driver).why_not_missed(player.last_events)
    driver.rotation.resume(1, player.last_events)


def pong(driver: Driver, number: int) -> None:
    request = referee_pb2.PlayRequest(pong={"number": number})
    driver.rotation.receive(1, request, driver.now)


def kinds(response: referee_pb2.PlayResponse, table: int = 0) -> list[str | None]:
    return [event.WhichOneof("kind") for event in response.events if event.table == table]


def measured(seconds: float, time: TimeControl = TIME) -> Driver:
    """A game in which the first ping took so long, and the first turn has not been sent."""
    given = Driver([RandomBot, Listening], ["a"], SHORT, elsewhere={1}, time=time)
    for seat in (0, 1):
        given.greet(seat)
    number = given.take(1).ping.number
    given.now += seconds
    pong(given, number)
    given.rotation.start()
    given.take(1)
    return given
