"""A bot that takes the most points it can now, and otherwise lays the card that costs least."""

from tablic import Bot, Play, View, run
from tablic.scoring import card_points

MOST_PLAYS = 2_000


class GreedyBot(Bot):
    """Takes points, then cards; a tie is broken at random."""

    def choose(self, view: View) -> Play:
        """The play worth most at once."""
        return max(view.legal_plays(MOST_PLAYS), key=lambda play: self.worth(view, play))

    def worth(self, view: View, play: Play) -> tuple[float, int, float]:
        """Points won or laid open, then cards taken, then chance."""
        if not play.taken:
            return -card_points(1 << play.card, view.rules), 0, self.random.random()
        points = card_points(play.taken | 1 << play.card, view.rules)
        tabla = view.rules.tabla_points if play.taken == view.table else 0
        return points + tabla, play.taken.bit_count(), self.random.random()


if __name__ == "__main__":
    run(GreedyBot)
