"""Where the lines and bars of the charts lie, in units of their drawings; no markup."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import ceil, floor, log10
from typing import Final, NamedTuple

from tablic_tournaments.ratings.elo import START, elo_after_each
from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.ratings.scores import Estimate

__all__ = ["COLOURS", "Histogram", "LineChart", "Scale", "elo_chart", "histograms", "rating_scale"]

COLOURS: Final = 8
# A line is drawn through so many points at most.
MOST_POINTS: Final = 300
MOST_BARS: Final = 26
LABEL_HEIGHT: Final = 15.0


class Tick(NamedTuple):
    """A mark of an axis."""

    at: float
    text: str


class Scale(NamedTuple):
    """From values to places on an axis."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """The place of a value."""
        share = (value - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 1)

    def ticks(self, most: int) -> list[Tick]:
        """Marks at round values."""
        step = _round_step((self.high - self.low) / most)
        first, last = ceil(self.low / step), floor(self.high / step)
        return [Tick(self.at(n * step), f"{n * step:g}") for n in range(first, last + 1)]


class Line(NamedTuple):
    """A line of a chart, its colour by its rank."""

    label: str
    points: str
    label_at: float


class LineChart(NamedTuple):
    """Lines over two axes."""

    width: float
    height: float
    x: Scale
    y: Scale
    lines: list[Line]
    left_out: int
    """How many bots have no line, as there are too many."""


class Bar(NamedTuple):
    """A bar of a histogram."""

    x: float
    y: float
    width: float
    height: float
    text: str


class Histogram(NamedTuple):
    """How often a bot had how many points in a game."""

    label: str
    mean: float
    mean_at: float
    bars: list[Bar]


def elo_chart(results: Sequence[BoardResult], labels: Sequence[str]) -> LineChart:
    """The sequential Elo of the first bots, from board to board of the tournament."""
    drawn = labels[:COLOURS]
    width, height = 720.0, 320.0
    every = max(1, ceil(len(results) / MOST_POINTS))
    ratings: dict[str, float] = {}
    history = [(0, dict.fromkeys(drawn, START))]
    for number, _ in enumerate(elo_after_each(results, ratings), 1):
        if number % every == 0 or number == len(results):
            history.append((number, {label: ratings.get(label, START) for label in drawn}))
    values = [rating for _, at in history for rating in at.values()]
    x = Scale(0, max(1, len(results)), 52, width - 150)
    y = Scale(min(values) - 10, max(values) + 10, height - 34, 12)
    ends = _apart([y.at(history[-1][1][label]) for label in drawn])
    lines = [
        Line(label, " ".join(f"{x.at(n)},{y.at(at[label])}" for n, at in history), end)
        for label, end in zip(drawn, ends, strict=True)
    ]
    return LineChart(width, height, x, y, lines, len(labels) - len(drawn))


def histograms(
    results: Iterable[BoardResult], labels: Sequence[str]
) -> tuple[Scale, list[Histogram]]:
    """How the points of each bot in a game are spread, boards with a fault left out."""
    points: dict[str, list[int]] = {label: [] for label in labels}
    for board in results:
        if not board.faulted:
            for game in board.points:
                for label, own in zip(board.bots, game, strict=True):
                    points[label].append(own)
    most = max((own for of_bot in points.values() for own in of_bot), default=1)
    step = max(1, ceil(_round_step((most + 1) / MOST_BARS)))
    scale = Scale(0, step * (most // step + 1), 0, 640)
    return scale, [_histogram(label, own, step, scale) for label, own in points.items() if own]


def rating_scale(ratings: Iterable[Estimate]) -> Scale:
    """A scale on which all intervals have room."""
    ends = [end for rating in ratings for end in (rating.low, rating.high)]
    low, high = min(ends, default=0.0), max(ends, default=1.0)
    return Scale(low, max(high, low + 1), 4, 156)


def _histogram(label: str, points: Sequence[int], step: int, scale: Scale) -> Histogram:
    counts = [0] * round(scale.high / step)
    for own in points:
        counts[own // step] += 1
    width = scale.at(step) - 2
    bars = []
    for number, count in enumerate(counts):
        if count:
            height = round(46 * count / max(counts), 1)
            low, high = number * step, (number + 1) * step - 1
            reach = f"{low}" if step == 1 else f"{low} to {high}"
            text = f"{reach} points: {count} of {len(points)} games"
            bars.append(Bar(scale.at(low) + 1, 48 - height, width, height, text))
    mean = sum(points) / len(points)
    return Histogram(label, mean, scale.at(mean + 0.5), bars)


def _apart(places: Sequence[float]) -> list[float]:
    """Places of labels near these, in which none covers another."""
    moved = list(places)
    order = sorted(range(len(places)), key=lambda n: places[n])
    for before, after in pairwise(order):
        moved[after] = max(moved[after], moved[before] + LABEL_HEIGHT)
    return moved


def _round_step(step: float) -> float:
    """The next larger of 1, 2, 5, 10, 20 and so on, also below 1."""
    power: float = 10 ** floor(log10(step))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= step - 1e-9)
