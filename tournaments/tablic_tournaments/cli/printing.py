"""Rows as people read them in a terminal, and as JSON, CSV and Markdown."""

import csv
import io
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.table import Table

    from tablic_tournaments.listings import Listing

__all__ = ["echo_heading", "heading", "list_text", "print_answer", "print_listing", "print_table"]

# What people read above a column, where its name in JSON and CSV is not it.
HEADINGS = {
    "differs": "differs from tablic by",
    "rating_error": "±95%",
    "superior_percent": "LOS %",
    "score_percent": "score %",
    "score_low": "95% from",
    "score_high": "to",
    "wins_percent": "wins %",
    "points_per_hand": "pts/hand",
    "points_error": "±95%",
    "faulted_boards": "faulted",
    "elo_difference": "elo diff",
    "elo_error": "±95%",
}

# Columns of prose, which alone may be broken into lines.
PROSE = ("differs", "value", "meaning", "message")
# What a table leaves out of a terminal that is too narrow for it, one after the other.
SPARE = (
    ("own_points",),
    ("place",),
    ("wins_percent",),
    ("elo",),
    ("score_low", "score_high"),
    ("faulted_boards",),
    ("superior_percent",),
    ("points_error",),
    ("decks",),
    ("rotation",),
    ("board",),
    ("started",),
    ("fault_kinds",),
    ("retired",),
    ("points_per_hand",),
    ("rules",),
)
WIDE = 10_000
# What Markdown and the HTML in it would read as more than a letter.
MARKDOWN = re.compile(r"[\\|*_`<>\[\]~&]")


def print_listing(
    rows: Sequence[Mapping[str, object]], columns: Sequence[str], style: str | None
) -> None:
    """Print rows as a table for people or in Markdown, or as JSON or CSV with these names."""
    if style == "json":
        click.echo(json.dumps(list(rows), indent=2, ensure_ascii=False))
    elif style == "csv":
        text = io.StringIO()
        writer = csv.DictWriter(text, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows({name: list_text(value) for name, value in row.items()} for row in rows)
        click.echo(text.getvalue(), nl=False)
    elif style == "markdown":
        click.echo("\n".join(_markdown(rows, columns)))
    else:
        print_table(rows, columns)


def print_answer(listing: "Listing", style: str | None) -> None:
    """Print the first table of a listing with all that is said of it, or that it has no rows.

    Scripts read stdout, where the rows alone belong.
    """
    table = listing.tables[0]
    rows = list(table.rows)
    if rows or style:
        echo_heading(listing.heading, style)
        print_listing(rows, table.columns, style)
    else:
        click.echo(listing.nothing)
    for remark in listing.remarks:
        click.echo(remark, err=bool(style))


def echo_heading(text: str, style: str | None) -> None:
    """Say what a table is of, where there is something to say."""
    if text:
        click.echo(text, err=bool(style))


def print_table(rows: Sequence[Mapping[str, object]], columns: Sequence[str]) -> None:
    """Print a table, a line for each row: nothing is cut, but columns may be left out.

    They are where a terminal has no room for them; what does not fit even then runs over its edge.
    """
    from rich.console import Console

    room = Console().width if sys.stdout.isatty() else WIDE
    shown = _columns_with_room(rows, columns, room)
    width = max(room, _needed_width(rows, shown))
    Console(width=width, highlight=False, markup=False).print(_table(rows, shown))
    gone = [column for column in columns if column not in shown and not _is_empty(rows, column)]
    if gone:
        left_out = ", ".join(map(heading, gone))
        click.echo(f"Left out, as the terminal is narrow: {left_out}.", err=True)


def _columns_with_room(
    rows: Sequence[Mapping[str, object]], columns: Sequence[str], room: int
) -> list[str]:
    """The columns without as many of the spare ones as must go; the empty ones go first."""
    shown = list(columns)
    empty = [(column,) for column in columns if _is_empty(rows, column)]
    for spare in (*empty, *SPARE):
        if _needed_width(rows, shown) <= room:
            break
        shown = [column for column in shown if column not in spare]
    return shown


def _is_empty(rows: Sequence[Mapping[str, object]], column: str) -> bool:
    return all(row[column] in ("", None) for row in rows)


def _needed_width(rows: Sequence[Mapping[str, object]], columns: Sequence[str]) -> int:
    from rich.console import Console

    return Console(width=WIDE).measure(_table(rows, columns)).minimum


def _table(rows: Sequence[Mapping[str, object]], columns: Sequence[str]) -> "Table":
    """A table in which numbers stand right."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        numbers = _has_numbers(rows, column)
        texts = [heading(column), *(_cell(row[column]) for row in rows)]
        table.add_column(
            texts[0],
            justify="right" if numbers else "left",
            no_wrap=column not in PROSE,
            min_width=None if column in PROSE else max(map(len, texts)),
        )
    for row in rows:
        table.add_row(*(_cell(row[column]) for column in columns))
    return table


def _markdown(rows: Sequence[Mapping[str, object]], columns: Sequence[str]) -> Iterator[str]:
    """The lines of a table in Markdown."""
    yield _markdown_line(map(heading, columns))
    yield _markdown_line("--:" if _has_numbers(rows, column) else "---" for column in columns)
    for row in rows:
        yield _markdown_line(_cell(row[column]) for column in columns)


def _markdown_line(cells: Iterable[str]) -> str:
    """A line of a table, in which no cell is read as anything but text."""
    texts = (MARKDOWN.sub(r"\\\g<0>", " ".join(cell.split())) for cell in cells)
    return f"| {' | '.join(texts)} |"


def _has_numbers(rows: Sequence[Mapping[str, object]], column: str) -> bool:
    return all(isinstance(row[column], (int, float, type(None))) for row in rows)


def list_text(value: object) -> object:
    """A list as people read it, its items parted by colons; anything else as it is."""
    return " : ".join(map(str, value)) if isinstance(value, list) else value


def heading(column: str) -> str:
    """What people read above a column."""
    return HEADINGS.get(column, column.replace("_", " "))


def _cell(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.1f}" if isinstance(value, float) else str(list_text(value))
