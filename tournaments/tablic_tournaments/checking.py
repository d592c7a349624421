"""Is a bot fit for the arena? What its author can be told before anybody plays against it."""

import asyncio
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from tablic.deals import new_secret
from tablic.rules import Rules, named_rules, parse_rules, rule_set_names
from tablic.v1 import events_pb2, referee_pb2
from tablic.wire import needed_decisions
from tablic_server.batch import Batch
from tablic_server.faults import FaultPolicy
from tablic_server.finding import find_sandbox
from tablic_server.launch import Program
from tablic_server.limits import MIB, Limits
from tablic_server.watched import WatchedHost

from tablic_tournaments.contents import PYTHON
from tablic_tournaments.store.contents import program_of
from tablic_tournaments.submit import example_folder
from tablic_tournaments.words import count, counted

__all__ = ["Check", "checks"]

# More tables than a tournament usually has, as far as the bot says that it can.
MOST_TABLES: Final = 32
# Games of each rule set go to so many points.
SHORT_TARGET: Final = 21
# Seconds that the slow opponent takes for each play.
SLOW_SECONDS: Final = 0.2
_SLOW: Final = (
    "import time; from tablic import run; from tablic.examples.random_bot import RandomBot\n"
    "class Slow(RandomBot):\n"
    f"    def choose(self, view): time.sleep({SLOW_SECONDS}); return super().choose(view)\n"
    "run(Slow)"
)


class Check(NamedTuple):
    """One thing that was tried: whether the bot passed, in words and in figures."""

    name: str
    passed: bool
    text: str
    figures: Mapping[str, Any] = {}


class Checker:
    """Plays a program under one set of conditions."""

    def __init__(self, program: Program, games: int, limits: Limits, trusted: bool) -> None:
        self.program = program
        self.games = games
        self.limits = limits
        self.trusted = trusted
        self.hello = referee_pb2.Hello()
        self.random = program_of("random", example_folder(), (PYTHON, "random_bot.py"))

    def play(
        self,
        rules: Rules,
        boards: int = 1,
        tables: int = 1,
        secret: bytes = b"",
        opponent: Program | None = None,
        spoil_at: int = 0,
    ) -> WatchedHost:
        """Play some games, the program in the first seat, the opponent in all others."""
        others = [
            (opponent or self.random)._replace(name=f"opponent {n}") for n in range(1, rules.sides)
        ]
        batch = Batch(
            match=f"{self.program.name} is checked",
            boards=tuple(range(boards)),
            bots=(self.program, *others),
            rules=rules,
            secret=secret or new_secret(),
            tables=tables,
            limits=self.limits,
            trusted=self.trusted,
            fault_policy=FaultPolicy.PUT_BACK,
        )
        host = WatchedHost(batch, find_sandbox(), spoil_at)
        asyncio.run(host.play(asyncio.Event(), None))
        return host

    @property
    def tables(self) -> int:
        """How many tables the bot is tried at."""
        return min(self.hello.max_tables or 1, MOST_TABLES)

    def start(self) -> Check:
        """Does it start and say hello?"""
        host = self.play(parse_rules("tablic hands=1"))
        if not host.hello:
            return Check("start", False, _fault_text(host))
        self.hello = host.hello
        kinds = len(host.hello.decision_kinds) or 1
        text = (
            f"says hello after {host.startup:.2f} s, answers {count(kinds, 'kind')} of decisions, "
            f"plays {counted(host.hello.max_tables or 1, 'table')} at once"
        )
        return Check("start", True, text, {"startup_seconds": host.startup})

    def decide(self) -> Check:
        """How long does it take for a decision, and how much memory?"""
        host = self.play(named_rules())
        if host.own_faults:
            return Check("a game", False, _fault_text(host))
        seconds = sorted(host.seconds)
        median, most = seconds[len(seconds) // 2], seconds[len(seconds) * 99 // 100]
        text = (
            f"{counted(len(seconds), 'decision')}, median {1e3 * median:.2f} ms, 99 of 100 within "
            f"{1e3 * most:.2f} ms, {host.memory / MIB:.0f} MiB of memory"
        )
        figures = {
            "decisions": len(seconds),
            "median_seconds": median,
            "p99_seconds": most,
            "memory_bytes": host.memory,
        }
        return Check("a game", True, text, figures)

    def rule_sets(self) -> Iterator[Check]:
        """Does it play the rule sets whose decisions it says it can make?"""
        kinds = set(self.hello.decision_kinds) or {events_pb2.DECISION_KIND_PLAY}
        refused = []
        for name in rule_set_names():
            rules = parse_rules(f"{name} target={SHORT_TARGET}")
            if not kinds.issuperset(needed_decisions(rules)):
                refused.append(name)
                continue
            host = self.play(rules)
            text = _fault_text(host) if host.own_faults else "a short game without a fault"
            yield Check(f"rules {name}", not host.own_faults, text)
        if refused:
            text = f"not tried, as the hello does not name their decisions: {', '.join(refused)}"
            yield Check("other rules", True, text, {"not_tried": refused})

    def many_tables(self) -> Check:
        """Does it play many tables at once?"""
        host = self.play(parse_rules("tablic hands=1"), self.tables, self.tables)
        text = _fault_text(host) if host.own_faults else f"{counted(self.tables, 'game')} at once"
        return Check("tables", not host.own_faults, text, {"tables": self.tables})

    def put_back(self) -> Check:
        """Does it go on when an answer is put back?"""
        host = self.play(parse_rules("tablic hands=1"), spoil_at=3)
        text = _fault_text(host) if host.own_faults else "answers again when an answer is put back"
        return Check("put back", not host.own_faults, text)

    def slow_referee(self) -> Check:
        """Does it wait for its turn?"""
        slow = program_of("slow", example_folder(), (PYTHON, "-c", _SLOW))
        host = self.play(parse_rules("tablic hands=1"), opponent=slow)
        text = _fault_text(host) if host.own_faults else "waits for turns that are long in coming"
        return Check("waiting", not host.own_faults, text)

    def repeat(self) -> Check:
        """Does it play the same game again, given the same seed?"""
        secret = new_secret()
        first, second = (self.play(named_rules(), secret=secret) for _ in range(2))
        same = first.rotation.records() == second.rotation.records()
        text = (
            "the same game again, given the same seed"
            if same
            else ("another game, given the same seed: allowed, but its games cannot be repeated")
        )
        return Check("repeated", True, text, {"deterministic": same})

    def many_games(self) -> Check:
        """Does it play many games against the random bot, and how well?"""
        host = self.play(named_rules(), self.games, self.tables)
        if host.own_faults:
            return Check("many games", False, _fault_text(host))
        won = sum(record.places == (1, 2) for record in host.rotation.records())
        text = (
            f"{won} of {counted(self.games, 'game')} won in the first seat against the random bot"
        )
        return Check("many games", True, text, {"games": self.games, "won": won})


def checks(program: Program, games: int, limits: Limits, trusted: bool) -> Iterator[Check]:
    """Try a program, one thing after the other; ends where it does not start or play a game."""
    checker = Checker(program, games, limits, trusted)
    for first in (checker.start, checker.decide):
        check = first()
        yield check
        if not check.passed:
            return
    yield from checker.rule_sets()
    yield checker.many_tables()
    yield checker.put_back()
    yield checker.slow_referee()
    yield checker.repeat()
    yield checker.many_games()


def _fault_text(host: WatchedHost) -> str:
    """The first fault, with the end of what the bot printed."""
    kind, message = host.own_faults[0]
    log = host.supervisors[0].processes[0].log.strip() if host.supervisors[0].processes else ""
    printed = f"; it printed at last: {log.splitlines()[-1]}" if log else ""
    return f"{kind}: {message}{printed}"
