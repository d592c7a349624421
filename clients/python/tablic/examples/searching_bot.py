"""A bot that deals the cards it cannot see at random, and tries its plays in many such worlds."""

from tablic import Game, Play, View, run
from tablic.examples.careful_bot import MOST_PLAYS, CarefulBot
from tablic.scoring import card_points

WORLDS = 10
MOST_TRIED = 4
MOST_REPLIES = 20
# What a captured card is worth beside its points, and how much to trust the careful bot.
CARD, TRUST = 0.15, 0.3


class SearchingBot(CarefulBot):
    """Tries the plays that look best; then everybody plays greedily until the next deal."""

    def choose(self, view: View) -> Play:
        """The play with the best outcome on average, and a claim with it if it is right."""
        plays = sorted(view.legal_plays(MOST_PLAYS), key=lambda play: -self.balance(view, play))
        worth = {play: TRUST * WORLDS * self.balance(view, play) for play in plays[:MOST_TRIED]}
        for _ in range(WORLDS if len(worth) > 1 else 0):
            world = Game.from_view(view, self.random)
            for play in worth:
                worth[play] += self.outcome(world, play, view.side)
        best = max(worth, key=worth.__getitem__)
        total = view.claim_total + self.points(view, best)
        return best._replace(claim=view.can_claim and total >= view.rules.target)

    def outcome(self, world: Game, play: Play, side: int) -> float:
        """What a side has captured more than the others, when the hands are played out."""
        hand = world.hand
        cards = sum(held.bit_count() for held in hand.held)
        world.push(play)
        for _ in range(cards - 1):
            world.push(self.reply(world.view(world.turn)))
        rules, sides = world.rules, zip(hand.piles, hand.tablas, strict=True)
        won = [card_points(pile, rules) + CARD * pile.bit_count() + more for pile, more in sides]
        for _ in range(cards):
            world.pop()
        return 2 * won[side] - sum(won)

    def reply(self, view: View) -> Play:
        """The play that takes most, or lays what is worth least."""
        return max(view.legal_plays(MOST_REPLIES), key=lambda play: self.gain(view, play))

    def gain(self, view: View, play: Play) -> float:
        """Points and cards taken, or less than nothing for a card that is laid."""
        if not play.taken:
            return -card_points(1 << play.card, view.rules)
        return self.points(view, play) + CARD * (play.taken.bit_count() + 1)


if __name__ == "__main__":
    run(SearchingBot)
