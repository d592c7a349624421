from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ArenaErrorReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ARENA_ERROR_REASON_UNSPECIFIED: _ClassVar[ArenaErrorReason]
    ARENA_ERROR_REASON_TOKEN: _ClassVar[ArenaErrorReason]
    ARENA_ERROR_REASON_ROLE: _ClassVar[ArenaErrorReason]
    ARENA_ERROR_REASON_LIMIT: _ClassVar[ArenaErrorReason]
    ARENA_ERROR_REASON_UNKNOWN_NAME: _ClassVar[ArenaErrorReason]
    ARENA_ERROR_REASON_BOT_NAME: _ClassVar[ArenaErrorReason]
    ARENA_ERROR_REASON_CONTENT: _ClassVar[ArenaErrorReason]
    ARENA_ERROR_REASON_SPEC: _ClassVar[ArenaErrorReason]
    ARENA_ERROR_REASON_PLAY: _ClassVar[ArenaErrorReason]
    ARENA_ERROR_REASON_STORE: _ClassVar[ArenaErrorReason]
    ARENA_ERROR_REASON_REQUEST: _ClassVar[ArenaErrorReason]

class Role(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ROLE_UNSPECIFIED: _ClassVar[Role]
    ROLE_SPECTATOR: _ClassVar[Role]
    ROLE_AUTHOR: _ClassVar[Role]
    ROLE_ORGANISER: _ClassVar[Role]
ARENA_ERROR_REASON_UNSPECIFIED: ArenaErrorReason
ARENA_ERROR_REASON_TOKEN: ArenaErrorReason
ARENA_ERROR_REASON_ROLE: ArenaErrorReason
ARENA_ERROR_REASON_LIMIT: ArenaErrorReason
ARENA_ERROR_REASON_UNKNOWN_NAME: ArenaErrorReason
ARENA_ERROR_REASON_BOT_NAME: ArenaErrorReason
ARENA_ERROR_REASON_CONTENT: ArenaErrorReason
ARENA_ERROR_REASON_SPEC: ArenaErrorReason
ARENA_ERROR_REASON_PLAY: ArenaErrorReason
ARENA_ERROR_REASON_STORE: ArenaErrorReason
ARENA_ERROR_REASON_REQUEST: ArenaErrorReason
ROLE_UNSPECIFIED: Role
ROLE_SPECTATOR: Role
ROLE_AUTHOR: Role
ROLE_ORGANISER: Role

class ArenaError(_message.Message):
    __slots__ = ("reason",)
    REASON_FIELD_NUMBER: _ClassVar[int]
    reason: ArenaErrorReason
    def __init__(self, reason: _Optional[_Union[ArenaErrorReason, str]] = ...) -> None: ...

class GetCallerRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetCallerResponse(_message.Message):
    __slots__ = ("name", "role", "arena_version")
    NAME_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    ARENA_VERSION_FIELD_NUMBER: _ClassVar[int]
    name: str
    role: Role
    arena_version: str
    def __init__(self, name: _Optional[str] = ..., role: _Optional[_Union[Role, str]] = ..., arena_version: _Optional[str] = ...) -> None: ...

class ListRequest(_message.Message):
    __slots__ = ("bots", "tournaments", "games", "faults", "rankings", "crosstable", "tokens", "deeds", "head_to_head", "history", "page_size", "page_token")
    BOTS_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENTS_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    FAULTS_FIELD_NUMBER: _ClassVar[int]
    RANKINGS_FIELD_NUMBER: _ClassVar[int]
    CROSSTABLE_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    DEEDS_FIELD_NUMBER: _ClassVar[int]
    HEAD_TO_HEAD_FIELD_NUMBER: _ClassVar[int]
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    bots: BotsFilter
    tournaments: TournamentsFilter
    games: GamesFilter
    faults: FaultsFilter
    rankings: RankingsFilter
    crosstable: CrosstableFilter
    tokens: TokensFilter
    deeds: DeedsFilter
    head_to_head: HeadToHeadFilter
    history: HistoryFilter
    page_size: int
    page_token: str
    def __init__(self, bots: _Optional[_Union[BotsFilter, _Mapping]] = ..., tournaments: _Optional[_Union[TournamentsFilter, _Mapping]] = ..., games: _Optional[_Union[GamesFilter, _Mapping]] = ..., faults: _Optional[_Union[FaultsFilter, _Mapping]] = ..., rankings: _Optional[_Union[RankingsFilter, _Mapping]] = ..., crosstable: _Optional[_Union[CrosstableFilter, _Mapping]] = ..., tokens: _Optional[_Union[TokensFilter, _Mapping]] = ..., deeds: _Optional[_Union[DeedsFilter, _Mapping]] = ..., head_to_head: _Optional[_Union[HeadToHeadFilter, _Mapping]] = ..., history: _Optional[_Union[HistoryFilter, _Mapping]] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class BotsFilter(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class TournamentsFilter(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GamesFilter(_message.Message):
    __slots__ = ("tournament", "bot")
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    tournament: int
    bot: str
    def __init__(self, tournament: _Optional[int] = ..., bot: _Optional[str] = ...) -> None: ...

class FaultsFilter(_message.Message):
    __slots__ = ("tournament", "bot")
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    tournament: int
    bot: str
    def __init__(self, tournament: _Optional[int] = ..., bot: _Optional[str] = ...) -> None: ...

class RankingsFilter(_message.Message):
    __slots__ = ("tournament", "rules", "anchors")
    class AnchorsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: float
        def __init__(self, key: _Optional[str] = ..., value: _Optional[float] = ...) -> None: ...
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    ANCHORS_FIELD_NUMBER: _ClassVar[int]
    tournament: int
    rules: str
    anchors: _containers.ScalarMap[str, float]
    def __init__(self, tournament: _Optional[int] = ..., rules: _Optional[str] = ..., anchors: _Optional[_Mapping[str, float]] = ...) -> None: ...

class CrosstableFilter(_message.Message):
    __slots__ = ("tournament", "rules")
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    tournament: int
    rules: str
    def __init__(self, tournament: _Optional[int] = ..., rules: _Optional[str] = ...) -> None: ...

class TokensFilter(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class DeedsFilter(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class HeadToHeadFilter(_message.Message):
    __slots__ = ("bot", "opponent", "tournament", "rules")
    BOT_FIELD_NUMBER: _ClassVar[int]
    OPPONENT_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    bot: str
    opponent: str
    tournament: int
    rules: str
    def __init__(self, bot: _Optional[str] = ..., opponent: _Optional[str] = ..., tournament: _Optional[int] = ..., rules: _Optional[str] = ...) -> None: ...

class HistoryFilter(_message.Message):
    __slots__ = ("bot",)
    BOT_FIELD_NUMBER: _ClassVar[int]
    bot: str
    def __init__(self, bot: _Optional[str] = ...) -> None: ...

class ListResponse(_message.Message):
    __slots__ = ("tables", "heading", "nothing", "remarks", "next_page_token")
    TABLES_FIELD_NUMBER: _ClassVar[int]
    HEADING_FIELD_NUMBER: _ClassVar[int]
    NOTHING_FIELD_NUMBER: _ClassVar[int]
    REMARKS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    tables: _containers.RepeatedCompositeFieldContainer[Table]
    heading: str
    nothing: str
    remarks: _containers.RepeatedScalarFieldContainer[str]
    next_page_token: str
    def __init__(self, tables: _Optional[_Iterable[_Union[Table, _Mapping]]] = ..., heading: _Optional[str] = ..., nothing: _Optional[str] = ..., remarks: _Optional[_Iterable[str]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class Table(_message.Message):
    __slots__ = ("columns", "rows")
    COLUMNS_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    columns: _containers.RepeatedScalarFieldContainer[str]
    rows: _containers.RepeatedCompositeFieldContainer[Row]
    def __init__(self, columns: _Optional[_Iterable[str]] = ..., rows: _Optional[_Iterable[_Union[Row, _Mapping]]] = ...) -> None: ...

class Row(_message.Message):
    __slots__ = ("cells",)
    CELLS_FIELD_NUMBER: _ClassVar[int]
    cells: _containers.RepeatedCompositeFieldContainer[Cell]
    def __init__(self, cells: _Optional[_Iterable[_Union[Cell, _Mapping]]] = ...) -> None: ...

class Cell(_message.Message):
    __slots__ = ("text", "integer", "number", "list")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    INTEGER_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    LIST_FIELD_NUMBER: _ClassVar[int]
    text: str
    integer: int
    number: float
    list: Row
    def __init__(self, text: _Optional[str] = ..., integer: _Optional[int] = ..., number: _Optional[float] = ..., list: _Optional[_Union[Row, _Mapping]] = ...) -> None: ...

class GetGameRequest(_message.Message):
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: int
    def __init__(self, game: _Optional[int] = ...) -> None: ...

class GetGameResponse(_message.Message):
    __slots__ = ("record", "tournament", "chosen_decks")
    RECORD_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    CHOSEN_DECKS_FIELD_NUMBER: _ClassVar[int]
    record: str
    tournament: int
    chosen_decks: bool
    def __init__(self, record: _Optional[str] = ..., tournament: _Optional[int] = ..., chosen_decks: _Optional[bool] = ...) -> None: ...

class GetFaultRequest(_message.Message):
    __slots__ = ("fault",)
    FAULT_FIELD_NUMBER: _ClassVar[int]
    fault: int
    def __init__(self, fault: _Optional[int] = ...) -> None: ...

class GetFaultResponse(_message.Message):
    __slots__ = ("heading", "bundle")
    HEADING_FIELD_NUMBER: _ClassVar[int]
    BUNDLE_FIELD_NUMBER: _ClassVar[int]
    heading: _containers.RepeatedScalarFieldContainer[str]
    bundle: str
    def __init__(self, heading: _Optional[_Iterable[str]] = ..., bundle: _Optional[str] = ...) -> None: ...

class GetReportRequest(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: int
    def __init__(self, tournament: _Optional[int] = ...) -> None: ...

class GetReportResponse(_message.Message):
    __slots__ = ("chunk",)
    CHUNK_FIELD_NUMBER: _ClassVar[int]
    chunk: bytes
    def __init__(self, chunk: _Optional[bytes] = ...) -> None: ...

class SubmitRequest(_message.Message):
    __slots__ = ("header", "chunk")
    HEADER_FIELD_NUMBER: _ClassVar[int]
    CHUNK_FIELD_NUMBER: _ClassVar[int]
    header: SubmitHeader
    chunk: bytes
    def __init__(self, header: _Optional[_Union[SubmitHeader, _Mapping]] = ..., chunk: _Optional[bytes] = ...) -> None: ...

class SubmitHeader(_message.Message):
    __slots__ = ("name", "size", "sha256", "stdio")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    SHA256_FIELD_NUMBER: _ClassVar[int]
    STDIO_FIELD_NUMBER: _ClassVar[int]
    name: str
    size: int
    sha256: bytes
    stdio: bool
    def __init__(self, name: _Optional[str] = ..., size: _Optional[int] = ..., sha256: _Optional[bytes] = ..., stdio: _Optional[bool] = ...) -> None: ...

class SubmitResponse(_message.Message):
    __slots__ = ("received", "validating", "accepted", "building")
    RECEIVED_FIELD_NUMBER: _ClassVar[int]
    VALIDATING_FIELD_NUMBER: _ClassVar[int]
    ACCEPTED_FIELD_NUMBER: _ClassVar[int]
    BUILDING_FIELD_NUMBER: _ClassVar[int]
    received: ArchiveReceived
    validating: ValidationStarted
    accepted: SubmitAccepted
    building: BuildStarted
    def __init__(self, received: _Optional[_Union[ArchiveReceived, _Mapping]] = ..., validating: _Optional[_Union[ValidationStarted, _Mapping]] = ..., accepted: _Optional[_Union[SubmitAccepted, _Mapping]] = ..., building: _Optional[_Union[BuildStarted, _Mapping]] = ...) -> None: ...

class ArchiveReceived(_message.Message):
    __slots__ = ("files",)
    FILES_FIELD_NUMBER: _ClassVar[int]
    files: int
    def __init__(self, files: _Optional[int] = ...) -> None: ...

class BuildStarted(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ValidationStarted(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class SubmitAccepted(_message.Message):
    __slots__ = ("sentences", "bot", "version", "is_new", "warnings")
    SENTENCES_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    IS_NEW_FIELD_NUMBER: _ClassVar[int]
    WARNINGS_FIELD_NUMBER: _ClassVar[int]
    sentences: _containers.RepeatedScalarFieldContainer[str]
    bot: str
    version: int
    is_new: bool
    warnings: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, sentences: _Optional[_Iterable[str]] = ..., bot: _Optional[str] = ..., version: _Optional[int] = ..., is_new: _Optional[bool] = ..., warnings: _Optional[_Iterable[str]] = ...) -> None: ...

class RetireBotRequest(_message.Message):
    __slots__ = ("bot",)
    BOT_FIELD_NUMBER: _ClassVar[int]
    bot: str
    def __init__(self, bot: _Optional[str] = ...) -> None: ...

class RetireBotResponse(_message.Message):
    __slots__ = ("was_in_play",)
    WAS_IN_PLAY_FIELD_NUMBER: _ClassVar[int]
    was_in_play: bool
    def __init__(self, was_in_play: _Optional[bool] = ...) -> None: ...

class CreateTournamentRequest(_message.Message):
    __slots__ = ("spec_toml",)
    SPEC_TOML_FIELD_NUMBER: _ClassVar[int]
    spec_toml: str
    def __init__(self, spec_toml: _Optional[str] = ...) -> None: ...

class CreateTournamentResponse(_message.Message):
    __slots__ = ("tournament", "commitment", "boards")
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    BOARDS_FIELD_NUMBER: _ClassVar[int]
    tournament: int
    commitment: str
    boards: int
    def __init__(self, tournament: _Optional[int] = ..., commitment: _Optional[str] = ..., boards: _Optional[int] = ...) -> None: ...

class StartTournamentRequest(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: int
    def __init__(self, tournament: _Optional[int] = ...) -> None: ...

class StartTournamentResponse(_message.Message):
    __slots__ = ("waits_for",)
    WAITS_FOR_FIELD_NUMBER: _ClassVar[int]
    waits_for: int
    def __init__(self, waits_for: _Optional[int] = ...) -> None: ...

class StopTournamentRequest(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: int
    def __init__(self, tournament: _Optional[int] = ...) -> None: ...

class StopTournamentResponse(_message.Message):
    __slots__ = ("boards_played",)
    BOARDS_PLAYED_FIELD_NUMBER: _ClassVar[int]
    boards_played: int
    def __init__(self, boards_played: _Optional[int] = ...) -> None: ...

class WatchTournamentRequest(_message.Message):
    __slots__ = ("tournament", "after_board")
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    AFTER_BOARD_FIELD_NUMBER: _ClassVar[int]
    tournament: int
    after_board: int
    def __init__(self, tournament: _Optional[int] = ..., after_board: _Optional[int] = ...) -> None: ...

class WatchTournamentResponse(_message.Message):
    __slots__ = ("board", "state")
    BOARD_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    board: BoardPlayed
    state: TournamentState
    def __init__(self, board: _Optional[_Union[BoardPlayed, _Mapping]] = ..., state: _Optional[_Union[TournamentState, _Mapping]] = ...) -> None: ...

class BoardPlayed(_message.Message):
    __slots__ = ("id", "match", "number", "bots", "faulted", "games")
    ID_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    BOTS_FIELD_NUMBER: _ClassVar[int]
    FAULTED_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    id: int
    match: str
    number: int
    bots: _containers.RepeatedScalarFieldContainer[str]
    faulted: bool
    games: _containers.RepeatedCompositeFieldContainer[GamePlayed]
    def __init__(self, id: _Optional[int] = ..., match: _Optional[str] = ..., number: _Optional[int] = ..., bots: _Optional[_Iterable[str]] = ..., faulted: _Optional[bool] = ..., games: _Optional[_Iterable[_Union[GamePlayed, _Mapping]]] = ...) -> None: ...

class GamePlayed(_message.Message):
    __slots__ = ("game", "rotation", "points", "places")
    GAME_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    game: int
    rotation: int
    points: _containers.RepeatedScalarFieldContainer[int]
    places: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, game: _Optional[int] = ..., rotation: _Optional[int] = ..., points: _Optional[_Iterable[int]] = ..., places: _Optional[_Iterable[int]] = ...) -> None: ...

class TournamentState(_message.Message):
    __slots__ = ("boards_played", "boards", "started", "finished", "problem")
    BOARDS_PLAYED_FIELD_NUMBER: _ClassVar[int]
    BOARDS_FIELD_NUMBER: _ClassVar[int]
    STARTED_FIELD_NUMBER: _ClassVar[int]
    FINISHED_FIELD_NUMBER: _ClassVar[int]
    PROBLEM_FIELD_NUMBER: _ClassVar[int]
    boards_played: int
    boards: int
    started: bool
    finished: bool
    problem: str
    def __init__(self, boards_played: _Optional[int] = ..., boards: _Optional[int] = ..., started: _Optional[bool] = ..., finished: _Optional[bool] = ..., problem: _Optional[str] = ...) -> None: ...

class CreateTokenRequest(_message.Message):
    __slots__ = ("name", "role")
    NAME_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    name: str
    role: Role
    def __init__(self, name: _Optional[str] = ..., role: _Optional[_Union[Role, str]] = ...) -> None: ...

class CreateTokenResponse(_message.Message):
    __slots__ = ("token", "id")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    token: str
    id: int
    def __init__(self, token: _Optional[str] = ..., id: _Optional[int] = ...) -> None: ...

class RevokeTokenRequest(_message.Message):
    __slots__ = ("id",)
    ID_FIELD_NUMBER: _ClassVar[int]
    id: int
    def __init__(self, id: _Optional[int] = ...) -> None: ...

class RevokeTokenResponse(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...
