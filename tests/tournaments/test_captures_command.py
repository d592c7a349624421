"""What a card can take, as the command says it; ``pytest --regenerate`` writes the golden text."""

import json
import re
import shlex
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tablic.captures import can_take, captures
from tablic.cards import card_name, cards_text, full_deck, mask_of, parse_cards
from tablic.rules import named_rules, parse_rules
from tablic_tournaments.reports.captures_text import why_not

from .commands import invoke

GOLDEN = Path(__file__).parent / "golden" / "captures.txt"

SHOWN = (
    'TS --table "TC 4D 6H 3S 7C"',
    'TS --table "TC 4D 6H 3S 7C" --limit 2',
    'TS --table "TC 4D 6H 3S 7C" --limit 0',
    'ks --table "ac,ad,2c,jc,qc"',
    'AS --table "AC AD TC 9C 2D"',
    '8S --table "2C"',
    'AS --table "2C 3C"',
    '8S --table "2C" --rules tablic-forced',
    '9S --table "9C 9D 5C 4C" --rules tablic-single',
    '9S --table "9C 9D 5C 4C" --rules tablic-maximal',
    '9S --table "9C 5C 4C" --rules tablic-forced',
    '9S --table "9C 5C 4C" --rules tablanette',
    'AS --table "AC" --rules tablanette',
    'JS --table "9C 5C" --rules tablanette',
    '9S --table "JC 5C" --rules tablanette',
    'TS --table "TC 4D 6H" --takes "4D 6H"',
    'TS --table "TC 4D 6H" --takes "6H 4D TC"',
    'TS --table "TC 4D 6H" --takes "6H"',
    'TS --table "TC 4D 6H AS" --takes "TC AS"',
    'TS --table "TC 4D 6H KS" --takes "KS TC"',
    'TS --table "9C 9D 2H" --takes "9C 9D 2H"',
    '6S --table "5C 5D 2C" --takes "5C 5D 2C"',
    'TS --table "TC 4D 6H" --takes "TC 5H"',
    '9S --table "9C 9D" --rules tablic-single --takes "9C 9D"',
    '9S --table "9C 5C 4C" --rules tablic-maximal --takes "9C"',
    'JS --table "9C 5C" --rules tablanette --takes "9C"',
    'JS --table "9C 5C" --rules tablanette --takes "9C 5C"',
    'KS --table "JC 2C" --rules tablanette --takes "JC 2C"',
)


def test_it_says_what_it_said(request: pytest.FixtureRequest) -> None:
    texts = [
        f"$ tablic-arena captures {words}\n{invoke('captures', *shlex.split(words)).stdout}"
        for words in SHOWN
    ]
    text = "\n".join(texts)
    if request.config.getoption("--regenerate"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")


def test_the_fullest_table_is_counted_exactly() -> None:
    table = cards_text(range(51))
    facts = json.loads(invoke("captures", "KS", "--table", table, "--limit", "3", "--json").stdout)
    assert facts["count"] == 62_738_153_139_199
    assert len(facts["captures"]) == 3
    assert facts["truncated"] is True


def test_json_has_every_capture_as_a_list_of_names() -> None:
    facts = json.loads(invoke("captures", "TS", "--table", "TC 4D 6H", "--json").stdout)
    assert facts == {
        "count": 3,
        "captures": [["4D", "6H"], ["TC"], ["4D", "6H", "TC"]],
        "truncated": False,
    }
    words = ("captures", "TS", "--table", "TC 4D 6H", "--takes", "4D", "--json")
    facts = json.loads(invoke(*words).stdout)
    assert facts["legal"] is False
    assert facts["reason"] == "it adds up to 4, which is no multiple of 10"


@given(
    st.lists(st.sampled_from(full_deck()), unique=True, min_size=2, max_size=9),
    st.integers(1),
    st.sampled_from(["tablic", "tablic-single", "tablanette", "tablic-maximal"]),
)
@settings(max_examples=200)
def test_there_is_a_reason_exactly_where_it_is_illegal(
    dealt: list[int], choice: int, text: str
) -> None:
    rules = parse_rules(text)
    card, *table = dealt
    taken = mask_of(other for n, other in enumerate(table) if choice >> n & 1) or 1 << table[0]
    legal = can_take(mask_of(table), card, taken, rules)
    reason = why_not(mask_of(table), card, taken, rules)
    assert (reason is None) == legal


@pytest.mark.parametrize(("card", "table"), [("TS", "TC 4D 6H 3S 7C"), ("AS", "AC AD TC 9C 2D")])
def test_the_captures_that_are_printed_are_those_there_are(card: str, table: str) -> None:
    stdout = invoke("captures", card, "--table", table).stdout
    told = re.findall(r"^ +\d+  (\S+(?:, \S+)*)(?:   .*)?$", stdout, re.MULTILINE)
    masks = [mask_of(parse_cards(re.sub(r"[+,]", " ", groups))) for groups in told]
    (number,) = parse_cards(card)
    assert masks == list(captures(mask_of(parse_cards(table)), number, named_rules()))
    assert card_name(number) in stdout
