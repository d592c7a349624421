"""A finished game as one JSON object, replayable without anything else.

A record holds the rule set spelled out, the decks and the plays, and nothing that depends on the
machine: no wall time and no database number. Written again it gives the same bytes.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tablic.cards import Card, card_name, parse_card
from tablic.errors import IllegalPlayError, RecordError
from tablic.game import Game
from tablic.plays import MadePlay, made_play_text, parse_made_play
from tablic.rules import Rules, stored_rules
from tablic.scoring import GameResult

__all__ = ["FORMAT", "FaultRecord", "GameRecord", "HandRecord", "parse_record", "record_hands"]

FORMAT = 1


class HandRecord(NamedTuple):
    """The deck of a hand as it was shuffled, and the decisions made."""

    deck: tuple[Card, ...]
    plays: tuple[MadePlay, ...]
    talon_kept: bool | None = None
    """Whether the first player kept the talon; None where none was offered or none decided."""
    claimed: bool = False
    """Whether the hand ended with a claim instead of a play."""


class FaultRecord(NamedTuple):
    """A fault that decided a game: the seat and the kind."""

    seat: int
    kind: str


class GameRecord(NamedTuple):
    """One game. ``seats`` names the bot of each seat; totals and places have one number a side.

    With ``independent`` the decks are those of this rotation alone, not of all of its board.
    """

    board: str
    rotation: int
    rules: Rules
    seats: tuple[str, ...]
    hands: tuple[HandRecord, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    faults: tuple[FaultRecord, ...] = ()
    independent: bool = False

    def text(self) -> str:
        """The canonical JSON text, on one line."""
        return json.dumps(
            {
                "format": FORMAT,
                "board": self.board,
                "rotation": self.rotation,
                "rules": {"name": self.rules.name, **self.rules.knobs()},
                "seats": self.seats,
                "hands": [_hand_object(hand) for hand in self.hands],
                "totals": self.totals,
                "places": self.places,
                "faults": [fault._asdict() for fault in self.faults],
                **({"independent": True} if self.independent else {}),
            },
            ensure_ascii=False,
            separators=(",", ":"),
        )

    def replay(self) -> Iterator[Game]:
        """The game at the start of each hand and after each decision, checked on the way.

        The same object each time. Raises RecordError where a play is illegal, a tabla is not
        marked as it was, or the game does not end as the record says: by its plays, or by a fault
        before they ended it.
        """
        game = Game(self.rules)
        for number, hand in enumerate(self.hands):
            try:
                yield from _replay_hand(game, hand)
            except (IllegalPlayError, ValueError) as error:
                raise RecordError(f"board {self.board}, hand {number}: {error}") from None
        if self.faults and game.result:
            raise RecordError(
                f"board {self.board}: the plays end with {_result_text(game.result)}, so no fault "
                "can have decided it"
            )
        if not self.faults and game.result != (self.totals, self.places):
            raise RecordError(
                f"board {self.board}: the plays end with {_result_text(game.result)}, "
                f"the record says {_result_text(GameResult(self.totals, self.places))}"
            )


def record_hands(game: Game) -> tuple[HandRecord, ...]:
    """The hands of a game so far, as a record keeps them."""
    claim = game.made_claim
    return tuple(
        HandRecord(
            tuple(hand.deck),
            tuple(hand.plays),
            hand.talon_kept if game.rules.talon_offer and not hand.offered else None,
            claim is not None and not claim.with_play and hand is game.hand,
        )
        for hand in game.hands
    )


def parse_record(text: str) -> GameRecord:
    """The record of a JSON text; raises RecordError. ``replay`` checks the game itself."""
    try:
        fields = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise RecordError(f"not a game record: {error} in {text[:80]!r}") from None
    try:
        return _record_of(fields)
    except RecordError:
        raise
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise RecordError(f"not a game record: {error!r} in {text[:80]!r}") from None


def _record_of(fields: Any) -> GameRecord:
    if fields["format"] != FORMAT:
        raise RecordError(f"this is record format {fields['format']}, this version reads {FORMAT}")
    rules = stored_rules(fields["rules"])
    record = GameRecord(
        board=str(fields["board"]),
        rotation=int(fields["rotation"]),
        rules=rules,
        seats=tuple(map(str, fields["seats"])),
        hands=tuple(_hand_of(hand, number, rules) for number, hand in enumerate(fields["hands"])),
        totals=tuple(map(int, fields["totals"])),
        places=tuple(map(int, fields["places"])),
        faults=tuple(FaultRecord(int(fault["seat"]), fault["kind"]) for fault in fields["faults"]),
        independent=bool(fields.get("independent")),
    )
    # Whatever is of another type than it should be has been changed above.
    if _without_rules(json.loads(record.text())) != _without_rules(fields):
        raise TypeError("written again it is not the same")
    return record


def _without_rules(fields: Mapping[str, object]) -> str:
    """The fields as a text, in which 1, 1.0 and true differ; old rules may lack a knob."""
    return json.dumps({**fields, "rules": None}, sort_keys=True)


def _replay_hand(game: Game, record: HandRecord) -> Iterator[Game]:
    game.start_hand(record.deck)
    hand = game.hand
    yield game
    if record.talon_kept is not None:
        game.keep_talon(record.talon_kept)
        yield game
    for made in record.plays:
        game.play(made.play)
        if hand.plays[-1] != made:
            raise RecordError(f"{made_play_text(made)} was played otherwise")
        yield game
    if record.claimed:
        game.claim()
        yield game


def _result_text(result: GameResult | None) -> str:
    if result is None:
        return "no result"
    totals, places = (" : ".join(map(str, numbers)) for numbers in result)
    return f"{totals} (places {places})"


def _hand_object(hand: HandRecord) -> dict[str, object]:
    """A hand for JSON; what few rule sets have is left out elsewhere."""
    fields: dict[str, object] = {
        "deck": "".join(map(card_name, hand.deck)),
        "plays": " ".join(map(made_play_text, hand.plays)),
    }
    if hand.talon_kept is not None:
        fields["talon_kept"] = hand.talon_kept
    if hand.claimed:
        fields["claimed"] = True
    return fields


def _hand_of(data: Any, number: int, rules: Rules) -> HandRecord:
    deck = data["deck"]
    cards = tuple(parse_card(deck[i : i + 2]) for i in range(0, len(deck), 2))
    seats = ((number + 1 + n) % rules.players for n in range(len(cards)))
    plays = map(parse_made_play, data["plays"].split(), seats)
    kept = data.get("talon_kept")
    return HandRecord(
        cards, tuple(plays), kept if kept is None else bool(kept), bool(data.get("claimed"))
    )
