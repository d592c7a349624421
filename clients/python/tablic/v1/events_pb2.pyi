from tablic.v1 import cards_pb2 as _cards_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class DecisionKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DECISION_KIND_UNSPECIFIED: _ClassVar[DecisionKind]
    DECISION_KIND_PLAY: _ClassVar[DecisionKind]
    DECISION_KIND_PLAY_OR_CLAIM: _ClassVar[DecisionKind]
    DECISION_KIND_KEEP_TALON: _ClassVar[DecisionKind]

class FaultKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FAULT_KIND_UNSPECIFIED: _ClassVar[FaultKind]
    FAULT_KIND_ILLEGAL: _ClassVar[FaultKind]
    FAULT_KIND_LATE: _ClassVar[FaultKind]
    FAULT_KIND_CRASHED: _ClassVar[FaultKind]
    FAULT_KIND_PROTOCOL: _ClassVar[FaultKind]
    FAULT_KIND_STARTUP: _ClassVar[FaultKind]
    FAULT_KIND_REFEREE: _ClassVar[FaultKind]
    FAULT_KIND_DISCONNECTED: _ClassVar[FaultKind]
DECISION_KIND_UNSPECIFIED: DecisionKind
DECISION_KIND_PLAY: DecisionKind
DECISION_KIND_PLAY_OR_CLAIM: DecisionKind
DECISION_KIND_KEEP_TALON: DecisionKind
FAULT_KIND_UNSPECIFIED: FaultKind
FAULT_KIND_ILLEGAL: FaultKind
FAULT_KIND_LATE: FaultKind
FAULT_KIND_CRASHED: FaultKind
FAULT_KIND_PROTOCOL: FaultKind
FAULT_KIND_STARTUP: FaultKind
FAULT_KIND_REFEREE: FaultKind
FAULT_KIND_DISCONNECTED: FaultKind

class Event(_message.Message):
    __slots__ = ("table", "number", "game_started", "hand_started", "cards_dealt", "play_made", "turn", "hand_finished", "game_finished", "fault", "talon_decided", "claim_made")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    GAME_STARTED_FIELD_NUMBER: _ClassVar[int]
    HAND_STARTED_FIELD_NUMBER: _ClassVar[int]
    CARDS_DEALT_FIELD_NUMBER: _ClassVar[int]
    PLAY_MADE_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    HAND_FINISHED_FIELD_NUMBER: _ClassVar[int]
    GAME_FINISHED_FIELD_NUMBER: _ClassVar[int]
    FAULT_FIELD_NUMBER: _ClassVar[int]
    TALON_DECIDED_FIELD_NUMBER: _ClassVar[int]
    CLAIM_MADE_FIELD_NUMBER: _ClassVar[int]
    table: int
    number: int
    game_started: GameStarted
    hand_started: HandStarted
    cards_dealt: CardsDealt
    play_made: _cards_pb2.MadePlay
    turn: Turn
    hand_finished: HandFinished
    game_finished: GameFinished
    fault: Fault
    talon_decided: TalonDecided
    claim_made: ClaimMade
    def __init__(self, table: _Optional[int] = ..., number: _Optional[int] = ..., game_started: _Optional[_Union[GameStarted, _Mapping]] = ..., hand_started: _Optional[_Union[HandStarted, _Mapping]] = ..., cards_dealt: _Optional[_Union[CardsDealt, _Mapping]] = ..., play_made: _Optional[_Union[_cards_pb2.MadePlay, _Mapping]] = ..., turn: _Optional[_Union[Turn, _Mapping]] = ..., hand_finished: _Optional[_Union[HandFinished, _Mapping]] = ..., game_finished: _Optional[_Union[GameFinished, _Mapping]] = ..., fault: _Optional[_Union[Fault, _Mapping]] = ..., talon_decided: _Optional[_Union[TalonDecided, _Mapping]] = ..., claim_made: _Optional[_Union[ClaimMade, _Mapping]] = ...) -> None: ...

class GameStarted(_message.Message):
    __slots__ = ("seat", "seed")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    seed: int
    def __init__(self, seat: _Optional[int] = ..., seed: _Optional[int] = ...) -> None: ...

class HandStarted(_message.Message):
    __slots__ = ("hand_number", "dealer", "table", "totals", "exposed", "turned_jacks")
    HAND_NUMBER_FIELD_NUMBER: _ClassVar[int]
    DEALER_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    TOTALS_FIELD_NUMBER: _ClassVar[int]
    EXPOSED_FIELD_NUMBER: _ClassVar[int]
    TURNED_JACKS_FIELD_NUMBER: _ClassVar[int]
    hand_number: int
    dealer: int
    table: _containers.RepeatedScalarFieldContainer[_cards_pb2.Card]
    totals: _containers.RepeatedScalarFieldContainer[int]
    exposed: _cards_pb2.Card
    turned_jacks: _containers.RepeatedCompositeFieldContainer[TurnedJack]
    def __init__(self, hand_number: _Optional[int] = ..., dealer: _Optional[int] = ..., table: _Optional[_Iterable[_Union[_cards_pb2.Card, str]]] = ..., totals: _Optional[_Iterable[int]] = ..., exposed: _Optional[_Union[_cards_pb2.Card, str]] = ..., turned_jacks: _Optional[_Iterable[_Union[TurnedJack, _Mapping]]] = ...) -> None: ...

class TurnedJack(_message.Message):
    __slots__ = ("card", "place")
    CARD_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    card: _cards_pb2.Card
    place: int
    def __init__(self, card: _Optional[_Union[_cards_pb2.Card, str]] = ..., place: _Optional[int] = ...) -> None: ...

class TalonDecided(_message.Message):
    __slots__ = ("kept", "table")
    KEPT_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    kept: bool
    table: _containers.RepeatedScalarFieldContainer[_cards_pb2.Card]
    def __init__(self, kept: _Optional[bool] = ..., table: _Optional[_Iterable[_Union[_cards_pb2.Card, str]]] = ...) -> None: ...

class ClaimMade(_message.Message):
    __slots__ = ("seat", "right")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    RIGHT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    right: bool
    def __init__(self, seat: _Optional[int] = ..., right: _Optional[bool] = ...) -> None: ...

class CardsDealt(_message.Message):
    __slots__ = ("hand", "cards_left")
    HAND_FIELD_NUMBER: _ClassVar[int]
    CARDS_LEFT_FIELD_NUMBER: _ClassVar[int]
    hand: _containers.RepeatedScalarFieldContainer[_cards_pb2.Card]
    cards_left: int
    def __init__(self, hand: _Optional[_Iterable[_Union[_cards_pb2.Card, str]]] = ..., cards_left: _Optional[int] = ...) -> None: ...

class Clock(_message.Message):
    __slots__ = ("bank_ms", "cap_ms")
    BANK_MS_FIELD_NUMBER: _ClassVar[int]
    CAP_MS_FIELD_NUMBER: _ClassVar[int]
    bank_ms: int
    cap_ms: int
    def __init__(self, bank_ms: _Optional[int] = ..., cap_ms: _Optional[int] = ...) -> None: ...

class Turn(_message.Message):
    __slots__ = ("turn", "decision", "seat", "dealer", "hand_number", "hand", "table", "piles", "tablas", "totals", "held", "cards_left", "last_capturer", "exposed", "plays", "clock", "legal_plays", "truncated", "talon", "talon_kept", "turned_jacks")
    TURN_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DEALER_FIELD_NUMBER: _ClassVar[int]
    HAND_NUMBER_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    PILES_FIELD_NUMBER: _ClassVar[int]
    TABLAS_FIELD_NUMBER: _ClassVar[int]
    TOTALS_FIELD_NUMBER: _ClassVar[int]
    HELD_FIELD_NUMBER: _ClassVar[int]
    CARDS_LEFT_FIELD_NUMBER: _ClassVar[int]
    LAST_CAPTURER_FIELD_NUMBER: _ClassVar[int]
    EXPOSED_FIELD_NUMBER: _ClassVar[int]
    PLAYS_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    LEGAL_PLAYS_FIELD_NUMBER: _ClassVar[int]
    TRUNCATED_FIELD_NUMBER: _ClassVar[int]
    TALON_FIELD_NUMBER: _ClassVar[int]
    TALON_KEPT_FIELD_NUMBER: _ClassVar[int]
    TURNED_JACKS_FIELD_NUMBER: _ClassVar[int]
    turn: int
    decision: DecisionKind
    seat: int
    dealer: int
    hand_number: int
    hand: _containers.RepeatedScalarFieldContainer[_cards_pb2.Card]
    table: _containers.RepeatedScalarFieldContainer[_cards_pb2.Card]
    piles: _containers.RepeatedScalarFieldContainer[int]
    tablas: _containers.RepeatedScalarFieldContainer[int]
    totals: _containers.RepeatedScalarFieldContainer[int]
    held: _containers.RepeatedScalarFieldContainer[int]
    cards_left: int
    last_capturer: int
    exposed: _cards_pb2.Card
    plays: _containers.RepeatedCompositeFieldContainer[_cards_pb2.MadePlay]
    clock: Clock
    legal_plays: _containers.RepeatedCompositeFieldContainer[_cards_pb2.Play]
    truncated: bool
    talon: _containers.RepeatedScalarFieldContainer[_cards_pb2.Card]
    talon_kept: bool
    turned_jacks: _containers.RepeatedCompositeFieldContainer[TurnedJack]
    def __init__(self, turn: _Optional[int] = ..., decision: _Optional[_Union[DecisionKind, str]] = ..., seat: _Optional[int] = ..., dealer: _Optional[int] = ..., hand_number: _Optional[int] = ..., hand: _Optional[_Iterable[_Union[_cards_pb2.Card, str]]] = ..., table: _Optional[_Iterable[_Union[_cards_pb2.Card, str]]] = ..., piles: _Optional[_Iterable[int]] = ..., tablas: _Optional[_Iterable[int]] = ..., totals: _Optional[_Iterable[int]] = ..., held: _Optional[_Iterable[int]] = ..., cards_left: _Optional[int] = ..., last_capturer: _Optional[int] = ..., exposed: _Optional[_Union[_cards_pb2.Card, str]] = ..., plays: _Optional[_Iterable[_Union[_cards_pb2.MadePlay, _Mapping]]] = ..., clock: _Optional[_Union[Clock, _Mapping]] = ..., legal_plays: _Optional[_Iterable[_Union[_cards_pb2.Play, _Mapping]]] = ..., truncated: _Optional[bool] = ..., talon: _Optional[_Iterable[_Union[_cards_pb2.Card, str]]] = ..., talon_kept: _Optional[bool] = ..., turned_jacks: _Optional[_Iterable[_Union[TurnedJack, _Mapping]]] = ...) -> None: ...

class HandFinished(_message.Message):
    __slots__ = ("leftovers", "leftovers_to", "cards", "card_points", "most_cards", "tablas", "totals")
    LEFTOVERS_FIELD_NUMBER: _ClassVar[int]
    LEFTOVERS_TO_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    CARD_POINTS_FIELD_NUMBER: _ClassVar[int]
    MOST_CARDS_FIELD_NUMBER: _ClassVar[int]
    TABLAS_FIELD_NUMBER: _ClassVar[int]
    TOTALS_FIELD_NUMBER: _ClassVar[int]
    leftovers: _containers.RepeatedScalarFieldContainer[_cards_pb2.Card]
    leftovers_to: int
    cards: _containers.RepeatedScalarFieldContainer[int]
    card_points: _containers.RepeatedScalarFieldContainer[int]
    most_cards: _containers.RepeatedScalarFieldContainer[int]
    tablas: _containers.RepeatedScalarFieldContainer[int]
    totals: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, leftovers: _Optional[_Iterable[_Union[_cards_pb2.Card, str]]] = ..., leftovers_to: _Optional[int] = ..., cards: _Optional[_Iterable[int]] = ..., card_points: _Optional[_Iterable[int]] = ..., most_cards: _Optional[_Iterable[int]] = ..., tablas: _Optional[_Iterable[int]] = ..., totals: _Optional[_Iterable[int]] = ...) -> None: ...

class GameFinished(_message.Message):
    __slots__ = ("totals", "places", "forfeited")
    TOTALS_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    FORFEITED_FIELD_NUMBER: _ClassVar[int]
    totals: _containers.RepeatedScalarFieldContainer[int]
    places: _containers.RepeatedScalarFieldContainer[int]
    forfeited: bool
    def __init__(self, totals: _Optional[_Iterable[int]] = ..., places: _Optional[_Iterable[int]] = ..., forfeited: _Optional[bool] = ...) -> None: ...

class Fault(_message.Message):
    __slots__ = ("seat", "kind", "message", "put_back")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    PUT_BACK_FIELD_NUMBER: _ClassVar[int]
    seat: int
    kind: FaultKind
    message: str
    put_back: bool
    def __init__(self, seat: _Optional[int] = ..., kind: _Optional[_Union[FaultKind, str]] = ..., message: _Optional[str] = ..., put_back: _Optional[bool] = ...) -> None: ...
