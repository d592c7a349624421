"""An SDK bot that follows the events, and holds what it remembers against each view."""

from tablic import Bot, CardSet, GameResult, HandStart, MadePlay, Play, View, run
from tablic.scoring import HandScore, card_points


class RememberingBot(Bot):
    """Takes the points it can; fails where an event or a view is wrong."""

    name = "remembering"
    version = "1.0"
    max_tables = 3

    def game_started(self) -> None:
        self.hand: CardSet = 0
        self.table: CardSet = 0
        self.hands = 0
        self.totals: tuple[int, ...] = (0, 0)

    def hand_started(self, start: HandStart) -> None:
        assert start.dealer == self.hands % 2
        assert start.totals == self.totals
        self.table = start.table

    def cards_dealt(self, hand: int) -> None:
        assert not self.hand
        self.hand = hand

    def play_made(self, made: MadePlay) -> None:
        card = 1 << made.play.card
        if made.seat == self.seat:
            assert self.hand & card
            self.hand &= ~card
        assert made.play.taken & ~self.table == 0
        self.table = self.table & ~made.play.taken if made.play.taken else self.table | card

    def choose(self, view: View) -> Play:
        assert view.hand == self.hand
        assert view.table == self.table
        assert view.totals == self.totals
        assert view.seat == self.seat
        assert self.time_left is not None
        return max(view.legal_plays(500), key=self.worth)

    def worth(self, play: Play) -> tuple[int, int]:
        taken = play.taken | 1 << play.card if play.taken else 0
        return card_points(taken, self.rules), -play.card

    def hand_finished(self, score: HandScore) -> None:
        self.hands += 1
        self.totals = tuple(a + b for a, b in zip(self.totals, score.total, strict=True))

    def game_finished(self, result: GameResult) -> None:
        assert result.totals == self.totals
        print(f"remembered {self.hands} hands in seat {self.seat}")


if __name__ == "__main__":
    run(RememberingBot)
