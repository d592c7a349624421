"""What is in an arena, as tables: the same for a local arena and for one behind a server."""

from collections.abc import Callable, Mapping
from typing import Final

from tablic_tournaments.listings.compared import crosstable, head_to_head, history, rankings
from tablic_tournaments.listings.listing import Listing, Table
from tablic_tournaments.listings.stored import bots, deeds, faults, games, tokens, tournaments

__all__ = ["LISTINGS", "Listing", "Table"]

LISTINGS: Final[Mapping[str, Callable[..., Listing]]] = {
    "bots": bots,
    "tournaments": tournaments,
    "games": games,
    "faults": faults,
    "rankings": rankings,
    "crosstable": crosstable,
    "head_to_head": head_to_head,
    "history": history,
    "tokens": tokens,
    "deeds": deeds,
}
"""What can be asked, by the name of its command. Each takes the arena, and filters by name."""
