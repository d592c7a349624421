"""A slow oracle for what may be played, written from the definition alone.

A set of table cards may be taken by a card if and only if it is not empty and can be cut into
groups, every card in exactly one group, so that each group adds up to V, for one value V of the
card; each ace in the set counts 1 or 11, each on its own. The oracle knows cards by their names
and rule sets as mappings of knobs. It tries every selection of ranks, so keep the table below a
dozen cards, or the card played low.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, product

Knobs = Mapping[str, object]
NamedPlay = tuple[str, frozenset[str]]

RANKS = "A23456789TJQK"
ALL = tuple(rank + suit for rank in RANKS for suit in "CDHS")

_VALUES = {"A": (1, 11), "T": (10,), "J": (12,), "Q": (13,), "K": (14,)}


def values(name: str) -> tuple[int, ...]:
    """What a card may count."""
    return _VALUES.get(name[0]) or (int(name[0]),)


def number_of(knobs: Knobs, knob: str) -> int:
    """The value of a knob that is a whole number."""
    value = knobs[knob]
    assert isinstance(value, int)
    return value


def sweeps(card: str, knobs: Knobs) -> bool:
    """Whether a card takes the whole table or nothing."""
    return card[0] == "J" and knobs["jack"] == "sweep"


def legal_plays(table: Collection[str], hand: Collection[str], knobs: Knobs) -> set[NamedPlay]:
    """Every legal play of a hand: the card and the set it takes, which is empty for a card laid."""
    taking = {(card, taken) for card in hand for taken in captures(table, card, knobs)}
    able = {card for card, _ in taking}
    may_be_laid = {
        "never": set(hand),
        "card": set(hand) - able,
        "hand": set() if able else set(hand),
    }[str(knobs["must_capture"])]
    return taking | {(card, frozenset[str]()) for card in may_be_laid}


def captures(table: Collection[str], card: str, knobs: Knobs) -> set[frozenset[str]]:
    """Every set of table cards that a card may take."""
    legal = _captures_of_any_extent(table, card, knobs)
    if knobs["capture_extent"] == "maximal":
        return {taken for taken in legal if not any(taken < other for other in legal)}
    return legal


def can_take(table: Collection[str], card: str, taken: Collection[str], knobs: Knobs) -> bool:
    """Whether a card may take exactly these cards, named once each, from a table."""
    chosen = frozenset(taken)
    if not chosen or len(chosen) < len(taken) or not chosen <= set(table):
        return False
    if sweeps(card, knobs) or knobs["capture_extent"] == "maximal":
        return chosen in captures(table, card, knobs)
    return _can_be_cut(_ranks_of(chosen), card, knobs)


def capture_value(card: str, taken: Collection[str]) -> int:
    """The value of the cards of a capture, the card that takes included; the most for an ace."""
    return max(
        value * (groups + 1)
        for value in values(card)
        for groups in _group_numbers(_ranks_of(taken), value)
    )


def _captures_of_any_extent(table: Collection[str], card: str, knobs: Knobs) -> set[frozenset[str]]:
    if sweeps(card, knobs):
        return {frozenset(table)} if table else set()
    # A card worth more than the group it is in cannot be in any: leaving it out keeps this cheap.
    low = [name for name in table if min(values(name)) <= max(values(card))]
    return {
        taken
        for ranks in _selections(_ranks_of(low))
        if _can_be_cut(ranks, card, knobs)
        for taken in _sets_of(ranks, low)
    }


def _can_be_cut(ranks: str, card: str, knobs: Knobs) -> bool:
    """Whether cards of these ranks can be cut into groups as a card takes them, no jack sweep."""
    if not ranks or ("J" in ranks and knobs["jack"] == "sweep"):
        return False
    most = number_of(knobs, "max_groups") or len(ranks)
    return any(groups <= most for value in values(card) for groups in _group_numbers(ranks, value))


def _ranks_of(names: Collection[str]) -> str:
    return "".join(sorted((name[0] for name in names), key=RANKS.index))


def _selections(ranks: str) -> Iterator[str]:
    """Every way to select some of these ranks."""
    numbers = [range(ranks.count(rank) + 1) for rank in RANKS]
    for chosen in product(*numbers):
        yield "".join(rank * number for rank, number in zip(RANKS, chosen, strict=True))


def _sets_of(ranks: str, table: Collection[str]) -> Iterator[frozenset[str]]:
    """Every set of table cards that has exactly these ranks."""
    by_rank = (
        combinations([name for name in table if name[0] == rank], ranks.count(rank))
        for rank in RANKS
    )
    for parts in product(*by_rank):
        yield frozenset(name for part in parts for name in part)


@lru_cache(maxsize=1 << 18)
def _group_numbers(ranks: str, value: int) -> frozenset[int]:
    """The numbers of groups that cards of these ranks can be cut into, each group a value."""
    if not ranks:
        return frozenset({0})
    if not _may_add_up(ranks, value):
        return frozenset()
    # The highest card is in exactly one group: try every one.
    return frozenset(
        1 + groups
        for worth in values(ranks[-1])
        for remainder in _remainders(ranks[:-1], value - worth)
        for groups in _group_numbers(remainder, value)
    )


def _may_add_up(ranks: str, value: int) -> bool:
    """Whether all together can be a multiple of a value, as groups are; it spares most work."""
    least = sum(min(values(rank)) for rank in ranks)
    return any((least + 10 * aces) % value == 0 for aces in range(ranks.count("A") + 1))


@lru_cache(maxsize=1 << 18)
def _remainders(ranks: str, total: int) -> frozenset[str]:
    """What can remain of these ranks when some that add up to a total are put aside."""
    if total == 0:
        return frozenset({ranks})
    if total < 0 or not ranks:
        return frozenset()
    last, others = ranks[-1], ranks[:-1]
    kept = {remainder + last for remainder in _remainders(others, total)}
    put_aside = {
        remainder for worth in values(last) for remainder in _remainders(others, total - worth)
    }
    return frozenset(kept | put_aside)
