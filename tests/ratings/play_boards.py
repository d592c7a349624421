"""Play the boards that the tests of ratings resample: python -m tests.ratings.play_boards.

A board is one hand of ``tablic`` or ``tablic-3p``, once in every seat rotation. The bots differ in
how often they play greedily: with that chance by their own coin, and else uniformly at random. The
seeds are fixed, so the same boards are played again. It takes some minutes.
"""

from collections.abc import Sequence
from functools import partial
from itertools import combinations, islice
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from tablic.captures import legal_plays
from tablic.cards import CardSet
from tablic.hand import Hand
from tablic.plays import Play
from tablic.rules import Rules, named_rules
from tablic.sampling import random_play
from tablic.scoring import card_points, tabla_points

# How often each bot plays greedily.
GREED: Final = (0.1, 0.3, 0.5, 0.7)
RULES: Final = {2: "tablic", 3: "tablic-3p"}
# Boards that give the truth, in all; boards that tournaments are drawn from, for each match.
HELD_OUT: Final = 100_000
DRAWN: Final = 5_000
FOLDER = Path(__file__).parent / "boards"

Points: TypeAlias = NDArray[np.uint8]
"""By match, board, rotation and bot of the match."""


def main() -> None:
    """Play all boards and write a file for each number of players."""
    for players in RULES:
        count = HELD_OUT // len(matches(players))
        np.savez_compressed(
            FOLDER / f"{players}_players.npz",
            held_out=played(players, count, "held out"),
            drawn=played(players, DRAWN, "drawn"),
        )


def matches(players: int) -> list[tuple[int, ...]]:
    """Every choice of so many bots, by their positions in GREED."""
    return list(combinations(range(len(GREED)), players))


def played(players: int, count: int, name: str) -> Points:
    """The points of so many boards of every match."""
    rules = named_rules(RULES[players])
    boards = [
        [_board(rules, match, Random(f"{name} {match} {number}")) for number in range(count)]
        for match in matches(players)
    ]
    return np.array(boards, dtype=np.uint8)


def _board(rules: Rules, match: Sequence[int], random: Random) -> list[list[int]]:
    """The points of one deck, rotation by rotation, with a number for each bot."""
    deck = random.sample(range(52), 52)
    points = []
    for rotation in range(rules.players):
        seats = [(bot + rotation) % rules.players for bot in range(rules.players)]
        greed = [GREED[match[seats.index(seat)]] for seat in range(rules.players)]
        score = _played_out(Hand(rules, deck, dealer=0), greed, random)
        points.append([score[seat] for seat in seats])
    return points


def _played_out(hand: Hand, greed: Sequence[float], random: Random) -> tuple[int, ...]:
    """The points of each seat."""
    while not hand.over:
        held = hand.held[hand.turn]
        if random.random() < greed[hand.turn]:
            hand.push(_greedy_play(hand.table, held, hand.rules))
        else:
            hand.push(random_play(hand.table, held, hand.rules, random.random))
    return hand.score().total


def _greedy_play(table: CardSet, held: CardSet, rules: Rules) -> Play:
    plays = islice(legal_plays(table, held, rules), 2_000)
    return max(plays, key=partial(_worth, table, rules))


def _worth(table: CardSet, rules: Rules, play: Play) -> tuple[int, int]:
    """Points won or laid open, then cards taken."""
    if not play.taken:
        return -card_points(1 << play.card, rules), 0
    tabla = tabla_points(play.card, play.taken, rules) if play.taken == table else 0
    return card_points(play.taken | 1 << play.card, rules) + tabla, play.taken.bit_count()


if __name__ == "__main__":
    main()
