"""A bot that plays any legal play, each equally likely."""

from tablic import Bot, Play, View, run


class RandomBot(Bot):
    """Plays at random."""

    def choose(self, view: View) -> Play:
        """Any legal play."""
        return view.random_play(self.random.random)


if __name__ == "__main__":
    run(RandomBot)
