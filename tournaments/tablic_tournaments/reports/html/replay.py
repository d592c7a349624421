"""A game as the page shows it: hands, and in each the deals and the plays."""

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup
from tablic.game import Game
from tablic.hand import Hand
from tablic.record import GameRecord

from tablic_tournaments.reports.faces import Faces
from tablic_tournaments.reports.game_text import (
    result_text,
    seat_names,
    side_names,
    was_dealt,
)
from tablic_tournaments.reports.hand_words import (
    claim_words,
    exposed_words,
    jack_words,
    play_words,
    talon_words,
)
from tablic_tournaments.reports.html.faces import card_html, cards_html

__all__ = ["HandStory", "Story", "story"]

SYMBOLS = Faces(symbols=True)


class Step(NamedTuple):
    """A play, with the table after it; or else a note, perhaps with cards."""

    who: str = ""
    side: int = 0
    card: Markup | None = None
    taken: Markup | None = None
    mark: str = ""
    table: Markup = Markup()  # it cannot be changed
    note: str = ""
    held: tuple[tuple[str, int, Markup], ...] = ()
    """What each seat holds after a deal: its name, side and cards."""


class HandScore(NamedTuple):
    """What a side got in a hand."""

    side: str
    total: int
    card_points: int
    cards: int
    most_cards: int
    tablas: int


class HandStory(NamedTuple):
    """A hand from the first card to the score."""

    number: int
    dealer: str
    before: str
    """The score before it."""
    steps: list[Step]
    scores: list[HandScore]


class Story(NamedTuple):
    """A whole game."""

    hands: list[HandStory]
    result: str
    faults: list[str]


def story(record: GameRecord) -> Story:
    """The story of a record; raises RecordError where it cannot be played."""
    seats = seat_names(record)
    hands: list[HandStory] = []
    for game in record.replay():
        hand = game.hand
        if len(game.hands) > len(hands):
            before = " : ".join(map(str, game.totals))
            hands.append(HandStory(len(game.hands), seats[hand.dealer], before, [], []))
        hands[-1].steps.extend(_steps(seats, game))
        if hand.over and not game.made_claim:
            hands[-1].steps.extend(_leftovers(side_names(record), hand))
            hands[-1].scores.extend(_scores(side_names(record), game))
    faults = [f"{seats[fault.seat]} loses by a fault: {fault.kind}" for fault in record.faults]
    return Story(hands, result_text(record), faults)


def _steps(seats: list[str], game: Game) -> Iterator[Step]:
    """What has just happened: a hand began, the talon was decided on, a play or claim was made."""
    hand, claim = game.hand, game.made_claim
    if claim and not claim.with_play:
        yield _claim(seats, game)
        return
    if hand.plays:
        yield _play(seats, hand)
    elif hand.rules.talon_offer and not hand.offered:
        words = talon_words(seats[hand.turn], kept=hand.talon_kept)
        yield Step(note=words, table=cards_html(hand.table))
    else:
        yield from _start(seats, hand)
    if claim:
        yield _claim(seats, game)
    elif not hand.offered and not hand.over and was_dealt(hand):
        yield _deal(seats, hand)


def _start(seats: list[str], hand: Hand) -> Iterator[Step]:
    for jack in hand.turned_jacks:
        yield Step(note=jack_words(jack, SYMBOLS))
    if hand.exposed is not None:
        yield Step(note=exposed_words(hand.exposed, seats[hand.dealer], SYMBOLS))
    if hand.offered:
        yield Step(note=f"offered to {seats[hand.turn]}", table=cards_html(hand.offered))
    else:
        yield Step(note="on the table", table=cards_html(hand.table))


def _deal(seats: list[str], hand: Hand) -> Step:
    order = [(hand.turn + n) % len(seats) for n in range(len(seats))]
    held = tuple(
        (seats[seat], hand.rules.side_of(seat), cards_html(hand.held[seat])) for seat in order
    )
    return Step(note=f"dealt, {hand.cards_left} cards left", held=held)


def _play(seats: list[str], hand: Hand) -> Step:
    made = hand.plays[-1]
    # Of the words, what follows the cards.
    _, _, mark = play_words(made, hand.rules).partition(", ")
    return Step(
        seats[made.seat],
        hand.rules.side_of(made.seat),
        card_html(made.play.card),
        cards_html(made.play.taken) if made.play.taken else None,
        mark,
        cards_html(hand.table),
    )


def _claim(seats: list[str], game: Game) -> Step:
    claim = game.made_claim
    assert claim  # noqa: S101  # the caller has looked
    words = claim_words(seats[claim.seat], game.rules.target, right=claim.right)
    counted = " : ".join(map(str, game.claim_totals()))
    return Step(note=f"{words}; {counted} are counted")


def _leftovers(sides: list[str], hand: Hand) -> Iterator[Step]:
    if hand.table:
        to = sides[hand.leftovers_to]
        yield Step(note=f"left over, to {to}", table=cards_html(hand.table))


def _scores(sides: list[str], game: Game) -> list[HandScore]:
    score = game.scores[-1]
    columns = (score.total, score.card_points, score.cards, score.most_cards, score.tablas)
    return [HandScore(sides[n], *row) for n, row in enumerate(zip(*columns, strict=True))]
