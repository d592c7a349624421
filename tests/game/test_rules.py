"""Rule sets: named, overridden, refused with the reason, and their texts round trip."""

from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tablic.cards import cards_in, full_deck
from tablic.errors import RulesError
from tablic.hand import Hand
from tablic.plays import Play
from tablic.rules import (
    ALLOWED,
    DEFAULT_RULES,
    Knob,
    Rules,
    load_rules,
    named_rules,
    override_rules,
    parse_rules,
    rule_set_names,
    rules_from_knobs,
)

NAMES = rule_set_names()
CALLED = [*NAMES, "my_cafe", "кафана-2", "7"]
ALL_KNOBS = ", ".join(ALLOWED)


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


@given(rule_sets())
def test_a_rule_set_and_its_text_are_inverses(rules: Rules) -> None:
    assert parse_rules(rules.text) == rules


@given(rule_sets())
def test_a_rule_set_and_its_knobs_are_inverses(rules: Rules) -> None:
    assert rules_from_knobs(rules.name, rules.knobs()) == rules
    assert set(rules.knobs()) == set(ALLOWED)


@given(rule_sets())
def test_the_text_names_just_the_knobs_that_differ(rules: Rules) -> None:
    shipped = rules.name in NAMES
    overrides = rules.text.split()[1:] if shipped else rules.text.rstrip(")").split()[2:]
    base = named_rules(rules.name if shipped else DEFAULT_RULES).knobs()
    differing = [knob for knob, value in rules.knobs().items() if value != base[knob]]
    assert [override.partition("=")[0] for override in overrides] == differing


@given(rule_sets())
def test_every_card_of_a_rule_set_is_dealt(rules: Rules) -> None:
    assume(not rules.talon_offer)
    assert sum(_deals(rules)) * rules.players == rules.deck - rules.talon


def test_the_default_is_tablic() -> None:
    assert DEFAULT_RULES == "tablic"
    assert named_rules() == named_rules("tablic") == parse_rules("tablic")
    assert named_rules().text == "tablic"


def test_overrides_change_what_they_name_and_nothing_else() -> None:
    rules = parse_rules("tablic-last  target=51 tabla_last_card=true most_tie=split")
    changed = {"target": 51, "tabla_last_card": True, "most_tie": "split"}
    assert rules.knobs() == named_rules("tablic-last").knobs() | changed
    assert rules.text == "tablic-last tabla_last_card=true most_tie=split target=51"


def test_an_override_that_changes_nothing_is_left_out_of_the_text() -> None:
    assert parse_rules("tablic target=101 claim=false").text == "tablic"


def test_a_rule_set_cannot_be_changed_and_can_be_a_key() -> None:
    rules = named_rules()
    with pytest.raises(FrozenInstanceError):
        rules.target = 51  # type: ignore[misc]  # the point of the test
    assert len({rules, named_rules("tablic-last"), parse_rules("tablic target=101")}) == 2


def test_a_rule_set_has_room_for_cached_properties() -> None:
    assert vars(named_rules())


def test_for_two_players_each_seat_is_a_side() -> None:
    rules = named_rules()
    assert (rules.sides, rules.side_of(0), rules.side_of(1)) == (2, 0, 1)


WHOLE = "it is a whole number from"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", f"there is no rule set ''; there are {', '.join(NAMES)}"),
        ("whist", f"there is no rule set 'whist'; there are {', '.join(NAMES)}"),
        ("target=51", f"there is no rule set 'target=51'; there are {', '.join(NAMES)}"),
        ("tablic target", "'target' in 'target' is not of the form knob=value"),
        ("tablic points=5", f"tablic: there is no knob 'points'; there are {ALL_KNOBS}"),
        ("tablic name=x", f"tablic: there is no knob 'name'; there are {ALL_KNOBS}"),
        ("tablic =5", f"tablic: there is no knob ''; there are {ALL_KNOBS}"),
        ("tablic target=0", f"tablic: target = 0 is not allowed: {WHOLE} 1 to 999999"),
        ("tablic target=-5", f"tablic: target = -5 is not allowed: {WHOLE} 1 to 999999"),
        ("tablic target=1e3", f"tablic: target = 1e3 is not allowed: {WHOLE} 1 to 999999"),
        ("tablic target=", f"tablic: target =  is not allowed: {WHOLE} 1 to 999999"),
        ("tablic target=true", f"tablic: target = true is not allowed: {WHOLE} 1 to 999999"),
        ("tablic hands=false", f"tablic: hands = false is not allowed: {WHOLE} 0 to 999"),
        ("tablic most_cards=1000", f"tablic: most_cards = 1000 is not allowed: {WHOLE} 0 to 999"),
        ("tablic leftovers=none", "tablic: leftovers = none is not allowed: it is dealer or last"),
        ("tablic players=5", "tablic: players = 5 is not allowed: it is 2, 3 or 4"),
        ("tablic deck=51", "tablic: deck = 51 is not allowed: it is 52 or 40"),
        ("tablic teams=0", "tablic: teams = 0 is not allowed: it is false or true"),
        ("tablic max_groups=true", f"tablic: max_groups = true is not allowed: {WHOLE} 0 to 52"),
        (
            "tablic tabla_last_card=1",
            "tablic: tabla_last_card = 1 is not allowed: it is false or true",
        ),
        (
            "tablic-last most_tie=half",
            "tablic-last: most_tie = half is not allowed: it is none, all or split",
        ),
    ],
)
def test_what_is_not_allowed_is_refused_with_what_is(text: str, message: str) -> None:
    with pytest.raises(RulesError) as caught:
        parse_rules(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("knob", "value"),
    [
        ("target", True),
        ("target", 51.0),
        ("target", "51"),
        ("target", None),
        ("hand", [6]),
        ("deck", 52.0),
        ("teams", 0),
        ("leftovers", True),
        ("tabla_last_card", "false"),
    ],
)
def test_a_value_of_the_wrong_type_is_refused(knob: str, value: object) -> None:
    with pytest.raises(RulesError, match=rf"^tablic: {knob} = .* is not allowed: it is "):
        rules_from_knobs("tablic", named_rules().knobs() | {knob: value})


def test_a_number_of_any_length_is_refused_as_a_value() -> None:
    with pytest.raises(RulesError, match="target"):
        parse_rules("tablic target=" + "9" * 5_000)


def test_a_missing_knob_is_named() -> None:
    knobs = named_rules().knobs()
    del knobs["leftovers"]
    with pytest.raises(RulesError) as caught:
        rules_from_knobs("mine", knobs)
    assert str(caught.value) == "mine: the knob 'leftovers' is missing"


@pytest.mark.parametrize(
    "overrides",
    [
        "talon=3",  # 49 cards
        "deck=40 talon=40",  # none left to deal
        "deck=40 talon=42",
        "deck=40 talon=48",
        "hand=7 uneven_last_deal=refuse",
        "hand=24 talon=6 uneven_last_deal=refuse",
        "talon=48 uneven_last_deal=refuse",
    ],
)
def test_cards_that_cannot_be_dealt_out_are_refused(overrides: str) -> None:
    with pytest.raises(RulesError, match=r"^tablic: .* cannot be dealt"):
        parse_rules(f"tablic {overrides}")


def test_the_refusal_of_an_uneven_deal_says_what_does_not_fit() -> None:
    with pytest.raises(RulesError) as caught:
        parse_rules("tablic hand=7 uneven_last_deal=refuse")
    assert str(caught.value) == (
        "tablic: 48 cards (deck = 52 less talon = 4) cannot be dealt to 2 players by hand = 7, "
        "uneven_last_deal = refuse: they must be a multiple of 14, and not 0"
    )


@pytest.mark.parametrize(
    ("overrides", "deals"),
    [
        ("", [6, 6, 6, 6]),
        ("hand=24", [24]),
        ("hand=7", [7, 7, 7, 3]),
        ("talon=48", [2]),
        ("talon=0 hand=24", [24, 2]),
        ("deck=40", [6, 6, 6]),
        ("deck=40 talon=38 hand=1", [1]),
    ],
)
def test_deals_of_full_hands_and_the_smaller_last_one(overrides: str, deals: list[int]) -> None:
    assert _deals(parse_rules(f"tablic {overrides}")) == deals


def _deals(rules: Rules) -> list[int]:
    """The sizes of the deals of one hand that is played out."""
    hand = Hand(rules, full_deck(rules.deck), 0)
    sizes = []
    left = rules.deck - rules.talon
    while not hand.over:
        if hand.cards_left < left:
            sizes.append((left - hand.cards_left) // rules.players)
            left = hand.cards_left
        hand.push(Play(next(cards_in(hand.held[hand.turn]))))
    return sizes


NO_POINTS = "points_ace=0 points_court=0 points_ten=0 points_ten_diamonds=0 points_two_clubs=0"


@pytest.mark.parametrize(
    "overrides",
    [
        NO_POINTS,
        NO_POINTS + " most_cards=0",
        # Courts alone score, and there are none in the pack: 20 cards each is 0 for both.
        "deck=40 " + NO_POINTS.replace("points_court=0", "points_court=1"),
    ],
)
def test_a_set_in_which_nobody_may_score_is_refused(overrides: str) -> None:
    with pytest.raises(RulesError, match="might not end"):
        parse_rules(f"tablic {overrides}")


def test_one_card_that_scores_is_enough() -> None:
    for knob in ("points_ace", "points_ten", "points_ten_diamonds", "points_two_clubs"):
        parse_rules("tablic deck=40 " + NO_POINTS.replace(f"{knob}=0", f"{knob}=1"))
    parse_rules(f"tablic {NO_POINTS} points_each_club=1")
    parse_rules("tablic " + NO_POINTS.replace("points_court=0", "points_court=1"))


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ("teams=true", "teams = true is not allowed with players = 2: partnerships need 4"),
        (
            "players=3 teams=true",
            "teams = true is not allowed with players = 3: partnerships need 4",
        ),
        (
            "talon=0 talon_offer=true",
            "talon_offer = true is not allowed with talon = 0: talon must be from 1 to 6, the "
            "cards of a hand",
        ),
        (
            "talon=8 talon_offer=true",
            "talon_offer = true is not allowed with talon = 8: talon must be from 1 to 6, the "
            "cards of a hand",
        ),
        (
            "talon=20 hand=26 talon_offer=true",
            "talon_offer = true is not allowed with talon = 20: talon must be from 1 to 16, the "
            "cards of a hand",
        ),
        (
            "talon=44 initial_jack=bury",
            "initial_jack = bury is not allowed with talon = 44: the table cards must leave 9 "
            "cards or more of deck = 52 to bury a jack in",
        ),
        (
            "claim=true hands=3",
            "claim = true is not allowed with hands = 3: only a game to the target (hands = 0) has "
            "something to claim",
        ),
        (
            "points_ace=-6 most_tie=all",
            "a hand can give all sides together -3 points (cards -6, most cards 3 on a tie), so a "
            "game might not end: the knobs points_... and most_cards must make it 1 or more",
        ),
    ],
)
def test_knobs_that_do_not_go_together_are_refused(overrides: str, message: str) -> None:
    with pytest.raises(RulesError) as caught:
        parse_rules(f"tablic {overrides}")
    assert str(caught.value) == f"tablic: {message}"


@pytest.mark.parametrize(
    "overrides",
    [
        "players=4 teams=true",
        "players=4",
        "talon=6 talon_offer=true",
        "talon=42 initial_jack=bury",
        "talon=48 initial_jack=bottom",
        "claim=true",
        "jack=sweep tabla=value",
        "jack=sweep tabla=points",
        "points_ace=-4",
        f"{NO_POINTS} most_tie=all",
        f"{NO_POINTS} most_tie=split",
        # Of three players only two can tie, and 2 points are shared by two.
        f"players=3 {NO_POINTS} most_cards=2 most_tie=split",
    ],
)
def test_knobs_that_just_go_together_are_allowed(overrides: str) -> None:
    assert parse_rules(f"tablic {overrides}").text.startswith("tablic ")


def test_a_split_that_leaves_nothing_for_the_tied_is_refused() -> None:
    for overrides in ("most_cards=1", "players=4 most_cards=3"):
        with pytest.raises(RulesError, match="might not end"):
            parse_rules(f"tablic {NO_POINTS} {overrides} most_tie=split")


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
