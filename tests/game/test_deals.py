"""Decks from a secret: the algorithm as written down, fixed vectors, and that decks are fair."""

import hashlib
import hmac
from collections import Counter

import pytest
from tablic import deals
from tablic.cards import cards_text
from tablic.deals import board_seed, bot_seed, commitment, deck_of_hand, new_secret

from .chi_square import bound, chi_square

SECRET = bytes(range(32))


class Stream:
    """HMAC-SHA256(key, 0), HMAC-SHA256(key, 1), ... read 32 bits at a time, big-endian."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.blocks = 0
        self.unread = b""

    def below(self, bound: int) -> int:
        while True:
            if not self.unread:
                counter = self.blocks.to_bytes(8, "big")
                self.unread = hmac.new(self.key, counter, hashlib.sha256).digest()
                self.blocks += 1
            word = int.from_bytes(self.unread[:4], "big")
            self.unread = self.unread[4:]
            if word < 2**32 // bound * bound:
                return word % bound


def deck_as_documented(secret: bytes, board: str, hand: int, size: int) -> list[int]:
    seed = hmac.new(secret, b"tablic board " + board.encode(), hashlib.sha256).digest()
    key = hmac.new(seed, f"hand {hand}".encode(), hashlib.sha256).digest()
    stream = Stream(key)
    deck = list(range(size))
    for place in reversed(range(1, size)):
        other = stream.below(place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


@pytest.mark.parametrize("size", [52, 40])
def test_decks_are_dealt_as_documented(size: int) -> None:
    for board in ("1", "final: a - b, 17", "Tablić ♦"):
        for hand in (0, 1, 2, 117):
            deck = deck_of_hand(board_seed(SECRET, board), hand, size)
            assert deck == deck_as_documented(SECRET, board, hand, size)


def test_the_fixed_vectors() -> None:
    assert commitment(SECRET).hex() == (
        "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    )
    seed = board_seed(SECRET, "1")
    assert seed.hex() == "82be563d7e5402431a648e972d128a40d1672c694236c425e87f10c1e1ca854f"
    assert cards_text(deck_of_hand(seed, 0)) == (
        "7S 3S 2S KC AC 6D 5H 2C 2H 5D JS KH 7D 7H AH TS 7C 9C 3D 8S TD 3H 8H QS QD KS "
        "AD JC 6C 9H 9S 4H JD 9D 5S 8C JH 4D 6H AS 6S 4S 2D 5C 3C QC TH 8D KD 4C QH TC"
    )
    assert cards_text(deck_of_hand(seed, 1)) == (
        "KS QC JC KC 8C 2H 4C 7S 6C 9H QH TD 2S 8D 4S 6D 5H 9D 5C 3D 9C AS 3S QS 3H 3C "
        "7H AC AH TH 4D 2C 5S 8H 6S JS JD AD TS 8S 9S 5D KD 7C 2D TC 6H JH KH 7D QD 4H"
    )
    assert cards_text(deck_of_hand(seed, 0, 40)) == (
        "8S 3D 4D 8C 6S 4S TS 2H 5C 6H 2D 9D TD 3S 7D 6C 8H 2S AS 7H 5H 9S 9C 2C TC 6D "
        "TH 5S 8D 7S AD AC 3C 9H 4C 5D AH 4H 3H 7C"
    )
    assert bot_seed(SECRET, "1", rotation=0, seat=0) == 15914514352487348215
    assert bot_seed(SECRET, "1", rotation=1, seat=0) == 13627998194230621134


def test_a_word_past_the_last_whole_multiple_is_rejected() -> None:
    # 2**32 is 52 * 82595524 + 48, so the 48 highest words would favour the first indexes.
    for bound_, highest in [(52, 2**32 - 49), (3, 2**32 - 2), (40, 2**32 - 17)]:
        assert deals._below(bound_, iter([highest])) == bound_ - 1
        assert deals._below(bound_, iter([highest + 1, 2**32 - 1, 7])) == 7 % bound_
    assert deals._below(32, iter([2**32 - 1])) == 31


def test_a_deck_has_every_card_once() -> None:
    for hand in range(20):
        assert sorted(deck_of_hand(SECRET, hand)) == list(range(52))
        assert sorted(deck_of_hand(SECRET, hand, 40)) == list(range(40))


def test_decks_differ_by_secret_board_and_hand() -> None:
    decks = {
        tuple(deck_of_hand(board_seed(secret, board), hand))
        for secret in (SECRET, bytes(32))
        for board in ("1", "2", "12", "")
        for hand in (0, 1, 2)
    }
    assert len(decks) == 2 * 4 * 3


@pytest.mark.parametrize("size", [52, 40])
def test_every_card_is_as_likely_in_every_place(size: int) -> None:
    expected = 100
    seen = Counter(
        pair
        for number in range(expected * size)
        for pair in enumerate(deck_of_hand(SECRET, number, size))
    )
    cells = [[seen[place, card] for card in range(size)] for place in range(size)]
    freedom = size - 1
    assert sum(chi_square(row, expected) for row in cells) < bound(freedom * freedom)
    assert all(chi_square(row, expected) < bound(freedom) for row in cells)
    columns = zip(*cells, strict=True)
    assert all(chi_square(column, expected) < bound(freedom) for column in columns)


def test_neighbours_are_as_likely_in_either_order() -> None:
    decks = 2_000
    rises = sum(
        deck[place] < deck[place + 1]
        for number in range(decks)
        for deck in [deck_of_hand(SECRET, number)]
        for place in range(0, 52, 2)
    )
    assert chi_square([rises, decks * 26 - rises], decks * 13) < bound(1)


def test_a_bots_seed_has_64_bits_and_differs_by_seat_rotation_board_and_secret() -> None:
    seeds = [
        bot_seed(secret, board, rotation, seat)
        for secret in (SECRET, bytes(32))
        for board in ("1", "2", "1 0", "1 0 0")
        for rotation in range(3)
        for seat in range(4)
    ]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 1 << 64 for seed in seeds)
    assert max(seeds) >= 1 << 62


def test_a_bots_seed_is_no_part_of_a_boards() -> None:
    seed = bot_seed(SECRET, "1", 0, 0).to_bytes(8, "big")
    assert seed not in board_seed(SECRET, "1")
    assert seed not in board_seed(SECRET, "1 0 0")


def test_a_secret_has_256_bits_and_is_new_each_time() -> None:
    secrets = {new_secret() for _ in range(50)}
    assert len(secrets) == 50
    assert {len(secret) for secret in secrets} == {32}


def test_the_commitment_tells_whether_a_secret_is_the_one() -> None:
    assert commitment(SECRET) == hashlib.sha256(SECRET).digest()
    assert commitment(SECRET) != commitment(SECRET[:-1] + b"\0")
