"""Which boards are compared: those of a tournament, or of a rule set."""

from collections.abc import Mapping
from typing import NamedTuple

from tablic.errors import RulesError

from tablic_tournaments.ratings.elo import sequential_elo
from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.ratings.sums import Sums, sums_of
from tablic_tournaments.reports.standings import FaultCounts
from tablic_tournaments.rule_files import rules_of
from tablic_tournaments.store import Arena, Tournament
from tablic_tournaments.words import counted, short_rules

__all__ = ["Scope", "chosen_scope"]


class Scope(NamedTuple):
    """The boards that are chosen; ``boards`` says how many there are of each rule set."""

    tournament: int | None
    rules: str
    boards: Mapping[str, int]

    def results(self, arena: Arena) -> list[BoardResult]:
        """Their results, in board order."""
        return list(arena.tournaments.results(*self._selection))

    def summary(self, arena: Arena) -> tuple[Sums, dict[str, float]]:
        """The sums over them that standings need, and the sequential rating of each bot."""
        if self.tournament is None:
            return arena.tournaments.summary(self.rules)
        results = self.results(arena)
        return sums_of(results), sequential_elo(results)

    def fault_counts(self, arena: Arena) -> FaultCounts:
        """The faults in them, by label and kind."""
        return arena.tournaments.fault_counts(*self._selection)

    def holds(self, played: Tournament) -> bool:
        """Whether the boards of a tournament are among them."""
        if self.tournament is not None:
            return played.id == self.tournament
        return played.spec.rules.text == self.rules

    @property
    def name(self) -> str:
        """The boards in a sentence: ``of tablic``, or ``in tournament 3``."""
        if self.tournament is not None:
            return f"in tournament {self.tournament}"
        return f"of {self.rules}" if self.rules else "in this arena"

    @property
    def nothing_played(self) -> str:
        """What to say where there is no board."""
        if self.tournament is not None:
            return (
                f"No board of tournament {self.tournament} is finished yet. Go on with: "
                f"tablic-arena tournament --resume {self.tournament}"
            )
        if not self.rules:
            return "No board has been played yet. Play some with: tablic-arena tournament"
        return (
            f"No board of {self.rules} has been played yet. Play some with: "
            f'tablic-arena tournament --rules "{self.rules}"'
        )

    @property
    def choice(self) -> str:
        """Which rule set is shown and how to see the others; empty where there is no other."""
        if self.tournament is not None or len(self.boards) < 2:
            return ""
        shown = f"{self.rules}, {counted(self.boards.get(self.rules, 0), 'board')}"
        others = {rules: count for rules, count in self.boards.items() if rules != self.rules}
        return f"Rules: {shown}. Others:\n{_option_lines(others)}"

    @property
    def _selection(self) -> tuple[int | None, str | None]:
        return self.tournament, self.rules if self.tournament is None else None


def chosen_scope(arena: Arena, tournament: int | None, rules: str | None) -> Scope:
    """The boards of a tournament, or of a rule set, or of the one that was played the most.

    Raises UnknownNameError and RulesError.
    """
    boards = arena.tournaments.boards_by_rules()
    if tournament is not None:
        return Scope(tournament, arena.tournaments.get(tournament).spec.rules.text, boards)
    return Scope(None, _rules_text(rules, boards) if rules else next(iter(boards), ""), boards)


def _rules_text(asked: str, boards: Mapping[str, int]) -> str:
    """The text of a rule set; its name is enough where one of that name was played.

    Raises RulesError.
    """
    named = [rules for rules in boards if short_rules(rules) == asked]
    if len(named) == 1:
        return named[0]
    if named:
        stored = _option_lines({rules: boards[rules] for rules in named})
        raise RulesError(f"several rule sets are called {asked!r}:\n{stored}")
    try:
        return rules_of(asked).text
    except RulesError as error:
        played = f"; boards were played of:\n{_option_lines(boards)}" if boards else ""
        raise RulesError(f"{error}{played}") from None


def _option_lines(boards: Mapping[str, int]) -> str:
    """A line for each rule set: how to ask for it, and its boards."""
    return "\n".join(
        f'  --rules "{rules}"  ({counted(count, "board")})' for rules, count in boards.items()
    )
