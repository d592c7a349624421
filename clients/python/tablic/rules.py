"""A rule set is data: a name and a value for each knob, kept in one TOML file per named set.

The text of a rule set is its name, followed by the knobs that differ from the named set, such as
``tablic target=51``. ``parse_rules`` and ``Rules.text`` are inverses.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import cache
from importlib import resources
from typing import Final

from tablic.errors import RulesError

__all__ = ["DEFAULT_RULES", "Knob", "Rules", "named_rules", "parse_rules", "rules_from_knobs"]

DEFAULT_RULES: Final = "tablic"

Knob = int | bool | str

_NOT_NEGATIVE: Final = range(1000)

# What each knob may be.
ALLOWED: Final[Mapping[str, range | tuple[Knob, ...]]] = {
    "players": (2, 3, 4),
    "teams": (False, True),
    "deck": (52, 40),
    "hand": range(1, 27),
    "uneven_last_deal": ("share", "refuse"),
    "talon": range(49),
    "talon_offer": (False, True),
    "jack": ("value", "sweep"),
    "initial_jack": ("keep", "bury", "bottom"),
    "max_groups": range(53),
    "must_capture": ("never", "card", "hand"),
    "capture_extent": ("any", "maximal"),
    "tabla": ("points", "value"),
    "tabla_points": _NOT_NEGATIVE,
    "tabla_last_card": (False, True),
    "leftovers": ("dealer", "last"),
    "points_ace": _NOT_NEGATIVE,
    "points_court": _NOT_NEGATIVE,
    "points_ten": _NOT_NEGATIVE,
    "points_ten_diamonds": _NOT_NEGATIVE,
    "points_two_clubs": _NOT_NEGATIVE,
    "points_each_club": _NOT_NEGATIVE,
    "most_cards": _NOT_NEGATIVE,
    "most_tie": ("none", "all", "split"),
    "target": range(1, 1_000_000),
    "hands": range(1_000),
    "claim": (False, True),
    "show_bottom_card": (False, True),
}


@dataclass(frozen=True, slots=True)
class Rules:
    """One rule set; docs/rules.md says what each knob means.

    Build it with ``named_rules``, ``parse_rules`` or ``rules_from_knobs``, which check the values.
    """

    name: str
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

    @property
    def sides(self) -> int:
        """How many sides score: one a seat, or the two partnerships."""
        return 2 if self.teams else self.players

    def side_of(self, seat: int) -> int:
        """The side a seat plays for."""
        return seat % self.sides

    def knobs(self) -> dict[str, Knob]:
        """Every knob by name, the rule set's name left out."""
        knobs = asdict(self)
        del knobs["name"]
        return knobs

    @property
    def text(self) -> str:
        """The canonical text: the name and the knobs that differ from the set of that name."""
        knobs, base = self.knobs(), named_rules(self.name).knobs()
        changed = (f" {key}={_knob_text(knobs[key])}" for key in base if knobs[key] != base[key])
        return self.name + "".join(changed)


@cache
def named_rules(name: str = DEFAULT_RULES) -> Rules:
    """The rule set of a name; raises RulesError for a name that is not in the package."""
    folder = resources.files("tablic") / "rulesets"
    names = sorted(item.name.removesuffix(".toml") for item in folder.iterdir())
    if name not in names:
        raise RulesError(f"there is no rule set {name!r}; there are {', '.join(names)}")
    text = (folder / f"{name}.toml").read_text(encoding="utf-8")
    return rules_from_knobs(name, tomllib.loads(text))


def parse_rules(text: str) -> Rules:
    """The rule set of a text such as ``tablic target=51``; raises RulesError."""
    name, *overrides = text.split() or [""]
    base = named_rules(name)
    if not overrides:
        return base
    knobs = base.knobs()
    for place, override in enumerate(overrides):
        key, equals, value = override.partition("=")
        if not equals:
            raise RulesError(f"{override!r} in {text!r} is not of the form knob=value")
        if any(earlier.startswith(f"{key}=") for earlier in overrides[:place]):
            raise RulesError(f"{key!r} is given twice in {text!r}")
        knobs[key] = _parse_knob(value)
    return rules_from_knobs(name, knobs)


def rules_from_knobs(name: str, knobs: Mapping[str, object]) -> Rules:
    """The rule set of a name with all its knobs given; raises RulesError, naming the knob."""
    names = [field.name for field in fields(Rules) if field.name != "name"]
    for key in knobs:
        if key not in names:
            raise RulesError(f"{name}: there is no knob {key!r}; there are {', '.join(names)}")
    checked: dict[str, Knob] = {}
    for key in names:
        if key not in knobs:
            raise RulesError(f"{name}: the knob {key!r} is missing")
        checked[key] = _checked(name, key, knobs[key])
    rules = Rules(name, **checked)  # type: ignore[arg-type]  # each checked against ALLOWED
    _check_dealable(rules)
    _check_ends(rules)
    return rules


def _checked(name: str, key: str, value: object) -> Knob:
    allowed = ALLOWED[key]
    if isinstance(allowed, range):
        if type(value) is int and value in allowed:
            return value
    else:
        for candidate in allowed:
            if type(candidate) is type(value) and candidate == value:
                return candidate
    raise RulesError(f"{name}: {key} = {_knob_text(value)} is not allowed: {_allowed_text(key)}")


def _allowed_text(key: str) -> str:
    allowed = ALLOWED[key]
    if isinstance(allowed, range):
        return f"it is a whole number from {allowed[0]} to {allowed[-1]}"
    return "it is " + " or ".join(map(_knob_text, allowed))


def _check_dealable(rules: Rules) -> None:
    cards = rules.deck - rules.talon
    rest = cards % (rules.players * rules.hand)
    uneven = rest % rules.players or (rest and rules.uneven_last_deal == "refuse")
    if cards <= 0 or uneven:
        raise RulesError(
            f"{rules.name}: {cards} cards (deck = {rules.deck} less talon = {rules.talon}) cannot "
            f"be dealt to {rules.players} players by hand = {rules.hand}"
            + (", uneven_last_deal = refuse" if rules.uneven_last_deal == "refuse" else "")
        )


def _check_ends(rules: Rules) -> None:
    """A hand must always score something, or a game to a target might never end."""
    on_cards = (
        4 * rules.points_ace
        + 3 * rules.points_ten
        + rules.points_ten_diamonds
        + rules.points_two_clubs
        + rules.deck // 4 * rules.points_each_club
        + (12 * rules.points_court if rules.deck == 52 else 0)
    )
    on_a_tie = {"none": 0, "all": rules.most_cards, "split": rules.most_cards // rules.sides}
    if not on_cards and not on_a_tie[rules.most_tie]:
        raise RulesError(
            f"{rules.name}: no card scores a point, so a hand can end without points and a game "
            "without an end; give a points_ knob a value above 0"
        )


def _parse_knob(text: str) -> Knob:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else text


def _knob_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
