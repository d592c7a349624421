"""What an arena can do without: everything but games and results."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tablic_tournaments.spec import TournamentSpec
from tablic_tournaments.store.contents import Contents
from tablic_tournaments.store.database import Connection

__all__ = ["Pruning", "Spare"]


class Spare(NamedTuple):
    """Things of one kind that could go, and how many bytes they have."""

    what: str
    number: int
    size: int


class Pruning:
    """Says what an arena could do without, and lets it go."""

    def __init__(self, connection: Connection, contents: Contents) -> None:
        self._connection = connection
        self._contents = contents

    def spare(self) -> list[Spare]:
        """What could go now."""
        logs = self._connection.row(_LOGS) or {}
        bundles = self._connection.row(_BUNDLES) or {}
        folders = self._spare_folders()
        return [
            Spare("logs of finished tournaments", logs["count"], logs["size"]),
            Spare("bundles of faults in them", bundles["count"], bundles["size"]),
            Spare("contents that nothing needs", len(folders), sum(map(_size, folders))),
        ]

    def prune(self) -> None:
        """Let it go, and make the file smaller; raises StoreError."""
        for folder in self._spare_folders():
            shutil.rmtree(folder, ignore_errors=True)
        with self._connection.transaction():
            for statement in (*_PRUNE_LOGS, _PRUNE_BUNDLES):
                self._connection.execute(statement)
        self._connection.vacuum()

    def size(self) -> int:
        """Bytes of the whole arena, as they lie on the disk."""
        path = self._connection.path
        files = (path, path.with_name(f"{path.name}-wal"))
        return sum(file.stat().st_size for file in files if file.exists()) + _size(
            self._contents.root
        )

    def _spare_folders(self) -> list[Path]:
        """Contents of bots that are retired, have not played, and are not awaited anywhere."""
        needed = {row["sha256"] for row in self._connection.rows(_NEEDED)}
        for row in self._connection.rows(_SPECS):
            spec = TournamentSpec.from_text(row["spec"])
            needed.update(entrant.sha256 for entrant in spec.entrants)
        known = {row["sha256"] for row in self._connection.rows("SELECT sha256 FROM version")}
        folders = (self._contents.folder(sha256) for sha256 in sorted(known - needed))
        return [folder for folder in folders if folder.is_dir()]


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in _files(folder))


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


_SPECS = "SELECT spec FROM tournament UNION ALL SELECT spec FROM stage"

_LOGS = """
SELECT count(*) AS count, coalesce(sum(length(CAST(log AS BLOB))), 0) AS size
FROM process
JOIN batch ON batch.id = process.batch
JOIN tournament ON tournament.id = batch.tournament
WHERE finished_at IS NOT NULL AND log <> ''
"""

_BUNDLES = """
SELECT count(*) AS count, coalesce(sum(length(CAST(content AS BLOB))), 0) AS size
FROM bundle
JOIN fault ON fault.id = bundle.fault
JOIN batch ON batch.id = fault.batch
JOIN tournament ON tournament.id = batch.tournament
WHERE finished_at IS NOT NULL
"""

_FINISHED_BATCHES = """
SELECT batch.id FROM batch JOIN tournament ON tournament.id = batch.tournament
WHERE finished_at IS NOT NULL
"""

_PRUNE_LOGS = (
    f"UPDATE process SET log = '' WHERE log <> '' AND batch IN ({_FINISHED_BATCHES})",  # noqa: S608
    "UPDATE tournament SET log_bytes = 0 WHERE finished_at IS NOT NULL",
)

_PRUNE_BUNDLES = f"""
DELETE FROM bundle WHERE fault IN (SELECT id FROM fault WHERE batch IN ({_FINISHED_BATCHES}))
"""  # noqa: S608

_NEEDED = """
SELECT sha256 FROM version JOIN bot ON bot.id = version.bot
WHERE retired_at IS NULL OR EXISTS (SELECT 1 FROM result WHERE result.version = version.id)
"""
