"""Plays a card that it does not hold."""

from tablic import Bot, Play, View, run


class Cheat(Bot):
    def choose(self, view: View) -> Play:
        return Play(next(card for card in range(52) if not view.hand >> card & 1))


run(Cheat)
