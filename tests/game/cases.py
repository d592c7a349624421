"""The worked cases of tests/conformance, and the rule sets that can play them."""

import json
from pathlib import Path
from typing import Any

from tablic.errors import RulesError
from tablic.rules import Rules, named_rules

Case = dict[str, Any]

FOLDER = Path(__file__).parents[1] / "conformance"

# What decides which sets a card takes; the other knobs are about dealing, scoring and ending.
CAPTURE_KNOBS = ("max_groups", "jack", "capture_extent")


def read(name: str) -> Any:
    """The contents of a file of cases."""
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


RULE_SETS: dict[str, dict[str, int | bool | str]] = read("rulesets")["rulesets"]


def loadable(name: str) -> Rules | None:
    """The rule set of a name, if the library has it."""
    try:
        return named_rules(name)
    except RulesError:
        return None


def capture_rules(name: str) -> Rules | None:
    """The rule set of a name, or tablic where that takes the same sets."""
    same = all(RULE_SETS[name][knob] == RULE_SETS["tablic"][knob] for knob in CAPTURE_KNOBS)
    return loadable(name) or (named_rules() if same else None)


def playable(name: str) -> list[Case]:
    """The cases of a file whose rule set the library has."""
    return [case for case in read(name)["cases"] if loadable(case["rules"])]


def label(case: object) -> str:
    """A short name for a case, for the list of tests."""
    if not isinstance(case, dict):
        return str(case)
    about = case.get("id") or case.get("why") or case.get("note") or case.get("totals_after_hand")
    return f"{case['rules']}: {about or 'a hand'}"
