"""Claims about bots that a script makes, such as ``new > old, los >= 0.95``; no I/O."""

import operator
import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from tablic_tournaments.errors import SpecError
from tablic_tournaments.ratings.pool import joint_ratings
from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.reports.meetings import labels_of, meeting, played_label

__all__ = ["GRAMMAR", "Assertion", "Condition", "parse_assertion", "what_fails"]

GRAMMAR: Final = (
    'write two bots and perhaps conditions, such as "new > old, los >= 0.95, elo >= 10"; '
    "los, elo and score can be compared with a number by >=, >, <= and <"
)
# Ratings are found in steps: what differs by less, in Elo points, is equal.
ALIKE: Final = 0.001
NUMBERS: Final = ("los", "elo", "score")
COMPARISONS: Final[dict[str, Callable[[float, float], bool]]] = {
    ">=": operator.ge,
    ">": operator.gt,
    "<=": operator.le,
    "<": operator.lt,
}
CONDITION: Final = re.compile(r"(\w+)\s*(>=|<=|>|<)\s*([+-]?(?:\d+\.?\d*|\.\d+))")
BOTS: Final = re.compile(r"([\w.-]+(?: \d+)?)\s*>\s*([\w.-]+(?: \d+)?)")


class Condition(NamedTuple):
    """What a number has to be."""

    name: str
    comparison: str
    limit: float

    def __str__(self) -> str:
        """The condition as it is written."""
        return f"{self.name} {self.comparison} {self.limit:g}"

    def holds(self, value: float) -> bool:
        """Whether it is so."""
        return COMPARISONS[self.comparison](value, self.limit)


class Assertion(NamedTuple):
    """That one bot is rated above another, and what the numbers between them have to be."""

    better: str
    worse: str
    conditions: tuple[Condition, ...] = ()

    def __str__(self) -> str:
        """The assertion as it is written."""
        return ", ".join([f"{self.better} > {self.worse}", *map(str, self.conditions)])


def parse_assertion(text: str) -> Assertion:
    """The assertion of a text; raises SpecError."""
    bots, *rest = (part.strip() for part in text.split(","))
    named = BOTS.fullmatch(bots)
    conditions = [CONDITION.fullmatch(part) for part in rest]
    if not named or not all(conditions):
        wrong = (
            bots if not named else next(p for p, c in zip(rest, conditions, strict=True) if not c)
        )
        raise SpecError(f"{wrong!r} cannot be checked; {GRAMMAR}")
    found = tuple(Condition(c[1], c[2], float(c[3])) for c in conditions if c)
    for condition in found:
        if condition.name not in NUMBERS:
            raise SpecError(f"there is no number {condition.name!r} to be checked; {GRAMMAR}")
    return Assertion(named[1], named[2], found)


def what_fails(assertion: Assertion, results: Sequence[BoardResult], where: str) -> list[str]:
    """What does not hold, a sentence for each number; none where all of it does.

    ``los`` and ``elo`` come from the joint ratings of all these boards, ``score`` from those on
    which both bots sat. ``where`` says in sentences which boards they are. Raises UnknownNameError
    for a bot that did not play, and RatingError where the boards give no ratings.
    """
    labels = labels_of(results)
    better = played_label(assertion.better, labels, where)
    worse = played_label(assertion.worse, labels, where)
    ratings = joint_ratings(results)
    elo = ratings.difference(better, worse)
    met = meeting(results, better, worse)
    values = {
        "los": ratings.superiority(better, worse),
        "elo": elo.mean,
        "score": met.score.mean if met else None,
    }
    failed = []
    if abs(elo.mean) < ALIKE:
        failed.append(f"{better} and {worse} are rated alike")
    elif elo.mean < 0:
        failed.append(f"{better} is rated {abs(elo.mean):.0f} points below {worse}")
    for condition in assertion.conditions:
        value = values[condition.name]
        if value is None:
            failed.append(f"{condition} cannot be told: {better} and {worse} never met")
        elif not condition.holds(value):
            failed.append(
                f"{condition.name} is {value:.4g}, not {condition.comparison} {condition.limit:g}"
            )
    return failed
