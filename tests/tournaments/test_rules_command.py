"""The rules command, what it says of every knob, and files of house rules wherever rules are given.

``pytest --regenerate`` writes the golden explanations anew.
"""

import csv
import io
import json
from itertools import combinations
from pathlib import Path

import pytest
from tablic.errors import RulesError
from tablic.knobs import MEANINGS
from tablic.rules import (
    ALLOWED,
    Knob,
    Rules,
    load_rules,
    named_rules,
    parse_rules,
    rule_set_names,
    rules_from_knobs,
)
from tablic_tournaments.reports.rules_text import WIDTH, rules_text
from tablic_tournaments.reports.rules_toml import rules_toml

from .commands import invoke

GOLDEN = Path(__file__).parent / "golden" / "rules"

# Sets in which some knobs do nothing, or the deal is unusual.
UNUSUAL = (
    "tablic deck=40 jack=sweep initial_jack=bury points_court=3",
    "tablic talon=0 hand=26 initial_jack=bottom",
    "tablic most_cards=0 most_tie=split claim=true",
    "tablic players=3 talon=1 hand=4 talon_offer=true hands=2",
    "tablic hand=24 uneven_last_deal=refuse points_each_club=1 tabla=value max_groups=2",
)


@pytest.mark.parametrize("name", rule_set_names())
def test_a_set_is_explained_as_it_was(name: str, request: pytest.FixtureRequest) -> None:
    text = invoke("rules", name).stdout
    golden = GOLDEN / f"{name}.txt"
    if request.config.getoption("--regenerate"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")
    assert max(map(len, text.splitlines())) <= WIDTH


def test_there_is_no_explanation_of_a_set_that_is_gone() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(rule_set_names())


@pytest.mark.parametrize("knob", ALLOWED)
@pytest.mark.parametrize("text", ["tablic", "tablanette-pairs", "tablic-classic", *UNUSUAL])
def test_every_knob_changes_the_explanation(text: str, knob: str) -> None:
    sets = [parse_rules(text), *others(parse_rules(text), knob)]
    told = {rules: list(rules_text(rules)) for rules in sets}
    for one, other in combinations(told, 2):
        assert one == other or told[one] != told[other], (one.text, other.text)


def others(rules: Rules, knob: str) -> list[Rules]:
    """The set with one knob turned to other values, where it can be played."""
    allowed = ALLOWED[knob]
    values: list[Knob] = list(allowed)[:30]
    sets = []
    for value in [*values, allowed[-1]]:
        try:
            sets.append(rules_from_knobs(rules.name, rules.knobs() | {knob: value}))
        except RulesError:
            continue
    return sets


@pytest.mark.parametrize("text", [*rule_set_names(), *UNUSUAL])
def test_the_printed_file_gives_the_same_rules(text: str, tmp_path: Path) -> None:
    file = tmp_path / "my_cafe.toml"
    file.write_text(invoke("rules", text, "--toml").stdout, encoding="utf-8")
    assert load_rules(file).knobs() == parse_rules(text).knobs()


def test_the_printed_file_says_what_each_knob_means() -> None:
    lines = list(rules_toml(named_rules()))
    for knob, meaning in MEANINGS.items():
        (place,) = (n for n, line in enumerate(lines) if line.startswith(f"{knob} = "))
        assert lines[place - 1].lower().startswith(f"# {meaning.lower()}: ")
    assert '"share" or "refuse".' in lines[lines.index('uneven_last_deal = "share"') - 1]
    assert lines[lines.index("players = 2") - 1].endswith(": 2, 3 or 4.")
    assert invoke("rules", "--toml").stdout.splitlines() == lines


def test_all_sets_are_listed() -> None:
    rows = json.loads(invoke("rules", "--json").stdout)
    assert [row["rules"] for row in rows] == list(rule_set_names())
    by_name = {row["rules"]: (row["players"], row["differs"]) for row in rows}
    assert by_name["tablic"] == (2, "")
    assert by_name["tablic-last-pairs"] == (4, "players=4 teams=true leftovers=last")
    for name, (_, differs) in by_name.items():
        assert parse_rules(f"tablic {differs}").knobs() == named_rules(name).knobs()
    listed = list(csv.DictReader(io.StringIO(invoke("rules", "--csv").stdout)))
    assert listed == [{key: str(value) for key, value in row.items()} for row in rows]
    text = invoke("rules").stdout
    assert all(value in text for row in listed for value in row.values())


def test_the_knobs_of_one_set_are_listed() -> None:
    rows = json.loads(invoke("rules", "tablic target=51", "--json").stdout)
    assert {row["knob"]: row["value"] for row in rows} == parse_rules("tablic target=51").knobs()
    assert {row["knob"]: row["meaning"] for row in rows} == MEANINGS


def test_a_file_is_explained_with_its_overrides(tmp_path: Path) -> None:
    file = tmp_path / "my café.d" / "my_cafe.toml"
    file.parent.mkdir()
    file.write_text('leftovers = "last"\n', encoding="utf-8")
    text = invoke("rules", f"{file} target=51").stdout
    assert text.startswith(
        "my_cafe (tablic leftovers=last target=51)\n"
        "Differs from tablic by: leftovers=last target=51\n\n"
    )
    assert "51 points or more" in text
    assert "took cards last" in text


def test_overrides_are_in_the_heading_and_among_the_differences() -> None:
    assert invoke("rules", "tablic-3p target=51").stdout.startswith(
        "tablic-3p target=51\nDiffers from tablic by: players=3 hand=4 target=51\n\n"
    )
    assert invoke("rules", "tablic").stdout.startswith("tablic\n\n")


BROKEN = (
    (
        "target = 0\n",
        "",
        "{file}: target = 0 is not allowed: it is a whole number from 1 to 999999",
    ),
    ("target = \n", "", "{file} is not a TOML file: Invalid value (at line 1, column 10)"),
    ("teams = true\n", "", "{file}: teams = true is not allowed with players = 2"),
    ("", " target=none", "house: target = none is not allowed"),
    ("", " target", "'target' in 'target' is not of the form knob=value"),
)


@pytest.mark.parametrize(("content", "overrides", "sentence"), BROKEN)
@pytest.mark.parametrize("command", ["match", "tournament", "rules"])
def test_broken_rules_are_refused_before_anything_is_played(
    command: str, content: str, overrides: str, sentence: str, tmp_path: Path
) -> None:
    (tmp_path / "bot.py").write_text("print()\n")
    file = tmp_path / "house.toml"
    file.write_text(content)
    bots = [str(tmp_path / "bot.py")] * 2 if command == "match" else []
    option = [] if command == "rules" else ["--rules"]
    words = [command, *bots, *option, f"{file}{overrides}"]
    stderr = invoke(*words, db=tmp_path / "arena.db", code=2).stderr
    *_, told = stderr.splitlines()
    assert told.startswith("Error: Invalid value for '")
    assert sentence.format(file=file) in told
    assert not (tmp_path / "arena.db").exists()


def test_a_file_that_is_not_there_and_an_unknown_name_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "nothing.toml"
    for text, sentence in (
        (str(file), f"{file} cannot be read: No such file or directory"),
        ("chess", "there is no rule set 'chess'; there are tabinet, tablanette, "),
    ):
        assert sentence in invoke("rules", text, code=2).stderr.splitlines()[-1]
