"""What is to be played: a tournament as data, stored with its results."""

import json
import math
from dataclasses import asdict, dataclass, field
from typing import Final, Self

from tablic.rules import Rules, named_rules, stored_rules
from tablic_server.batch import DEFAULT_STARTUP
from tablic_server.clock import DEFAULT_TIME, TimeControl
from tablic_server.faults import FaultPolicy
from tablic_server.limits import DEFAULT_LIMITS, Limits

from tablic_tournaments.errors import SpecError
from tablic_tournaments.words import count

__all__ = ["DEFAULT_TABLES", "Entrant", "TournamentSpec"]

DEFAULT_TABLES: Final = 8


@dataclass(frozen=True, slots=True)
class Entrant:
    """A version of a bot in a tournament: its name, number and content."""

    name: str
    version: int
    sha256: str

    @property
    def label(self) -> str:
        """The name of the version in records and tables, such as ``fisher 2``."""
        return f"{self.name} {self.version}"


@dataclass(frozen=True, slots=True)
class TournamentSpec:
    """A round robin: everything that decides what is played, but for the secret."""

    entrants: tuple[Entrant, ...]
    boards: int
    """Boards of each match."""
    tables: int = DEFAULT_TABLES
    """Boards of a match played at once, by the same processes."""
    rules: Rules = field(default_factory=named_rules)
    time: TimeControl = DEFAULT_TIME
    startup: float = DEFAULT_STARTUP
    """Seconds a bot may take until its hello."""
    chosen_secret: bool = False
    """Whether the organiser chose the secret, so that the decks were known beforehand."""
    limits: Limits = DEFAULT_LIMITS
    """The caps on each bot in its sandbox."""
    trusted: bool = False
    """Whether the bots may be played where no sandbox can be had."""
    fault_policy: FaultPolicy = FaultPolicy.FORFEIT

    def __post_init__(self) -> None:
        """Raise SpecError for what cannot be played."""
        there = len(self.entrants)
        if there < self.rules.sides:
            raise SpecError(
                f"{self.rules.name} needs {count(self.rules.sides, 'bot')} a match, and there "
                f"{'is' if there == 1 else 'are'} {there}; submit one with: "
                "tablic-arena submit FILE"
            )
        names = [entrant.label for entrant in self.entrants]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise SpecError(f"{', '.join(twice)} is named twice; name each bot once")
        if self.boards < 1 or self.tables < 1:
            raise SpecError(f"boards = {self.boards}, tables = {self.tables}: both are 1 or more")

    @property
    def matches(self) -> int:
        """How many matches there are: every bot meets every other, as many at once as sides."""
        return math.comb(len(self.entrants), self.rules.sides)

    @property
    def games(self) -> int:
        """How many games there are in all."""
        return self.matches * self.boards * self.rules.sides

    def text(self) -> str:
        """The spec as JSON; ``from_text`` reads it."""
        data = asdict(self)
        data["rules"] = {"name": self.rules.name, **self.rules.knobs()}
        data["time"] = self.time._asdict()
        data["limits"] = self.limits._asdict()
        return json.dumps(data)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The spec of a JSON text that ``text`` wrote."""
        data = json.loads(text)
        data["rules"] = stored_rules(data["rules"])
        data["time"] = TimeControl(**data["time"])
        data["limits"] = Limits(**data.get("limits", {}))
        data["fault_policy"] = FaultPolicy(data.get("fault_policy", FaultPolicy.FORFEIT))
        data["entrants"] = tuple(Entrant(**entrant) for entrant in data["entrants"])
        return cls(**data)
