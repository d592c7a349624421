"""Submitting a bot: its content is stored, plays a validation game, and becomes a version."""

import asyncio
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Literal, NamedTuple

from tablic.deals import new_secret
from tablic.rules import named_rules
from tablic.stdio import PRINTED
from tablic_server.batch import DEFAULT_STARTUP, Batch, BatchResult
from tablic_server.launch import Program
from tablic_server.limits import DEFAULT_LIMITS, Limits
from tablic_server.match import play_batch

from tablic_tournaments.building import built
from tablic_tournaments.contents import PYTHON, inspect_path
from tablic_tournaments.errors import BotNameError, ContentError, PlayError
from tablic_tournaments.store import Arena, Version
from tablic_tournaments.store.contents import program_of
from tablic_tournaments.words import printed_end

__all__ = ["Step", "Submission", "example_folder", "submit"]


Step = Literal["building", "validating"]


class Submission(NamedTuple):
    """What became of a submission: the version, whether it is new, and who else has the content.

    ``was_retired`` tells of a bot that has the content already, and is back in play; ``printed`` of
    one that writes lines of JSON, and wrote others among them in the validation game.
    """

    version: Version
    is_new: bool
    same_as: tuple[Version, ...]
    was_retired: bool = False
    printed: bool = False
    latest: int = 0
    """The number of the latest version of the bot."""

    @property
    def sentences(self) -> list[str]:
        """What became of it, as people are told."""
        name, number = self.version.name, self.version.number
        if self.was_retired:
            return [f"{name} version {self.latest} is back in play."]
        if not self.is_new:
            return [f"{name} has this content already, as version {number}."]
        told = [f"{name} version {number} is in the arena."]
        if self.same_as:
            others = ", ".join(other.entrant.label for other in self.same_as)
            told.append(f"It is the same content as {others}.")
        return told

    @property
    def warnings(self) -> list[str]:
        """What people are warned of."""
        if not (self.is_new and self.printed):
            return []
        return [
            "Warning: it wrote lines to stdout that are not JSON objects. They are kept in its "
            "log and break nothing; write them to stderr."
        ]


def submit(
    arena: Arena,
    path: Path,
    name: str | None = None,
    startup: float = DEFAULT_STARTUP,
    limits: Limits = DEFAULT_LIMITS,
    trusted: bool = False,
    stdio: bool = False,
    owner: str | None = None,
    on_step: Callable[[Step], None] = lambda _: None,
) -> Submission:
    """Submit a script, an executable or a folder.

    One with a build is built first. With an owner it must be a new bot, or one of that person.
    ``on_step`` is called when a step begins.

    Raises ContentError, with the reason and the end of what was printed, for one that cannot be
    built, cannot start, crashes or plays illegally against the random bot; nothing is stored of it
    then.
    """
    try:
        found = inspect_path(path, name, stdio)
    except BotNameError as error:
        raise BotNameError(f"{error}; choose one with --name") from None
    arena.bots.check_owner(found.name, owner)
    if found.build:
        on_step("building")
    with built(found, trusted, stdio) as content:
        sha256 = arena.contents.add(content)
    others = arena.bots.with_content(sha256)
    same = [version for version in others if version.name == content.name]
    if same:
        restored = arena.bots.restore(same[0])
        (latest,) = arena.bots.latest([content.name])
        return Submission(restored, False, (), same[0].retired, latest=latest.number)
    try:
        on_step("validating")
        program = arena.contents.program(content.name, sha256, content.command)
        printed = _printed(validate(program, startup, limits, trusted))
    except BaseException:
        if not others:
            arena.contents.remove(sha256)
        raise
    version = arena.bots.add(content.name, sha256, content.command, owner)
    same_as = tuple(v for v in others if v.name != content.name)
    return Submission(version, True, same_as, printed=printed, latest=version.number)


def validate(program: Program, startup: float, limits: Limits, trusted: bool) -> BatchResult:
    """Play a board against the random bot; raises ContentError for any fault of the program."""
    opponent = program_of("random (validation)", example_folder(), (PYTHON, "random_bot.py"))
    batch = Batch(
        match=f"{program.name} is validated",
        boards=(0,),
        bots=(program, opponent),
        rules=named_rules(),
        secret=new_secret(),
        tables=1,
        startup=startup,
        limits=limits,
        trusted=trusted,
    )
    result = asyncio.run(play_batch(batch))
    for fault in filter(lambda fault: fault.kind.charged, result.faults):
        if batch.bot_in(fault.rotation, fault.seat) == 0:
            raise ContentError(_refusal(program.name, fault.kind, fault.message, result))
        raise PlayError(f"the validation game failed: the random bot: {fault.message}")
    return result


def example_folder() -> Path:
    """Where the bundled bots lie."""
    return Path(str(resources.files("tablic") / "examples"))


def _printed(result: BatchResult) -> bool:
    """Whether the log of the bot has lines that it should not have written to stdout."""
    logs = (report.log for report in result.reports if report.bot == 0)
    return any(line.startswith(PRINTED) for log in logs for line in log.splitlines())


def _refusal(name: str, kind: str, message: str, result: BatchResult) -> str:
    logs = [report.log for report in result.reports if report.bot == 0 and report.log.strip()]
    return f"{name} is refused ({kind}): {message}\n{printed_end(logs[0] if logs else '')}"
