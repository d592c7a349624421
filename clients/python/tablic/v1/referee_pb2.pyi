from tablic.v1 import cards_pb2 as _cards_pb2
from tablic.v1 import events_pb2 as _events_pb2
from tablic.v1 import rules_pb2 as _rules_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RefusalReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REFUSAL_REASON_UNSPECIFIED: _ClassVar[RefusalReason]
    REFUSAL_REASON_PROTOCOL_VERSION: _ClassVar[RefusalReason]
    REFUSAL_REASON_TOKEN: _ClassVar[RefusalReason]
    REFUSAL_REASON_TOKEN_USED: _ClassVar[RefusalReason]
    REFUSAL_REASON_NO_HELLO: _ClassVar[RefusalReason]
    REFUSAL_REASON_DECISION_KIND: _ClassVar[RefusalReason]
    REFUSAL_REASON_SESSION: _ClassVar[RefusalReason]

class FaultPolicy(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FAULT_POLICY_UNSPECIFIED: _ClassVar[FaultPolicy]
    FAULT_POLICY_FORFEIT: _ClassVar[FaultPolicy]
    FAULT_POLICY_PUT_BACK: _ClassVar[FaultPolicy]

class FarewellReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FAREWELL_REASON_UNSPECIFIED: _ClassVar[FarewellReason]
    FAREWELL_REASON_FINISHED: _ClassVar[FarewellReason]
    FAREWELL_REASON_STOPPED: _ClassVar[FarewellReason]
    FAREWELL_REASON_FAULT: _ClassVar[FarewellReason]
REFUSAL_REASON_UNSPECIFIED: RefusalReason
REFUSAL_REASON_PROTOCOL_VERSION: RefusalReason
REFUSAL_REASON_TOKEN: RefusalReason
REFUSAL_REASON_TOKEN_USED: RefusalReason
REFUSAL_REASON_NO_HELLO: RefusalReason
REFUSAL_REASON_DECISION_KIND: RefusalReason
REFUSAL_REASON_SESSION: RefusalReason
FAULT_POLICY_UNSPECIFIED: FaultPolicy
FAULT_POLICY_FORFEIT: FaultPolicy
FAULT_POLICY_PUT_BACK: FaultPolicy
FAREWELL_REASON_UNSPECIFIED: FarewellReason
FAREWELL_REASON_FINISHED: FarewellReason
FAREWELL_REASON_STOPPED: FarewellReason
FAREWELL_REASON_FAULT: FarewellReason

class PlayRequest(_message.Message):
    __slots__ = ("hello", "answers", "pong")
    HELLO_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    PONG_FIELD_NUMBER: _ClassVar[int]
    hello: Hello
    answers: _containers.RepeatedCompositeFieldContainer[Answer]
    pong: Pong
    def __init__(self, hello: _Optional[_Union[Hello, _Mapping]] = ..., answers: _Optional[_Iterable[_Union[Answer, _Mapping]]] = ..., pong: _Optional[_Union[Pong, _Mapping]] = ...) -> None: ...

class PlayResponse(_message.Message):
    __slots__ = ("welcome", "refusal", "match_started", "events", "farewell", "ping")
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    REFUSAL_FIELD_NUMBER: _ClassVar[int]
    MATCH_STARTED_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    FAREWELL_FIELD_NUMBER: _ClassVar[int]
    PING_FIELD_NUMBER: _ClassVar[int]
    welcome: Welcome
    refusal: Refusal
    match_started: MatchStarted
    events: _containers.RepeatedCompositeFieldContainer[_events_pb2.Event]
    farewell: Farewell
    ping: Ping
    def __init__(self, welcome: _Optional[_Union[Welcome, _Mapping]] = ..., refusal: _Optional[_Union[Refusal, _Mapping]] = ..., match_started: _Optional[_Union[MatchStarted, _Mapping]] = ..., events: _Optional[_Iterable[_Union[_events_pb2.Event, _Mapping]]] = ..., farewell: _Optional[_Union[Farewell, _Mapping]] = ..., ping: _Optional[_Union[Ping, _Mapping]] = ...) -> None: ...

class Ping(_message.Message):
    __slots__ = ("number",)
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    number: int
    def __init__(self, number: _Optional[int] = ...) -> None: ...

class Pong(_message.Message):
    __slots__ = ("number",)
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    number: int
    def __init__(self, number: _Optional[int] = ...) -> None: ...

class Hello(_message.Message):
    __slots__ = ("protocol_version", "sdk_name", "sdk_version", "token", "bot_name", "bot_version", "decision_kinds", "max_tables", "omit_legal_plays", "turns_only", "session", "last_events")
    class LastEventsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: int
        value: int
        def __init__(self, key: _Optional[int] = ..., value: _Optional[int] = ...) -> None: ...
    PROTOCOL_VERSION_FIELD_NUMBER: _ClassVar[int]
    SDK_NAME_FIELD_NUMBER: _ClassVar[int]
    SDK_VERSION_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    BOT_NAME_FIELD_NUMBER: _ClassVar[int]
    BOT_VERSION_FIELD_NUMBER: _ClassVar[int]
    DECISION_KINDS_FIELD_NUMBER: _ClassVar[int]
    MAX_TABLES_FIELD_NUMBER: _ClassVar[int]
    OMIT_LEGAL_PLAYS_FIELD_NUMBER: _ClassVar[int]
    TURNS_ONLY_FIELD_NUMBER: _ClassVar[int]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    LAST_EVENTS_FIELD_NUMBER: _ClassVar[int]
    protocol_version: int
    sdk_name: str
    sdk_version: str
    token: str
    bot_name: str
    bot_version: str
    decision_kinds: _containers.RepeatedScalarFieldContainer[_events_pb2.DecisionKind]
    max_tables: int
    omit_legal_plays: bool
    turns_only: bool
    session: str
    last_events: _containers.ScalarMap[int, int]
    def __init__(self, protocol_version: _Optional[int] = ..., sdk_name: _Optional[str] = ..., sdk_version: _Optional[str] = ..., token: _Optional[str] = ..., bot_name: _Optional[str] = ..., bot_version: _Optional[str] = ..., decision_kinds: _Optional[_Iterable[_Union[_events_pb2.DecisionKind, str]]] = ..., max_tables: _Optional[int] = ..., omit_legal_plays: _Optional[bool] = ..., turns_only: _Optional[bool] = ..., session: _Optional[str] = ..., last_events: _Optional[_Mapping[int, int]] = ...) -> None: ...

class Welcome(_message.Message):
    __slots__ = ("protocol_version", "session", "tables", "commitment")
    PROTOCOL_VERSION_FIELD_NUMBER: _ClassVar[int]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    TABLES_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    protocol_version: int
    session: str
    tables: int
    commitment: bytes
    def __init__(self, protocol_version: _Optional[int] = ..., session: _Optional[str] = ..., tables: _Optional[int] = ..., commitment: _Optional[bytes] = ...) -> None: ...

class Refusal(_message.Message):
    __slots__ = ("reason", "message")
    REASON_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    reason: RefusalReason
    message: str
    def __init__(self, reason: _Optional[_Union[RefusalReason, str]] = ..., message: _Optional[str] = ...) -> None: ...

class TimeControl(_message.Message):
    __slots__ = ("bank_ms", "increment_ms", "cap_ms", "credit_ms", "grace_ms")
    BANK_MS_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_MS_FIELD_NUMBER: _ClassVar[int]
    CAP_MS_FIELD_NUMBER: _ClassVar[int]
    CREDIT_MS_FIELD_NUMBER: _ClassVar[int]
    GRACE_MS_FIELD_NUMBER: _ClassVar[int]
    bank_ms: int
    increment_ms: int
    cap_ms: int
    credit_ms: int
    grace_ms: int
    def __init__(self, bank_ms: _Optional[int] = ..., increment_ms: _Optional[int] = ..., cap_ms: _Optional[int] = ..., credit_ms: _Optional[int] = ..., grace_ms: _Optional[int] = ...) -> None: ...

class MatchStarted(_message.Message):
    __slots__ = ("rules", "time_control", "seats", "seat", "fault_policy")
    RULES_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FAULT_POLICY_FIELD_NUMBER: _ClassVar[int]
    rules: _rules_pb2.Rules
    time_control: TimeControl
    seats: _containers.RepeatedScalarFieldContainer[str]
    seat: int
    fault_policy: FaultPolicy
    def __init__(self, rules: _Optional[_Union[_rules_pb2.Rules, _Mapping]] = ..., time_control: _Optional[_Union[TimeControl, _Mapping]] = ..., seats: _Optional[_Iterable[str]] = ..., seat: _Optional[int] = ..., fault_policy: _Optional[_Union[FaultPolicy, str]] = ...) -> None: ...

class Answer(_message.Message):
    __slots__ = ("table", "turn", "play", "claim", "keep_talon")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    PLAY_FIELD_NUMBER: _ClassVar[int]
    CLAIM_FIELD_NUMBER: _ClassVar[int]
    KEEP_TALON_FIELD_NUMBER: _ClassVar[int]
    table: int
    turn: int
    play: _cards_pb2.Play
    claim: Claim
    keep_talon: bool
    def __init__(self, table: _Optional[int] = ..., turn: _Optional[int] = ..., play: _Optional[_Union[_cards_pb2.Play, _Mapping]] = ..., claim: _Optional[_Union[Claim, _Mapping]] = ..., keep_talon: _Optional[bool] = ...) -> None: ...

class Claim(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Farewell(_message.Message):
    __slots__ = ("reason", "message")
    REASON_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    reason: FarewellReason
    message: str
    def __init__(self, reason: _Optional[_Union[FarewellReason, str]] = ..., message: _Optional[str] = ...) -> None: ...
