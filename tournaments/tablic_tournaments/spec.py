"""What is to be played: a tournament as data, stored with its results."""

import json
import math
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple, Self

from tablic.rules import Rules, named_rules, stored_rules
from tablic_server.batch import DEFAULT_STARTUP
from tablic_server.clock import DEFAULT_TIME, TimeControl
from tablic_server.faults import FaultPolicy
from tablic_server.limits import DEFAULT_LIMITS, Limits

from tablic_tournaments.errors import SpecError
from tablic_tournaments.words import count

__all__ = [
    "DEFAULT_TABLES",
    "STAGE_BOARDS",
    "Entrant",
    "Format",
    "Hypotheses",
    "TournamentSpec",
    "default_rounds",
]

DEFAULT_TABLES: Final = 8
# Boards of a stage of a ladder, whose secret is told when they are played.
STAGE_BOARDS: Final = 1_000
# The farthest that a hypothesis of a sequential test may be, in normalized Elo.
MOST_ELO: Final = 1000


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


class Format(StrEnum):
    """Who plays whom. docs/formats.md has the rule of each."""

    ROUND_ROBIN = "round-robin"
    GAUNTLET = "gauntlet"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    SPRT = "sprt"
    LADDER = "ladder"


# Formats in which two meet, so that rule sets need two sides.
OF_TWO: Final = (Format.SWISS, Format.KNOCKOUT, Format.SPRT)


class Hypotheses(NamedTuple):
    """What a sequential test decides between: how much stronger the first bot is."""

    elo0: float = 0.0
    """In normalized Elo, as ``elo1``."""
    elo1: float = 10.0
    alpha: float = 0.05
    """How often ``elo1`` is taken though ``elo0`` is true."""
    beta: float = 0.05
    """How often ``elo0`` is taken though ``elo1`` is true."""


DEFAULT_HYPOTHESES: Final = Hypotheses()


@dataclass(frozen=True, slots=True)
class TournamentSpec:
    """A tournament: everything that decides what is played, but for the secret."""

    entrants: tuple[Entrant, ...]
    boards: int
    """Boards of each match; at most so many of a test, and all of a ladder, where 0 has no end."""
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
    name: str = ""
    """What the organiser calls it; empty where it has no name."""
    format: Format = Format.ROUND_ROBIN
    challengers: tuple[str, ...] = ()
    """The labels of the entrants that meet the field of a gauntlet."""
    rounds: int = 0
    """Rounds of a Swiss tournament."""
    hypotheses: Hypotheses = DEFAULT_HYPOTHESES

    def __post_init__(self) -> None:
        """Raise SpecError for what cannot be played."""
        there = len(self.entrants)
        if there < self.rules.sides:
            raise SpecError(
                f"{self.rules.name} needs {count(self.rules.sides, 'bot')} a match, and there "
                f"{'is' if there == 1 else 'are'} {there}; submit one with: "
                "tablic-arena submit FILE",
                "bots",
            )
        names = [entrant.label for entrant in self.entrants]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise SpecError(f"{', '.join(twice)} is named twice; name each bot once", "bots")
        endless = self.format is Format.LADDER and self.boards == 0
        if self.tables < 1 or (self.boards < 1 and not endless):
            key = "tables" if self.tables < 1 else "boards"
            raise SpecError(
                f"boards = {self.boards}, tables = {self.tables}: both are 1 or more", key
            )
        if self.format in OF_TWO and self.rules.sides != 2:
            raise SpecError(
                f"two bots meet in the format {self.format}, and {self.rules.name} has "
                f"{count(self.rules.sides, 'side')}; play a round-robin, a gauntlet or a ladder",
                "format",
            )
        self._check_format()

    def _check_format(self) -> None:
        """Raise SpecError for settings of the format that cannot be played."""
        if self.format is Format.GAUNTLET:
            self._check_gauntlet()
        elif self.challengers:
            raise SpecError(
                f"there are challengers in a gauntlet, not in a {self.format}", "challengers"
            )
        if self.format is Format.SWISS and self.rounds < 1:
            raise SpecError(f"rounds = {self.rounds}: it is 1 or more", "rounds")
        if self.format is not Format.SWISS and self.rounds:
            raise SpecError(f"rounds = {self.rounds}: only swiss has rounds to choose", "rounds")
        if self.format is Format.SPRT:
            self._check_test()

    def _check_gauntlet(self) -> None:
        labels = [entrant.label for entrant in self.entrants]
        for challenger in self.challengers:
            if challenger not in labels:
                raise SpecError(
                    f"{challenger} challenges, and is not among the bots", "challengers"
                )
        least = self.rules.sides - 1
        if not self.challengers or len(self.entrants) - len(self.challengers) < least:
            raise SpecError(
                f"a gauntlet of {self.rules.name} needs a challenger and {count(least, 'bot')} in "
                f"the field; there are {len(self.challengers)} and "
                f"{len(self.entrants) - len(self.challengers)}",
                "challengers",
            )

    def _check_test(self) -> None:
        if len(self.entrants) != 2:
            raise SpecError(
                f"sprt tests two bots, and there are {len(self.entrants)}; name two", "bots"
            )
        elo0, elo1, alpha, beta = self.hypotheses
        if not -MOST_ELO <= elo0 < elo1 <= MOST_ELO:
            raise SpecError(
                f"elo0 = {elo0:g}, elo1 = {elo1:g}: the first is lower, both within {MOST_ELO}",
                "elo0",
            )
        if not (0 < alpha < 0.5 and 0 < beta < 0.5):
            key = "beta" if 0 < alpha < 0.5 else "alpha"
            raise SpecError(f"alpha = {alpha:g}, beta = {beta:g}: both are between 0 and 0.5", key)

    @property
    def matches(self) -> int:
        """How many matches there are; of a ladder, how many there can be."""
        there, sides = len(self.entrants), self.rules.sides
        match self.format:
            case Format.GAUNTLET:
                field_size = there - len(self.challengers)
                return len(self.challengers) * math.comb(field_size, sides - 1)
            case Format.SWISS:
                return self.rounds * (there // 2)
            case Format.KNOCKOUT:
                return there - 1
            case _:
                return math.comb(there, sides)

    @property
    def total_boards(self) -> int:
        """How many boards there are in all; at least of a knockout, and at most of a test."""
        return self.boards if self.format is Format.LADDER else self.matches * self.boards

    @property
    def games(self) -> int:
        """How many games these boards have."""
        return self.total_boards * self.rules.sides

    def text(self) -> str:
        """The spec as JSON; ``from_text`` reads it."""
        data = asdict(self)
        data["rules"] = {"name": self.rules.name, **self.rules.knobs()}
        data["time"] = self.time._asdict()
        data["limits"] = self.limits._asdict()
        data["hypotheses"] = self.hypotheses._asdict()
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
        data["format"] = Format(data.get("format", Format.ROUND_ROBIN))
        data["challengers"] = tuple(data.get("challengers", ()))
        data["hypotheses"] = Hypotheses(**data.get("hypotheses", {}))
        return cls(**data)


def default_rounds(entrants: int) -> int:
    """The rounds of a Swiss tournament after which one bot at most has won all its matches."""
    return max(1, math.ceil(math.log2(entrants)))
