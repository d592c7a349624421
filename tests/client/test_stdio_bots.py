"""The bots of clients/stdio play whole games, each where its tool is installed."""

import shutil
import subprocess
from pathlib import Path

import pytest
from tablic_tournaments.building import built
from tablic_tournaments.contents import inspect_path
from tablic_tournaments.store.contents import program_of

from ..languages.tools import require_tools
from ..referee.playing import ONE_HAND, batch, example, played

BOTS = Path(__file__).parents[2] / "clients/stdio"
LANGUAGES = ("awk", "bash", "c", "perl")


def test_every_bot_is_tried() -> None:
    assert {path.name for path in BOTS.iterdir() if path.is_dir()} == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("tables", [4, pytest.param(1, marks=pytest.mark.long)])
def test_a_bot_of_lines_plays_without_a_fault(language: str, tables: int, tmp_path: Path) -> None:
    require_tools(language)
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
