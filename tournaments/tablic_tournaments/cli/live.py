"""The live display of a tournament: a table in a terminal, plain lines in a pipe."""

import sys
import time
from types import TracebackType
from typing import Final, Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.reports.outcome import summary
from tablic_tournaments.reports.standings import standings
from tablic_tournaments.store import Tournament

__all__ = ["LiveDisplay"]

# Standings are worked out anew at most so often, in seconds, and plain lines printed.
SHOW_SECONDS: Final = 0.5
LINE_SECONDS: Final = 10.0
MOST_LINES: Final = 15


class LiveDisplay:
    """Games done, games a second, time left, and the standings so far, on stderr."""

    def __init__(self, tournament: Tournament, results: list[BoardResult]) -> None:
        self._tournament = tournament
        self._results = list(results)
        self._rotations = tournament.spec.rules.sides
        self._resumed = len(results) * self._rotations
        self._started = time.monotonic()
        self._shown = self._started
        self._console = Console(file=sys.stderr)
        self._interval = SHOW_SECONDS if self._console.is_terminal else LINE_SECONDS
        self._live = Live(console=self._console, auto_refresh=False, transient=True)

    def add(self, results: list[BoardResult]) -> None:
        """Take in the results of a batch and show them when it is time."""
        self._results += results
        if time.monotonic() - self._shown >= self._interval:
            start = time.monotonic()
            self._show()
            self._shown = time.monotonic()
            # The standings of very many boards take a while, and there are games to be stored.
            self._interval = max(self._interval, 10 * (self._shown - start))

    def note(self, text: str) -> None:
        """Print a line above the table."""
        self._console.print(text, highlight=False, soft_wrap=True)

    def note_commitment(self, tournament: Tournament) -> None:
        """Print the commitment to the secret of the stage that begins or goes on."""
        number = len(tournament.stages) - 1
        stage = f" of stage {number}" if number else ""
        decks = "chosen by the organiser" if tournament.spec.chosen_secret else "secret"
        self.note(f"Decks{stage}: {decks}, commitment {tournament.stages[-1].commitment}")

    def __enter__(self) -> Self:
        """Start the display."""
        played = self._tournament
        self.note(f"Tournament {played.id}: {summary(played.spec, played.total_boards)}")
        if self._console.is_terminal:
            self._live.start()
            self._show()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Leave one last line."""
        self._live.stop()
        self.note(self._progress())

    def _show(self) -> None:
        if self._console.is_terminal:
            self._live.update(self._picture(), refresh=True)
        else:
            self.note(self._progress())

    def _picture(self) -> RenderableType:
        table = Table(box=None, pad_edge=False)
        for name in ("", "bot", "score %", "95%", "boards"):
            table.add_column(name, justify="left" if name == "bot" else "right")
        for rank, line in enumerate(standings(self._results, {})[:MOST_LINES], 1):
            interval = f"{100 * line.score.low:.1f} to {100 * line.score.high:.1f}"
            score = f"{100 * line.score.mean:.1f}"
            table.add_row(str(rank), Text(line.label), score, interval, str(line.boards))
        return Group(Text(self._progress(), style="bold"), table)

    def _progress(self) -> str:
        done = len(self._results) * self._rotations
        total = max(done, self._tournament.total_boards * self._rotations)
        rate = (done - self._resumed) / max(0.001, time.monotonic() - self._started)
        left = f", {_duration((total - done) / rate)} left" if rate > 0 and done < total else ""
        of_all = f" of {total}" if self._tournament.spec.boards else ""
        return f"{done}{of_all} games, {rate:.1f} games a second{left}"


def _duration(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
