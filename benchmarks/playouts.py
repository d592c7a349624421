"""Random playouts in process, uniform over all legal plays, from a cold memo."""

import random
import time
import tracemalloc

from tablic.deals import board_seed, deck_of_hand, new_secret
from tablic.hand import Hand
from tablic.playout import playout
from tablic.rules import named_rules
from tablic.sampling import forget

__all__ = ["decisions_per_cpu_second", "memo_megabytes"]

HANDS = 2_000


def decisions_per_cpu_second(hands: int = HANDS) -> float:
    """Play so many fresh hands out; returns the decisions in a second of CPU time."""
    rules = named_rules()
    seed = board_seed(new_secret(), "benchmark")
    decks = [deck_of_hand(seed, number) for number in range(hands)]
    draw = random.Random().random  # noqa: S311  # plays, not deals
    forget()
    start = time.process_time()
    for deck in decks:
        playout(Hand(rules, deck, 0), draw)
    decisions = hands * (rules.deck - rules.talon)
    return decisions / (time.process_time() - start)


def memo_megabytes() -> float:
    """The memory that the memo takes for the playouts of one run."""
    forget()
    tracemalloc.start()
    decisions_per_cpu_second()
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return used / 1e6
