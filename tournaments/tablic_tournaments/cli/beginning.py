"""A tournament that is asked for, found by its name or stored; here, and for a server."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from tablic_tournaments.cli.asked import changed, new_spec
from tablic_tournaments.cli.spec_file import SpecFile
from tablic_tournaments.errors import SpecError
from tablic_tournaments.rule_files import names_file
from tablic_tournaments.runners.tournament import only_one
from tablic_tournaments.spec import TournamentSpec
from tablic_tournaments.store import Arena, Tournament

__all__ = ["Asked", "asked_for", "begin", "begin_from_text"]

MOST_TEXT: Final = 64 * 1024
MOST_BOARDS: Final = 1_000_000_000


class Asked(NamedTuple):
    """What is asked for, and the tournament of that name, if there is one."""

    spec: TournamentSpec
    before: Tournament | None
    more: bool
    """Whether a further stage of the one before is asked for."""


def asked_for(arena: Arena, asked: Mapping[str, Any], file: SpecFile | None) -> Asked:
    """What the parameters of the command ask for; raises SpecError."""
    try:
        before = arena.tournaments.named(asked["name"]) if asked["name"] else None
        spec = new_spec(arena, asked, before)
        return Asked(spec, before, before is not None and changed(before, spec))
    except SpecError as error:
        raise (file.error(error.key, str(error)) if file else error) from None


def begin(
    arena: Arena, spec: TournamentSpec, before: Tournament | None, secret: str | None
) -> Tournament:
    """Store a new tournament, or open a further stage of the one before."""
    if before:
        with only_one(arena, before.id):
            return arena.tournaments.open_stage(before.id, spec)
    return arena.tournaments.create(spec, bytes.fromhex(secret) if secret else None)


def begin_from_text(arena: Arena, text: str, *, trusted: bool) -> Tournament:
    """The tournament of a text that came from elsewhere, stored if it is new; raises SpecError."""
    from tablic_tournaments.cli.tournament import tournament

    if len(text) > MOST_TEXT:
        raise SpecError(f"a spec has at most {MOST_TEXT >> 10} KiB, not {len(text):,} characters")
    file = SpecFile("the spec", text)
    if names_file(str(file.value("rules"))):
        raise file.error("rules", "a rule set is not named by a file here; name it with overrides")
    parameters = {**file.parameters(tournament), "trust_bots": trusted}
    asked = asked_for(arena, parameters, file)
    if asked.spec.total_boards > MOST_BOARDS:
        raise file.error("boards", f"a tournament has at most {MOST_BOARDS:,} boards")
    if asked.before and not asked.more:
        return asked.before
    _check_elsewhere(arena, asked.spec, file)
    return begin(arena, asked.spec, asked.before, parameters["secret"])


def _check_elsewhere(arena: Arena, spec: TournamentSpec, file: SpecFile) -> None:
    """A bot that connects once sits in one seat; raises SpecError where it would need two."""
    elsewhere = arena.bots.elsewhere()
    for entrant in spec.entrants:
        if entrant.label in elsewhere and spec.rules.players != spec.rules.sides:
            raise file.error(
                "bots",
                f"{entrant.label} runs elsewhere and can have one seat, and in {spec.rules.name} "
                "a bot has two; leave it out",
            )
