"""Random plays are uniform over the legal plays of the oracle, however they are drawn."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from tablic import sampling
from tablic.captures import can_take
from tablic.cards import cards_in
from tablic.game import Game
from tablic.hand import Hand
from tablic.playout import playout
from tablic.plays import Play
from tablic.rules import Rules, named_rules, parse_rules, rule_set_names
from tablic.sampling import Sampler, forget, random_play

from . import oracle
from .cards_for_tests import cards, mask_of_names, shuffled
from .chi_square import bound, chi_square

DRAWS_A_PLAY = 60
TABLIC = named_rules("tablic")
RULES = [
    parse_rules(text)
    for text in (
        "tablic",
        "tablic-single",
        "tablic max_groups=2",
        "tablic must_capture=card",
        "tablic-forced",
        "tablic-maximal",
        "tablic-maximal must_capture=never max_groups=2",
        "tablanette",
        "tablanette must_capture=hand",
    )
]

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
    ("JC 2D AH QS", "JS KD QC AS"),
]


def legal_plays(table: str, held: str, rules: Rules) -> list[Play]:
    """What the oracle allows."""
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
def no_memory(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every table has too many captures to be remembered."""
    forget()
    monkeypatch.setattr(sampling, "MOST_SELECTIONS", 0)
    yield
    forget()


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: str(rules.text))
@pytest.mark.parametrize(("table", "held"), POSITIONS)
def test_plays_are_uniform(table: str, held: str, rules: Rules) -> None:
    assert_uniform(table, held, rules, seed=1)


@pytest.mark.usefixtures("no_memory")
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: str(rules.text))
@pytest.mark.parametrize(("table", "held"), POSITIONS)
def test_plays_of_tables_too_full_to_remember_are_uniform(
    table: str, held: str, rules: Rules
) -> None:
    assert_uniform(table, held, rules, seed=2)
    assert Sampler.remembered <= len(POSITIONS) * 6


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


def test_a_play_depends_on_the_random_numbers_alone() -> None:
    table, held = cards("TC 4D 6H 3S 7C 2C"), cards("TS TD KC 9C")

    def drawn() -> list[Play]:
        random = Random(6).random
        return [random_play(table, held, TABLIC, random) for _ in range(30)]

    forget()
    first = drawn()
    assert Sampler.remembered > 0
    assert drawn() == first


def remembered() -> int:
    """How many rank selections are remembered, one for each table, and some for its sums."""
    samplers = sampling._SAMPLERS.values()
    return sum(
        1 + len(parts)
        for sampler in samplers
        for by_counts in sampler.by_rank
        for _, parts, _ in by_counts.values()
    ) + sum(sampling.SELECTIONS_OF_A_ROW * len(sampler.rows) for sampler in samplers)


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "MEMO_SELECTIONS", 100)
    forget()
    source = Random(7)
    random = source.random
    largest = 0
    for number in range(400):
        rules = RULES[number % len(RULES)]
        deck = shuffled(source)
        size = source.randint(2, 14)
        table = sum(1 << card for card in deck[:size])
        card, taken, _ = random_play(table, 1 << deck[size], rules, random)
        assert not taken or can_take(table, card, taken, rules)
        assert remembered() == Sampler.remembered
        largest = max(largest, Sampler.remembered)
    most = 100 + 1 + sampling.MOST_SELECTIONS + sampling.SELECTIONS_OF_A_ROW
    assert 100 < largest <= most


def test_plays_are_uniform_while_the_memory_starts_afresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "MEMO_SELECTIONS", 3)
    for table, held in POSITIONS:
        assert_uniform(table, held, TABLIC, seed=8)


@pytest.mark.parametrize("rules", [named_rules(name) for name in rule_set_names()])
def test_a_playout_makes_the_random_plays(rules: Rules) -> None:
    for seed in range(20):
        hand = Hand(rules, shuffled(Random(seed), rules.deck), dealer=seed % rules.players)
        if hand.offered:
            hand.keep_talon(seed % 2 == 0)
        random = Random(seed).random
        for _ in range(seed):
            hand.push(random_play(hand.table, hand.held[hand.turn], rules, random))
        before = hand.table, tuple(hand.held), tuple(hand.piles), len(hand.plays)
        score = playout(hand, Random(seed).random)
        assert before == (hand.table, tuple(hand.held), tuple(hand.piles), len(hand.plays))
        random = Random(seed).random
        while not hand.over:
            hand.play(random_play(hand.table, hand.held[hand.turn], rules, random))
        assert score == hand.score()


def test_nothing_is_played_while_a_talon_is_offered() -> None:
    game = Game(named_rules("tabinet"))
    game.start_hand(shuffled(Random(1)))
    for seat in (0, 1):
        with pytest.raises(ValueError, match="the hand is empty, as it is while a talon"):
            game.view(seat).random_play(Random(1).random)
        assert game.view(seat).legal_plays() == []
    with pytest.raises(ValueError, match="the talon is offered"):
        playout(game.hand, Random(1).random)
    game.keep_talon(True)
    game.play(game.view(1).random_play(Random(1).random))


def test_a_playout_from_a_table_too_full_to_remember() -> None:
    hand = Hand(TABLIC, shuffled(Random(1)), dealer=0)
    for _ in range(40):
        hand.push(Play(next(iter(cards_in(hand.held[hand.turn])))))
    score = playout(hand, Random(2).random)
    random = Random(2).random
    while not hand.over:
        hand.play(random_play(hand.table, hand.held[hand.turn], TABLIC, random))
    assert score == hand.score()
