"""tournament: any format, from options or a file; begun, resumed or extended."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablic_tournaments.cli.asserting import (
    assert_option,
    check_named,
    end_with,
    what_does_not_hold,
)
from tablic_tournaments.cli.common import Settings, rules_option, tables_option
from tablic_tournaments.cli.conditions import condition_options
from tablic_tournaments.cli.confinement import confinement_options, require_sandbox
from tablic_tournaments.cli.formats import format_options
from tablic_tournaments.cli.running import play

if TYPE_CHECKING:
    from tablic_tournaments.reports.assertions import Assertion
    from tablic_tournaments.spec import TournamentSpec
    from tablic_tournaments.store import Arena, Tournament

__all__ = ["LATEST", "refuse_given", "tournament"]

LATEST = "latest"
HEARD = ("workers", "cluster", "trust_bots", "events", "assertions")
HEARD_WITH_FILE = (*HEARD, "dry_run")
HEARD_WITH_RESUME = (*HEARD, "resume")
HEARD_WITH_EXTEND = (*HEARD, "dry_run", "extend", "bots", "boards", "rounds", "challengers")


@click.command()
@click.argument("bots", nargs=-1, metavar="[BOT]...")
@format_options
@tables_option
@rules_option
@click.option(
    "--workers",
    type=click.IntRange(1),
    help="Worker processes. [default: one for two cores]",
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Play on the workers of a Dask cluster, such as tcp://HOST:8786; see docs/cluster.md.",
)
@click.option(
    "--secret",
    metavar="HEX",
    callback=lambda _context, _parameter, value: _checked_secret(value),
    help="256 bits that all decks come from. [default: random, and secret]",
)
@click.option(
    "--resume",
    is_flag=False,
    flag_value=LATEST,
    metavar="[ID]",
    help="Go on with an unfinished tournament, as it was set up.",
)
@click.option(
    "--extend",
    type=int,
    metavar="ID",
    help="Play more in a finished tournament: these bots too, or more boards or rounds.",
)
@click.option("--dry-run", is_flag=True, help="Only say what would be played, and for how long.")
@click.option(
    "--events",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Tell this file what is played, one JSON object a line; it is added to.",
)
@assert_option
@condition_options
@confinement_options
@click.pass_context
def tournament(context: click.Context, /, **_given: Any) -> None:
    """Play a tournament of the latest versions of these bots, or of all.

    A match has two bots, or as many as the rule set has sides: every three meet in tablic-3p. Name
    a version as "fisher 2".

    Ctrl-C stops it and keeps the boards that are stored; --resume goes on. A .toml file in place of
    bots says all that is played.
    """
    settings: Settings = context.obj
    if settings.server:
        from tablic_tournaments.cli.remote_tournament import play_there

        play_there(settings, context)
        return
    _check_cluster(context.params)
    with settings.arena(writes=True) as arena:
        if context.params["resume"] is not None:
            how = _resume
        else:
            how = _begin if context.params["extend"] is None else _extend
        chosen = how(arena, context)
        failed = _what_does_not_hold(arena, chosen, context.params["assertions"]) if chosen else ()
    end_with(context, failed)


def _check_cluster(asked: Mapping[str, Any]) -> None:
    """Raise UsageError for an address that is none, or workers of two kinds."""
    address = asked["cluster"]
    if address and not address.startswith(("tcp://", "tls://")):
        raise click.UsageError(
            f"--cluster takes the address of a Dask scheduler, such as tcp://HOST:8786, not "
            f"{address!r}."
        )
    if address and asked["workers"]:
        raise click.UsageError(
            "The workers of a cluster say how much they play at once; leave out --workers, which "
            "is for this machine, or --cluster."
        )


def _resume(arena: "Arena", context: click.Context) -> "Tournament | None":
    from dataclasses import replace

    refuse_given(
        context,
        HEARD_WITH_RESUME,
        "--resume goes on with the stored settings; leave out {}, or start a new tournament "
        "without --resume.",
    )
    chosen = _unfinished(arena, context.params["resume"])
    trusted = context.params["trust_bots"] or chosen.spec.trusted
    _require_sandbox(context.params, trusted)
    _check_assertions(context.params["assertions"], chosen.spec)
    return _play(arena, chosen._replace(spec=replace(chosen.spec, trusted=trusted)), context.params)


def _play(arena: "Arena", chosen: "Tournament", asked: Mapping[str, Any]) -> "Tournament":
    play(arena, chosen, asked)
    return chosen


def _require_sandbox(asked: Mapping[str, Any], trusted: bool) -> None:
    """Raise PlayError where there has to be a sandbox here; workers of a cluster have their own."""
    require_sandbox(trusted or bool(asked["cluster"]))


def _check_assertions(assertions: "Sequence[Assertion]", spec: "TournamentSpec") -> None:
    """Raise UnknownNameError for an assertion about a bot that will not play."""
    labels = [entrant.label for entrant in spec.entrants]
    check_named(assertions, labels, "of the tournament")


def _what_does_not_hold(
    arena: "Arena", played: "Tournament", assertions: "Sequence[Assertion]"
) -> Sequence[str]:
    results = list(arena.tournaments.results(played.id)) if assertions else []
    return what_does_not_hold(assertions, results, f"in tournament {played.id}")


def _extend(arena: "Arena", context: click.Context) -> "Tournament | None":
    from tablic_tournaments.cli.asked import changed, grown

    refuse_given(
        context,
        HEARD_WITH_EXTEND,
        "--extend takes over all but bots, boards, challengers and rounds; leave out {}.",
    )
    before = arena.tournaments.get(context.params["extend"])
    spec = grown(arena, context.params, before)
    if not changed(before, spec):
        raise click.UsageError(
            f"Tournament {before.id} has all of that already; name more bots, boards or rounds."
        )
    return _play_spec(arena, spec, context.params, before)


def _begin(arena: "Arena", context: click.Context) -> "Tournament | None":
    """A new tournament, or one whose name is known: resumed or extended by what is new."""
    from tablic_tournaments.cli.beginning import asked_for
    from tablic_tournaments.cli.spec_file import SpecFile, is_spec_file

    asked: Mapping[str, Any] = context.params
    file = None
    if is_spec_file(asked["bots"]):
        refuse_given(
            context,
            ("bots", *HEARD_WITH_FILE),
            "the file says what is played; leave out {}, or write it there.",
        )
        file = SpecFile.read(Path(asked["bots"][0]))
        of_file = file.parameters(context.command)
        heard = {name: asked[name] or of_file[name] for name in HEARD_WITH_FILE}
        asked = {**of_file, **heard}
    spec, before, more = asked_for(arena, asked, file)
    if before and not more:
        _require_sandbox(asked, spec.trusted)
        _check_assertions(asked["assertions"], spec)
        return _play(arena, before, asked)
    return _play_spec(arena, spec, asked, before)


def _play_spec(
    arena: "Arena",
    spec: "TournamentSpec",
    asked: Mapping[str, Any],
    before: "Tournament | None",
) -> "Tournament | None":
    """Play a new tournament, or a further stage of the one before; or only say what that is."""
    _require_sandbox(asked, asked["trust_bots"] or spec.trusted)
    _check_assertions(asked["assertions"], spec)
    if asked["dry_run"]:
        from tablic_tournaments.cli.dry_run import print_plan

        print_plan(arena, spec, before, asked)
        return None
    from tablic_tournaments.cli.beginning import begin
    from tablic_tournaments.runners.tournament import programs_of

    programs_of(arena, spec)
    return _play(arena, begin(arena, spec, before, asked["secret"]), asked)


def _unfinished(arena: "Arena", resume: str) -> "Tournament":
    """The tournament to go on with."""
    if resume != LATEST:
        if not resume.isdecimal():
            raise click.UsageError(f"--resume takes the number of a tournament, not {resume!r}.")
        return arena.tournaments.get(int(resume))
    unfinished = [item for item in arena.tournaments.all() if not item.finished]
    if not unfinished:
        raise click.UsageError("There is no unfinished tournament to go on with.")
    if len(unfinished) > 1:
        lines = [
            f"  {item.id}: started {item.started_at}, {len(item.spec.entrants)} bots, "
            f"{item.boards_played} of {item.total_boards} boards played"
            for item in unfinished
        ]
        raise click.UsageError(
            "There are several unfinished tournaments; name one with --resume ID:\n"
            + "\n".join(lines)
        )
    return unfinished[0]


def refuse_given(context: click.Context, heard: tuple[str, ...], sentence: str) -> None:
    """Raise UsageError where an option is given that would not be heard."""
    from click.core import ParameterSource

    for parameter in context.command.params:
        name = parameter.name or ""
        given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if name not in heard and given and context.params[name]:
            raise click.UsageError(sentence.format(_given_as(parameter)))


def _given_as(parameter: click.Parameter) -> str:
    """What the user typed to set a parameter, without its dashes."""
    return parameter.opts[0].removeprefix("--")


def _checked_secret(secret: str | None) -> str | None:
    if secret is None:
        return None
    try:
        value = bytes.fromhex(secret)
    except ValueError:
        value = b""
    if len(value) != 32:
        raise click.BadParameter(f"{secret!r} is not 64 hexadecimal digits.", param_hint="--secret")
    return secret
