"""What a path of the pages answers: only what every spectator may see."""

from http import HTTPStatus
from typing import Final
from urllib.parse import parse_qsl, unquote, urlsplit

from tablic.errors import RulesError

from tablic_tournaments.errors import ArenaError, RequestError, StoreError, UnknownNameError
from tablic_tournaments.listings.pages import (
    game_page,
    games_page,
    standings_page,
    tournaments_page,
)
from tablic_tournaments.reports.html.site import problem_html
from tablic_tournaments.rule_files import names_file
from tablic_tournaments.serving.desk import Desk
from tablic_tournaments.serving.rendering import Reports
from tablic_tournaments.serving.site import Answer

__all__ = ["Pages"]

MOST_PARAMETERS: Final = 8
# The largest number that SQLite knows.
MOST: Final = 2**63 - 1


class Pages:
    """The pages of an arena."""

    def __init__(self, desk: Desk, reports: Reports) -> None:
        self._desk = desk
        self._reports = reports

    async def answer(self, target: str) -> Answer:
        """The page of a path with its parameters, or a page that says why there is none."""
        try:
            return Answer(HTTPStatus.OK, await self._page(target))
        except (UnknownNameError, RequestError, RulesError) as error:
            return _problem(HTTPStatus.NOT_FOUND, error)
        except ArenaError as error:
            return _problem(HTTPStatus.SERVICE_UNAVAILABLE, error)

    async def _page(self, target: str) -> bytes:
        """Raises RequestError for a path or parameters of no page, and what the arena raises."""
        path, chosen = _parsed(target)
        match path.strip("/").split("/"):
            case [""]:
                rules = chosen.get("rules")
                if rules and names_file(rules):
                    raise RequestError("a rule set is not named by a file here")
                page = await self._desk.ask(lambda arena: standings_page(arena, rules))
            case ["tournaments"]:
                page = await self._desk.ask(tournaments_page)
            case ["tournaments", text]:
                number = _number(text)
                return await self._reports.page(number, faults=False, linked=True)
            case ["games"]:
                tournament = _number(chosen["tournament"]) if "tournament" in chosen else None
                bot, after = chosen.get("bot"), _number(chosen.get("after", "0"))
                page = await self._desk.ask(lambda arena: games_page(arena, tournament, bot, after))
            case ["games", text]:
                number = _number(text)
                page = await self._desk.ask(lambda arena: game_page(arena, number))
            case _:
                raise RequestError("there is no such page")
        return page.encode()


def _parsed(target: str) -> tuple[str, dict[str, str]]:
    """The path, and the parameters; raises RequestError."""
    try:
        parts = urlsplit(target)
        return unquote(parts.path), dict(parse_qsl(parts.query, max_num_fields=MOST_PARAMETERS))
    except ValueError:
        raise RequestError("there is no such page") from None


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 20 and int(text) <= MOST):
        raise RequestError(f"{text[:60]!r} is no number")
    return int(text)


def _problem(status: HTTPStatus, error: Exception) -> Answer:
    sentence = str(error)
    title = "Not now" if isinstance(error, StoreError) else "There is no such page"
    return Answer(status, problem_html(title, f"{sentence[:1].upper()}{sentence[1:]}.").encode())
