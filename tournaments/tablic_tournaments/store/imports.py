"""Tournaments of another arena, taken in whole or not at all, and none of it twice."""

import json
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from tablic.deals import commitment
from tablic.errors import RecordError, RulesError
from tablic.record import GameRecord, parse_record

from tablic_tournaments.errors import SpecError, StoreError
from tablic_tournaments.spec import TournamentSpec
from tablic_tournaments.store.bots import now
from tablic_tournaments.store.database import Connection
from tablic_tournaments.store.exports import FORMAT

__all__ = ["Imported", "import_lines"]

Fields = dict[str, Any]


class Imported(NamedTuple):
    """What was new in an import."""

    tournaments: int = 0
    games: int = 0
    known_games: int = 0
    """Games that were here already, and are not counted twice."""


def import_lines(connection: Connection, lines: Iterable[str]) -> Imported:
    """Take in what ``Exports.lines`` wrote, in one transaction.

    Raises StoreError where a line makes no sense, and where it contradicts what is here.
    """
    taking = _Import(connection)
    with connection.transaction():
        parsed = (_parsed(number, line) for number, line in enumerate(lines, 1))
        for _, group in groupby(parsed, itemgetter("tournament", "batch")):
            _take(taking, list(group))
        taking.finish()
    return taking.imported


def _take(taking: "_Import", fields: Sequence[Fields]) -> None:
    """Take in the lines of a tournament or of a batch; raises StoreError."""
    try:
        if fields[0]["batch"] is None:
            taking.tournament(fields)
        else:
            taking.batch(fields)
    except (KeyError, TypeError, ValueError, RulesError, RecordError, SpecError) as error:
        raise StoreError(
            f"line {fields[0]['line']} or one soon after makes no sense: {error!r}"
        ) from error


class _Import:
    """An import under way, within a transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._tournament = 0
        self._boards = 0
        self._finished_at = ""
        self.imported = Imported()

    def tournament(self, fields: Sequence[Fields]) -> None:
        """A new tournament, or one that is here; raises StoreError where that is another one."""
        self.finish()
        (line,) = fields
        stages = [_stage(stage) for stage in line["stages"]]
        if stages[0]["commitment"] != line["tournament"]:
            raise ValueError(f"{line['tournament']!r} is no commitment to the secret")
        for version in line["versions"]:
            self._version(version)
        known = self._connection.row(
            "SELECT id, spec FROM tournament WHERE commitment = ?", line["tournament"]
        )
        self._tournament = known["id"] if known else self._insert(stages[0])
        here = [known["spec"]] if known else [stages[0]["spec"]]
        sql = "SELECT spec FROM stage WHERE tournament = ? ORDER BY number"
        here += [row["spec"] for row in self._connection.rows(sql, self._tournament)]
        for spec, stage in zip(here, stages, strict=False):
            if TournamentSpec.from_text(spec) != TournamentSpec.from_text(stage["spec"]):
                raise StoreError(
                    f"tournament {self._tournament} has the same secret, and was set up otherwise"
                )
        for number, stage in enumerate(stages[len(here) :], len(here)):
            self._connection.insert("stage", tournament=self._tournament, number=number, **stage)
        self._boards, self._finished_at = int(line["boards"]), str(line["finished_at"])

    def batch(self, fields: Sequence[Fields]) -> None:
        """The games of a batch that are not here, and its faults if none of them was."""
        games = [line for line in fields if line["kind"] == "game"]
        fresh = [line for line in games if not self._is_known(line)]
        known = len(games) - len(fresh)
        self.imported = self.imported._replace(known_games=self.imported.known_games + known)
        if fresh:
            batch = self._connection.insert(
                "batch",
                tournament=self._tournament,
                match=str(fresh[0]["match"]),
                played_at=str(fresh[0]["played_at"]),
                jitter_seconds=float(fresh[0]["jitter_seconds"]),
            )
            for line in fresh:
                self._game(batch, line)
            for line in fields if not known else ():
                if line["kind"] == "fault":
                    self._fault(batch, line)

    def finish(self) -> None:
        """Mark the tournament as finished, if every board of it is here."""
        if not self._tournament:
            return
        row = self._connection.row(
            "SELECT count(*) AS boards FROM board WHERE tournament = ?", self._tournament
        )
        if row and row["boards"] < self._boards:
            raise StoreError(
                f"the file ends a tournament after {row['boards']} of {self._boards} boards"
            )
        self._connection.execute(
            "UPDATE tournament SET finished_at = max(coalesce(finished_at, ''), ?) WHERE id = ?",
            self._finished_at,
            self._tournament,
        )

    def _insert(self, stage: Fields) -> int:
        self.imported = self.imported._replace(tournaments=self.imported.tournaments + 1)
        rules = TournamentSpec.from_text(stage["spec"]).rules.text
        return self._connection.insert("tournament", rules=rules, **stage)

    def _version(self, version: Fields) -> None:
        """A version that is here as it is there, or a new one of a bot that is not in play."""
        name, number = str(version["name"]), int(version["number"])
        sql = (
            "SELECT version.number, sha256, retired_at FROM version JOIN bot ON bot.id = bot "
            "WHERE name = ? ORDER BY version.number"
        )
        here = {row["number"]: row for row in self._connection.rows(sql, name)}
        if number in here:
            if here[number]["sha256"] != version["sha256"]:
                raise StoreError(
                    f"{name} {number} is another program here ({here[number]['sha256'][:12]}) "
                    f"than there ({version['sha256'][:12]})"
                )
            return
        if here and max(here) < number and here[max(here)]["retired_at"] is None:
            raise StoreError(
                f"{name} {number} is not here, and {name} is in play; submit that version, or "
                f"retire {name} with: tablic-arena bots retire {name}"
            )
        bot = self._connection.row("SELECT id FROM bot WHERE name = ?", name)
        # Its files are not here, so it cannot play.
        bot_id = bot["id"] if bot else self._connection.insert("bot", name=name, retired_at=now())
        self._connection.insert(
            "version",
            bot=bot_id,
            number=number,
            sha256=str(version["sha256"]),
            command=json.dumps(version["command"]),
            submitted_at=str(version["submitted_at"]),
            declared=version.get("declared"),
        )

    def _is_known(self, line: Fields) -> bool:
        """Whether a game is here; raises StoreError where another one is."""
        row = self._connection.row(
            "SELECT game.id, record FROM game JOIN board ON board.id = game.board "
            "WHERE tournament = ? AND match = ? AND number = ? AND rotation = ?",
            self._tournament,
            line["match"],
            line["board"],
            line["rotation"],
        )
        if row and json.loads(row["record"]) != line["record"]:
            raise StoreError(
                f"game {row['id']} here, {line['match']}, board {line['board']}, rotation "
                f"{line['rotation']}, was played otherwise there"
            )
        return row is not None

    def _game(self, batch: int, line: Fields) -> None:
        record = parse_record(json.dumps(line["record"]))
        game = self._connection.insert(
            "game",
            board=self._board(line),
            batch=batch,
            rotation=record.rotation,
            record=record.text(),
        )
        for position, label in enumerate(str(line["match"]).split(" v ")):
            self._result(game, position, self._version_id(label), record)
        self.imported = self.imported._replace(games=self.imported.games + 1)

    def _board(self, line: Fields) -> int:
        row = self._connection.row(
            "SELECT id FROM board WHERE tournament = ? AND number = ? AND match = ?",
            self._tournament,
            line["board"],
            line["match"],
        )
        return (
            row["id"]
            if row
            else self._connection.insert(
                "board",
                tournament=self._tournament,
                match=str(line["match"]),
                number=int(line["board"]),
                stage=int(line["stage"]),
                faulted=int(line["faulted"]),
            )
        )

    def _result(self, game: int, position: int, version: int, record: GameRecord) -> None:
        side = (position + record.rotation) % record.rules.sides
        self._connection.insert(
            "result",
            game=game,
            position=position,
            version=version,
            points=record.totals[side],
            place=record.places[side],
        )

    def _fault(self, batch: int, line: Fields) -> None:
        self._connection.insert(
            "fault",
            batch=batch,
            version=self._version_id(str(line["bot"])),
            rotation=int(line["rotation"]),
            seat=int(line["seat"]),
            kind=str(line["fault"]),
            message=str(line["message"]),
            boards=json.dumps(line["boards"]),
        )

    def _version_id(self, label: str) -> int:
        name, _, number = label.rpartition(" ")
        row = self._connection.row(
            "SELECT version.id FROM version JOIN bot ON bot.id = bot "
            "WHERE name = ? AND version.number = ?",
            name,
            int(number),
        )
        if row is None:
            raise StoreError(f"{label} is in a game and not among the bots of its tournament")
        return int(row["id"])


def _stage(fields: Fields) -> Fields:
    """The columns of a stage, as both tables have them."""
    secret = bytes.fromhex(fields["secret"])
    return {
        "spec": TournamentSpec.from_text(json.dumps(fields["spec"])).text(),
        "commitment": commitment(secret).hex(),
        "secret": secret.hex(),
        "started_at": str(fields["started_at"]),
    }


def _parsed(number: int, line: str) -> Fields:
    """The fields of a line, with its number; raises StoreError."""
    try:
        fields: Fields = json.loads(line)
        known = fields["format"] == FORMAT and fields["kind"] in ("tournament", "game", "fault")
    except (ValueError, KeyError, TypeError):
        known = False
    if not known:
        raise StoreError(
            f"line {number} is not one that tablic-arena export writes in format {FORMAT}"
        )
    return {"batch": None, **fields, "line": number}
