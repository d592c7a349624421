"""Random rule sets that can be played."""

from hypothesis import assume
from hypothesis import strategies as st
from tablic.errors import RulesError
from tablic.rules import ALLOWED, Knob, Rules, named_rules, rule_set_names, rules_from_knobs

__all__ = ["NAMES", "rule_sets"]


NAMES = rule_set_names()

CALLED = [*NAMES, "my_cafe", "кафана-2", "7"]


def value_of(knob: str) -> st.SearchStrategy[Knob]:
    allowed = ALLOWED[knob]
    if isinstance(allowed, range):
        return st.integers(allowed[0], allowed[-1])
    return st.sampled_from(allowed)


@st.composite
def rule_sets(draw: st.DrawFn) -> Rules:
    """A rule set with a few knobs turned, where that can be played, under some name."""
    name = draw(st.sampled_from(NAMES))
    called = draw(st.sampled_from([name, *CALLED]))
    turned = draw(st.lists(st.sampled_from(sorted(ALLOWED)), max_size=6, unique=True))
    knobs = named_rules(name).knobs() | {knob: draw(value_of(knob)) for knob in turned}
    try:
        return rules_from_knobs(called, knobs)
    except RulesError:
        assume(False)
        raise
