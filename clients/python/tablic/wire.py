"""Between the game and its messages: the only module that knows both."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from tablic.cards import Card, CardSet, cards_in
from tablic.dealing import TurnedJack
from tablic.errors import InvalidPlayError
from tablic.plays import MadePlay, Play
from tablic.rules import Rules, rules_from_knobs
from tablic.v1 import cards_pb2, events_pb2, rules_pb2
from tablic.view import View

if TYPE_CHECKING:
    from google.protobuf.internal.containers import RepeatedCompositeFieldContainer

__all__ = [
    "card_of",
    "cards_of",
    "made_play_of",
    "needed_decisions",
    "numbers_of",
    "play_of",
    "rules_message",
    "rules_of",
    "turned_jacks_of",
    "view_of",
    "write_made_play",
    "write_play",
    "write_turn",
    "write_turned_jacks",
]

# A quarter of the pack has few enough sets to keep a list for each.
_QUARTER: Final = (1 << 13) - 1
_BIT_OF_NUMBER: Final = {card + 1: 1 << card for card in range(52)}


def numbers_of(cards: CardSet) -> list[cards_pb2.Card]:
    """The cards of a set as the protocol's enum."""
    return [
        *_numbers(0, cards & _QUARTER),
        *_numbers(13, cards >> 13 & _QUARTER),
        *_numbers(26, cards >> 26 & _QUARTER),
        *_numbers(39, cards >> 39),
    ]


def cards_of(numbers: Sequence[cards_pb2.Card]) -> CardSet:
    """The set of some enum values; raises InvalidPlayError for a repeated or unknown card."""
    try:
        cards = sum(map(_BIT_OF_NUMBER.__getitem__, numbers))
    except KeyError as error:
        raise InvalidPlayError(f"{_number_text(error.args[0])} is not a card") from None
    if cards.bit_count() != len(numbers):  # equal bits add up to one bit
        twice = next(number for number in numbers if list(numbers).count(number) > 1)
        raise InvalidPlayError(f"{_number_text(twice)} is named twice")
    return cards


def write_play(play: Play, message: cards_pb2.Play) -> None:
    """Fill an empty message with a play."""
    message.card = play.card + 1  # type: ignore[assignment]  # enum values are ints
    taken = play.taken
    if taken:
        # One card is the usual case, and then no list is needed.
        if taken & (taken - 1):
            message.taken.extend(numbers_of(taken))
        else:
            message.taken.append(taken.bit_length())  # type: ignore[arg-type]  # as above
    if play.claim:
        message.claim = True


def play_of(message: cards_pb2.Play) -> Play:
    """The play of a message; raises InvalidPlayError for what is not a card or named twice."""
    number = message.card
    if not 1 <= number <= 52:
        raise InvalidPlayError(f"{_number_text(number)} is not a card")
    taken = message.taken
    return Play(number - 1, cards_of(taken) if taken else 0, message.claim)


def write_made_play(made: MadePlay, message: cards_pb2.MadePlay) -> None:
    """Fill an empty message with a play that was made."""
    message.seat = made.seat
    write_play(made.play, message.play)
    if made.tabla:
        message.tabla = True


def made_play_of(message: cards_pb2.MadePlay) -> MadePlay:
    """The made play of a message."""
    return MadePlay(message.seat, play_of(message.play), message.tabla)


def write_turn(view: View, turn: events_pb2.Turn, legal_plays: int) -> None:
    """Fill a turn with a view and up to so many legal plays (0: no list).

    The turn's number and clock are the referee's to fill.
    """
    turn.decision = _decision_of(view)
    turn.seat = view.seat
    turn.dealer = view.dealer
    turn.hand_number = view.hand_number
    turn.hand.extend(numbers_of(view.hand))
    turn.table.extend(numbers_of(view.table))
    turn.piles.extend(view.piles)
    turn.tablas.extend(view.tablas)
    turn.totals.extend(view.totals)
    turn.held.extend(view.held)
    turn.cards_left = view.cards_left
    if view.last_capturer is not None:
        turn.last_capturer = view.last_capturer
    for made in view.plays:
        write_made_play(made, turn.plays.add())
    _write_variants(view, turn)
    if legal_plays:
        listed = view.legal_plays(legal_plays + 1)
        turn.truncated = len(listed) > legal_plays
        for play in listed[:legal_plays]:
            write_play(play, turn.legal_plays.add())


def needed_decisions(rules: Rules) -> list[events_pb2.DecisionKind]:
    """The kinds of decision that a seat can be asked for under these rules."""
    kinds = [events_pb2.DECISION_KIND_PLAY]
    if rules.claim:
        kinds.append(events_pb2.DECISION_KIND_PLAY_OR_CLAIM)
    if rules.talon_offer:
        kinds.append(events_pb2.DECISION_KIND_KEEP_TALON)
    return kinds


def view_of(turn: events_pb2.Turn, rules: Rules) -> View:
    """The view of a turn, under the rules of its match."""
    return View(
        rules,
        turn.seat,
        turn.dealer,
        turn.hand_number,
        cards_of(turn.hand),
        cards_of(turn.table),
        tuple(turn.piles),
        tuple(turn.tablas),
        tuple(turn.totals),
        tuple(turn.held),
        turn.cards_left,
        turn.last_capturer if turn.HasField("last_capturer") else None,
        tuple([made_play_of(made) for made in turn.plays]),
        card_of(turn.exposed),
        cards_of(turn.talon),
        turn.talon_kept,
        turned_jacks_of(turn.turned_jacks),
    )


def card_of(number: cards_pb2.Card) -> Card | None:
    """The card of an enum value; None for no card."""
    return number - 1 if number else None


def write_turned_jacks(
    jacks: Iterable[TurnedJack],
    messages: "RepeatedCompositeFieldContainer[events_pb2.TurnedJack]",
) -> None:
    """Fill a list of messages with the jacks that were put back."""
    for card, place in jacks:
        messages.add(card=card + 1, place=place)


def turned_jacks_of(messages: Iterable[events_pb2.TurnedJack]) -> tuple[TurnedJack, ...]:
    """The jacks that were put back."""
    return tuple([TurnedJack(message.card - 1, message.place) for message in messages])


def rules_message(rules: Rules) -> rules_pb2.Rules:
    """A rule set, spelled out."""
    return rules_pb2.Rules(name=rules.name, text=rules.text, **rules.knobs())  # type: ignore[arg-type]


def rules_of(message: rules_pb2.Rules) -> Rules:
    """The rule set of a message; raises RulesError for knobs this library does not play."""
    names = [field.name for field in message.DESCRIPTOR.fields]
    knobs = {name: getattr(message, name) for name in names if name not in ("name", "text")}
    return rules_from_knobs(message.name, knobs)


def _decision_of(view: View) -> events_pb2.DecisionKind:
    if view.offered:
        return events_pb2.DECISION_KIND_KEEP_TALON
    if view.can_claim:
        return events_pb2.DECISION_KIND_PLAY_OR_CLAIM
    return events_pb2.DECISION_KIND_PLAY


def _write_variants(view: View, turn: events_pb2.Turn) -> None:
    """Fill in what only some rule sets have."""
    if view.exposed is not None:
        turn.exposed = view.exposed + 1  # type: ignore[assignment]  # enum values are ints
    if view.offered:
        turn.talon.extend(numbers_of(view.offered))
    if view.talon_kept:
        turn.talon_kept = True
    if view.turned_jacks:
        write_turned_jacks(view.turned_jacks, turn.turned_jacks)


@cache
def _numbers(first: int, cards: CardSet) -> list[cards_pb2.Card]:
    """The enum values of a quarter of the pack that begins with this card."""
    return [first + card + 1 for card in cards_in(cards)]  # type: ignore[misc]  # ints


def _number_text(number: int) -> str:
    known = cards_pb2.Card.values()
    return cards_pb2.Card.Name(number) if number in known else f"card number {number}"
