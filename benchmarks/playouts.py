"""Random playouts in process, uniform over all legal plays, from a cold memo."""

import random
import time
import tracemalloc

from tablic.deals import board_seed, deck_of_hand, new_secret
from tablic.hand import Hand
from tablic.rules import named_rules
from tablic.sampling import clear_memo, random_play

__all__ = ["decisions_per_cpu_second", "memo_megabytes"]

HANDS = 2_000


def decisions_per_cpu_second(hands: int = HANDS) -> float:
    """Play so many fresh hands out; returns the decisions in a second of CPU time."""
    rules = named_rules()
    seed = board_seed(new_secret(), "benchmark")
    decks = [deck_of_hand(seed, number) for number in range(hands)]
    draw = random.Random().random  # noqa: S311  # plays, not deals
    clear_memo()
    decisions = 0
    start = time.process_time()
    for deck in decks:
        hand = Hand(rules, deck, 0)
        while not hand.over:
            hand.push(random_play(hand.table, hand.held[hand.turn], rules, draw))
        hand.score()
        decisions += len(hand.plays)
    return decisions / (time.process_time() - start)


def memo_megabytes() -> float:
    """The memory that the memo takes for the playouts of one run."""
    clear_memo()
    tracemalloc.start()
    decisions_per_cpu_second()
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return used / 1e6
