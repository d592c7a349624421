"""Random playouts of card games in OpenSpiel and RLCard, beside our own: an optional group.

A decision is a choice of a player, forced or not. What is counted once a game is over is counted
off the clock; chance is on it. Both libraries are used through the fastest loop that their public
interfaces allow, and end each game with its scores, as our own playouts do.
"""

import importlib
import random
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from benchmarks.playouts import decisions_per_cpu_second

__all__ = ["Rival", "installed_rivals", "print_rivals"]

ROUNDS = 3
SECONDS = 3.0

draw = random.Random().random  # noqa: S311  # plays, not deals


class Rival(NamedTuple):
    """A game of a library: how to play one out at random, and to count its decisions."""

    name: str
    play: Callable[[], Any]
    decisions: Callable[[Any], int]

    def rate(self, seconds: float) -> float:
        """Decisions in a second of CPU time, over so many seconds."""
        decisions, spent = 0, 0.0
        while spent < seconds:
            start = time.process_time()
            played = self.play()
            spent += time.process_time() - start
            decisions += self.decisions(played)
        return decisions / spent


def installed_rivals() -> list[Rival]:
    """The games to measure; ModuleNotFoundError if a library is missing."""
    pyspiel = importlib.import_module("pyspiel")
    rlcard = importlib.import_module("rlcard")
    return [*_spiel_rivals(pyspiel), *_rlcard_rivals(rlcard)]


def print_rivals(rounds: int = ROUNDS, seconds: float = SECONDS) -> None:
    """Print the rate of each game and its ratio to (a), medians of rounds."""
    try:
        rivals = installed_rivals()
    except ModuleNotFoundError as missing:
        print(f"    rivals: no module {missing.name}; make bench-rivals installs and measures them")
        return
    pairs: dict[str, list[tuple[float, float]]] = {rival.name: [] for rival in rivals}
    for _ in range(rounds):
        for rival in rivals:
            pairs[rival.name].append((decisions_per_cpu_second(), rival.rate(seconds)))
    own = [ours for measured in pairs.values() for ours, _ in measured]
    print(f"(a) beside them              {_median(own):10,.0f} decisions a CPU second")
    for name, measured in pairs.items():
        rate = _median([theirs for _, theirs in measured])
        ratio = _median([theirs / ours for ours, theirs in measured])
        print(f"    {name:24} {rate:10,.0f} decisions a CPU second, {ratio:.2f} of (a)")


def _spiel_rivals(pyspiel: Any) -> Iterator[Rival]:
    """Each game twice: a loop in Python, and the library's own loop and random bots in C++."""
    chance = pyspiel.PlayerId.CHANCE

    def decisions(state: Any) -> int:
        return sum(action.player != chance for action in state.full_history())

    for name in ("cribbage", "gin_rummy", "hearts"):
        game = pyspiel.load_game(name)
        bots = [
            pyspiel.make_uniform_random_bot(player, random.getrandbits(31))
            for player in range(game.num_players())
        ]

        def play(game: Any = game) -> Any:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(_sample(state.chance_outcomes()))
                else:
                    legal = state.legal_actions()
                    state.apply_action(legal[int(draw() * len(legal))])
            state.returns()
            return state

        def play_inside(game: Any = game, bots: Any = bots) -> Any:
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, random.getrandbits(31))
            return state

        yield Rival(f"OpenSpiel {name}", play, decisions)
        yield Rival(f"OpenSpiel {name}, C++", play_inside, decisions)


def _sample(outcomes: list[tuple[int, float]]) -> int:
    """One outcome of chance; faster than random.choices and the library's sample_action."""
    left = draw()
    for action, probability in outcomes:
        left -= probability
        if left < 0:
            return action
    return outcomes[-1][0]


def _rlcard_rivals(rlcard: Any) -> Iterator[Rival]:
    """The games under the environments, without the arrays that those build for each turn."""
    gin, uno = rlcard.make("gin-rummy"), rlcard.make("uno")

    def play_gin() -> int:
        game, decisions = gin.game, 0
        game.init_game()
        legal_actions = game.judge.get_legal_actions
        while not game.is_over():
            legal = legal_actions()
            game.step(legal[int(draw() * len(legal))])
            decisions += 1
        gin.get_payoffs()
        return decisions

    def play_uno() -> int:
        game, decisions = uno.game, 0
        state, _ = game.init_game()
        while not game.is_over():
            legal = list(dict.fromkeys(state["legal_actions"]))  # it lists equal cards twice
            state, _ = game.step(legal[int(draw() * len(legal))])
            decisions += 1
        uno.get_payoffs()
        return decisions

    yield Rival("RLCard gin-rummy", play_gin, int)
    yield Rival("RLCard uno", play_uno, int)


def _median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


if __name__ == "__main__":
    print_rivals()
