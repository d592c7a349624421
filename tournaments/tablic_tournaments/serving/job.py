"""A process that a server starts for one job: a tournament to be played, or a bot to be submitted.

The job is a line of JSON on standard input; the end of the input is the sign to stop. What happens
is told on standard output, a line of JSON each, at last how it ended.
"""

import json
import os
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from tablic_server.launch import kill_all

from tablic_tournaments.errors import ArenaError, ContentError, PlayError
from tablic_tournaments.runners.local import LocalRunner
from tablic_tournaments.runners.tournament import TournamentRun, only_one
from tablic_tournaments.store import Arena, open_arena
from tablic_tournaments.submit import submit

__all__ = ["main"]

# How long the processes of a server that was killed may hold a tournament, in seconds.
FREE_SECONDS: Final = 30.0


def main() -> None:
    """Do the job."""
    job = json.loads(sys.stdin.readline())
    kinds: Mapping[str, Callable[..., dict[str, object]]] = {"play": _play, "submit": _submit}
    kind = kinds[job.pop("kind")]
    try:
        with open_arena(Path(job.pop("db"))) as arena:
            _tell(**kind(arena, **job))
    except ArenaError as error:
        _tell(ended="refused", error=type(error).__name__, message=str(error))


def _play(
    arena: Arena, *, tournament: int, workers: int | None, trusted: bool
) -> dict[str, object]:
    chosen = arena.tournaments.get(tournament)
    chosen = chosen._replace(spec=replace(chosen.spec, trusted=trusted or chosen.spec.trusted))
    _wait_until_free(arena, tournament)

    def call(name: str, address: str, token: str) -> None:
        _tell(called=(name, address, token))

    with LocalRunner(workers, call) as runner:
        run = TournamentRun(arena, chosen, runner, served=True)
        _at_end_of_input(run.stop)
        finished = run.play(lambda _: _tell(stored=True))
    return {"ended": "finished" if finished else "stopped"}


def _submit(arena: Arena, *, folder: str, path: str, **how: Any) -> dict[str, object]:
    def leave() -> None:
        kill_all()
        os._exit(1)

    _at_end_of_input(leave)
    try:
        done = submit(arena, Path(path), on_step=lambda step: _tell(step=step), **how)
    except ContentError as error:
        # Where it lies here is nothing to its author.
        raise type(error)(str(error).replace(f"{folder}/", "")) from None
    return {
        "ended": "accepted",
        "sentences": done.sentences,
        "warnings": done.warnings,
        "bot": done.version.name,
        "version": done.version.number,
        "is_new": done.is_new,
    }


def _wait_until_free(arena: Arena, tournament: int) -> None:
    """Wait for what another server left behind, which ends by itself."""
    end = time.monotonic() + FREE_SECONDS
    while time.monotonic() < end:
        with suppress(PlayError), only_one(arena, tournament):
            return
        time.sleep(0.1)


def _at_end_of_input(stop: Callable[[], None]) -> None:
    def watch() -> None:
        # The file itself: a thread that waits in a buffered reader would hold up the end.
        while os.read(sys.stdin.fileno(), 4096):
            pass
        stop()

    threading.Thread(target=watch, daemon=True).start()


def _tell(**event: object) -> None:
    # In one piece: a thread tells of bots that are called.
    sys.stdout.write(f"{json.dumps(event)}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
