"""Listings and roles as messages, and back."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from tablic.v1 import arena_pb2

from tablic_tournaments.errors import RequestError
from tablic_tournaments.listings import Listing, Table
from tablic_tournaments.store.tokens import Role

__all__ = ["ROLES", "listing_message", "listing_of", "role_of"]

ROLES: Final[Mapping[Role, arena_pb2.Role]] = {
    Role.SPECTATOR: arena_pb2.ROLE_SPECTATOR,
    Role.AUTHOR: arena_pb2.ROLE_AUTHOR,
    Role.ORGANISER: arena_pb2.ROLE_ORGANISER,
}


def role_of(value: int) -> Role:
    """The role of an enum; raises RequestError for one that is none."""
    for role, number in ROLES.items():
        if number == value:
            return role
    raise RequestError(f"a token has one of the roles {', '.join(Role)}")


def listing_message(listing: Listing) -> arena_pb2.ListResponse:
    """A listing whose rows were read."""
    return arena_pb2.ListResponse(
        tables=map(_table_message, listing.tables),
        heading=listing.heading,
        nothing=listing.nothing,
        remarks=listing.remarks,
    )


def listing_of(pages: Sequence[arena_pb2.ListResponse]) -> Listing:
    """The listing of its pages."""
    first = pages[0]
    tables = [_table(table.columns, table.rows) for table in first.tables]
    more = [row for page in pages for row in page.tables[0].rows]
    tables[0] = _table(first.tables[0].columns, more)
    return Listing(tables, first.heading, first.nothing, list(first.remarks))


def _table_message(table: Table) -> arena_pb2.Table:
    rows = (arena_pb2.Row(cells=[_cell(row[name]) for name in table.columns]) for row in table.rows)
    return arena_pb2.Table(columns=table.columns, rows=rows)


def _cell(value: object) -> arena_pb2.Cell:
    match value:
        case None:
            return arena_pb2.Cell()
        case int():
            return arena_pb2.Cell(integer=value)
        case float():
            return arena_pb2.Cell(number=value)
        case list() | tuple():
            return arena_pb2.Cell(list=arena_pb2.Row(cells=map(_cell, value)))
        case _:
            return arena_pb2.Cell(text=str(value))


def _table(columns: Iterable[str], rows: Iterable[arena_pb2.Row]) -> Table:
    names = list(columns)
    return Table(names, [dict(zip(names, map(_value, row.cells), strict=True)) for row in rows])


def _value(cell: arena_pb2.Cell) -> object:
    kind = cell.WhichOneof("value")
    if kind is None:
        return None
    return list(map(_value, cell.list.cells)) if kind == "list" else getattr(cell, kind)
