"""Tables, and what is to be said of them."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple, Self

__all__ = ["Listing", "Table"]


class Table(NamedTuple):
    """A table: the names of its columns, and rows that have a value for each.

    The rows may be read from an arena one by one, once, while it is open.
    """

    columns: Sequence[str]
    rows: Iterable[Mapping[str, object]]

    def read(self, first: int = 0, most: int | None = None) -> Self:
        """The table with its rows, or some of them, in a list."""
        end = None if most is None else first + most
        return self._replace(rows=list(islice(self.rows, first, end)))


class Listing(NamedTuple):
    """What was asked for: one table, or several that say the same in other ways."""

    tables: Sequence[Table]
    heading: str = ""
    """What people are told before the tables; empty for nothing."""
    nothing: str = ""
    """What they are told where the first table has no rows."""
    remarks: Sequence[str] = ()
    """What they are told after the tables, a sentence each."""

    def read(self) -> Self:
        """The listing with all rows in lists."""
        return self._replace(tables=[table.read() for table in self.tables])
