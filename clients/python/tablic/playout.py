"""A hand played to its end at random: the rollouts of a search, and the measure of our speed."""

from collections.abc import Callable
from typing import Final

from tablic.cards import cards_in
from tablic.groups import counts_of
from tablic.hand import Hand
from tablic.sampling import numbered_capture, sampler_of
from tablic.scoring import HandScore, score_hand, tabla_points
from tablic.sums import SUMS, SUMS_OF, VALUES

__all__ = ["playout"]

LAST_ACE: Final = 3


def playout(hand: Hand, random: Callable[[], float]) -> HandScore:
    """The score of a hand when every seat plays uniformly over its legal plays.

    The hand itself is left as it is. ``random`` is called for uniform floats in [0, 1), exactly as
    ``random_play`` would call it, so that the same numbers give the same plays. Raises ValueError
    while a talon is offered.
    """
    if hand.offered:
        raise ValueError("the talon is offered: a hand is played out once it is decided on")
    rules, sampler = hand.rules, sampler_of(hand.rules)
    plain, rows = sampler.plain, sampler.rows
    players, sides = rules.players, rules.sides
    table, piles, tablas = hand.table, list(hand.piles), list(hand.tablas)
    turn, left, next_card, last = hand.turn, hand.plays_left, hand.next_card, hand.last_capturer
    held = [list(cards_in(cards)) for cards in hand.held]
    counts = counts_of(table)
    sums = SUMS_OF[counts]
    while left:
        mine = held[turn]
        if not mine:
            dealt, next_card = hand.dealt_from(next_card)
            held = [sorted(cards) for cards in dealt]
            mine = held[turn]
        taken = 0
        if plain:
            # Sampler.draw written out: a call costs a tenth of the whole.
            row = rows[sums]
            total = len(mine)
            counted = []
            for card in mine:
                if known := row[card >> 2]:
                    company, by_counts, own = known
                    among = counts & company
                    found = by_counts.get(among) or sampler.count(card >> 2, among)
                    own &= table
                    total += ((found[0] + 1) << own.bit_count()) - 1 if own else found[0]
                    counted.append((total, card, own, found))
            if total < 0:
                card, taken = sampler.draw(table, mine, random)
            elif (index := int(random() * total)) < len(mine):
                card = mine[index]
            else:
                for up_to, card, own, found in counted:  # noqa: B007  # used after it
                    if index < up_to:
                        taken = numbered_capture(table, own, found, up_to - index)
                        break
        else:
            card, taken = sampler.draw(table, mine, random)
        mine.remove(card)
        left -= 1
        if taken:
            side = last = turn % sides
            table ^= taken
            piles[side] |= taken | 1 << card
            counts = counts_of(table)
            sums = SUMS_OF[counts]
            if not table and (left or rules.tabla_last_card):
                tablas[side] += tabla_points(card, taken, rules)
        else:
            table |= 1 << card
            counts += 1 << (card & ~3)
            with_it = sums << VALUES[card]
            sums |= with_it if card > LAST_ACE else with_it | sums << 11
            sums &= SUMS
        turn += 1
        if turn == players:
            turn = 0
    piles[hand.leftovers_after(last)] |= table
    return score_hand(piles, tablas, rules)
