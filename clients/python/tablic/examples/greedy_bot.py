"""A bot that takes the most points it can now, and otherwise lays the card that costs least."""

from tablic import CLAIM, Bot, Claim, Play, View, run
from tablic.scoring import card_points, tabla_points

MOST_PLAYS = 2_000


class GreedyBot(Bot):
    """Takes points, then cards; a tie is broken at random."""

    def choose(self, view: View) -> Play | Claim:
        """The play worth most at once, or a claim that is right."""
        if view.can_claim and view.claim_total >= view.rules.target:
            return CLAIM
        return max(view.legal_plays(MOST_PLAYS), key=lambda play: self.worth(view, play))

    def worth(self, view: View, play: Play) -> tuple[float, int, float]:
        """Points won or laid open, then cards taken, then chance."""
        if not play.taken:
            return -card_points(1 << play.card, view.rules), 0, self.random.random()
        points = card_points(play.taken | 1 << play.card, view.rules)
        sweeps = play.taken == view.table
        tabla = tabla_points(play.card, play.taken, view.rules) if sweeps else 0
        return points + tabla, play.taken.bit_count(), self.random.random()


if __name__ == "__main__":
    run(GreedyBot)
