"""What the commands share: where the arena is, errors as sentences, and options."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

if TYPE_CHECKING:
    from tablic.rules import Rules

    from tablic_tournaments.listings import Listing
    from tablic_tournaments.serving.remote import Remote
    from tablic_tournaments.store import Arena

__all__ = [
    "ArenaGroup",
    "RulesType",
    "Settings",
    "board_options",
    "listing_options",
    "rules_option",
    "tables_option",
]

Command = TypeVar("Command", bound=Callable[..., Any])


class Settings(NamedTuple):
    """What the options before the command say."""

    db: Path | None
    server: str | None = None
    tls_ca: Path | None = None

    @property
    def path(self) -> Path:
        """The file of the arena."""
        if self.db:
            return self.db
        import platformdirs

        return Path(platformdirs.user_data_dir("tablic-arena", appauthor=False)) / "arena.db"

    @contextmanager
    def arena(self, *, make: bool = False, writes: bool = False) -> Iterator["Arena"]:
        """The arena of this machine, for as long as it is needed.

        Raises StoreError where there is none to open, or none to be written as a server has it.
        """
        from tablic_tournaments.errors import StoreError
        from tablic_tournaments.store import open_arena
        from tablic_tournaments.store.lock import check_not_served

        if self.server:
            raise click.UsageError(
                f"This cannot be done at {self.server} from here; leave out --server to do it in "
                "an arena of this machine."
            )
        if make or writes:
            check_not_served(self.path)
        if not make and not self.path.exists():
            raise StoreError(f"there is no arena at {self.path}; submit a bot to make one")
        with open_arena(self.path) as arena:
            yield arena

    @contextmanager
    def remote(self) -> Iterator["Remote"]:
        """The arena at the server; raises ServingError where there is none that answers."""
        from tablic_tournaments.serving.logins import Login, read_login
        from tablic_tournaments.serving.remote import connected

        server = self.server or ""
        login = read_login(server)
        if token := os.environ.get("TABLIC_ARENA_TOKEN"):
            login = Login(token, login.tls_ca if login else None)
        if login and self.tls_ca:
            login = login._replace(tls_ca=str(self.tls_ca))
        with connected(server, login) as remote:
            yield remote

    def ask(self, what: str, **filters: object) -> "Listing":
        """A listing of what is in the arena, with these filters; raises what the arena raises."""
        from tablic_tournaments.listings import LISTINGS

        if self.server:
            with self.remote() as remote:
                return remote.ask(what, **filters)
        with self.arena() as arena:
            return LISTINGS[what](arena, **filters).read()


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

        from tablic_tournaments.rule_files import rules_of

        if isinstance(value, Rules):
            return value
        try:
            return rules_of(value)
        except RulesError as error:
            self.fail(str(error), param, ctx)


def rules_option(command: Command) -> Command:
    """Give a command the option --rules."""
    return click.option(
        "--rules",
        type=RulesType(),
        default="tablic",
        show_default=True,
        help='The rule set: a name or a .toml file, such as "tablic target=51".',
    )(command)


def tables_option(command: Command) -> Command:
    """Give a command the option --tables."""
    return click.option(
        "--tables",
        type=click.IntRange(1, 128),
        default=8,
        show_default=True,
        help="Boards of a match that are played at once.",
    )(command)


def board_options(boards: int) -> Callable[[Command], Command]:
    """Give a command the options --boards, with a default, and --tables."""

    def with_options(command: Command) -> Command:
        command = tables_option(command)
        return click.option(
            "--boards",
            type=click.IntRange(1),
            default=boards,
            show_default=True,
            help="Boards of a match. Each is played once in every seat rotation, same decks.",
        )(command)

    return with_options


def listing_options(command: Command) -> Command:
    """Give a command the options --json, --csv and --markdown, as one parameter ``style``."""
    helps = {
        "markdown": "Print a Markdown table.",
        "csv": "Print CSV.",
        "json": "Print JSON.",
    }
    for style, help_text in helps.items():
        command = click.option(f"--{style}", "style", flag_value=style, help=help_text)(command)
    return command
