"""A game watched decision by decision beside the books of the second bookkeeper."""

from collections.abc import Iterable

from tablic.cards import CARD_NAMES, CardSet, card_name, cards_in, cards_text
from tablic.game import Game
from tablic.hand import Hand
from tablic.scoring import GameResult

from . import bookkeeper
from .bookkeeper import Books, side_of

BIT = {name: 1 << card for card, name in enumerate(CARD_NAMES)}


def set_of(names: Iterable[str]) -> CardSet:
    """The set of the cards of some names."""
    return sum(BIT[name] for name in names)


def names_in(some: CardSet) -> list[str]:
    """The names of the cards in a set."""
    return [CARD_NAMES[card] for card in cards_in(some)]


def books_of(hand: Hand) -> Books:
    """The books of a hand before its first play, the talon decided or not yet offered."""
    deck = [card_name(card) for card in hand.deck]
    return Books(hand.rules.knobs(), deck, hand.dealer, hand.talon_kept)


class Watch:
    """What the second bookkeeper makes of a game; ``look`` compares it with the game."""

    books: Books

    def __init__(self) -> None:
        self.hand: Hand | None = None
        self.totals: tuple[int, ...] = ()
        self.ended = 0

    def look(self, game: Game) -> None:
        """Enter what happened since the last look, and hold the whole game to the books."""
        self.totals = self.totals or (0,) * game.rules.sides
        if game.hand is not self.hand:
            self._begin_hand(game)
        if game.hand.offered:
            self._hold_offer(game)
            return
        if not self.books.entries:
            self.books = books_of(game.hand)
        self._enter_plays(game)
        hold_hand(game.hand, self.books)
        if game.hand.over and not game.made_claim:
            self._end_hand(game)
        hold_views(game, self.totals)

    def finish(self, game: Game) -> None:
        """Hold the end of the game to the books."""
        self._enter_plays(game)
        claim = game.made_claim
        if claim:
            self._hold_claim(game)
        else:
            assert self.ended == len(game.hands)
            end = bookkeeper.game_end(self.totals, game.rules.knobs(), self.ended)
            assert end.over
            assert game.result == GameResult(self.totals, end.places)

    def _begin_hand(self, game: Game) -> None:
        assert self.ended == len(game.hands) - 1 == len(game.scores)
        self.hand = game.hand
        self.books = books_of(game.hand)
        assert game.hand.dealer == self.ended % game.rules.players
        turned = self.books.opening.turned
        assert [jack.card for jack in game.hand.turned_jacks] == [
            CARD_NAMES.index(name) for name in dict.fromkeys(name for name, _ in turned)
        ]
        dealt = game.hand.pack[game.rules.talon :]
        assert all(dealt[jack.place] == jack.card for jack in game.hand.turned_jacks)

    def _hold_offer(self, game: Game) -> None:
        """While the first player is asked, he alone sees the talon, and nobody holds a card."""
        hand = game.hand
        assert hand.offered == set_of(self.books.opening.talon)
        assert (hand.table, hand.held, hand.plays) == (0, [0] * game.rules.players, [])
        assert hand.cards_left + hand.offered.bit_count() == game.rules.deck
        shown = [game.view(seat).offered for seat in range(game.rules.players)]
        first = (hand.dealer + 1) % game.rules.players
        assert shown == [hand.offered * (seat == first) for seat in range(game.rules.players)]

    def _enter_plays(self, game: Game) -> None:
        books = self.books
        for made in game.hand.plays[len(books.entries) :]:
            card, taken, _ = made.play
            entry = books.play(made.seat, CARD_NAMES[card], names_in(taken))
            assert entry.tabla == made.tabla

    def _end_hand(self, game: Game) -> None:
        account, knobs = self.books.account(), game.rules.knobs()
        self.ended += 1
        assert game.scores[-1]._asdict() == account._asdict()
        assert sum(account.cards) == game.rules.deck
        assert sum(account.card_points) == (22 if game.rules.deck == 52 else 10)
        self.totals = tuple(map(sum, zip(self.totals, account.total, strict=True)))
        assert tuple(game.totals) == self.totals
        end = bookkeeper.game_end(self.totals, knobs, self.ended)
        assert (game.result is not None) == end.over
        assert game.needs_deck != end.over

    def _hold_claim(self, game: Game) -> None:
        knobs, claim = game.rules.knobs(), game.made_claim
        assert claim
        assert bookkeeper.may_claim(self.totals, knobs)
        counted = self.books.claim_totals(self.totals)
        side = side_of(claim.seat, knobs)
        assert claim.right == (counted[side] >= game.rules.target)
        end = bookkeeper.claim_end(counted, side, knobs)
        assert game.result == GameResult(counted, end.places)
        assert (len(game.scores), tuple(game.totals)) == (self.ended, self.totals)


def hold_hand(hand: Hand, books: Books) -> None:
    """Hold every public number of a hand to its books."""
    moment, knobs = books.moments[-1], hand.rules.knobs()
    assert (hand.turn == moment.turn) or hand.over
    assert hand.over == books.over
    assert hand.table == set_of(moment.table)
    assert hand.held == [set_of(held) for held in moment.held]
    assert hand.cards_left == moment.left
    assert hand.piles == [set_of(pile) for pile in books.piles]
    assert hand.tablas == books.tablas
    last = books.last_capturer
    assert hand.last_capturer == (None if last is None else side_of(last, knobs))
    assert hand.leftovers_to == books.leftovers_to
    assert hand.plays_left == hand.cards_left + sum(map(int.bit_count, hand.held))
    hold_cards(hand)


def hold_cards(hand: Hand) -> None:
    """Every card is in one place, and so is every point."""
    pack = sum(1 << card for card in hand.pack[len(hand.pack) - hand.cards_left :])
    places = [hand.table, pack, *hand.held, *hand.piles]
    assert sum(places) == (1 << hand.rules.deck) - 1, cards_text(hand.deck)
    assert sum(place.bit_count() for place in places) == hand.rules.deck


def hold_views(game: Game, totals: tuple[int, ...]) -> None:
    """Every seat sees what is public and its own hand; what it cannot see is all the rest."""
    hand, rules = game.hand, game.rules
    for seat in range(rules.players):
        view = game.view(seat)
        assert (view.hand, view.seat) == (hand.held[seat], seat)
        assert view[2:4] == (hand.dealer, len(game.hands) - 1)
        assert view.table == hand.table
        assert (view.piles, view.tablas) == (tuple(hand.piles), tuple(hand.tablas))
        assert view.totals == totals
        assert view.held == tuple(map(int.bit_count, hand.held))
        assert (view.cards_left, view.last_capturer) == (hand.cards_left, hand.last_capturer)
        assert view.exposed == (hand.pack[-1] if rules.show_bottom_card else None)
        pack = sum(1 << card for card in hand.pack[len(hand.pack) - hand.cards_left :])
        assert view.unseen == pack | sum(hand.held) - hand.held[seat]
        turns = [n for n, made in enumerate(hand.plays) if made.seat == seat]
        assert view.plays == tuple(hand.plays[turns[-1] if turns else 0 :])
