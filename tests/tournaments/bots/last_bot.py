#!/bin/false
"""Makes the last legal play of its list; a .py is started by the arena, whatever its shebang."""

from tablic import Bot, Play, View, run


class LastBot(Bot):
    """Depends on nothing but the view."""

    def choose(self, view: View) -> Play:
        return view.legal_plays()[-1]


if __name__ == "__main__":
    run(LastBot)
