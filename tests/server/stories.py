"""Games that are decided by the test: rule sets to play, and answers written from decisions."""

from collections.abc import Callable, Sequence
from typing import Final

from tablic.bot import Bot
from tablic.examples.random_bot import RandomBot
from tablic.game import Game
from tablic.plays import Claim, Play
from tablic.rules import named_rules, parse_rules, rule_set_names
from tablic.v1 import events_pb2, referee_pb2
from tablic.wire import write_play

from .driver import Driver

Decision = Play | Claim | bool | None
"""What an answer holds; None for nothing."""

# Every rule set, in games of about two hands, and some that join what no single one has.
RULE_SETS: Final = [
    *(
        f"{name} target={90 if named_rules(name).tabla == 'value' else 25}"
        for name in rule_set_names()
    ),
    "tabinet target=25 claim=true show_bottom_card=true",
    "tablic-pairs target=25 claim=true show_bottom_card=true",
    "tablic-3p target=15 claim=true leftovers=last",
    "tablanette target=90 initial_jack=bottom show_bottom_card=true",
    "tabinet target=31 show_bottom_card=true tabla=value",
]


def started(rules: str, bots: Sequence[type[Bot]] = (), boards: int = 1) -> Driver:
    """Games in which the first turns have been sent and nothing is answered."""
    given = parse_rules(rules)
    bots = bots or [RandomBot] * given.players
    driver = Driver(bots, [f"{n}" for n in range(boards)], given)
    driver.begin(turns_only=False)
    send(driver)
    return driver


def send(driver: Driver) -> None:
    """Take what there is for every seat, as streams would."""
    for seat in driver.rotation.seats:
        if seat.has_output:
            driver.take(seat.number)


def game_at(driver: Driver, table: int = 0) -> Game:
    """The game at a table."""
    return driver.rotation.tables[table].game


def fill(answer: referee_pb2.Answer, decision: Decision) -> None:
    """Put a decision into an answer."""
    if isinstance(decision, bool):
        answer.keep_talon = decision
    elif isinstance(decision, Claim):
        answer.claim.SetInParent()
    elif decision is not None:
        write_play(decision, answer.play)


def act(driver: Driver, decision: Decision, table: int = 0) -> None:
    """Let the seat to act at a table decide, and send what follows."""
    seat = game_at(driver, table).turn
    (answer,) = [answer for answer in driver.turns(seat) if answer.table == table]
    fill(answer, decision)
    driver.answer(seat, answer)
    send(driver)


def play_until(
    driver: Driver, wanted: Callable[[Game], bool], choose: Callable[[Game], Decision]
) -> bool:
    """Decide at the first table until the game is as wanted; False if it ended before."""
    while not driver.rotation.finished:
        if wanted(game_at(driver)):
            return True
        act(driver, choose(game_at(driver)))
    return False


def first_play(game: Game) -> Decision:
    """Let the talon lie, or make the first legal play."""
    return False if game.hand.offered else game.view(game.turn).legal_plays(1)[0]


def greedy_play(game: Game) -> Decision:
    """Let the talon lie, or take as many cards as can be taken."""
    if game.hand.offered:
        return False
    return max(game.view(game.turn).legal_plays(200), key=lambda play: play.taken.bit_count())


def told(driver: Driver, seat: int, kind: str) -> list[events_pb2.Event]:
    """The events of a kind that a seat was sent."""
    events = [event for response in driver.sent[seat] for event in response.events]
    return [event for event in events if event.WhichOneof("kind") == kind]
