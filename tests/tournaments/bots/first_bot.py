#!/usr/bin/env python3
"""Makes the first legal play of its list: it lays its lowest card."""

from tablic import Bot, Play, View, run


class FirstBot(Bot):
    """Depends on nothing but the view."""

    def choose(self, view: View) -> Play:
        return view.legal_plays(1)[0]


if __name__ == "__main__":
    run(FirstBot)
