"""What the user asks of a tournament, by options or by a file, and the spec that it makes."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from tablic.rules import Rules
from tablic_server.faults import FaultPolicy

from tablic_tournaments.cli.formats import default_boards
from tablic_tournaments.cli.spec_file import FIELDS
from tablic_tournaments.errors import SpecError, UnknownNameError
from tablic_tournaments.growth import change
from tablic_tournaments.reports.standings import standings
from tablic_tournaments.spec import (
    Entrant,
    Format,
    Hypotheses,
    TournamentSpec,
    default_rounds,
)
from tablic_tournaments.store import Arena, Tournament
from tablic_tournaments.words import count

__all__ = ["changed", "grown", "new_spec"]

# Formats in which the order of the bots matters: by rating where nobody gives one.
SEEDED: Final = (Format.SWISS, Format.KNOCKOUT)

Parameters = Mapping[str, Any]
"""The parameters of the command."""


def new_spec(arena: Arena, asked: Parameters, before: Tournament | None = None) -> TournamentSpec:
    """The spec that is asked for.

    Of a tournament that began before, names without a version stand for the versions that play in
    it. Raises SpecError and UnknownNameError, whose ``key`` is what is wrong.
    """
    form = Format(asked["format_name"])
    known = before.spec.entrants if before else ()
    if before and asked["secret"] and bytes.fromhex(asked["secret"]) != before.secret:
        raise SpecError(f"tournament {before.id} began with another secret", "secret")
    challengers = _entrants(arena, asked["challengers"], known)
    bots = _all_or(arena, asked["bots"], before)
    entrants = [*bots, *(bot for bot in challengers if bot not in bots)]
    if form in SEEDED and not (before or asked["bots"]):
        entrants = _by_rating(arena, asked["rules"], entrants)
    _check_number(arena, asked, entrants)
    rounds = asked["rounds"] or 0
    if form is Format.SWISS and not rounds:
        rounds = before.spec.rounds if before else default_rounds(len(entrants))
    return TournamentSpec(
        entrants=_in_order(entrants, known),
        boards=default_boards(form) if asked["boards"] is None else asked["boards"],
        tables=asked["tables"],
        rules=asked["rules"],
        time=asked["clock"],
        startup=asked["startup"],
        chosen_secret=asked["secret"] is not None,
        limits=asked["limits"],
        trusted=asked["trust_bots"],
        fault_policy=FaultPolicy(asked["fault_policy"]),
        name=asked["name"] or "",
        format=form,
        challengers=tuple(bot.label for bot in challengers),
        rounds=rounds,
        hypotheses=_hypotheses(asked),
    )


def grown(arena: Arena, asked: Parameters, before: Tournament) -> TournamentSpec:
    """The spec of a tournament with the bots, boards, challengers and rounds that are named."""
    spec = before.spec
    challengers = _entrants(arena, asked["challengers"], spec.entrants)
    bots = [*_entrants(arena, asked["bots"], spec.entrants), *challengers]
    more = [bot for bot in bots if bot not in spec.entrants]
    labels = [bot.label for bot in challengers if bot.label not in spec.challengers]
    return replace(
        spec,
        entrants=(*spec.entrants, *more),
        boards=spec.boards if asked["boards"] is None else asked["boards"],
        rounds=asked["rounds"] or spec.rounds,
        challengers=(*spec.challengers, *labels),
    )


def changed(before: Tournament, spec: TournamentSpec) -> bool:
    """Whether a spec asks for a further stage of a tournament; raises SpecError for other changes.

    A tournament is extended when it is finished, or a ladder without end at any time: who enters it
    plays from its next stage on.
    """
    differs = change(before.spec, spec)
    what = f"tournament {before.id}" + (f", {before.spec.name}," if before.spec.name else "")
    if differs.refused == "entrants" and spec.rounds == before.spec.rounds > 0:
        raise SpecError(
            f"{what} has played its {count(spec.rounds, 'round')}; a bot that enters now needs a "
            "further one: give more rounds",
            "entrants",
        )
    if differs.refused:
        raise SpecError(
            f"{what} began with {_was(before.spec, differs.refused)}; leave that as it was, or "
            "give the new tournament another name",
            differs.refused,
        )
    endless = before.spec.format is Format.LADDER and not before.spec.boards
    if differs.fields and not before.finished and not endless:
        raise SpecError(
            f"{what} is not finished, so its {_words(differs.fields[0])} cannot change yet; go on "
            f"with: tablic-arena tournament --resume {before.id}",
            differs.fields[0],
        )
    return bool(differs.fields)


def _was(spec: TournamentSpec, field: str) -> str:
    """What a field was, where it is short to say."""
    value = getattr(spec, field)
    if isinstance(value, (int, str)) and not isinstance(value, bool):
        return f"{_words(field)} = {value}"
    return f"other {_words(field)}"


def _words(field: str) -> str:
    """A field of a spec, as the user calls it."""
    return FIELDS.get(field, field)


def _all_or(arena: Arena, names: Sequence[str], before: Tournament | None) -> list[Entrant]:
    """The named bots, or all in play: of a tournament that is not finished, those that play."""
    if names:
        return _entrants(arena, names, before.spec.entrants if before else ())
    known = list(before.spec.entrants) if before else []
    if before and not before.finished:
        return known
    playing = {bot.name for bot in known}
    latest = [version.entrant for version in arena.bots.latest()]
    return [*known, *(bot for bot in latest if bot.name not in playing)]


def _entrants(arena: Arena, names: Sequence[str], known: Sequence[Entrant]) -> list[Entrant]:
    """The bots of names, such as ``fisher`` or ``fisher 2``; of known ones their version there."""
    found = []
    for name in names:
        bot, _, number = name.partition(" ")
        playing = [entrant for entrant in known if entrant.name == bot]
        try:
            if number.isdecimal():
                found.append(arena.bots.version(bot, int(number)).entrant)
            else:
                found += playing or [arena.bots.latest([name])[0].entrant]
        except UnknownNameError as error:
            raise SpecError(str(error), "bots") from None
    return found


def _in_order(entrants: Sequence[Entrant], known: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """The entrants, those that played before first and in the order they had."""
    before = [entrant for entrant in known if entrant in entrants]
    return (*before, *(entrant for entrant in entrants if entrant not in before))


def _by_rating(arena: Arena, rules: Rules, bots: Sequence[Entrant]) -> list[Entrant]:
    """The best by the boards of a rule set first, and last those who have played none."""
    lines = standings(arena.tournaments.results(rules=rules.text), {})
    ranks = {line.label: rank for rank, line in enumerate(lines)}
    return sorted(bots, key=lambda bot: ranks.get(bot.label, len(ranks)))


def _check_number(arena: Arena, asked: Parameters, entrants: Sequence[Entrant]) -> None:
    """Raise SpecError where too few are named and there are more, or one is named twice."""
    rules = asked["rules"]
    labels = [entrant.label for entrant in entrants]
    if twice := sorted({label for label in labels if labels.count(label) > 1}):
        raise SpecError(f"{', '.join(twice)} is named twice; name each bot once", "bots")
    missing = rules.sides - len(entrants)
    if asked["bots"] and missing > 0 and len(arena.bots.latest()) > len(entrants):
        raise SpecError(
            f"{rules.name} needs {count(rules.sides, 'bot')} a match, and you named "
            f"{len(entrants)}; name {'another' if missing == 1 else f'{missing} more'}, or none "
            "for all bots",
            "bots",
        )


def _hypotheses(asked: Parameters) -> Hypotheses:
    given = {name: asked[name] for name in Hypotheses._fields if asked[name] is not None}
    if given and asked["format_name"] != Format.SPRT:
        name = next(iter(given))
        raise SpecError(f"{name} = {given[name]:g}: only sprt tests hypotheses", name)
    return Hypotheses(**given)
