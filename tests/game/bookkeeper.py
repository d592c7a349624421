"""A second bookkeeper: deals, replays and scores a hand of any rule set, and ends the game.

It knows cards by their names and rule sets as mappings of knobs, and is written from the rules
page alone. It holds a play to the turn, the hand and the table; whether a card may take what it
takes is for the oracle to say, since an illegal play that was put back is a laid card here.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from .oracle import ALL, Knobs, capture_value, number_of, sweeps


class Opening(NamedTuple):
    """What lies and is dealt before the first play."""

    talon: tuple[str, ...]  # the cards first turned face up, which the first player may keep
    table: frozenset[str]
    turned: tuple[tuple[str, int], ...]  # each jack turned, and its index in the pack it went to
    deals: tuple[tuple[frozenset[str], ...], ...]  # each deal of the hand, by seat
    bottom: str  # the pack's last card when the table lies


class Moment(NamedTuple):
    """A hand before a play, or after the last."""

    turn: int | None  # None when the hand is over
    table: frozenset[str]
    held: tuple[frozenset[str], ...]  # by seat
    left: int  # cards in the pack


class Entry(NamedTuple):
    """A play as the books have it."""

    seat: int
    card: str
    taken: frozenset[str]
    tabla: bool
    points: int  # of the tabla


class Account(NamedTuple):
    """What a hand comes to, a number for each side."""

    cards: tuple[int, ...]
    card_points: tuple[int, ...]
    most_cards: tuple[int, ...]
    tablas: tuple[int, ...]
    total: tuple[int, ...]


class GameEnd(NamedTuple):
    """Whether a game is over, the side that won (None: a draw, or another hand), and the places."""

    over: bool
    winner: int | None
    places: tuple[int, ...]


class Books:
    """The books of one hand, kept play by play."""

    def __init__(
        self, knobs: Knobs, deck: Sequence[str], dealer: int, talon_kept: bool = False
    ) -> None:
        self.knobs = knobs
        self.dealer = dealer
        self.opening = opening(knobs, deck, dealer, talon_kept)
        self.table = set(self.opening.table)
        self.held: list[set[str]] = [set() for _ in range(number_of(knobs, "players"))]
        self.waiting = list(self.opening.deals)
        self.piles: list[set[str]] = [set() for _ in range(sides(knobs))]
        self.tablas = [0] * sides(knobs)
        self.last_capturer: int | None = None
        self.entries: list[Entry] = []
        self.moments: list[Moment] = []
        self._next_moment()

    @property
    def over(self) -> bool:
        """Whether every card of the hand has been played."""
        return not self.waiting and not any(self.held)

    @property
    def turn(self) -> int | None:
        """The seat that is to act, if any."""
        if self.over:
            return None
        return (self.dealer + 1 + len(self.entries)) % len(self.held)

    @property
    def leftovers_to(self) -> int:
        """The side that the leftovers go to as things stand."""
        taker = self.dealer if self.knobs["leftovers"] == "dealer" else self.last_capturer
        return side_of(self.dealer if taker is None else taker, self.knobs)

    def play(self, seat: int, card: str, taken: Collection[str] = ()) -> Entry:
        """Enter a play."""
        assert seat == self.turn
        assert card in self.held[seat]
        assert set(taken) <= self.table
        self.held[seat].remove(card)
        if taken:
            self._take(seat, card, taken)
        else:
            self.table.add(card)
        self._enter(seat, card, frozenset(taken))
        self._next_moment()
        return self.entries[-1]

    def account(self) -> Account:
        """The score of the hand, which must be over."""
        assert self.over
        piles = [set(pile) for pile in self.piles]
        piles[self.leftovers_to] |= self.table
        return score(piles, self.tablas, self.knobs)

    def claim_totals(self, totals_before: Sequence[int]) -> tuple[int, ...]:
        """The total of every side as a claim counts it now."""
        counted = zip(totals_before, self.piles, self.tablas, strict=True)
        return tuple(claim_total(*parts, self.knobs) for parts in counted)

    def _take(self, seat: int, card: str, taken: Collection[str]) -> None:
        self.table -= set(taken)
        self.piles[side_of(seat, self.knobs)] |= {card, *taken}
        self.last_capturer = seat

    def _enter(self, seat: int, card: str, taken: frozenset[str]) -> None:
        tabla = self._is_tabla(card, taken)
        points = tabla_points(card, taken, self.knobs) if tabla else 0
        self.tablas[side_of(seat, self.knobs)] += points
        self.entries.append(Entry(seat, card, taken, tabla, points))

    def _is_tabla(self, card: str, taken: frozenset[str]) -> bool:
        if not taken or self.table or sweeps(card, self.knobs):
            return False
        return not self.over or bool(self.knobs["tabla_last_card"])

    def _next_moment(self) -> None:
        if self.waiting and not any(self.held):
            self.held = [set(hand) for hand in self.waiting.pop(0)]
        held = tuple(map(frozenset, self.held))
        left = sum(len(hand) for deal in self.waiting for hand in deal)
        self.moments.append(Moment(self.turn, frozenset(self.table), held, left))


def keep_books(
    knobs: Knobs,
    deck: Sequence[str],
    dealer: int,
    plays: Iterable[tuple[int, str, Collection[str]]],
    talon_kept: bool = False,
) -> Books:
    """The books of a hand after these plays: each a seat, a card and the cards it takes."""
    books = Books(knobs, deck, dealer, talon_kept)
    for seat, card, taken in plays:
        books.play(seat, card, taken)
    return books


def sides(knobs: Knobs) -> int:
    """How many sides score."""
    return 2 if knobs["teams"] else number_of(knobs, "players")


def side_of(seat: int, knobs: Knobs) -> int:
    """The side of a seat: seats 0 and 2 against 1 and 3, or each for itself."""
    return seat % 2 if knobs["teams"] else seat


def turn_order(knobs: Knobs, dealer: int) -> list[int]:
    """The seats as they are dealt to and act; the dealer is the last."""
    players = number_of(knobs, "players")
    return [(dealer + step) % players for step in range(1, players + 1)]


def deal_sizes(knobs: Knobs) -> list[int]:
    """The cards a seat gets, deal by deal."""
    cards = number_of(knobs, "deck") - number_of(knobs, "talon")
    each, over = divmod(cards, number_of(knobs, "players"))
    assert not over
    sizes = []
    while each:
        sizes.append(min(each, number_of(knobs, "hand")))
        each -= sizes[-1]
    return sizes


def opening(knobs: Knobs, deck: Sequence[str], dealer: int, talon_kept: bool = False) -> Opening:
    """Turn up the table and deal every hand of a deck in its canonical order."""
    assert set(deck) == set(pack_of(knobs))
    assert len(deck) == number_of(knobs, "deck")
    assert knobs["talon_offer"] or not talon_kept
    pack = list(deck)
    turned: list[tuple[str, int]] = []
    talon = table = _turn_up(pack, turned, knobs)
    kept: list[str] = []
    if talon_kept:
        kept = talon + _take_off(pack, deal_sizes(knobs)[0] - len(talon))
        table = _turn_up(pack, turned, knobs)
    bottom = pack[-1]
    deals = _deal(pack, kept, knobs, dealer)
    return Opening(tuple(talon), frozenset(table), tuple(turned), deals, bottom)


def pack_of(knobs: Knobs) -> list[str]:
    """The cards that are played with."""
    return [name for name in ALL if knobs["deck"] == 52 or name[0] not in "JQK"]


def _take_off(pack: list[str], number: int) -> list[str]:
    """Take cards off the front of the pack."""
    taken = pack[:number]
    del pack[:number]
    return taken


def _turn_up(pack: list[str], turned: list[tuple[str, int]], knobs: Knobs) -> list[str]:
    """Turn cards from the front of the pack until as many lie as should; jacks may go back."""
    lying: list[str] = []
    while len(lying) < number_of(knobs, "talon"):
        (card,) = _take_off(pack, 1)
        if card[0] != "J" or knobs["initial_jack"] == "keep":
            lying.append(card)
            continue
        to_the_end = knobs["initial_jack"] == "bottom" or not turned
        turned.append((card, len(pack) if to_the_end else len(pack) // 2))
        pack.insert(turned[-1][1], card)
    return lying


def _deal(
    pack: list[str], kept: Sequence[str], knobs: Knobs, dealer: int
) -> tuple[tuple[frozenset[str], ...], ...]:
    """Deal the whole pack; the first player has his first hand where he kept the talon."""
    deals = []
    seats = turn_order(knobs, dealer)
    hands = {seats[0]: frozenset(kept)} if kept else {}
    for size in deal_sizes(knobs):
        for seat in seats:
            if seat not in hands:
                hands[seat] = frozenset(_take_off(pack, size))
        deals.append(tuple(hands[seat] for seat in sorted(hands)))
        hands = {}
    assert not pack
    return tuple(deals)


def tabla_points(card: str, taken: Collection[str], knobs: Knobs) -> int:
    """The points of a capture that is a tabla."""
    if sweeps(card, knobs):
        return 0
    if knobs["tabla"] == "value":
        return capture_value(card, taken)
    return number_of(knobs, "tabla_points")


def score(piles: Sequence[Collection[str]], tablas: Sequence[int], knobs: Knobs) -> Account:
    """The score of a hand from the sides' piles, leftovers given, and their tabla points."""
    cards = tuple(map(len, piles))
    points = tuple(card_points(pile, knobs) for pile in piles)
    most = most_cards(cards, knobs)
    total = tuple(sum(parts) for parts in zip(points, most, tablas, strict=True))
    return Account(cards, points, most, tuple(tablas), total)


def card_points(cards: Iterable[str], knobs: Knobs) -> int:
    """The points of the cards alone."""
    return sum(_points_of(name, knobs) for name in cards)


def _points_of(name: str, knobs: Knobs) -> int:
    special = {"TD": "points_ten_diamonds", "2C": "points_two_clubs"}
    usual = {"A": "points_ace", "T": "points_ten"} | dict.fromkeys("JQK", "points_court")
    knob = special.get(name) or usual.get(name[0])
    each_club = number_of(knobs, "points_each_club") if name[1] == "C" else 0
    return each_club + (number_of(knobs, knob) if knob else 0)


def most_cards(cards: Sequence[int], knobs: Knobs) -> tuple[int, ...]:
    """The points for the most cards, side by side."""
    points = number_of(knobs, "most_cards")
    most = [side for side, count in enumerate(cards) if count == max(cards)]
    if len(most) > 1:
        tied = {"none": 0, "all": points, "split": points // len(most)}
        points = tied[str(knobs["most_tie"])]
    return tuple(points if side in most else 0 for side in range(len(cards)))


def may_claim(totals_before: Sequence[int], knobs: Knobs) -> bool:
    """Whether claims are legal in a hand that begins with these totals."""
    return bool(knobs["claim"]) and max(totals_before) < number_of(knobs, "target")


def claim_total(total_before: int, captured: Iterable[str], tablas: int, knobs: Knobs) -> int:
    """What a side has as a claim counts it: no leftovers and nothing for the most cards."""
    return total_before + card_points(captured, knobs) + tablas


def claim_end(totals: Sequence[int], claimant: int, knobs: Knobs) -> GameEnd:
    """How a claim ends the game, from the totals of all sides as it counts them."""
    right = totals[claimant] >= number_of(knobs, "target")
    others = [total for side, total in enumerate(totals) if side != claimant]
    ranked = [1 + right + sum(other > total for other in others) for total in totals]
    ranked[claimant] = 1 if right else len(totals)
    first = [side for side, place in enumerate(ranked) if place == 1]
    return GameEnd(True, first[0] if len(first) == 1 else None, tuple(ranked))


def game_end(totals: Sequence[int], knobs: Knobs, hands_played: int = 0) -> GameEnd:
    """Whether the game is over after a hand, from the totals with that hand in them."""
    top = max(totals)
    winner = totals.index(top) if totals.count(top) == 1 else None
    if number_of(knobs, "hands"):
        over = hands_played >= number_of(knobs, "hands")
    else:
        over = winner is not None and top >= number_of(knobs, "target")
    return GameEnd(over, winner if over else None, places(totals))


def places(totals: Sequence[int]) -> tuple[int, ...]:
    """The place of every side, 1 for the highest total; equal totals share a place."""
    return tuple(1 + sum(other > total for other in totals) for total in totals)
