"""A rule set is data: a name and a value for each knob, kept in one TOML file per set.

The text of a rule set is its name, followed by the knobs that differ from the named set, such as
``tablic target=51``. A set that is not one of the package tells its knobs by ``tablic``:
``my_cafe (tablic leftovers=last target=51)``. ``parse_rules`` and ``Rules.text`` are inverses.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

from tablic.consistency import check_consistent
from tablic.errors import RulesError
from tablic.knobs import ALLOWED, Knob, checked_knob, knob_text, parse_knob

__all__ = [
    "ALLOWED",
    "DEFAULT_RULES",
    "Knob",
    "Rules",
    "load_rules",
    "named_rules",
    "override_rules",
    "parse_rules",
    "rule_set_names",
    "rules_from_knobs",
    "stored_rules",
]

DEFAULT_RULES: Final = "tablic"

_FOLDER: Final = resources.files("tablic") / "rulesets"


@dataclass(frozen=True)
class Rules:
    """One rule set; docs/rules.md says what each knob means.

    Build it with ``named_rules``, ``load_rules``, ``parse_rules`` or ``rules_from_knobs``, which
    check the values.
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
    def card_points(self) -> int:
        """The points of all cards of the pack together."""
        points = 4 * self.points_ace + 3 * self.points_ten + self.points_ten_diamonds
        points += self.points_two_clubs + self.deck // 4 * self.points_each_club
        return points + (12 * self.points_court if self.deck == 52 else 0)

    def changes(self, base: "Rules") -> str:
        """The knobs that differ from another set, such as ``leftovers=last target=51``."""
        knobs = self.knobs()
        changed = ((key, knobs[key]) for key, usual in base.knobs().items() if knobs[key] != usual)
        return " ".join(f"{key}={knob_text(value)}" for key, value in changed)

    @property
    def text(self) -> str:
        """The canonical text: the name and the knobs that differ from the set of that name."""
        if self.name in rule_set_names():
            return f"{self.name} {self.changes(named_rules(self.name))}".rstrip()
        inner = f"{DEFAULT_RULES} {self.changes(named_rules())}".rstrip()
        return f"{self.name} ({inner})"


@cache
def rule_set_names() -> tuple[str, ...]:
    """The names of the rule sets in the package."""
    return tuple(sorted(item.name.removesuffix(".toml") for item in _FOLDER.iterdir()))


@cache
def named_rules(name: str = DEFAULT_RULES) -> Rules:
    """The rule set of a name; raises RulesError for a name that is not in the package."""
    if name not in rule_set_names():
        names = ", ".join(rule_set_names())
        raise RulesError(f"there is no rule set {name!r}; there are {names}")
    text = (_FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    return rules_from_knobs(name, tomllib.loads(text))


def parse_rules(text: str) -> Rules:
    """The rule set of a text such as ``tablic target=51``; raises RulesError."""
    if told := re.fullmatch(r"(\S+) \((.*)\)", text.strip()):
        return rules_from_knobs(told[1], _parse_named(told[2]).knobs())
    return _parse_named(text)


def _parse_named(text: str) -> Rules:
    name, *overrides = text.split(maxsplit=1) or [""]
    return override_rules(named_rules(name), "".join(overrides))


def override_rules(rules: Rules, overrides: str) -> Rules:
    """A rule set with some knobs set otherwise, such as ``target=51``; raises RulesError."""
    changed: dict[str, Knob] = {}
    for override in overrides.split():
        key, equals, value = override.partition("=")
        if not equals:
            raise RulesError(f"{override!r} in {overrides!r} is not of the form knob=value")
        if key in changed:
            raise RulesError(f"{key!r} is given twice in {overrides!r}")
        changed[key] = parse_knob(value)
    return rules_from_knobs(rules.name, rules.knobs() | changed) if changed else rules


def load_rules(path: str | Path) -> Rules:
    """The rule set in a TOML file of knobs, named as the file; raises RulesError.

    Knobs that the file leaves out are as in ``tablic``.
    """
    where = str(path)
    return _rules(where, Path(path).stem, named_rules().knobs() | _read_toml(where))


def _read_toml(path: str) -> dict[str, Any]:
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise RulesError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise RulesError(f"{path} is not a TOML file: it is not text in UTF-8") from None
    except ValueError as error:
        raise RulesError(
            f'{path} is not a TOML file: {error}; a line of it is like leftovers = "last"'
        ) from None


def stored_rules(fields: Mapping[str, object]) -> Rules:
    """The rule set of a record or another stored text: its name and knobs; raises RulesError.

    A knob that is younger than the text is as in ``tablic``.
    """
    name = fields.get("name")
    if not isinstance(name, str):
        raise RulesError(f"a stored rule set has the name {name!r}, which is not a text")
    knobs = {key: value for key, value in fields.items() if key != "name"}
    return rules_from_knobs(name, {**named_rules().knobs(), **knobs})


def rules_from_knobs(name: str, knobs: Mapping[str, object]) -> Rules:
    """The rule set of a name with all its knobs given; raises RulesError, naming the knob."""
    return _rules(name, name, knobs)


def _rules(where: str, name: str, knobs: Mapping[str, object]) -> Rules:
    if not re.fullmatch(r"\w[\w-]{0,63}", name):
        raise RulesError(
            f"{where}: a rule set cannot be called {name!r}: a name is up to 64 letters, digits, "
            "- and _"
        )
    checked: dict[str, Any] = {key: checked_knob(where, key, knobs[key]) for key in knobs}
    for key in ALLOWED:
        if key not in checked:
            raise RulesError(f"{where}: the knob {key!r} is missing")
    rules = Rules(name, **checked)
    check_consistent(where, rules)
    return rules
