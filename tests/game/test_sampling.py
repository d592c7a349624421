"""Random plays are uniform over the legal plays of the oracle, however they are drawn."""

from collections import Counter
from random import Random

import pytest
from tablic import sampling
from tablic.captures import can_take
from tablic.plays import Play
from tablic.rules import Rules, named_rules
from tablic.sampling import random_play

from . import oracle
from .cards_for_tests import cards, mask_of_names, shuffled
from .chi_square import bound, chi_square

DRAWS_A_PLAY = 60
TABLIC = named_rules("tablic")
SINGLE = named_rules("tablic-single")

POSITIONS = [
    ("", "7S 8C"),
    ("7C", "7S"),
    ("7C", "7S 8C KD"),
    ("7C 7D", "7S AS"),
    ("7C 7D 7H", "7S 2C 2D"),
    ("5C 6D", "AS"),
    ("AC AD AH", "AS JC"),
    ("AC AD TC TD 2H", "AS JC QC"),
    ("TC 4D 6H 3S 7C", "TS TD KC"),
    ("KC AS 3D 4H TC", "KD"),
    ("2C 2D 2H 2S 4C 4D", "6S 4H 8C"),
    ("5C 5D 5H 5S", "TS TD"),
    ("3C 3D 3H 6C 6D 9H QS", "9S 6S QD 2C"),
]


def legal_plays(table: str, held: str, rules: Rules) -> list[Play]:
    """What the oracle allows: every card that may be laid, and every capture."""
    return [
        Play(oracle.ALL.index(card), mask_of_names(taken))
        for card, taken in oracle.legal_plays(table.split(), held.split(), rules.knobs())
    ]


def assert_uniform(table: str, held: str, rules: Rules, seed: int) -> None:
    legal = legal_plays(table, held, rules)
    random = Random(seed).random
    drawn = Counter(
        random_play(cards(table), cards(held), rules, random)
        for _ in range(DRAWS_A_PLAY * len(legal))
    )
    assert set(drawn) == set(legal)
    if len(legal) > 1:
        assert chi_square(drawn.values(), DRAWS_A_PLAY) < bound(len(legal) - 1)


@pytest.fixture
def fresh_memos(monkeypatch: pytest.MonkeyPatch) -> list[sampling._Memo]:
    memos = [sampling._Memo(0), sampling._Memo(1)]
    monkeypatch.setattr(sampling, "_MEMOS", memos)
    return memos


@pytest.fixture
def rejections(monkeypatch: pytest.MonkeyPatch, fresh_memos: list[sampling._Memo]) -> list[Play]:
    """Tables with any capture have too many: collects the plays that were drawn by rejection."""
    assert all(not memo.size for memo in fresh_memos)
    drawn: list[Play] = []
    original = sampling._by_rejection

    def by_rejection(*args: object) -> Play:
        drawn.append(original(*args))  # type: ignore[arg-type]  # passed on as they came
        return drawn[-1]

    monkeypatch.setattr(sampling, "_by_rejection", by_rejection)
    monkeypatch.setattr(sampling, "MOST_SELECTIONS", 0)
    return drawn


@pytest.mark.parametrize("rules", [TABLIC, SINGLE], ids=lambda rules: str(rules.name))
@pytest.mark.parametrize(("table", "held"), POSITIONS)
def test_plays_are_uniform(table: str, held: str, rules: Rules) -> None:
    assert_uniform(table, held, rules, seed=1)


@pytest.mark.parametrize("rules", [TABLIC, SINGLE], ids=lambda rules: str(rules.name))
@pytest.mark.parametrize(("table", "held"), POSITIONS)
def test_plays_drawn_by_rejection_are_uniform(
    table: str, held: str, rules: Rules, rejections: list[Play]
) -> None:
    assert_uniform(table, held, rules, seed=2)
    captures = any(play.taken for play in legal_plays(table, held, rules))
    assert bool(rejections) == captures


def test_an_ace_takes_cards_higher_than_itself() -> None:
    random = Random(3).random
    drawn = {random_play(cards("5C 6D"), cards("AC"), TABLIC, random) for _ in range(50)}
    assert drawn == {Play(0), Play(0, cards("5C 6D"))}


@pytest.mark.parametrize("size", range(20, 50))
def test_plays_on_big_tables_are_legal(size: int) -> None:
    source = Random(size)
    random = source.random
    for _ in range(3):
        deck = shuffled(source)
        table = sum(1 << card for card in deck[:size])
        held = sum(1 << card for card in deck[size : size + 6])
        for _ in range(3):
            card, taken, claim = random_play(table, held, TABLIC, random)
            assert held >> card & 1
            assert not claim
            assert not taken or can_take(table, card, taken, TABLIC)


def test_a_card_on_a_big_table_captures_nearly_always() -> None:
    # A king has 10**13 captures there, so the one way to lay it is never drawn.
    source = Random(5)
    king = oracle.ALL.index("KS")
    table = sum(1 << card for card in shuffled(source)[:44]) & ~(1 << king)
    drawn = [random_play(table, 1 << king, TABLIC, source.random) for _ in range(20)]
    assert all(play.taken for play in drawn)
    assert len(set(drawn)) == len(drawn)


def test_a_play_depends_on_the_random_numbers_alone(fresh_memos: list[sampling._Memo]) -> None:
    table, held = cards("TC 4D 6H 3S 7C 2C"), cards("TS TD KC 9C")

    def drawn() -> list[Play]:
        random = Random(6).random
        return [random_play(table, held, TABLIC, random) for _ in range(30)]

    first = drawn()
    assert any(memo.size for memo in fresh_memos)
    assert drawn() == first


def remembered(memo: sampling._Memo) -> int:
    return sum(len(parts) for by_counts in memo.by_rank for _, parts, _ in by_counts.values())


def test_the_memo_of_captures_is_bounded(
    monkeypatch: pytest.MonkeyPatch, fresh_memos: list[sampling._Memo]
) -> None:
    monkeypatch.setattr(sampling, "MEMO_SELECTIONS", 100)
    source = Random(7)
    random = source.random
    largest = tables = 0
    for _ in range(400):
        deck = shuffled(source)
        size = source.randint(2, 14)
        table = sum(1 << card for card in deck[:size])
        card, taken, _ = random_play(table, 1 << deck[size], TABLIC, random)
        assert not taken or can_take(table, card, taken, TABLIC)
        largest = max(largest, remembered(fresh_memos[0]))
        tables = max(tables, sum(map(len, fresh_memos[0].by_rank)))
    assert 100 < largest <= 100 + sampling.MOST_SELECTIONS
    assert tables <= 101  # one that holds nothing counts too


def test_plays_are_uniform_while_the_memo_starts_afresh(
    monkeypatch: pytest.MonkeyPatch, fresh_memos: list[sampling._Memo]
) -> None:
    monkeypatch.setattr(sampling, "MEMO_SELECTIONS", 3)
    for table, held in POSITIONS:
        assert_uniform(table, held, TABLIC, seed=8)
    assert remembered(fresh_memos[0]) <= 3 + sampling.MOST_SELECTIONS
