"""A hand played to its end at random: the rollouts of a search, and the measure of our speed."""

from collections.abc import Callable

from tablic.groups import counts_of
from tablic.hand import Hand
from tablic.sampling import (
    ACE_OF_SPADES,
    RANK_OF_BIT,
    SUMS,
    VALUE_OF_BIT,
    numbered_capture,
    sampler_of,
)
from tablic.scoring import HandScore, score_hand, tabla_points

__all__ = ["playout"]


def playout(hand: Hand, random: Callable[[], float]) -> HandScore:
    """The score of a hand when every seat plays uniformly over its legal plays.

    The hand itself is left as it is. ``random`` is called for uniform floats in [0, 1), exactly as
    ``random_play`` would call it, so that the same numbers give the same plays. Raises ValueError
    while a talon is offered.
    """
    if hand.offered:
        raise ValueError("the talon is offered: a hand is played out once it is decided on")
    rules, sampler = hand.rules, sampler_of(hand.rules)
    plain, rows, by_rank, own_of = sampler.plain, sampler.rows, sampler.by_rank, sampler.own
    sums_of = sampler.sums_of
    players, sides = rules.players, rules.sides
    table, held, piles, tablas = hand.table, list(hand.held), list(hand.piles), list(hand.tablas)
    turn, left, next_card, last = hand.turn, hand.plays_left, hand.next_card, hand.last_capturer
    sums = sums_of(table)
    while left:
        mine = held[turn]
        if not mine:
            held, next_card = hand.dealt_from(next_card)
            mine = held[turn]
        total = taken = 0
        if plain:
            # Sampler.draw written out: a call costs a tenth of the whole.
            able, companies = rows[sums]
            able &= mine
            total = lays = mine.bit_count()
            counted = []
            counts = counts_of(table) if able else 0
            while able:
                card = able & -able
                able ^= card
                rank = RANK_OF_BIT[card]
                among = counts & companies[rank]
                found = by_rank[rank].get(among) or sampler.count(rank, among)
                if found[0] < 0:
                    total = 0
                    break
                own = table & own_of[rank]
                total += ((found[0] + 1) << own.bit_count()) - 1 if own else found[0]
                counted.append((total, card, own, found))
        if not total:
            card, taken = sampler.draw(table, mine, sums, random)
        elif (index := int(random() * total)) >= lays:
            for up_to, card, own, found in counted:  # noqa: B007  # used after it
                if index < up_to:
                    taken = numbered_capture(table, own, found, up_to - index)
                    break
        else:
            rest = mine
            while index:
                rest &= rest - 1
                index -= 1
            card = rest & -rest
        held[turn] = mine ^ card
        left -= 1
        if taken:
            side = last = turn % sides
            table ^= taken
            piles[side] |= taken | card
            sums = sums_of(table)
            if not table and (left or rules.tabla_last_card):
                tablas[side] += tabla_points(card.bit_length() - 1, taken, rules)
        else:
            table |= card
            if plain:
                with_it = sums << VALUE_OF_BIT[card]
                sums |= with_it if card > ACE_OF_SPADES else with_it | sums << 11
                sums &= SUMS
            else:
                sums = sums_of(card, sums)
        turn += 1
        if turn == players:
            turn = 0
    piles[hand.leftovers_after(last)] |= table
    return score_hand(piles, tablas, rules)
