"""Judges what a stream brings: which answers count, and what one of them decides."""

from typing import Final

from tablic.errors import InvalidPlayError
from tablic.game import Game
from tablic.v1 import referee_pb2
from tablic.wire import play_of

from tablic_server.seat import Seat

__all__ = ["MOST_BYTES", "MOST_DROPPED_ANSWERS", "ProtocolError", "decide", "open_answers"]

MOST_DROPPED_ANSWERS: Final = 100
# Answers for hundreds of tables fit in a message.
MOST_BYTES: Final = 64 * 1024


class ProtocolError(Exception):
    """A message breaks the protocol; the text says how."""


def open_answers(
    seat: Seat, request: referee_pb2.PlayRequest
) -> list[tuple[int, referee_pb2.Answer]]:
    """The answers to turns that are open, with their tables; the others are counted.

    Their turns are closed. Raises ProtocolError, and then no turn is.
    """
    if request.HasField("hello"):
        raise ProtocolError("A second hello came on the stream; say hello once.")
    answers = request.answers
    if len(answers) > seat.tables:
        raise ProtocolError(f"{len(answers)} answers came in one message for {seat.tables} tables.")
    if request.ByteSize() > MOST_BYTES:
        raise ProtocolError(f"A message of more than {MOST_BYTES} bytes came.")
    open_turns = seat.open_turns
    opened = []
    for answer in answers:
        table = answer.table
        if seat.awaits(table, answer.turn):
            del open_turns[table]
            opened.append((table, answer))
    # A message without answers costs the referee as much as a stale answer.
    if not request.HasField("pong"):
        seat.dropped_answers += not answers
    seat.dropped_answers += len(answers) - len(opened)
    if seat.dropped_answers >= MOST_DROPPED_ANSWERS:
        open_turns.update((table, answer.turn) for table, answer in opened)
        raise ProtocolError(
            f"{seat.dropped_answers} answers were empty or named a turn that is not open; "
            "answer each turn once, with its table and number."
        )
    return opened


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
