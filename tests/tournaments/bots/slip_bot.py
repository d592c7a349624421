"""Lays a card it does not hold in its first play, then the first legal play it sees."""

from tablic import Bot, Play, View, run


class SlipBot(Bot):
    slipped = False

    def choose(self, view: View) -> Play:
        if not self.slipped:
            self.slipped = True
            return Play(next(card for card in range(52) if not view.hand >> card & 1))
        return view.legal_plays(1)[0]


if __name__ == "__main__":
    run(SlipBot)
