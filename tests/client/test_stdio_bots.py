"""The bots of clients/stdio play whole games, each where its tool is installed."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from tablic_tournaments.building import built
from tablic_tournaments.contents import inspect_path
from tablic_tournaments.store.contents import program_of

from ..referee.playing import ONE_HAND, batch, example, played

BOTS = Path(__file__).parents[2] / "clients/stdio"
NEEDS = {"bash": "jq", "perl": "perl", "awk": "mawk", "c": "cc"}


def test_every_bot_is_tried() -> None:
    assert {path.name for path in BOTS.iterdir() if path.is_dir()} == set(NEEDS)


@pytest.mark.parametrize("language", NEEDS)
@pytest.mark.parametrize("tables", [4, pytest.param(1, marks=pytest.mark.long)])
def test_a_bot_of_lines_plays_without_a_fault(language: str, tables: int, tmp_path: Path) -> None:
    tool = NEEDS[language]
    if not shutil.which(tool):
        assert os.environ.get("TABLIC_ALL_LANGUAGES") != "1", f"{tool} is not installed"
        pytest.skip(f"{tool} is not installed")
    folder = tmp_path / language
    shutil.copytree(BOTS / language, folder)
    if language == "c":
        warnings = ("-Wall", "-Wextra", "-Werror", "-std=c99")
        subprocess.run(["cc", *warnings, "-fsyntax-only", "bot.c"], cwd=folder, check=True)
    with built(inspect_path(folder), trusted=True) as content:
        for file in content.files:
            (content.root / file).chmod(0o755)
        bot = program_of(content.name, content.root, content.command)
        result = played(batch(bot, example("random"), boards=(0, 1, 2, 3), tables=tables))
    assert result.faults == ()
    assert len(result.boards) == 4
    assert all(len(game.hands) == 1 for board in result.boards for game in board.games), ONE_HAND
    assert [report.log for report in result.reports if report.bot == 0] == ["", ""]
