"""The page of a tournament, from what is stored."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from markupsafe import Markup
from tablic.record import GameRecord

from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.reports.game_text import side_names
from tablic_tournaments.reports.html.charts import elo_chart, histograms, rating_scale
from tablic_tournaments.reports.html.environment import PAGES
from tablic_tournaments.reports.html.replay import story
from tablic_tournaments.reports.meetings import meetings
from tablic_tournaments.reports.standings import FaultCounts, remarks, standings
from tablic_tournaments.spec import TournamentSpec

__all__ = ["MOST_FAULTS", "MOST_REPLAY", "Fault", "PlayedBoard", "Tournament", "report_html"]

# So many characters of replays at most, and so many lines of faults.
MOST_REPLAY: Final = 8_000_000
MOST_FAULTS: Final = 200


class Fault(NamedTuple):
    """A fault and what it cost."""

    id: int
    bot: str
    kind: str
    match: str
    rotation: int
    boards: Sequence[int]
    message: str


class PlayedBoard(NamedTuple):
    """The games of a board, with the numbers that commands take."""

    match: str
    number: int
    games: Sequence[tuple[int, GameRecord]]


class Tournament(NamedTuple):
    """What the page says of a tournament before its results."""

    id: int
    spec: TournamentSpec
    started_at: str
    finished_at: str | None
    boards: int
    """How many it has, or had when it was finished."""
    stages: Sequence[tuple[str, str | None]]
    """The commitment and the secret of each; None until that is told."""
    elsewhere: Sequence[str] = ()
    """The labels of the bots that ran elsewhere."""


def report_html(
    tournament: Tournament,
    results: Sequence[BoardResult],
    fault_counts: FaultCounts,
    faults: Sequence[Fault] | None,
    boards: Iterable[PlayedBoard],
    *,
    linked: bool = False,
) -> str:
    """The whole page. Boards are asked for as long as there is room for their replays.

    Without ``faults`` it does not tell them; ``linked`` leads to the other pages of a site.
    Results and boards come in board order. Raises RecordError for a game that cannot be played.
    """
    lines = standings(results, fault_counts)
    labels = [line.label for line in lines]
    points, histogram_list = histograms(results, labels)
    matches, shown = _replays(boards)
    return PAGES.get_template("report.html").render(
        tournament=tournament,
        spec=tournament.spec,
        boards_played=len(results),
        standings=lines,
        remarks=remarks(results) if results else [],
        scale=rating_scale(line.rating for line in lines if line.rating),
        meetings={(met.bot, met.opponent): met for met in meetings(results, labels)},
        elo=elo_chart(results, labels) if results else None,
        points=points,
        histograms=histogram_list,
        faults=None if faults is None else faults[:MOST_FAULTS],
        faults_left_out=max(0, len(faults or ()) - MOST_FAULTS),
        linked=linked,
        matches=matches,
        boards_shown=shown,
    )


def _replays(boards: Iterable[PlayedBoard]) -> tuple[Mapping[str, list[Markup]], int]:
    """The replays of the first boards of each match, and how many they are in all."""
    template = PAGES.get_template("board.html")
    matches: dict[str, list[Markup]] = {}
    size = shown = 0
    for board in boards:
        if size >= MOST_REPLAY:
            break
        games = [
            (number, record, side_names(record), story(record)) for number, record in board.games
        ]
        text = template.render(board=board, games=games)
        matches.setdefault(board.match, []).append(Markup(text))  # noqa: S704  # it is escaped
        size += len(text)
        shown += 1
    return matches, shown
