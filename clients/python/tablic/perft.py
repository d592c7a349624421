"""How many ways are there to play on? A number to hold another program, or a change, to."""

from tablic.captures import legal_plays
from tablic.hand import Hand

__all__ = ["perft"]


def perft(hand: Hand, depth: int) -> int:
    """The number of sequences of so many legal plays from this position on.

    A play is the card and the set it takes, so two ways to cut a capture are one play. Claims are
    not counted. Sequences that would go on after the hand's last play do not exist, and none begins
    while a talon is offered. The hand is played on and taken back, never copied, and is left as it
    was.
    """
    if depth <= 0:
        return 1
    plays = legal_plays(hand.table, hand.held[hand.turn], hand.rules)
    if depth == 1:
        return sum(1 for _ in plays)
    number = 0
    for play in plays:
        hand.push(play)
        number += perft(hand, depth - 1)
        hand.pop()
    return number
