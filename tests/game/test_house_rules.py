"""House rules: files of knobs, and the texts of sets that are not in the package."""

from pathlib import Path

import pytest
from hypothesis import given
from tablic.errors import RulesError
from tablic.rules import (
    ALLOWED,
    Knob,
    Rules,
    load_rules,
    named_rules,
    override_rules,
    parse_rules,
    rules_from_knobs,
)

from .rule_sets import rule_sets

WHOLE = "it is a whole number from"
ALL_KNOBS = ", ".join(ALLOWED)


def test_a_set_that_is_not_in_the_package_tells_its_knobs_by_tablic() -> None:
    rules = rules_from_knobs("my_cafe", parse_rules("tablic-last target=51").knobs())
    assert rules.text == "my_cafe (tablic leftovers=last target=51)"
    assert parse_rules("my_cafe (tablic-last target=51)") == rules
    assert rules_from_knobs("my_cafe", named_rules().knobs()).text == "my_cafe (tablic)"
    assert override_rules(rules, "leftovers=dealer").text == "my_cafe (tablic target=51)"


@pytest.mark.parametrize("text", ["my_cafe (chess)", "my_cafe ()", "my_cafe (a (tablic))", "a (b"])
def test_a_text_of_a_set_that_is_not_told_is_refused(text: str) -> None:
    with pytest.raises(RulesError, match="there is no rule set"):
        parse_rules(text)


@pytest.mark.parametrize("name", ["", "my cafe", "a=b", "a(b)", "-x", "a.toml", "a\nb", "x" * 65])
def test_a_name_that_a_text_could_not_hold_is_refused(name: str) -> None:
    with pytest.raises(RulesError, match="a rule set cannot be called"):
        rules_from_knobs(name, named_rules().knobs())


@given(rules=rule_sets())
def test_a_file_of_all_knobs_gives_the_set(
    rules: Rules, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / f"{rules.name}.toml"
    lines = (f"{knob} = {_toml(value)}\n" for knob, value in rules.knobs().items())
    path.write_text("".join(lines), encoding="utf-8")
    assert load_rules(path) == rules


def _toml(value: Knob) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def _file(folder: Path, text: str, name: str = "my_cafe.toml") -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def test_what_a_file_leaves_out_is_as_in_tablic(tmp_path: Path) -> None:
    rules = load_rules(_file(tmp_path, 'leftovers = "last"\ntarget = 51\n'))
    assert (rules.name, rules.text) == ("my_cafe", "my_cafe (tablic leftovers=last target=51)")
    assert load_rules(str(_file(tmp_path, "\ufeff# all as usual"))).text == "my_cafe (tablic)"


def test_a_file_called_like_a_set_of_the_package_tells_its_knobs_by_that(tmp_path: Path) -> None:
    assert load_rules(_file(tmp_path, "target = 51", "tablic.toml")).text == "tablic target=51"
    rules = load_rules(_file(tmp_path, "", "tablic-last.toml"))
    assert rules.text == "tablic-last leftovers=dealer"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("target = 0", f": target = 0 is not allowed: {WHOLE} 1 to 999999"),
        ('target = "51"', f": target = 51 is not allowed: {WHOLE} 1 to 999999, without quotes"),
        ('claim = "true"', ": claim = true is not allowed: it is false or true, without quotes"),
        ("target = 1.5", f": target = 1.5 is not allowed: {WHOLE} 1 to 999999"),
        ("points_ace = -1000", f": points_ace = -1000 is not allowed: {WHOLE} -999 to 999"),
        ("most_cards = -1", f": most_cards = -1 is not allowed: {WHOLE} 0 to 999"),
        (r'jack = "a\nb"', r": jack = 'a\nb' is not allowed: it is value or sweep"),
        ('jack = "king"', ": jack = king is not allowed: it is value or sweep"),
        ("[rules]\n", f": there is no knob 'rules'; there are {ALL_KNOBS}"),
        ('name = "x"', f": there is no knob 'name'; there are {ALL_KNOBS}"),
        ("teams = true", ": teams = true is not allowed with players = 2: partnerships need 4"),
        (
            "leftovers = last",
            " is not a TOML file: Invalid value (at line 1, column 13); a line of it is like "
            'leftovers = "last"',
        ),
    ],
)
def test_a_wrong_file_is_refused_by_its_path(text: str, message: str, tmp_path: Path) -> None:
    path = _file(tmp_path, text)
    with pytest.raises(RulesError) as caught:
        load_rules(path)
    assert str(caught.value) == f"{path}{message}"


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    for name, reason in (
        ("none.toml", "cannot be read: No such file or directory"),
        ("", "cannot be read: Is a directory"),
        ("binary.toml", "is not a TOML file: it is not text in UTF-8"),
    ):
        with pytest.raises(RulesError) as caught:
            load_rules(tmp_path / name)
        assert str(caught.value) == f"{tmp_path / name} {reason}"


def test_a_file_needs_a_name_that_rules_can_have(tmp_path: Path) -> None:
    path = _file(tmp_path, "", "my cafe.toml")
    with pytest.raises(RulesError, match="a rule set cannot be called 'my cafe'") as caught:
        load_rules(path)
    assert str(caught.value).startswith(f"{path}: ")
