"""Does a stored tournament fit? Everything that follows from its spec and its secret is repeated.

Pure: what is stored goes in, what does not fit comes out.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tablic.deals import commitment
from tablic.record import FaultRecord, GameRecord

from tablic_tournaments.evidence import Evidence, StoredBoard, StoredFault, StoredGame
from tablic_tournaments.reports.scheduled import Scheduled
from tablic_tournaments.reports.verified_games import ExpectedGame, parsed, problems_of_game

__all__ = ["Finding", "Verification"]


class Finding(NamedTuple):
    """One thing that does not fit, and where: in a game, a board, or the tournament."""

    message: str
    board: str | None = None
    rotation: int | None = None
    game: int | None = None

    @property
    def text(self) -> str:
        """The finding on one line."""
        if self.game is not None:
            return f"game {self.game} ({self.board}, rotation {self.rotation}): {self.message}"
        return f"{self.board}: {self.message}" if self.board else self.message


class Verification:
    """The check of one tournament; it counts what it has checked."""

    def __init__(self, evidence: Evidence) -> None:
        self.boards = self.games = self.hands = 0
        self._evidence = evidence
        self._scheduled = Scheduled(evidence)
        self._seen: set[tuple[str, int]] = set()
        self._faults: dict[tuple[int, int], list[StoredFault]] = {}
        for fault in evidence.faults:
            self._faults.setdefault((fault.batch, fault.rotation), []).append(fault)

    def findings(self) -> Iterator[Finding]:
        """Everything that does not fit."""
        yield from self._tournament_findings()
        for fault in self._evidence.faults:
            yield from self._fault_findings(fault)
        for board in self._evidence.boards:
            yield from self._board_findings(board)
        if self._evidence.finished:
            yield from self._missing_boards()

    def _tournament_findings(self) -> Iterator[Finding]:
        evidence = self._evidence
        for number, stage in enumerate(evidence.stages):
            committed = commitment(stage.secret).hex()
            if committed != stage.commitment:
                where = f"stage {number}: " if number else ""
                yield Finding(
                    f"{where}the stored commitment is {stage.commitment}, the SHA-256 of the "
                    f"secret is {committed}"
                )
        if evidence.rules != evidence.spec.rules.text:
            yield Finding(
                f"the tournament is stored under the rules {evidence.rules}, its spec has "
                f"{evidence.spec.rules.text}"
            )

    def _fault_findings(self, fault: StoredFault) -> Iterator[Finding]:
        """A fault that is charged to another bot than the one that sat there."""
        bots = self._scheduled.bots(fault.match)
        if bots is None:
            yield Finding(f"a fault is stored for {fault.match}, which is no match of the schedule")
            return
        bot = bots[(fault.seat - fault.rotation) % len(bots)]
        if fault.bot != bot:
            yield Finding(
                f"{fault.match}: a fault in seat {fault.seat} of rotation {fault.rotation} is "
                f"charged to {fault.bot}, {bot} sat there"
            )

    def _board_findings(self, board: StoredBoard) -> Iterator[Finding]:
        key = (board.match, board.number)
        stage = self._scheduled.stage(board.match, board.number)
        if stage is None:
            yield Finding("the schedule has no such board", board.name)
            return
        if board.stage != stage:
            yield Finding(
                f"the board is stored in stage {board.stage}, the schedule has it in stage {stage}",
                board.name,
            )
        if key in self._seen:
            yield Finding("the board is stored twice", board.name)
            return
        self._seen.add(key)
        self.boards += 1
        yield from self._rotation_findings(board)
        for game in board.games:
            yield from self._game_findings(board, game)
        records = [record for record in map(parsed, board.games) if record]
        if len({record.independent for record in records}) > 1:
            yield Finding("some of its rotations were dealt independently, some not", board.name)
        yield from self._elsewhere_findings(board, records)
        faulted = any(record.faults for record in records)
        if board.faulted != faulted:
            yield Finding(
                f"the board is stored as {_decided(board.faulted)}, its games were "
                f"{_decided(faulted)}",
                board.name,
            )

    def _elsewhere_findings(
        self, board: StoredBoard, records: Iterable[GameRecord]
    ) -> Iterator[Finding]:
        """A bot that ran elsewhere and saw the same decks again: it could have remembered them."""
        elsewhere = [
            bot
            for bot in self._scheduled.bots(board.match) or ()
            if bot in self._evidence.elsewhere
        ]
        if elsewhere and not all(record.independent for record in records):
            yield Finding(
                f"{' and '.join(elsewhere)} ran elsewhere, and the rotations were not dealt "
                "independently",
                board.name,
            )

    def _rotation_findings(self, board: StoredBoard) -> Iterator[Finding]:
        """A rotation that is missing, or there more than once, or one too many."""
        sides = self._evidence.spec.rules.sides
        counts = Counter(game.rotation for game in board.games)
        for rotation in sorted({*counts, *range(sides)}):
            if rotation not in range(sides):
                yield Finding(f"there is a rotation {rotation}, of {sides} from 0", board.name)
            elif not counts[rotation]:
                yield Finding(f"rotation {rotation} is missing", board.name)
            elif counts[rotation] > 1:
                yield Finding(f"rotation {rotation} is there {counts[rotation]} times", board.name)

    def _game_findings(self, board: StoredBoard, game: StoredGame) -> Iterator[Finding]:
        spec = self._evidence.spec
        record = parsed(game)
        self.games += 1
        self.hands += len(record.hands) if record else 0
        expected = ExpectedGame(
            board=board.name,
            rotation=game.rotation,
            bots=self._scheduled.bots(board.match) or (),
            rules=spec.rules,
            secret=self._secret(board),
            faults=self._faults_of(board, game),
            independent=bool(record and record.independent),
        )
        for message in problems_of_game(game, expected):
            yield Finding(message, board.name, game.rotation, game.id)

    def _secret(self, board: StoredBoard) -> bytes:
        stage = self._scheduled.stage(board.match, board.number)
        assert stage is not None  # noqa: S101  # boards that are not scheduled end earlier
        return self._evidence.stages[stage].secret

    def _faults_of(self, board: StoredBoard, game: StoredGame) -> tuple[FaultRecord, ...]:
        """The faults that are stored as having decided a game."""
        return tuple(
            FaultRecord(fault.seat, fault.kind)
            for fault in self._faults.get((game.batch, game.rotation), ())
            if board.number in fault.boards and board.match == fault.match
        )

    def _missing_boards(self) -> Iterator[Finding]:
        for match, number in self._scheduled.boards():
            if (match, number) not in self._seen:
                yield Finding("the board is missing", f"{match}/{number}")


def _decided(faulted: bool) -> str:
    return "decided by a fault" if faulted else "played out"
