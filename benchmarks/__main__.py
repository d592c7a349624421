"""Run every benchmark: python -m benchmarks."""

import sys
from pathlib import Path

from tablic.rules import named_rules
from tablic_server.launch import Program

from benchmarks.echo import echo_rate
from benchmarks.lines import print_lines
from benchmarks.machine import machine_rate
from benchmarks.playouts import decisions_per_cpu_second, memo_megabytes
from benchmarks.rankings import print_rankings
from benchmarks.ratings import print_ratings
from benchmarks.referee import Measured, referee_rate
from benchmarks.rivals import print_rivals
from benchmarks.scheduling import print_scheduling
from benchmarks.starts import print_sandbox

# How many boards for each number of tables: a second or more of play each.
BOARDS = {1: 16, 32: 160, 128: 384}
ROUNDS = 3


def main() -> None:
    """Print the figures, each the median of three rounds."""
    root = str(Path(__file__).parent.parent)
    instant = Program("instant", (sys.executable, "-m", "benchmarks.bots"), root)
    listing = Program("listing", (*instant.command, "listing"), root)
    rules = named_rules()

    playouts = [decisions_per_cpu_second() for _ in range(ROUNDS)]
    print(f"(a) random playouts          {_median(playouts):10,.0f} decisions a CPU second")
    print(f"    memo of one run          {memo_megabytes():10.1f} MB")
    print_rivals()

    rates: dict[int, float] = {}
    for tables, boards in BOARDS.items():
        echoes, played = [], []
        for _ in range(ROUNDS):
            echoes.append(echo_rate(instant, rules, tables, boards * 130))
            played.append(referee_rate(instant, rules, tables, boards))
        best = _middle(played)
        rates[tables] = best.rate
        print(f"(b) echo,    {tables:3} tables      {_median(echoes):10,.0f} turns a second")
        print(
            f"(c) referee, {tables:3} tables      {best.rate:10,.0f} decisions a second, "
            f"{best.rate / _median(echoes):.2f} of the echo, {best.rate / rates[1]:.1f} times one "
            f"table; CPU us a decision: referee {best.referee_cpu:.1f}, bot {best.bot_cpu:.1f}"
        )
    listed = _middle([referee_rate(listing, rules, 32, BOARDS[32]) for _ in range(ROUNDS)])
    print(
        f"    with legal plays, 32     {listed.rate:10,.0f} decisions a second, "
        f"{listed.rate / rates[1]:.1f} times one table; CPU us a decision: "
        f"referee {listed.referee_cpu:.1f}, bot {listed.bot_cpu:.1f}"
    )
    for tables, batches in ((8, 6), (32, 4)):
        rate = machine_rate(instant, rules, tables, batches)
        print(
            f"(d) machine, {tables:3} tables      {rate:10,.0f} decisions a second with all starts"
        )
    print_sandbox(instant, rules)
    print_lines(rules)
    print_ratings()
    print_rankings()
    print_scheduling()


def _median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def _middle(values: list[Measured]) -> Measured:
    return sorted(values)[len(values) // 2]


if __name__ == "__main__":
    main()
