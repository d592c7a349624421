"""A rule set as a file to make house rules from."""

import json
from collections.abc import Iterator
from typing import Final

from tablic.knobs import ALLOWED, MEANINGS, Knob
from tablic.rules import DEFAULT_RULES, Rules

__all__ = ["rules_toml"]

_HEAD: Final = f"""\
# House rules of Tablić, made from: {{}}
# The name of this file is the name of the rules. What is left out is as in {DEFAULT_RULES}."""


def rules_toml(rules: Rules) -> Iterator[str]:
    """The lines of a TOML file that ``load_rules`` reads: each knob, after what it means."""
    yield from _HEAD.format(rules.text).splitlines()
    for knob, value in rules.knobs().items():
        yield ""
        yield f"# {MEANINGS[knob][0].upper()}{MEANINGS[knob][1:]}: {_allowed(knob)}."
        yield f"{knob} = {_toml(value)}"


def _allowed(knob: str) -> str:
    allowed = ALLOWED[knob]
    if isinstance(allowed, range):
        return f"{allowed[0]} to {allowed[-1]}"
    *others, last = map(_toml, allowed)
    return f"{', '.join(others)} or {last}"


def _toml(value: Knob) -> str:
    # A word, a number, true or false reads in TOML as in JSON.
    return json.dumps(value)
