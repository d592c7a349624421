from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Optional as _Optional

DESCRIPTOR: _descriptor.FileDescriptor

class Rules(_message.Message):
    __slots__ = ("name", "text", "players", "teams", "deck", "hand", "uneven_last_deal", "talon", "talon_offer", "jack", "initial_jack", "max_groups", "must_capture", "capture_extent", "tabla", "tabla_points", "tabla_last_card", "leftovers", "points_ace", "points_court", "points_ten", "points_ten_diamonds", "points_two_clubs", "points_each_club", "most_cards", "most_tie", "target", "hands", "claim", "show_bottom_card")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    TEAMS_FIELD_NUMBER: _ClassVar[int]
    DECK_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    UNEVEN_LAST_DEAL_FIELD_NUMBER: _ClassVar[int]
    TALON_FIELD_NUMBER: _ClassVar[int]
    TALON_OFFER_FIELD_NUMBER: _ClassVar[int]
    JACK_FIELD_NUMBER: _ClassVar[int]
    INITIAL_JACK_FIELD_NUMBER: _ClassVar[int]
    MAX_GROUPS_FIELD_NUMBER: _ClassVar[int]
    MUST_CAPTURE_FIELD_NUMBER: _ClassVar[int]
    CAPTURE_EXTENT_FIELD_NUMBER: _ClassVar[int]
    TABLA_FIELD_NUMBER: _ClassVar[int]
    TABLA_POINTS_FIELD_NUMBER: _ClassVar[int]
    TABLA_LAST_CARD_FIELD_NUMBER: _ClassVar[int]
    LEFTOVERS_FIELD_NUMBER: _ClassVar[int]
    POINTS_ACE_FIELD_NUMBER: _ClassVar[int]
    POINTS_COURT_FIELD_NUMBER: _ClassVar[int]
    POINTS_TEN_FIELD_NUMBER: _ClassVar[int]
    POINTS_TEN_DIAMONDS_FIELD_NUMBER: _ClassVar[int]
    POINTS_TWO_CLUBS_FIELD_NUMBER: _ClassVar[int]
    POINTS_EACH_CLUB_FIELD_NUMBER: _ClassVar[int]
    MOST_CARDS_FIELD_NUMBER: _ClassVar[int]
    MOST_TIE_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    CLAIM_FIELD_NUMBER: _ClassVar[int]
    SHOW_BOTTOM_CARD_FIELD_NUMBER: _ClassVar[int]
    name: str
    text: str
    players: int
    teams: bool
    deck: int
    hand: int
    uneven_last_deal: str
    talon: int
    talon_offer: bool
    jack: str
    initial_jack: str
    max_groups: int
    must_capture: str
    capture_extent: str
    tabla: str
    tabla_points: int
    tabla_last_card: bool
    leftovers: str
    points_ace: int
    points_court: int
    points_ten: int
    points_ten_diamonds: int
    points_two_clubs: int
    points_each_club: int
    most_cards: int
    most_tie: str
    target: int
    hands: int
    claim: bool
    show_bottom_card: bool
    def __init__(self, name: _Optional[str] = ..., text: _Optional[str] = ..., players: _Optional[int] = ..., teams: _Optional[bool] = ..., deck: _Optional[int] = ..., hand: _Optional[int] = ..., uneven_last_deal: _Optional[str] = ..., talon: _Optional[int] = ..., talon_offer: _Optional[bool] = ..., jack: _Optional[str] = ..., initial_jack: _Optional[str] = ..., max_groups: _Optional[int] = ..., must_capture: _Optional[str] = ..., capture_extent: _Optional[str] = ..., tabla: _Optional[str] = ..., tabla_points: _Optional[int] = ..., tabla_last_card: _Optional[bool] = ..., leftovers: _Optional[str] = ..., points_ace: _Optional[int] = ..., points_court: _Optional[int] = ..., points_ten: _Optional[int] = ..., points_ten_diamonds: _Optional[int] = ..., points_two_clubs: _Optional[int] = ..., points_each_club: _Optional[int] = ..., most_cards: _Optional[int] = ..., most_tie: _Optional[str] = ..., target: _Optional[int] = ..., hands: _Optional[int] = ..., claim: _Optional[bool] = ..., show_bottom_card: _Optional[bool] = ...) -> None: ...
