"""Hellos and answers as bots send them, good and bad."""

from random import Random

from hypothesis import strategies as st
from tablic.rules import Rules
from tablic.v1 import events_pb2, referee_pb2
from tablic.wire import view_of, write_play

__all__ = ["hellos", "legal", "odd"]

hellos = st.builds(
    referee_pb2.Hello,
    protocol_version=st.just(1),
    max_tables=st.sampled_from([0, 1, 2, 3, 1000, 2**32 - 1]),
    omit_legal_plays=st.booleans(),
    turns_only=st.booleans(),
    last_events=st.dictionaries(st.integers(0, 9), st.integers(0, 2**32 - 1), max_size=2),
)


def legal(table: int, turn: events_pb2.Turn, rules: Rules, random: Random) -> referee_pb2.Answer:
    """An answer to a turn that breaks no rule."""
    answer = referee_pb2.Answer(table=table, turn=turn.turn)
    view = view_of(turn, rules)
    if view.offered:
        answer.keep_talon = random.random() < 0.5
    elif view.can_claim and random.random() < 0.1:
        answer.claim.SetInParent()
    else:
        write_play(view.random_play(random.random), answer.play)
    return answer


def odd(table: int, turn: int, random: Random) -> referee_pb2.Answer:
    """An answer with any decision, or none; hardly ever a legal one."""
    answer = referee_pb2.Answer(table=table, turn=turn)
    kind = random.choice(["play", "claim", "keep_talon", "nothing"])
    if kind == "play":
        card = random.choice([-1, 0, random.randint(1, 52), 53, 2**31 - 1])
        taken = [random.randint(-1, 54) for _ in range(random.randint(0, 5))]
        answer.play.card = card  # type: ignore[assignment]  # enum values are ints
        answer.play.taken.extend(taken)  # type: ignore[arg-type]
        answer.play.claim = random.random() < 0.2
    elif kind == "claim":
        answer.claim.SetInParent()
    elif kind == "keep_talon":
        answer.keep_talon = random.random() < 0.5
    return answer
