"""Every program and command in the documentation is tried.

``pytest --regenerate`` writes docs/cli.md anew.
"""

import doctest
import importlib
import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import click
import pytest
from click.testing import CliRunner
from tablic import Bot, play_board, play_game
from tablic.bot import wants_events
from tablic.examples.greedy_bot import GreedyBot
from tablic.examples.random_bot import RandomBot
from tablic_tournaments.cli import main
from tablic_tournaments.cli.printing import heading
from tablic_tournaments.contents import inspect_path
from tablic_tournaments.listings.tables import COLUMNS
from tablic_tournaments.reports.game_text import game_text

from .pages import (
    DOCS,
    ROOT,
    SHELL_WORDS,
    blocks,
    command_lines,
    each_page,
)

# Commands that play for long or need a fault, and are tried as far as their options.
PLAYED: Final = ("check", "match", "play", "tournament", "show-fault", "replay-fault")


@each_page
def test_python_blocks_run_and_their_bots_play(page: Path, workplace: Path) -> None:
    for block in blocks(page, "python"):
        if block.note.startswith(("file: plain.py", "not run: ")):
            continue
        names: dict[str, Any] = {"__name__": "docs"}
        exec(compile("\n" * block.line + block.text, page, "exec"), names)
        for value in names.values():
            if isinstance(value, type) and issubclass(value, Bot) and value.__module__ == "docs":
                first, second = play_board([value, RandomBot])
                assert len(first.hands) > 1
                assert len(second.hands) > 1
    assert workplace.is_dir()


@each_page
def test_python_sessions_give_what_they_say(page: Path) -> None:
    runner = doctest.DocTestRunner()
    for block in blocks(page, "pycon"):
        test = doctest.DocTestParser().get_doctest(block.text, {}, page.name, str(page), block.line)
        assert runner.run(test).failed == 0


@each_page
def test_every_command_line_is_understood(
    page: Path, workplace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLIC_ARENA_DB", str(workplace / "arena.db"))
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    for line in command_lines(page):
        program, *words = shlex.split(line)
        assert program in SHELL_WORDS, line
        if program == "make":
            assert words[0] in targets, line
        if program == "tablic-arena":
            parse(line)
    for code in re.findall(r"`(make|tablic-arena) ([^`\n]*)`", page.read_text("utf-8")):
        if code[0] == "make":
            assert code[1] in targets, code
        else:
            assert_named(code[1])


def parse(line: str) -> None:
    """Parse a whole line as the command does, without running it."""
    command: click.Command = main
    words = shlex.split(line)[1:]
    path = "tablic-arena"
    context = main.make_context(path, list(words))
    while isinstance(command, click.Group) and words and words[0] in command.commands:
        path, *words = words
        command = command.commands[path]
        context = command.make_context(path, list(words), parent=context)
    assert command is not main, line


def assert_named(text: str) -> None:
    """A mention of a command names only what there is; its arguments may be left out."""
    command: click.Command = main
    options = {name for option in main.params for name in option.opts}
    for word in shlex.split(text):
        if isinstance(command, click.Group) and word in command.commands:
            command = command.commands[word]
            options |= {name for option in command.params for name in option.opts}
        elif word.startswith("-"):
            assert word in options, text
        else:
            assert command is not main, text


@each_page
def test_commands_that_do_not_play_long_work(page: Path, workplace: Path, arena_db: Path) -> None:
    for line in command_lines(page):
        program, *words = shlex.split(line)
        if program == "tablic-arena" and words[0] not in PLAYED:
            # The bots of the pages are ours, and are played also where there is no sandbox.
            trusting = ["--trust-bots"] if words[0] == "submit" else []
            result = CliRunner().invoke(main, [*words, *trusting])
            assert result.exit_code == 0, f"{line}\n{result.output}"
            assert result.output
    assert workplace in arena_db.parents


@pytest.mark.parametrize("rules", ["tablic hands=1", "tabinet hands=1", "tablic-classic target=15"])
def test_a_bot_without_the_library_plays_the_first_bot(workplace: Path, rules: str) -> None:
    words = [workplace / "plain.py", workplace / "anything.py", "--boards", "1", "--trust-bots"]
    result = CliRunner().invoke(main, ["match", *map(str, words), "--rules", rules])
    assert result.exit_code == 0, result.output
    assert result.output.startswith("rank "), "no fault and no log comes before the table"


def test_a_tournament_prints_the_table_of_the_readme(played_arena: tuple[Path, str]) -> None:
    shown = next(block.text for block in blocks(ROOT / "README.md", "text"))
    wanted = list(map(heading, COLUMNS))
    for text in (shown, played_arena[1]):
        header = text.split("Standings of tournament 1:\n")[1].splitlines()[0]
        assert re.split(r" {2,}", header.strip()) == wanted


def commands(command: click.Command, path: str) -> Iterator[tuple[str, click.Command]]:
    """A command and all below it, with what is typed for each."""
    yield path, command
    if isinstance(command, click.Group):
        for name in sorted(command.commands):
            yield from commands(command.commands[name], f"{path} {name}")


def cli_page() -> str:
    """The page of all commands."""
    parts = ["# Commands", "What `--help` says for each command. This page is generated."]
    for path, command in commands(main, "tablic-arena"):
        context = click.Context(command, info_name=path, terminal_width=100)
        context.help_option_names = ["-h", "--help"]
        parts += [f"## {path}", f"```text\n{command.get_help(context)}\n```"]
    return "\n\n".join(parts) + "\n"


def test_the_page_of_commands_is_what_help_says(pytestconfig: pytest.Config) -> None:
    if pytestconfig.getoption("--regenerate"):
        (DOCS / "cli.md").write_text(cli_page(), encoding="utf-8")
    page = (DOCS / "cli.md").read_text(encoding="utf-8")
    assert page == cli_page(), "docs/cli.md is stale: run make golden"
    for path, command in commands(main, "tablic-arena"):
        assert f"\n## {path}\n" in page
        assert command.help


def test_the_game_that_is_shown_was_played(workplace: Path) -> None:
    note = "a game of Fisher against GreedyBot, seed 7"
    (shown,) = (b.text for b in blocks(DOCS / "first-bot.md", "text") if b.note == note)
    fisher: type[Bot] = importlib.import_module("fisher").Fisher
    record = play_game([fisher, GreedyBot], 7)._replace(seats=("fisher 1", "greedy 1"))
    assert shown in "\n".join(game_text(record)) + "\n"
    assert record.places == (2, 1), "it is a loss"
    assert not wants_events(fisher)
    assert workplace.is_dir()


def test_the_folder_that_is_shown_is_a_bot(workplace: Path) -> None:
    content = inspect_path(workplace / "flounder")
    assert content.name == "flounder"
    assert content.command[1:] == ("main.py", "--depth", "3")
    assert json.loads((workplace / "flounder/weights.json").read_text()) == {}
