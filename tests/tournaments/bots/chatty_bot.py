#!/usr/bin/false
"""Prints on both streams, and says which interpreter runs it."""

import sys

from tablic import Bot, Play, View, run


class ChattyBot(Bot):
    """Prints a line for each game."""

    def game_started(self) -> None:
        print(f"a game in seat {self.seat}")

    def choose(self, view: View) -> Play:
        return view.random_play(self.random.random)


if __name__ == "__main__":
    print(f"run by {sys.executable}", file=sys.stderr)
    run(ChattyBot)
