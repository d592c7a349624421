"""The documentation is held to the code: every command, program, table and link in it is tried.

An HTML comment before a block says what the block is: ``file: NAME`` is the content of a file that
other blocks and commands use, ``not run: WHY`` is not tried. ``pytest --regenerate`` writes
docs/cli.md anew.
"""

import doctest
import importlib
import json
import os
import pkgutil
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

import click
import pytest
import tablic
import tablic_server
import tablic_tournaments
from click.testing import CliRunner
from tablic import Bot, deals, named_rules, parse_card, parse_cards, play_board, play_game
from tablic.bot import wants_events
from tablic.captures import can_take
from tablic.cards import cards_text, full_deck, mask_of
from tablic.client import ADDRESS_VARIABLE, PROTOCOL_VERSION, TOKEN_VARIABLE
from tablic.errors import IllegalPlayError
from tablic.examples.greedy_bot import GreedyBot
from tablic.examples.random_bot import RandomBot
from tablic.hand import Hand
from tablic.knobs import MEANINGS
from tablic.plays import Play
from tablic.rules import ALLOWED, parse_rules, rule_set_names
from tablic.v1 import cards_pb2, events_pb2, referee_pb2, rules_pb2
from tablic.wire import needed_decisions
from tablic_server.clock import DEFAULT_TIME, MOST_BANKS
from tablic_server.limits import DEFAULT_LIMITS
from tablic_server.match import DEFAULT_STARTUP
from tablic_server.rotation import MOST_BYTES, MOST_DROPPED_ANSWERS, MOST_STRIKES
from tablic_server.seat import MOST_LEGAL_PLAYS
from tablic_server.supervisor import LEAVE_SECONDS
from tablic_tournaments.cli import main
from tablic_tournaments.cli.printing import heading
from tablic_tournaments.cli.tables import COLUMNS
from tablic_tournaments.contents import inspect_path
from tablic_tournaments.ratings.elo import SCALE, START, STEP
from tablic_tournaments.ratings.scores import Z95
from tablic_tournaments.reports.game_text import game_text
from tablic_tournaments.runners.tournament import MOST_TRIES
from tablic_tournaments.spec import DEFAULT_TABLES
from tablic_tournaments.store import open_arena
from tablic_tournaments.submit import example_folder

ROOT: Final = Path(__file__).parent.parent
DOCS: Final = ROOT / "docs"
PAGES: Final = [
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    ROOT / "clients/python/README.md",
    *sorted(DOCS.glob("*.md")),
]
PAGE_NAMES: Final = [str(page.relative_to(ROOT)) for page in PAGES]
each_page = pytest.mark.parametrize("page", PAGES, ids=PAGE_NAMES)

# Commands that play for long, and are tried as far as their options.
PLAYED: Final = ("match", "play", "tournament")
# The board of the vectors in deals.md.
BOARD: Final = "fisher 1 v greedy 1/0"
SHELL_WORDS: Final = ("export", "make", "pip", "source", "tablic-arena")


class Block(NamedTuple):
    """A fenced block, with the HTML comment on the line before it."""

    line: int
    note: str
    language: str
    text: str


def blocks(page: Path, *languages: str) -> list[Block]:
    """The blocks of a page in some languages."""
    text = page.read_text(encoding="utf-8")
    fence = re.compile(r"^(?:<!-- ([^\n]*) -->\n)?```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    found = (
        Block(text.count("\n", 0, match.start(3)), match[1] or "", match[2], match[3])
        for match in fence.finditer(text)
    )
    return [block for block in found if block.language in languages]


def prose(page: Path) -> str:
    """A page on one line."""
    return " ".join(page.read_text(encoding="utf-8").split())


def rows(page: Path) -> list[list[str]]:
    """The rows of all tables of a page."""
    lines = page.read_text(encoding="utf-8").splitlines()
    return [[c.strip() for c in line.strip("|").split("|")] for line in lines if line[:1] == "|"]


def command_lines(page: Path) -> list[str]:
    """The lines that a reader types."""
    text = page.read_text(encoding="utf-8")
    lines = [line for block in blocks(page, "sh") for line in block.text.splitlines() if line]
    return lines + re.findall(rf"^ {{4}}((?:{'|'.join(SHELL_WORDS)}) .*)$", text, re.MULTILINE)


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a reader who has saved every file, in a clone of the repository."""
    files = {
        block.note.removeprefix("file: "): block.text
        for page in PAGES
        for block in blocks(page, "python", "toml")
        if block.note.startswith("file: ")
    }
    files |= {"flounder/main.py": files["fisher.py"], "flounder/weights.json": "{}"}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "clients").symlink_to(ROOT / "clients")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in files:
        sys.modules.pop(name.removesuffix(".py"), None)


@pytest.fixture(scope="module")
def played_arena(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """An arena with one small tournament, and what the tournament printed."""
    folder = tmp_path_factory.mktemp("arena")
    with open_arena(folder / "arena.db") as arena:
        for file, name in (("random_bot", "fisher"), ("greedy_bot", "careful")):
            content = inspect_path(example_folder() / f"{file}.py", name)
            arena.bots.add(name, arena.contents.add(content), content.command)
    done = subprocess.run(
        [
            Path(sysconfig.get_path("scripts"), "tablic-arena"),
            *("tournament", "--boards", "1", "--rules", "tablic hands=1", "--trust-bots"),
        ],
        env={**os.environ, "TABLIC_ARENA_DB": str(folder / "arena.db")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder, done.stdout


@pytest.fixture
def arena_db(
    played_arena: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A copy of that arena, which commands use."""
    shutil.copytree(played_arena[0], tmp_path / "copy")
    monkeypatch.setenv("TABLIC_ARENA_DB", str(tmp_path / "copy/arena.db"))
    return tmp_path / "copy/arena.db"


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


@each_page
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", page.read_text("utf-8")):
        if target.startswith("https://"):
            continue
        name, _, anchor = target.partition("#")
        path = page.parent / name if name else page
        assert path.exists(), target
        assert not anchor or anchor in anchors(path), target


def anchors(page: Path) -> set[str]:
    """The names of the headings of a page, as they stand in links."""
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_index_of_the_readme_is_complete() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    for page in DOCS.glob("*.md"):
        assert f"(docs/{page.name})" in text
    for name in re.findall(r"^\| `([a-z/`, ]+)` \|", text, re.MULTILINE):
        for folder in name.split("`, `"):
            assert (ROOT / folder).is_dir()


def test_numbers_are_those_of_the_code() -> None:
    time, kib = DEFAULT_TIME, 1024
    sentences = {
        "protocol.md": [
            f"`protocol_version` {PROTOCOL_VERSION} ",
            f"| `{ADDRESS_VARIABLE}` |",
            f"| `{TOKEN_VARIABLE}` |",
            f"You have {DEFAULT_STARTUP:g} seconds from the start",
            f"up to {MOST_LEGAL_PLAYS} of them",
            f"adds {time.bank:g} seconds to the bank",
            f"more than {MOST_BANKS} games' worth",
            f"adds {time.increment:g} seconds",
            f"more than {time.cap:g} seconds",
            f"or {MOST_DROPPED_ANSWERS} stale ones",
            f"at most {MOST_BYTES // kib} KiB",
            f"{DEFAULT_TABLES} unless `--tables` says otherwise",
            f"`CARD_TD` is {cards_pb2.CARD_TD}.",
        ],
        "first-bot.md": [
            f"last {DEFAULT_LIMITS.output} KiB",
            f"start-up time of {DEFAULT_STARTUP:g} seconds",
        ],
        "security.md": [
            *(f"| `{name}` | {text} |" for name, text in DEFAULT_LIMITS.lines()),
        ],
        "ratings.md": [
            f"Mean ± {Z95:.2f} standard errors",
            f"All start at {START:g}.",
            f"10^(-d/{SCALE:g})",
            f"move by {STEP:g} times",
            f"step of {STEP / 2:g} for each game",
        ],
        "rules.md": [
            f"a side has {named_rules().target} points",
            f"has {named_rules().target} or more",
            f"recorded as {named_rules().target} : 0",
        ],
        "architecture.md": [
            f"at most {MOST_TRIES} times",
            f"at most {DEFAULT_TABLES} boards",
        ],
    }
    for name, texts in sentences.items():
        page = prose(DOCS / name)
        for text in texts:
            assert text in page, f"{name} does not say: {text}"
    demo = re.findall(r"\bsubmit|--boards (\d+)", (ROOT / "Makefile").read_text("utf-8"))
    bots, boards = demo.count(""), int(max(demo))
    assert f"round robin of {bots * (bots - 1) * boards} games" in prose(ROOT / "README.md")
    assert MOST_STRIKES == 3, "protocol.md says: the third fault"
    assert LEAVE_SECONDS == 2, "protocol.md says: two seconds later"
    assert 1 + 4 * "A23456789TJQK".index("T") + "CDHS".index("D") == cards_pb2.CARD_TD


def test_captures_are_as_the_rules_say() -> None:
    checked = set()
    for row in rows(DOCS / "rules.md"):
        if len(row) == 5 and row[3] in ("yes", "no"):
            table, taken = mask_of(parse_cards(row[0])), mask_of(parse_cards(row[2]))
            legal = can_take(table, parse_card(row[1]), taken, named_rules())
            assert legal == (row[3] == "yes"), row
            checked.add(row[3])
    assert checked == {"yes", "no"}


def test_captures_under_other_rules_are_as_the_rules_say() -> None:
    answers = [row for row in rows(DOCS / "rules.md") if len(row) == 6 and row[4] in ("yes", "no")]
    for row in answers:
        hand = Hand(parse_rules(row[0].strip("`")), full_deck(), 1)
        hand.table = mask_of(parse_cards(row[1]))
        hand.held[hand.turn] = mask_of(parse_cards(row[2]))
        assert is_legal(hand, Play(parse_cards(row[2])[0], mask_of(parse_cards(row[3])))) == (
            row[4] == "yes"
        ), row
    assert {row[4] for row in answers} == {"yes", "no"}


def is_legal(hand: Hand, play: Play) -> bool:
    """Whether the seat to act may make a play."""
    try:
        hand.check(play)
    except IllegalPlayError:
        return False
    return True


def test_knobs_are_as_the_rules_say() -> None:
    told = []
    usual = named_rules().knobs()
    for row in rows(DOCS / "rules.md"):
        knob = row[0].strip("`")
        if knob in ALLOWED:
            allowed = ALLOWED[knob]
            if isinstance(allowed, range):
                assert row[1] == f"{allowed[0]} to {allowed[-1]}"
            else:
                assert row[1].split(", ") == [str(value).lower() for value in allowed]
            assert row[2:] == [str(usual[knob]).lower(), MEANINGS[knob]]
            told.append(knob)
    assert told == list(ALLOWED)


def test_rule_sets_are_as_the_rules_say() -> None:
    told = {
        row[0].strip("`"): (row[1], row[2].strip("`"))
        for row in rows(DOCS / "rules.md")
        if row[0].strip("`") in rule_set_names()
    }
    assert told == {
        name: (str(named_rules(name).players), named_rules(name).changes(named_rules()))
        for name in rule_set_names()
    }


def test_deals_have_their_vectors() -> None:
    secret, board = bytes(range(32)), BOARD
    seed = deals.board_seed(secret, board)
    values = {row[0]: row[1].strip("`") for row in rows(DOCS / "deals.md")}
    assert values["commitment"] == deals.commitment(secret).hex()
    assert values["board seed"] == seed.hex()
    for rotation in range(2):
        for seat in range(2):
            value = values[f"bot seed, rotation {rotation}, seat {seat}"]
            assert value == str(deals.bot_seed(secret, board, rotation, seat))
    names: dict[str, Any] = {"__name__": "docs"}
    (program,) = blocks(DOCS / "deals.md", "python")
    exec(program.text, names)
    key = names["mac"](seed, b"hand 0")
    assert values["key of hand 0"] == key.hex()
    assert values["its stream, counter 0"] == names["mac"](key, bytes(8)).hex()
    shown = [" ".join(block.text.split()) for block in blocks(DOCS / "deals.md", "text")]
    three = "careful 1 v fisher 1 v greedy 1/0"
    decks = [
        deals.deck_of_hand(seed, 0),
        deals.deck_of_hand(seed, 1),
        deals.deck_of_hand(seed, 0, 40),
        deals.deck_of_hand(deals.board_seed(secret, three), 0),
    ]
    assert shown == list(map(cards_text, decks))
    repeated = [(board, 0, 52), (board, 1, 52), (board, 0, 40), (three, 0, 52)]
    assert decks == [names["deck"](secret, *which) for which in repeated]


def test_decks_are_dealt_as_is_told() -> None:
    told = [row for row in rows(DOCS / "deals.md") if len(row) == 6 and row[1].isdigit()]
    for name, number, *cards in told:
        rules = parse_rules(name.split("`")[1])
        board = "careful 1 v fisher 1 v greedy 1/0" if rules.players == 3 else BOARD
        seed = deals.board_seed(bytes(range(32)), board)
        hand = Hand(rules, deals.deck_of_hand(seed, int(number)), int(number) % rules.players)
        if hand.offered:
            hand.keep_talon(name.endswith("kept"))
        assert [*map(cards_text, [hand.table, *hand.held])] == [text for text in cards if text]
    assert len(told) == 6


def test_the_game_that_is_shown_was_played(workplace: Path) -> None:
    note = "a game of Fisher against GreedyBot, seed 7"
    (shown,) = (b.text for b in blocks(DOCS / "first-bot.md", "text") if b.note == note)
    fisher: type[Bot] = importlib.import_module("fisher").Fisher
    record = play_game([fisher, GreedyBot], 7)._replace(seats=("fisher 1", "greedy 1"))
    assert shown in "\n".join(game_text(record)) + "\n"
    assert record.places == (2, 1), "it is a loss"
    assert not wants_events(fisher)
    assert workplace.is_dir()


def test_the_database_has_the_tables_that_are_told(arena_db: Path) -> None:
    told: dict[str, list[str]] = {}
    table = ""
    for row, following in pairwise([*rows(DOCS / "database.md"), [""]]):
        if following[0].startswith("---"):
            table = row[0].strip("`")
            told[table] = []
        elif row[0].startswith("`"):
            told[table].append(row[0].strip("`"))
    with closing(sqlite3.connect(arena_db)) as connection:
        names = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%migrations'"
        )
        there = {
            name: [column[1] for column in connection.execute(f"PRAGMA table_info({name})")]
            for (name,) in names.fetchall()
        }
        assert told == there
        queries = blocks(DOCS / "database.md", "sql")
        for query in queries:
            connection.execute(query.text).fetchall()
        (score,) = connection.execute(queries[2].text).fetchall()
        assert sum(score) >= 2


def test_messages_and_fields_that_are_named_exist() -> None:
    text = (DOCS / "protocol.md").read_text("utf-8")
    files = [cards_pb2, events_pb2, referee_pb2, rules_pb2]
    messages: dict[str, Any] = {}
    values: set[str] = set()
    for file in files:
        messages |= file.DESCRIPTOR.message_types_by_name
        for enum in file.DESCRIPTOR.enum_types_by_name.values():
            values |= set(enum.values_by_name)
    for message, field in re.findall(r"`([A-Z][A-Za-z]+)\.([a-z_]+)`", text):
        assert field in messages[message].fields_by_name, f"{message}.{field}"
    for message in re.findall(r"`([A-Z][a-z][A-Za-z]+)`", text):
        assert message in messages, message
    for value in re.findall(r"`([A-Z]+_[A-Z_]+)`", text):
        assert value in values or value in (ADDRESS_VARIABLE, TOKEN_VARIABLE), value
    fields = sorted(messages["PlayResponse"].fields, key=lambda field: field.number)
    order = ", ".join(f"`{field.name}`" for field in fields)
    assert f"in the order of their numbers: {order}." in prose(DOCS / "protocol.md")


def test_decisions_are_asked_for_as_the_protocol_says() -> None:
    told: dict[str, list[str]] = {name: [] for name in rule_set_names()}
    for row in rows(DOCS / "protocol.md"):
        if row[1].startswith("`DECISION_KIND_"):
            every = row[0] == "every one"
            for name in told if every else set(re.findall("`([a-z0-9-]+)`", row[0])) & set(told):
                told[name].append(row[1].strip("`"))
    kind = events_pb2.DecisionKind
    for name, kinds in told.items():
        assert kinds == list(map(kind.Name, needed_decisions(named_rules(name)))), name


def test_every_module_has_its_question() -> None:
    told = re.findall(r"`(tablic[a-z_]*\.[a-z_]+)`", (DOCS / "architecture.md").read_text("utf-8"))
    there = [
        f"{package.__name__}.{module.name}"
        for package in (tablic, tablic_server, tablic_tournaments)
        for module in pkgutil.iter_modules(package.__path__)
        if module.name not in ("v1", "examples")
    ]
    assert sorted(told) == sorted(there)


def test_the_changelog_has_the_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert f"\n## [{project['version']}]" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_the_folder_that_is_shown_is_a_bot(workplace: Path) -> None:
    content = inspect_path(workplace / "flounder")
    assert content.name == "flounder"
    assert content.command[1:] == ("main.py", "--depth", "3")
    assert json.loads((workplace / "flounder/weights.json").read_text()) == {}
