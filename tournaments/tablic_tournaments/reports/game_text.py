"""A game play by play, for a person who knows the card game."""

from collections.abc import Iterator

from tablic.cards import cards_text
from tablic.game import Game
from tablic.hand import Hand
from tablic.plays import MadePlay
from tablic.record import GameRecord

__all__ = ["game_text"]


def game_text(record: GameRecord) -> Iterator[str]:
    """The lines of a game: who held what, every play with the table after it, and the scores."""
    yield f"{record.seats[0]} (seat 0) against {record.seats[1]} (seat 1)"
    yield f"board {record.board}, rotation {record.rotation}, rules {record.rules.text}"
    game = None
    for game in record.replay():
        hand = game.hand
        if not hand.plays:
            yield from _hand_start(record, game)
        else:
            yield _play_line(record, hand)
        if hand.over:
            yield from _hand_end(record, game)
        elif not hand.plays or _was_dealt(hand):
            yield from _deal_lines(record, hand)
    yield from _game_end(record)


def _hand_start(record: GameRecord, game: Game) -> Iterator[str]:
    hand = game.hand
    yield ""
    yield f"Hand {len(game.hands)}: {record.seats[hand.dealer]} deals, {_score_text(game.totals)}"
    yield f"  table: {cards_text(hand.table)}"


def _deal_lines(record: GameRecord, hand: Hand) -> Iterator[str]:
    yield f"  dealt, {hand.cards_left} cards left:"
    width = max(map(len, record.seats))
    for n in range(len(record.seats)):
        seat = (hand.turn + n) % len(record.seats)
        yield f"    {record.seats[seat]:<{width}}  {cards_text(hand.held[seat])}"


def _play_line(record: GameRecord, hand: Hand) -> str:
    made = hand.plays[-1]
    width = max(map(len, record.seats))
    table = cards_text(hand.table) or "empty"
    return f"  {record.seats[made.seat]:<{width}}  {_play_words(made):<32}  table: {table}"


def _play_words(made: MadePlay) -> str:
    card = cards_text([made.play.card])
    if not made.play.taken:
        return f"{card} lies"
    return f"{card} takes {cards_text(made.play.taken)}{', tabla!' if made.tabla else ''}"


def _hand_end(record: GameRecord, game: Game) -> Iterator[str]:
    hand, score = game.hand, game.scores[-1]
    if hand.table:
        yield f"  left over: {cards_text(hand.table)}, to {record.seats[hand.leftovers_to]}"
    width = max(map(len, record.seats))
    for side, name in enumerate(record.seats):
        yield (
            f"    {name:<{width}}  {score.total[side]:3} points: {score.card_points[side]} on "
            f"cards, {score.most_cards[side]} for {score.cards[side]} cards, "
            f"{score.tablas[side]} for tablas"
        )


def _game_end(record: GameRecord) -> Iterator[str]:
    yield ""
    for fault in record.faults:
        yield f"{record.seats[fault.seat]} loses by a fault: {fault.kind}"
    winners = [name for name, place in zip(record.seats, record.places, strict=True) if place == 1]
    result = f"{winners[0]} wins" if len(winners) == 1 else "A draw"
    yield f"{result}, {_score_text(record.totals)}"


def _score_text(totals: tuple[int, ...] | list[int]) -> str:
    return " : ".join(map(str, totals))


def _was_dealt(hand: Hand) -> bool:
    """Whether the last play was followed by a deal, which happens when all have played out."""
    return len(hand.plays) % (hand.rules.players * hand.rules.hand) == 0
