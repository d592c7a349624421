"""A fault and its replay, in lines for the author of the bot."""

import math
from collections.abc import Iterator, Sequence
from typing import Final

from tablic.errors import InvalidPlayError
from tablic.plays import MadePlay
from tablic.rules import Rules
from tablic.v1 import events_pb2, referee_pb2
from tablic.wire import play_of, view_of
from tablic_server.bundle import Bundle
from tablic_server.faults import FaultKind
from tablic_server.printed import shown
from tablic_server.transcript import Said

from tablic_tournaments.reports.hand_words import play_words
from tablic_tournaments.reports.view_text import Watcher
from tablic_tournaments.words import counted

__all__ = ["answer_words", "asked", "bundle_text", "hello_of", "match_of", "turn_text"]

MOST_MESSAGES: Final = 20
MOST_LOG_LINES: Final = 20
# What is shown of what a bot says that it is.
MOST_NAMED: Final = 80


def asked(bundle: Bundle) -> tuple[events_pb2.Event, referee_pb2.Answer | None] | None:
    """The turn of the fault, with the answer where one came; None where no turn was open.

    Of several turns that were owed it is the one that was sent first.
    """
    turns: dict[tuple[int, int], events_pb2.Event] = {}
    last: tuple[events_pb2.Event, referee_pb2.Answer] | None = None
    for said in bundle.said:
        if isinstance(said.message, referee_pb2.PlayResponse):
            turns |= {
                (event.table, event.turn.turn): event
                for event in said.message.events
                if event.HasField("turn")
            }
        elif isinstance(said.message, referee_pb2.PlayRequest):
            for answer in said.message.answers:
                event = turns.pop((answer.table, answer.turn), None)
                if event and answer.table in bundle.tables:
                    last = event, answer
    if bundle.kind is FaultKind.ILLEGAL:
        return last
    owed = [event for event in turns.values() if event.table in bundle.tables]
    return (owed[0], None) if owed else None


def match_of(bundle: Bundle) -> referee_pb2.MatchStarted:
    """What was said of the match; empty where the bot was not greeted."""
    for said in bundle.said:
        if isinstance(said.message, referee_pb2.PlayResponse):
            return said.message.match_started
    return referee_pb2.MatchStarted()


def hello_of(bundle: Bundle) -> referee_pb2.Hello | None:
    """What the bot said first, if it came so far."""
    first = bundle.said[0].message if bundle.said else None
    return first.hello if isinstance(first, referee_pb2.PlayRequest) else None


def bundle_text(bundle: Bundle) -> Iterator[str]:
    """The turn of the fault, the last messages with the clock, and the end of the log."""
    turn = asked(bundle)
    if turn:
        event, answer = turn
        yield f"It was asked turn {event.turn.turn}, at table {event.table}:"
        yield from turn_text(event, bundle)
        yield ""
        yield f"It answered: {answer_words(answer, bundle.rules) if answer else 'nothing'}"
        yield ""
    yield from _messages(bundle)
    yield ""
    if not bundle.log:
        yield "It printed nothing."
        return
    yield "--- the end of what it printed ---"
    yield from bundle.log.splitlines()[-MOST_LOG_LINES:]


def turn_text(event: events_pb2.Event, bundle: Bundle) -> Iterator[str]:
    """What the bot saw."""
    names = tuple(match_of(bundle).seats)
    yield from Watcher(bundle.rules, names).turn(view_of(event.turn, bundle.rules))


def answer_words(answer: referee_pb2.Answer, rules: Rules) -> str:
    """What was decided."""
    kind = answer.WhichOneof("decision")
    if kind == "keep_talon":
        return "keep the first cards" if answer.keep_talon else "let the first cards lie"
    if kind == "play":
        try:
            return play_words(MadePlay(0, play_of(answer.play)), rules)
        except InvalidPlayError as error:
            return f"a play that is none: {error}"
    return "a claim" if kind else "no decision"


def _messages(bundle: Bundle) -> Iterator[str]:
    """The last messages, a line each."""
    shown = bundle.said[-MOST_MESSAGES:]
    if not shown:
        yield "It said nothing, and nothing was said to it."
        return
    more = f", the last {len(shown)} of {len(bundle.said)}" if len(shown) < len(bundle.said) else ""
    yield f"What was sent to it, and what came from it{more}:"
    if bundle.left_out:
        yield f"({counted(bundle.left_out, 'message')} of other games or of long ago left out.)"
    yield "  seconds     bank"
    for said in shown:
        bank = f"{said.left:.3f}" if said.left < math.inf else ""
        way = "sent" if isinstance(said.message, referee_pb2.PlayResponse) else "came"
        yield f"{said.at:9.3f} {bank:>8}  {way}  {_words(said, bundle.rules)}"


def _words(said: Said, rules: Rules) -> str:
    message = said.message
    if isinstance(message, referee_pb2.PlayResponse):
        return ", ".join(_sent_words(message))
    if isinstance(message, referee_pb2.PlayRequest):
        return ", ".join(_came_words(message, rules)) or "an empty message"
    return f"bytes that are no message, or too many: {message[:16].hex()}..."


def _sent_words(message: referee_pb2.PlayResponse) -> Iterator[str]:
    if message.HasField("welcome"):
        yield "welcome"
    turns = [event.turn.turn for event in message.events if event.HasField("turn")]
    others = len(message.events) - len(turns)
    if others:
        yield counted(others, "event")
    if turns:
        yield _turns(turns)
    if message.HasField("farewell"):
        yield f"farewell: {message.farewell.message}"


def _came_words(message: referee_pb2.PlayRequest, rules: Rules) -> Iterator[str]:
    if message.HasField("hello"):
        named = f"{message.hello.sdk_name or 'a bot'} {message.hello.sdk_version}".rstrip()
        yield f"hello from {shown(named[:MOST_NAMED])}"
    answers = message.answers
    if len(answers) == 1:
        yield f"{_turns([answers[0].turn])}: {answer_words(answers[0], rules)}"
    elif answers:
        yield f"{len(answers)} answers to {_turns([answer.turn for answer in answers])}"


def _turns(turns: Sequence[int]) -> str:
    """The numbers of some turns."""
    first, last = min(turns), max(turns)
    return f"turn {first}" if len(turns) == 1 else f"{len(turns)} turns, {first} to {last}"
