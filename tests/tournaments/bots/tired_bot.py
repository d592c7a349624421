"""Plays what it does not hold at its 20th turn."""

import sys

from tablic import Bot, Play, View, cards_in, run


class TiredBot(Bot):
    """Counts the turns of its process."""

    turns = 0

    def choose(self, view: View) -> Play:
        TiredBot.turns += 1
        print(f"turn {TiredBot.turns}", file=sys.stderr)
        if TiredBot.turns == 20:
            return Play(next(cards_in(view.unseen)))
        return view.legal_plays(1)[0]


if __name__ == "__main__":
    run(TiredBot)
