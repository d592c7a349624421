"""What the commands share: where the arena is, errors as sentences, and tables."""

import csv
import io
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

if TYPE_CHECKING:
    from rich.table import Table
    from tablic.rules import Rules

    from tablic_tournaments.store import Arena

__all__ = [
    "ArenaGroup",
    "RulesType",
    "Settings",
    "board_options",
    "count_text",
    "heading",
    "list_text",
    "listing_options",
    "print_listing",
    "print_table",
    "rules_of",
    "rules_option",
]

# What people read above a column, where its name in JSON and CSV is not it.
HEADINGS = {
    "differs": "differs from tablic by",
    "score_percent": "score %",
    "score_low": "95% from",
    "score_high": "to",
    "wins_percent": "wins %",
    "points_per_game": "points a game",
    "points_low": "95% from",
    "points_high": "to",
}

# Columns of prose, which alone may be broken into lines.
PROSE = ("differs", "value", "meaning")
# What a table leaves out of a terminal that is too narrow for it, one after the other.
SPARE = (
    ("own_points",),
    ("place",),
    ("wins_percent",),
    ("points_low", "points_high"),
    ("decks",),
    ("rotation",),
    ("board",),
    ("started",),
    ("retired",),
    ("points_per_game",),
    ("rules",),
)
WIDE = 10_000

Command = TypeVar("Command", bound=Callable[..., Any])


class Settings(NamedTuple):
    """What the options before the command say."""

    db: Path | None

    @property
    def path(self) -> Path:
        """The file of the arena."""
        if self.db:
            return self.db
        import platformdirs

        return Path(platformdirs.user_data_dir("tablic-arena", appauthor=False)) / "arena.db"

    @contextmanager
    def arena(self, *, make: bool = False) -> Iterator["Arena"]:
        """The arena, for as long as it is needed; raises StoreError where there is none to open."""
        from tablic_tournaments.errors import StoreError
        from tablic_tournaments.store import open_arena

        if not make and not self.path.exists():
            raise StoreError(f"there is no arena at {self.path}; submit a bot to make one")
        with open_arena(self.path) as arena:
            yield arena


class WrongInput(click.ClickException):
    """A name or a value that the user got wrong."""

    exit_code = 2


class ArenaGroup(click.Group):
    """A group whose commands answer what goes wrong with one sentence, never a traceback.

    The exit code is 2 for a name or a value that the user got wrong, and 1 for what failed.
    """

    def invoke(self, context: click.Context) -> Any:
        """Run the command; turn the errors of the arena into click's."""
        try:
            return super().invoke(context)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            sentence, code = _sentence(error)
            if not sentence:
                raise
            raise (WrongInput if code == 2 else click.ClickException)(sentence) from error


def _sentence(error: Exception) -> tuple[str, int]:
    """What to tell the user, and the exit code; no text for a defect of ours."""
    from tablic.errors import RecordError, RulesError

    from tablic_tournaments.errors import ArenaError, BotNameError, SpecError, UnknownNameError

    if isinstance(error, (UnknownNameError, BotNameError, SpecError, RulesError)):
        return str(error), 2
    if isinstance(error, (ArenaError, RecordError)):
        return str(error), 1
    if isinstance(error, BrokenPipeError):
        return "", 1
    if isinstance(error, OSError):
        place = f"{error.filename}: " if error.filename else ""
        return f"{place}{error.strerror or error}", 1
    return "", 1


class RulesType(click.ParamType[Any]):
    """A rule set: a name or a .toml file, and perhaps overrides such as target=51."""

    name = "rules"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> "Rules":
        """The rule set of a text."""
        from tablic.errors import RulesError
        from tablic.rules import Rules

        if isinstance(value, Rules):
            return value
        try:
            return rules_of(value)
        except RulesError as error:
            self.fail(str(error), param, ctx)


def rules_of(text: str) -> "Rules":
    """The rule set of a name or file, and perhaps overrides; raises RulesError."""
    from tablic.rules import load_rules, override_rules, parse_rules

    if file := re.match(r"(.+?\.toml)(?:\s+(.*))?$", text.strip()):
        return override_rules(load_rules(file[1]), file[2] or "")
    return parse_rules(text)


def rules_option(command: Command) -> Command:
    """Give a command the option --rules."""
    return click.option(
        "--rules",
        type=RulesType(),
        default="tablic",
        show_default=True,
        help='The rule set: a name or a .toml file, such as "tablic target=51".',
    )(command)


def board_options(boards: int) -> Callable[[Command], Command]:
    """Give a command the options --boards, with a default, and --tables."""

    def with_options(command: Command) -> Command:
        command = click.option(
            "--tables",
            type=click.IntRange(1, 128),
            default=8,
            show_default=True,
            help="Boards of a match that are played at once.",
        )(command)
        return click.option(
            "--boards",
            type=click.IntRange(1),
            default=boards,
            show_default=True,
            help="Boards of a match. Each is played once in every seat rotation, same decks.",
        )(command)

    return with_options


def listing_options(command: Command) -> Command:
    """Give a command the options --json and --csv, as one parameter ``style``."""
    for style in ("csv", "json"):
        command = click.option(
            f"--{style}", "style", flag_value=style, help=f"Print {style.upper()}."
        )(command)
    return command


def print_listing(
    rows: Sequence[Mapping[str, object]], columns: Sequence[str], style: str | None
) -> None:
    """Print rows as a table for people, or as JSON or CSV with the same names."""
    if style == "json":
        click.echo(json.dumps(list(rows), indent=2, ensure_ascii=False))
    elif style == "csv":
        text = io.StringIO()
        writer = csv.DictWriter(text, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows({name: list_text(value) for name, value in row.items()} for row in rows)
        click.echo(text.getvalue(), nl=False)
    else:
        print_table(rows, columns)


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
        numbers = all(isinstance(row[column], (int, float, type(None))) for row in rows)
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


def list_text(value: object) -> object:
    """A list as people read it, its items parted by colons; anything else as it is."""
    return " : ".join(map(str, value)) if isinstance(value, list) else value


def count_text(count: int, word: str, more: str = "s") -> str:
    """A number and what is counted, such as ``1 board`` or ``2 boards``."""
    return f"{count} {word}{'' if count == 1 else more}"


def heading(column: str) -> str:
    """What people read above a column."""
    return HEADINGS.get(column, column.replace("_", " "))


def _cell(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.1f}" if isinstance(value, float) else str(list_text(value))
