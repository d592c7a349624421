"""A bot that thinks for a millisecond: it sleeps, since a hundred that spin need as many cores."""

import time

from tablic import Bot, Play, View, run


class ThinkingBot(Bot):
    """Any legal play, after a while."""

    max_tables = 8

    def choose(self, view: View) -> Play:
        """Sleep, and play at random."""
        time.sleep(0.001)
        return view.random_play(self.random.random)


if __name__ == "__main__":
    run(ThinkingBot)
