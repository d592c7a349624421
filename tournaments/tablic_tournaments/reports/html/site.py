"""The pages of a served arena beside those of its tournaments; they lead to each other."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tablic.record import GameRecord

from tablic_tournaments.reports.game_text import side_names
from tablic_tournaments.reports.html.charts import rating_scale
from tablic_tournaments.reports.html.environment import PAGES
from tablic_tournaments.reports.html.replay import story
from tablic_tournaments.reports.standings import Standing

__all__ = [
    "PlayedGame",
    "game_html",
    "games_html",
    "problem_html",
    "standings_html",
    "tournaments_html",
]


class PlayedGame(NamedTuple):
    """A game and where it was played."""

    id: int
    tournament: int
    record: GameRecord


def standings_html(
    rules: str, boards: Mapping[str, int], standings: Sequence[Standing], remarks: Sequence[str]
) -> str:
    """The standings of a rule set, and the others that there are, with their boards."""
    return _page(
        "ranked",
        "Standings",
        rules=rules,
        boards=boards.get(rules, 0),
        others=[(other, count) for other, count in boards.items() if other != rules],
        standings=standings,
        remarks=remarks,
        scale=rating_scale(line.rating for line in standings if line.rating),
    )


def tournaments_html(tournaments: Sequence[Any]) -> str:
    """A line for each tournament, as it is stored."""
    return _page("tournaments", "Tournaments", tournaments=tournaments)


def games_html(of: str, games: Sequence[PlayedGame], later: Mapping[str, object]) -> str:
    """A line for each game; ``later`` are the parameters of the next page, if there is one."""
    rows = [(*game, side_names(game.record)) for game in games]
    return _page("games", "Games", of=of, games=rows, later=later)


def game_html(game: PlayedGame) -> str:
    """A game play by play; raises RecordError where it cannot be played."""
    return _page(
        "game",
        f"Game {game.id}",
        number=game.id,
        tournament=game.tournament,
        record=game.record,
        sides=side_names(game.record),
        story=story(game.record),
    )


def problem_html(title: str, sentence: str) -> str:
    """Why there is no page."""
    return _page("problem", title, sentence=sentence)


def _page(template: str, title: str, **facts: object) -> str:
    return PAGES.get_template(f"{template}.html").render(title=title, **facts)
