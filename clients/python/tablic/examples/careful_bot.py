"""A bot that plays like the greedy one, and looks at what it leaves for the next player."""

from tablic import Bot, Play, View, cards_in, run
from tablic.captures import can_take
from tablic.scoring import card_points

MOST_PLAYS = 200


class CarefulBot(Bot):
    """Weighs the points it takes against the tabla and the points it leaves on the table."""

    def choose(self, view: View) -> Play:
        """The play with the best balance."""
        return max(view.legal_plays(MOST_PLAYS), key=lambda play: self.balance(view, play))

    def balance(self, view: View, play: Play) -> float:
        """Points won less points at risk; cards taken and chance decide between equals."""
        taken = play.taken | 1 << play.card if play.taken else 0
        left = view.table & ~play.taken if taken else view.table | 1 << play.card
        won = card_points(taken, view.rules) + 0.2 * taken.bit_count()
        won += view.rules.tabla_points if not left else 0
        return won - self.risk(view, left) + 0.001 * self.random.random()

    def risk(self, view: View, left: int) -> float:
        """The points on the table, the tabla with them, by the share of cards that sweep it."""
        unseen = list(cards_in(view.unseen))
        if not left or not unseen:
            return 0.0
        sweeping = sum(can_take(left, card, left, view.rules) for card in unseen)
        worth = card_points(left, view.rules) + view.rules.tabla_points
        return worth * sweeping / len(unseen) + 0.1 * card_points(left, view.rules)


if __name__ == "__main__":
    run(CarefulBot)
