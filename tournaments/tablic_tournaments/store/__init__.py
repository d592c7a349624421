"""What the arena remembers: one SQLite file, and a folder of bot contents beside it."""

from tablic_tournaments.store.arena import Arena, open_arena
from tablic_tournaments.store.bots import Version
from tablic_tournaments.store.tournaments import Tournament

__all__ = ["Arena", "Tournament", "Version", "open_arena"]
