"""The stream of events of a tournament: one JSON object a line, for other programs.

docs/events.md explains each event. Nothing here is read back but to see where a file ends.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TextIO

from tablic_tournaments.errors import StoreError
from tablic_tournaments.listings.tables import standing_rows
from tablic_tournaments.reports.standings import standings
from tablic_tournaments.store import Arena, Tournament
from tablic_tournaments.store.boards import BoardRow
from tablic_tournaments.store.bots import now
from tablic_tournaments.store.faults import FaultRow

__all__ = ["FORMAT", "told_events"]

FORMAT: Final = 1

Tell = Callable[[Tournament | None], None]
"""Tells what was stored since; given a tournament, also that a stage of it was opened."""


@contextmanager
def told_events(arena: Arena, tournament: Tournament, path: Path | None) -> Iterator[Tell]:
    """Tell a file, if there is one, what is played; call what is given after each batch or stage.

    The stream of a tournament goes on where the file ends, and begins with what was stored before.
    Raises StoreError for a file of something else.
    """
    if path is None:
        yield lambda _: None
        return
    board, fault = _end_of(path, tournament.stages[0].commitment)
    with path.open("a", encoding="utf-8", buffering=1) as file:
        stream = _Stream(arena, tournament, file, board, fault)
        stream.start()
        try:
            yield stream.tell
        finally:
            stream.end()


class _Stream:
    """What was told so far: up to which board and fault."""

    def __init__(
        self, arena: Arena, tournament: Tournament, file: TextIO, board: int, fault: int
    ) -> None:
        self._arena = arena
        self._tournament = tournament
        self._file = file
        self._board = board
        self._fault = fault

    def start(self) -> None:
        """Say what is played, and all that was stored and is not in the file."""
        tournament, spec = self._tournament, self._tournament.spec
        self._write(
            "started",
            commitment=tournament.stages[0].commitment,
            stages=[stage.commitment for stage in tournament.stages],
            decks="chosen by the organiser" if spec.chosen_secret else "secret",
            rules=spec.rules.text,
            bots=[{"bot": entrant.label, "sha256": entrant.sha256} for entrant in spec.entrants],
            boards_played=tournament.boards_played,
        )
        self.tell()

    def tell(self, opened: Tournament | None = None) -> None:
        """Tell the boards and faults that were stored since, and the stage that was opened."""
        for board in self._arena.boards.all(self._tournament.id, self._board):
            self._write("board", **_board_fields(board))
            self._board = board.id
        for fault in self._arena.faults.all(self._tournament.id, after=self._fault):
            self._write("fault", **_fault_fields(fault))
            self._fault = fault.id
        if opened:
            stages = opened.stages
            self._write("stage", stage=len(stages) - 1, commitment=stages[-1].commitment)

    def end(self) -> None:
        """Tell the standings, and whether the tournament is finished."""
        self.tell()
        number = self._tournament.id
        tournament = self._arena.tournaments.get(number)
        lines = standings(
            self._arena.tournaments.results(number), self._arena.tournaments.fault_counts(number)
        )
        self._write("standings", rows=standing_rows(lines))
        if tournament.finished:
            secrets = [stage.secret.hex() for stage in tournament.stages]
            self._write("finished", boards_played=tournament.boards_played, secrets=secrets)
        else:
            self._write("stopped", boards_played=tournament.boards_played)

    def _write(self, event: str, **fields: object) -> None:
        """A line, written at once."""
        head = {"format": FORMAT, "event": event, "at": now(), "tournament": self._tournament.id}
        self._file.write(json.dumps({**head, **fields}, ensure_ascii=False) + "\n")


def _board_fields(board: BoardRow) -> dict[str, object]:
    return {
        "id": board.id,
        "match": board.match,
        "number": board.number,
        "bots": board.bots,
        "faulted": board.faulted,
        "games": [game._asdict() for game in board.games],
    }


def _fault_fields(fault: FaultRow) -> dict[str, object]:
    return {
        "id": fault.id,
        "match": fault.match,
        "bot": fault.label,
        "kind": fault.kind,
        "rotation": fault.rotation,
        "seat": fault.seat,
        "boards": fault.boards,
        "message": fault.message,
    }


def _end_of(path: Path, of: str) -> tuple[int, int]:
    """The last board and fault of a tournament that a file tells, by their ids; else zeros.

    A line that a killed process began is removed. A pipe is not read. Raises StoreError.
    """
    last = {"board": 0, "fault": 0}
    if not path.is_file():
        return 0, 0
    known, kept = "", 0
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                break
            event = _event_of(path, number, line)
            known = event.get("commitment", known)
            if event["event"] in last and known == of:
                last[event["event"]] = int(event["id"])
            kept += len(line)
    with path.open("r+b") as file:
        file.truncate(kept)
    return last["board"], last["fault"]


def _event_of(path: Path, number: int, line: bytes) -> dict[str, Any]:
    """The event of a line; raises StoreError."""
    try:
        event = json.loads(line)
        if event["format"] == FORMAT and event["event"]:
            return dict(event)
    except (ValueError, TypeError, KeyError):
        pass
    raise StoreError(
        f"line {number} of {path} is no event of format {FORMAT}; name a new file, or one of "
        "events to go on with"
    )
