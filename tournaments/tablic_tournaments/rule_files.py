"""What a rule set is called by: a name or a file, and perhaps overrides."""

import re

from tablic.rules import Rules, load_rules, override_rules, parse_rules

__all__ = ["names_file", "rules_of"]

_FILE = re.compile(r"(.+?\.toml)(?:\s+(.*))?$")


def names_file(text: str) -> bool:
    """Whether a rule set is named by a file."""
    return _FILE.match(text.strip()) is not None


def rules_of(text: str) -> Rules:
    """The rule set of a name or file, and perhaps overrides; raises RulesError."""
    if file := _FILE.match(text.strip()):
        return override_rules(load_rules(file[1]), file[2] or "")
    return parse_rules(text)
