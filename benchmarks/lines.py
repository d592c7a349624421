"""What lines of JSON cost: the same bot on gRPC and behind the bridge, in turn."""

import statistics
import sys
from pathlib import Path

from tablic.rules import Rules
from tablic.stdio import BRIDGE
from tablic_server.launch import Program

from benchmarks.echo import trip_seconds
from benchmarks.referee import referee_rate

__all__ = ["print_lines"]

PLAYS = 9
TRIPS = 1500
ROUNDS = 5
BOARDS = 64


def print_lines(rules: Rules) -> None:
    """Print the median trip with one turn at one table, and the rates at 32 tables."""
    root = str(Path(__file__).parent.parent)
    plain = Program("plain", (sys.executable, "-m", "benchmarks.picking_bot", "grpc"), root)
    command = (sys.executable, "-m", "benchmarks.picking_bot", "lines")
    lines = Program("lines", (sys.executable, *BRIDGE, *command), root)
    trips: dict[str, list[float]] = {"plain": [], "lines": []}
    for _ in range(ROUNDS):
        for bot in (plain, lines):
            seconds = statistics.median(trip_seconds(bot, rules, PLAYS, TRIPS))
            trips[bot.name].append(1e6 * seconds)
    added = [b - a for a, b in zip(trips["plain"], trips["lines"], strict=True)]
    print(
        f"(h) a turn of {PLAYS} plays      {min(trips['plain']):10,.0f} us on gRPC, "
        f"{min(trips['lines']):,.0f} in lines; lines add {statistics.median(added):.0f} us "
        f"({min(added):.0f} to {max(added):.0f})"
    )
    rates = [referee_rate(bot, rules, 32, BOARDS).rate for bot in (plain, lines)]
    print(f"(h) rate at 32 tables, lines to gRPC  {rates[1] / rates[0]:.2f}")
