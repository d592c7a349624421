"""The pages of a served arena, of what is stored: what a spectator may see."""

from itertools import islice
from typing import Final

from tablic_tournaments.listings.scope import chosen_scope
from tablic_tournaments.reports.html.site import (
    PlayedGame,
    game_html,
    games_html,
    standings_html,
    tournaments_html,
)
from tablic_tournaments.reports.standings import remarks_of, standings_of
from tablic_tournaments.store import Arena

__all__ = ["game_page", "games_page", "standings_page", "tournaments_page"]

GAMES: Final = 100
"""Games on a page."""


def standings_page(arena: Arena, rules: str | None = None) -> str:
    """The standings of a rule set, or of the one that was played the most; raises RulesError."""
    scope = chosen_scope(arena, None, rules)
    sums, elo = scope.summary(arena)
    lines = standings_of(sums, elo, scope.fault_counts(arena))
    return standings_html(scope.rules, scope.boards, lines, remarks_of(sums) if lines else [])


def tournaments_page(arena: Arena) -> str:
    """All tournaments, the newest first."""
    return tournaments_html(list(arena.tournaments.all())[::-1])


def games_page(
    arena: Arena, tournament: int | None = None, bot: str | None = None, after: int = 0
) -> str:
    """The games after one, of a tournament or bot if it is named; raises UnknownNameError."""
    if tournament is not None:
        arena.tournaments.get(tournament)
    games = [PlayedGame(*row) for row in islice(arena.games.all(tournament, bot, after), GAMES + 1)]
    chosen = {"tournament": tournament, "bot": bot}
    later: dict[str, object] = {}
    if games[GAMES:]:
        later = {name: value for name, value in chosen.items() if value is not None}
        later["after"] = games[GAMES - 1].id
    of = ", ".join(f"{name} {value}" for name, value in chosen.items() if value is not None)
    return games_html(of, games[:GAMES], later)


def game_page(arena: Arena, number: int) -> str:
    """A game play by play; raises UnknownNameError."""
    return game_html(PlayedGame(*arena.games.get(number)))
