"""Bots, tournaments, games and faults, a row each."""

from collections.abc import Collection, Mapping
from typing import Final

from tablic_tournaments.listings.listing import Listing, Table
from tablic_tournaments.reports.game_text import side_names
from tablic_tournaments.store import Arena, Tournament, Version
from tablic_tournaments.store.faults import FaultRow
from tablic_tournaments.store.games import GameRow
from tablic_tournaments.words import counted, counted_kinds

__all__ = ["bots", "deeds", "fault_heading", "faults", "games", "tokens", "tournaments"]

BOTS: Final = ("bot", "version", "submitted", "content", "faults", "fault_kinds", "retired")
# What is said of bots that run elsewhere, where there are any.
ELSEWHERE: Final = ("elsewhere", "declared")
TOURNAMENTS: Final = (
    *("tournament", "started", "finished", "bots", "boards", "played", "rules", "decks"),
)
GAMES: Final = (
    *("game", "tournament", "rules", "board", "rotation", "bots", "points", "places", "fault"),
)
FAULTS: Final = (
    *("fault", "tournament", "bot", "kind", "rotation", "boards", "bundle", "message"),
)

TOKENS: Final = ("token", "name", "role", "created", "revoked")
DEEDS: Final = ("deed", "done_at", "name", "role", "what", "about", "outcome")


def bots(arena: Arena, connected: Collection[str] = ()) -> Listing:
    """Every version of every bot; of those that run elsewhere, whether they are ``connected``."""
    counts = arena.tournaments.fault_counts()
    versions = list(arena.bots.versions())
    rows = [
        _version_row(
            version, counts.get(version.entrant.label, {}), version.entrant.label in connected
        )
        for version in versions
    ]
    some_elsewhere = any(version.declared is not None for version in versions)
    columns = (*BOTS, *ELSEWHERE) if some_elsewhere else BOTS
    rows = [{column: row[column] for column in columns} for row in rows]
    nothing = "There are no bots yet. Submit one with: tablic-arena submit FILE"
    return Listing([Table(columns, rows)], nothing=nothing)


def tournaments(arena: Arena) -> Listing:
    """Every tournament, oldest first."""
    rows = map(_tournament_row, arena.tournaments.all())
    nothing = "There are no tournaments yet. Play one with: tablic-arena tournament"
    return Listing([Table(TOURNAMENTS, rows)], nothing=nothing)


def games(arena: Arena, tournament: int | None = None, bot: str | None = None) -> Listing:
    """The games, in the order they were stored; raises UnknownNameError."""
    if tournament is not None:
        arena.tournaments.get(tournament)
    rows = map(_game_row, arena.games.all(tournament, bot))
    return Listing([Table(GAMES, rows)], nothing="There are no such games.")


def faults(
    arena: Arena,
    tournament: int | None = None,
    bot: str | None = None,
    owner: str | None = None,
) -> Listing:
    """The faults of bots, of those of an owner if there is one; raises UnknownNameError."""
    if tournament is not None:
        arena.tournaments.get(tournament)
    if bot is not None:
        arena.bots.check(bot)
    found = arena.faults.all(tournament, bot)
    if owner is not None:
        own = arena.bots.owned(owner)
        found = (fault for fault in found if fault.bot in own)
    rows = map(_fault_row, found)
    return Listing([Table(FAULTS, rows)], nothing="There are no such faults.")


def tokens(arena: Arena) -> Listing:
    """Every token, but for its secret."""
    rows = [
        {
            "token": token.id,
            "name": token.name,
            "role": str(token.role),
            "created": token.created_at,
            "revoked": token.revoked_at,
        }
        for token in arena.tokens.all()
    ]
    nothing = "There are no tokens yet. Make one with: tablic-arena token create NAME --role ROLE"
    return Listing([Table(TOKENS, rows)], nothing=nothing)


def deeds(arena: Arena) -> Listing:
    """Who did what, oldest first."""
    rows = ({"deed": deed.id, **deed._asdict()} for deed in arena.deeds.all())
    return Listing([Table(DEEDS, rows)], nothing="Nobody has done anything yet.")


def fault_heading(fault: FaultRow) -> list[str]:
    """Who was charged with what, where, and what it cost."""
    lost = "no game lost"
    if fault.boards:
        boards = ", ".join(map(str, fault.boards))
        plural = "s" if fault.boards[1:] else ""
        lost = f"{counted(len(fault.boards), 'game')} lost: board{plural} {boards}"
    return [
        f"Fault {fault.id}: {fault.label}, {fault.kind}. {fault.message}",
        f"Tournament {fault.tournament}, {fault.match}, rotation {fault.rotation}, "
        f"seat {fault.seat}; {lost}.",
    ]


def _version_row(version: Version, counts: Mapping[str, int], connected: bool) -> dict[str, object]:
    elsewhere = version.declared is not None
    return {
        "bot": version.name,
        "version": version.number,
        "submitted": version.submitted_at,
        "content": "unverified" if elsewhere else version.sha256[:12],
        "faults": sum(counts.values()),
        "fault_kinds": counted_kinds(counts),
        "retired": "retired" if version.retired else "",
        "elsewhere": "connected" if connected else "away" if elsewhere else "",
        "declared": version.declared or "",
    }


def _tournament_row(tournament: Tournament) -> dict[str, object]:
    spec = tournament.spec
    return {
        "tournament": tournament.id,
        "started": tournament.started_at,
        "finished": tournament.finished_at,
        "bots": len(spec.entrants),
        "boards": tournament.total_boards,
        "played": tournament.boards_played,
        "rules": spec.rules.text,
        "decks": "chosen by the organiser" if spec.chosen_secret else "secret",
    }


def _game_row(game: GameRow) -> dict[str, object]:
    record = game.record
    charged = ", ".join(f"{record.seats[fault.seat]}: {fault.kind}" for fault in record.faults)
    return {
        "game": game.id,
        "tournament": game.tournament,
        "rules": record.rules.text,
        "board": record.board,
        "rotation": record.rotation,
        "bots": side_names(record),
        "points": list(record.totals),
        "places": list(record.places),
        "fault": charged,
    }


def _fault_row(fault: FaultRow) -> dict[str, object]:
    return {
        "fault": fault.id,
        "tournament": fault.tournament,
        "bot": fault.label,
        "kind": fault.kind,
        "rotation": fault.rotation,
        "boards": list(fault.boards),
        "bundle": "kept" if fault.has_bundle else "",
        "message": fault.message,
    }
