"""Plays the cards of the table, which are not its own."""

from tablic import Bot, Play, View, cards_in, run


class IllegalBot(Bot):
    """Understands nothing."""

    def choose(self, view: View) -> Play:
        unseen = next(cards_in(view.unseen))
        print("I play what I do not have")
        return Play(unseen)


if __name__ == "__main__":
    run(IllegalBot)
