"""What a replayed fault has shown, in lines for the author of the bot."""

from collections.abc import Iterator, Sequence
from typing import Final

from tablic.v1 import referee_pb2
from tablic_server.bundle import Bundle
from tablic_server.faults import FaultKind
from tablic_server.replay import Given, Replay, why_illegal

from tablic_tournaments.reports.fault_text import (
    answer_words,
    asked,
    hello_of,
    match_of,
    turn_text,
)
from tablic_tournaments.words import counted

__all__ = ["is_at_fault", "replay_text"]

MOST_DIFFERENCES: Final = 10
# What a hello says of the messages that a bot is sent.
WISHES: Final = ("max_tables", "omit_legal_plays", "turns_only")


def is_at_fault(bundle: Bundle, replay: Replay) -> bool:
    """Whether the bot would be charged with a fault now."""
    return bool(
        replay.fault
        or _too_slow(bundle, replay)
        or any(why_illegal(given.event, given.now, bundle.rules) for given in replay.given)
    )


def _too_slow(bundle: Bundle, replay: Replay) -> bool:
    """Whether a bot that was late is so again, though no clock ends the replay."""
    cap = match_of(bundle).time_control.cap_ms / 1000
    late = bundle.kind is FaultKind.LATE and cap
    return bool(late and any(given.seconds > cap for given in replay.given))


def replay_text(bundle: Bundle, replay: Replay) -> Iterator[str]:
    """How the answers compare with those of then, and whether there is a fault again."""
    yield from _hello(bundle, replay)
    turn = asked(bundle)
    key = (turn[0].table, turn[0].turn.turn) if turn else None
    earlier = [g for g in replay.given if (g.now.table, g.now.turn) != key]
    yield from _differences(bundle, earlier)
    if turn:
        event, then = turn
        yield ""
        yield f"The turn of the fault, turn {event.turn.turn} at table {event.table}:"
        yield from turn_text(event, bundle)
        yield ""
        yield f"then  {answer_words(then, bundle.rules) if then else 'no answer'}"
        now = next((g for g in replay.given if (g.now.table, g.now.turn) == key), None)
        yield f"now   {answer_words(now.now, bundle.rules) if now else 'no answer'}"
    yield ""
    yield from _verdict(bundle, replay, key)


def _hello(bundle: Bundle, replay: Replay) -> Iterator[str]:
    """What it wishes now and did not wish then: it is sent what it was sent then."""
    then, now = hello_of(bundle), replay.hello
    if then is None or now is None:
        return
    for wish in WISHES:
        before, after = getattr(then, wish), getattr(now, wish)
        if before != after:
            yield f"Its hello says {wish} {after}, and said {before}: it is sent what it was then."


def _differences(bundle: Bundle, earlier: Sequence[Given]) -> Iterator[str]:
    if bundle.left_out:
        yield (
            f"{counted(bundle.left_out, 'message')} of other games or of long ago could not be "
            "kept, and are not sent again."
        )
    known = [given for given in earlier if given.then]
    others = [given for given in known if given.differs]
    if not known:
        return
    if not others:
        yield f"It answers {counted(len(known), 'other turn')} as it did then."
        return
    yield f"It answers {len(known) - len(others)} of {counted(len(known), 'other turn')} as then:"
    for given in others[:MOST_DIFFERENCES]:
        now = answer_words(given.now, bundle.rules)
        then = answer_words(given.then or referee_pb2.Answer(), bundle.rules)
        yield f"  turn {given.now.turn} at table {given.now.table}: now {now}; then {then}"
    if len(others) > MOST_DIFFERENCES:
        yield f"  and {len(others) - MOST_DIFFERENCES} more"


def _verdict(bundle: Bundle, replay: Replay, key: tuple[int, int] | None) -> Iterator[str]:
    """Whether there is a fault now, and which."""
    for given in replay.given:
        reason = why_illegal(given.event, given.now, bundle.rules)
        if reason and (given.now.table, given.now.turn) == key:
            again = "The same fault" if given.now == given.then else "Another answer, and illegal"
            yield f"{again}: {reason}"
        elif reason:
            yield f"Its answer to turn {given.now.turn} is illegal: {reason}"
    if replay.fault:
        kind, message = replay.fault
        again = "The same kind of fault" if kind is bundle.kind else "Another fault"
        yield f"{again}, {kind}: {message}"
    elif not is_at_fault(bundle, replay):
        yield "No fault this time."
    if bundle.kind is FaultKind.LATE and replay.given:
        slowest = max(given.seconds for given in replay.given)
        cap = match_of(bundle).time_control.cap_ms / 1000
        yield f"The slowest answer took {slowest:.3f} seconds; {cap:g} are allowed."
