"""A bot that plays like the greedy one, and looks at what it leaves for the next player."""

from tablic import Bot, Play, View, cards_in, run
from tablic.captures import can_take
from tablic.scoring import card_points, tabla_points

MOST_PLAYS = 200


class CarefulBot(Bot):
    """Weighs the points it takes against the tabla and the points it leaves on the table."""

    def choose(self, view: View) -> Play:
        """The play with the best balance, and a claim with it as soon as it is right."""
        play = max(view.legal_plays(MOST_PLAYS), key=lambda play: self.balance(view, play))
        total = view.claim_total + self.points(view, play)
        return play._replace(claim=view.can_claim and total >= view.rules.target)

    def keep_talon(self, view: View) -> bool:
        """Keep cards that score: in the hand they are safe."""
        return card_points(view.offered, view.rules) > 1

    def points(self, view: View, play: Play) -> int:
        """What a play scores at once."""
        if not play.taken:
            return 0
        tabla = tabla_points(play.card, play.taken, view.rules) if play.taken == view.table else 0
        return card_points(play.taken | 1 << play.card, view.rules) + tabla

    def balance(self, view: View, play: Play) -> float:
        """Points won less points at risk; cards taken and chance decide between equals."""
        left = view.table & ~play.taken if play.taken else view.table | 1 << play.card
        cards = play.taken.bit_count() + 1 if play.taken else 0
        won = self.points(view, play) + 0.2 * cards
        return won - self.risk(view, left) + 0.001 * self.random.random()

    def risk(self, view: View, left: int) -> float:
        """The points on the table, the tabla with them, by the share of cards that sweep it."""
        unseen = list(cards_in(view.unseen))
        if not left or not unseen:
            return 0.0
        sweeping = [card for card in unseen if can_take(left, card, left, view.rules)]
        tablas = sum(tabla_points(card, left, view.rules) for card in sweeping)
        worth = card_points(left, view.rules)
        return (worth * len(sweeping) + tablas) / len(unseen) + 0.1 * worth


if __name__ == "__main__":
    run(CarefulBot)
