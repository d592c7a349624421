"""A game play by play, for a person who knows the card game."""

from collections.abc import Iterator, Sequence

from tablic.cards import cards_text
from tablic.game import Game, MadeClaim
from tablic.hand import Hand
from tablic.record import GameRecord

from tablic_tournaments.reports.hand_words import (
    claim_words,
    exposed_words,
    jack_words,
    play_words,
)

__all__ = ["game_text", "result_text", "seat_names", "side_names", "was_dealt"]


def game_text(record: GameRecord) -> Iterator[str]:
    """The lines of a game: who held what, every play with the table after it, and the scores."""
    yield " against ".join(_side_text(record, side) for side in range(record.rules.sides))
    yield f"board {record.board}, rotation {record.rotation}, rules {record.rules.text}"
    seats = seat_names(record)
    for game in record.replay():
        yield from _step(seats, game)
        if game.hand.over and not game.made_claim:
            yield from _hand_end(side_names(record), game)
    yield from _game_end(record)


def side_names(record: GameRecord) -> list[str]:
    """The name of each side: its bot, or its bots where the partners are two."""
    return [
        " with ".join(dict.fromkeys(record.seats[seat] for seat in _seats_of(record, side)))
        for side in range(record.rules.sides)
    ]


def _seats_of(record: GameRecord, side: int) -> list[int]:
    rules = record.rules
    return [seat for seat in range(rules.players) if rules.side_of(seat) == side]


def _side_text(record: GameRecord, side: int) -> str:
    """A side and where it sits: one bot in one seat or in two, or two bots."""
    seats = _seats_of(record, side)
    names = {record.seats[seat] for seat in seats}
    if len(seats) > 1 and len(names) == 1:
        return f"{names.pop()} (seats {' and '.join(map(str, seats))})"
    return " with ".join(f"{record.seats[seat]} (seat {seat})" for seat in seats)


def seat_names(record: GameRecord) -> list[str]:
    """The name of each seat, with its number where a bot has several."""
    return [
        f"{name}, seat {seat}" if record.seats.count(name) > 1 else name
        for seat, name in enumerate(record.seats)
    ]


def _step(seats: Sequence[str], game: Game) -> Iterator[str]:
    """What has just happened: a hand began, the talon was decided on, a play or claim was made."""
    hand, claim = game.hand, game.made_claim
    if claim and not claim.with_play:
        yield _claim_line(seats, game, claim)
        return
    if hand.plays:
        yield _play_line(seats, hand)
    elif hand.rules.talon_offer and not hand.offered:
        yield _talon_line(seats, hand)
    else:
        yield from _hand_start(seats, game)
    if claim:
        yield _claim_line(seats, game, claim)
    elif not hand.offered and not hand.over and was_dealt(hand):
        yield from _deal_lines(seats, hand)


def _hand_start(seats: Sequence[str], game: Game) -> Iterator[str]:
    hand = game.hand
    yield ""
    yield f"Hand {len(game.hands)}: {seats[hand.dealer]} deals, {_score_text(game.totals)}"
    for jack in hand.turned_jacks:
        yield f"  {jack_words(jack)}"
    if hand.exposed is not None:
        yield f"  {exposed_words(hand.exposed, seats[hand.dealer])}"
    if hand.offered:
        yield f"  offered to {seats[hand.turn]}: {cards_text(hand.offered)}"
    else:
        yield f"  table: {cards_text(hand.table) or 'empty'}"


def _talon_line(seats: Sequence[str], hand: Hand) -> str:
    words = "keeps them" if hand.talon_kept else "lets them lie"
    return f"  {seats[hand.turn]} {words}, table: {cards_text(hand.table)}"


def _claim_line(seats: Sequence[str], game: Game, claim: MadeClaim) -> str:
    words = claim_words(seats[claim.seat], game.rules.target, right=claim.right)
    return f"  {words}; {_score_text(game.claim_totals())} are counted"


def _deal_lines(seats: Sequence[str], hand: Hand) -> Iterator[str]:
    yield f"  dealt, {hand.cards_left} cards left:"
    width = max(map(len, seats))
    for n in range(len(seats)):
        seat = (hand.turn + n) % len(seats)
        yield f"    {seats[seat]:<{width}}  {cards_text(hand.held[seat])}"


def _play_line(seats: Sequence[str], hand: Hand) -> str:
    made = hand.plays[-1]
    width = max(map(len, seats))
    table = cards_text(hand.table) or "empty"
    return f"  {seats[made.seat]:<{width}}  {play_words(made, hand.rules):<32}  table: {table}"


def _hand_end(sides: Sequence[str], game: Game) -> Iterator[str]:
    hand, score = game.hand, game.scores[-1]
    if hand.table:
        yield f"  left over: {cards_text(hand.table)}, to {sides[hand.leftovers_to]}"
    width = max(map(len, sides))
    for side, name in enumerate(sides):
        yield (
            f"    {name:<{width}}  {score.total[side]:3} points: {score.card_points[side]} on "
            f"cards, {score.most_cards[side]} for {score.cards[side]} cards, "
            f"{score.tablas[side]} for tablas"
        )


def _game_end(record: GameRecord) -> Iterator[str]:
    yield ""
    seats = seat_names(record)
    for fault in record.faults:
        yield f"{seats[fault.seat]} loses by a fault: {fault.kind}"
    yield f"{result_text(record)}, {_score_text(record.totals)}"


def result_text(record: GameRecord) -> str:
    """Who won, as a sentence without its end."""
    sides = side_names(record)
    winners = [name for name, place in zip(sides, record.places, strict=True) if place == 1]
    if len(winners) == len(sides):
        return "A draw"
    if len(winners) == 1:
        return f"{winners[0]} wins"
    return f"{' and '.join(winners)} share the first place"


def _score_text(totals: Sequence[int]) -> str:
    return " : ".join(map(str, totals))


def was_dealt(hand: Hand) -> bool:
    """Whether the last play was followed by a deal, which happens when all have played out."""
    return len(hand.plays) % (hand.rules.players * hand.rules.hand) == 0
