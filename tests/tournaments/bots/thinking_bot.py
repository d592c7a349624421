"""Plays at random from the game's own seed, and takes a few milliseconds for it."""

import time

from tablic import Bot, Play, View, run


class ThinkingBot(Bot):
    """Slow enough for something to happen in the middle of its games."""

    def choose(self, view: View) -> Play:
        time.sleep(0.005)
        return view.random_play(self.random.random)


if __name__ == "__main__":
    run(ThinkingBot)
