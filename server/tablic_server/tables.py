"""One game at one table of the referee: the board's decks, the game, and how it ended."""

from typing import NamedTuple

from tablic.deals import board_seed, bot_seed, deck_of_hand
from tablic.game import Game
from tablic.record import FaultRecord, GameRecord, record_hands
from tablic.rules import Rules
from tablic.scoring import forfeit_result

__all__ = ["Deal", "Table"]


class Deal(NamedTuple):
    """Where the decks of one rotation of a board come from."""

    secret: bytes
    board: str
    rotation: int
    independent: bool = False
    """Whether the rotation has decks of its own, and not those of all its board."""


class Table:
    """One game at one table."""

    def __init__(self, rules: Rules, deal: Deal, seats: tuple[str, ...]) -> None:
        self.game = Game(rules)
        self.record: GameRecord | None = None
        self._deal = deal
        self._seats = seats
        self._seed = board_seed(
            deal.secret, deal.board, deal.rotation if deal.independent else None
        )

    @property
    def rotation(self) -> int:
        """The rotation of the board."""
        return self._deal.rotation

    def seed_of(self, seat: int) -> int:
        """The seed for the own randomness of the bot in a seat."""
        return bot_seed(self._deal.secret, self._deal.board, self._deal.rotation, seat)

    def start_hand(self) -> None:
        """Deal the next hand of the board."""
        game = self.game
        game.start_hand(deck_of_hand(self._seed, len(game.hands), game.rules.deck))

    def finish(self) -> None:
        """Record the game as it was played out."""
        assert self.game.result  # noqa: S101  # for the type checker: called when there is one
        self._record(*self.game.result)

    def forfeit(self, faults: tuple[FaultRecord, ...]) -> None:
        """Record the game as lost by the seats at fault, with the target as the difference."""
        seats = [fault.seat for fault in faults]
        self._record(*forfeit_result(seats, self.game.rules), faults)

    def _record(
        self,
        totals: tuple[int, ...],
        ranks: tuple[int, ...],
        faults: tuple[FaultRecord, ...] = (),
    ) -> None:
        self.record = GameRecord(
            self._deal.board,
            self._deal.rotation,
            self.game.rules,
            self._seats,
            record_hands(self.game),
            totals,
            ranks,
            faults,
            self._deal.independent,
        )
