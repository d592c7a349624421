"""Does a stored game fit? Its decks dealt again, its plays made again, its results compared."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tablic.cards import Card, card_name
from tablic.deals import board_seed, deck_of_hand
from tablic.errors import RecordError
from tablic.record import FaultRecord, GameRecord, parse_record
from tablic.rules import Rules
from tablic.scoring import forfeit_result

from tablic_tournaments.evidence import StoredGame, StoredResult

__all__ = ["ExpectedGame", "fault_text", "parsed", "problems_of_game"]


class ExpectedGame(NamedTuple):
    """What a game must be. The faults are those that are stored apart from the record."""

    board: str
    rotation: int
    bots: tuple[str, ...]
    rules: Rules
    secret: bytes
    faults: tuple[FaultRecord, ...]
    independent: bool

    @property
    def seats(self) -> tuple[str, ...]:
        """The bot of each seat."""
        bots, players = self.bots, self.rules.players
        return tuple(bots[(seat - self.rotation) % len(bots)] for seat in range(players))

    def side_of(self, position: int) -> int:
        """The side of the bot at a position of the match."""
        return (position + self.rotation) % self.rules.sides

    def deck(self, hand: int) -> tuple[Card, ...]:
        """The deck of a hand as the secret deals it."""
        seed = board_seed(self.secret, self.board, self.rotation if self.independent else None)
        return tuple(deck_of_hand(seed, hand, self.rules.deck))


def parsed(game: StoredGame) -> GameRecord | None:
    """The record of a game, or None where it cannot be read."""
    try:
        return parse_record(game.record)
    except RecordError:
        return None


def problems_of_game(game: StoredGame, expected: ExpectedGame) -> Iterator[str]:
    """What does not fit in a game, a sentence for each thing."""
    try:
        record = parse_record(game.record)
    except RecordError as error:
        yield str(error)
        return
    yield from _wrong_place(record, expected)
    if record.rules != expected.rules:
        yield f"the rules are {record.rules.text}, the tournament has {expected.rules.text}"
        return
    yield from _wrong_decks(record, expected)
    yield from _wrong_faults(record, expected)
    outcome = list(_wrong_outcome(record, expected))
    yield from outcome
    if not outcome:
        yield from _wrong_results(record, game.results, expected)


def fault_text(fault: FaultRecord) -> str:
    """A fault in words."""
    return f"{fault.kind} in seat {fault.seat}"


def _wrong_place(record: GameRecord, expected: ExpectedGame) -> Iterator[str]:
    """Another board, rotation or seat than the game must have."""
    if record.board != expected.board:
        yield f"the record is of board {record.board}"
    if record.rotation != expected.rotation:
        yield f"the record is of rotation {record.rotation}"
    if record.seats != expected.seats:
        yield (
            f"the seats are {', '.join(map(str, record.seats))}; in this rotation they must be "
            f"{', '.join(expected.seats)}"
        )


def _wrong_decks(record: GameRecord, expected: ExpectedGame) -> Iterator[str]:
    for number, hand in enumerate(record.hands):
        dealt = expected.deck(number)
        if len(hand.deck) != len(dealt):
            yield f"hand {number}: the deck has {len(hand.deck)} cards, the rules {len(dealt)}"
        elif hand.deck != dealt:
            place = next(n for n, card in enumerate(dealt) if card != hand.deck[n])
            yield (
                f"hand {number}: card {place + 1} of the deck is {card_name(hand.deck[place])}, "
                f"the secret deals {card_name(dealt[place])}"
            )


def _wrong_faults(record: GameRecord, expected: ExpectedGame) -> Iterator[str]:
    told, stored = (sorted(map(fault_text, one)) for one in (record.faults, expected.faults))
    if told != stored:
        yield (
            f"the record has {', '.join(told) or 'no fault'}; "
            f"stored for the game: {', '.join(stored) or 'no fault'}"
        )


def _wrong_outcome(record: GameRecord, expected: ExpectedGame) -> Iterator[str]:
    """An illegal play, or a score that the plays or the faults do not give."""
    decks = map(expected.deck, range(len(record.hands)))
    hands = [hand._replace(deck=deck) for hand, deck in zip(record.hands, decks, strict=True)]
    problem = _problem_of_replay(record._replace(hands=tuple(hands)))
    # Other decks are told already: plays that fit the decks in the record are not told again.
    if problem and _problem_of_replay(record):
        yield problem
    elif record.faults:
        yield from _wrong_forfeit(record)


def _problem_of_replay(record: GameRecord) -> str:
    try:
        for _ in record.replay():
            pass
    except RecordError as error:
        return str(error).removeprefix(f"board {record.board}").lstrip(":, ")
    return ""


def _wrong_forfeit(record: GameRecord) -> Iterator[str]:
    rules = record.rules
    seats = [fault.seat for fault in record.faults]
    if any(seat not in range(rules.players) for seat in seats):
        yield f"a fault is in seat {max(seats)}, and there are {rules.players} seats"
        return
    lost = forfeit_result(seats, rules)
    if lost != (record.totals, record.places):
        yield (
            f"a fault decides it as {_numbers(lost.totals)} (places {_numbers(lost.places)}), the "
            f"record says {_numbers(record.totals)} (places {_numbers(record.places)})"
        )


def _wrong_results(
    record: GameRecord, results: Sequence[StoredResult], expected: ExpectedGame
) -> Iterator[str]:
    """Stored points and places that are not those of the record."""
    positions = [result.position for result in results]
    if positions != list(range(len(expected.bots))):
        yield f"results are stored for the positions {positions}, there are {len(expected.bots)}"
        return
    for result, bot in zip(results, expected.bots, strict=True):
        side = expected.side_of(result.position)
        points, place = record.totals[side], record.places[side]
        if result.bot != bot:
            yield f"the result at position {result.position} is stored for {result.bot}, not {bot}"
        if result.points != points:
            yield f"{bot} is stored with {result.points} points, the record says {points}"
        if result.place != place:
            yield f"{bot} is stored with place {result.place}, the record says {place}"


def _numbers(values: Sequence[int]) -> str:
    return " : ".join(map(str, values))
