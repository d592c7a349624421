"""What can be submitted, and how it is started."""

import os
import shutil
import sys
from pathlib import Path

import pytest
from tablic.stdio import BRIDGE
from tablic_tournaments.contents import PYTHON, Content, check_name, inspect_path
from tablic_tournaments.store.contents import Contents

PERL = "#!/usr/bin/env perl\nprint 'hello'\n"


def written(path: Path, text: str = "", mode: int = 0o644) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(mode)
    return path


def a_folder(folder: Path, toml: str, *files: str) -> Path:
    written(folder / "bot.toml", toml)
    for name in files:
        written(folder / name, "print()\n")
    return folder


@pytest.mark.parametrize(
    "text", ["", "import os\n", "#!/usr/bin/perl\n", "#!/bin/false\nprint()\n", "\ufeffprint()\n"]
)
def test_a_python_script_is_started_by_the_arena_whatever_its_shebang(
    tmp_path: Path, text: str
) -> None:
    path = written(tmp_path / "fisher.py", text)
    assert inspect_path(path) == Content("fisher", tmp_path, ("fisher.py",), (PYTHON, "fisher.py"))


def test_an_ending_in_capitals_is_the_same_ending(tmp_path: Path) -> None:
    path = written(tmp_path / "FISHER.PY", "print()\n")
    assert inspect_path(path).command == (PYTHON, "FISHER.PY")


@pytest.mark.parametrize("name", ["bot", "bot.pl", "bot.sh", "bot.v2", "bot.unknown"])
def test_a_script_with_a_shebang_is_started_by_it(tmp_path: Path, name: str) -> None:
    path = written(tmp_path / name, PERL)
    assert inspect_path(path).command == (f"./{name}",)


@pytest.mark.parametrize("mode", [0o755, 0o644])
def test_an_executable_needs_neither_ending_nor_the_right_to_be_executed(
    tmp_path: Path, mode: int
) -> None:
    path = tmp_path / "binary"
    shutil.copyfile("/bin/true" if Path("/bin/true").exists() else sys.executable, path)
    path.chmod(mode)
    assert inspect_path(path) == Content("binary", tmp_path, ("binary",), ("./binary",))


def test_a_known_ending_names_the_interpreter(tmp_path: Path) -> None:
    path = written(tmp_path / "bot.sh", "echo hello\n")
    assert inspect_path(path).command == ("sh", "bot.sh")


def test_a_folder_is_started_as_its_bot_toml_says(tmp_path: Path) -> None:
    toml = "command = 'main.py'\narguments = ['--depth', '3']\n"
    folder = a_folder(tmp_path / "fisher", toml, "main.py", "data/book.txt", "eval.py")
    assert inspect_path(folder) == Content(
        "fisher",
        folder,
        ("bot.toml", "data/book.txt", "eval.py", "main.py"),
        (PYTHON, "main.py", "--depth", "3"),
    )


def test_a_folder_takes_the_listed_files_alone_and_its_name(tmp_path: Path) -> None:
    toml = "name = 'Mihajlo'\ncommand = './main.py'\nfiles = ['main.py', 'data/book.txt']\n"
    folder = a_folder(tmp_path / "fisher", toml, "main.py", "data/book.txt", "notes.txt")
    content = inspect_path(folder)
    assert content.name == "Mihajlo"
    assert content.files == ("bot.toml", "data/book.txt", "main.py")
    assert inspect_path(folder, "other").name == "other"


def test_hidden_files_and_caches_do_not_come_along(tmp_path: Path) -> None:
    extra = (".git/config", ".env", "__pycache__/main.pyc", "lib/__pycache__/a.pyc", "lib/a.py")
    folder = a_folder(tmp_path / "fisher", "command = 'main.py'", "main.py", *extra)
    assert inspect_path(folder).files == ("bot.toml", "lib/a.py", "main.py")


@pytest.mark.parametrize(
    ("command", "start"), [("python3", (PYTHON,)), ("python", (PYTHON,)), ("sh", ("sh",))]
)
def test_the_command_of_a_folder_can_be_a_program_of_the_path(
    tmp_path: Path, command: str, start: tuple[str, ...]
) -> None:
    toml = f"command = '{command}'\narguments = ['main.xyz']\n"
    folder = a_folder(tmp_path / "fisher", toml, "main.xyz")
    assert inspect_path(folder).command == (*start, "main.xyz")


def test_the_folder_of_the_current_directory_has_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(a_folder(tmp_path / "fisher", "command = 'main.py'", "main.py"))
    content = inspect_path(Path())
    assert (content.name, content.files) == ("fisher", ("bot.toml", "main.py"))


def test_a_folder_can_import_what_lies_beside_the_script(tmp_path: Path) -> None:
    folder = a_folder(tmp_path / "fisher", "command = 'main.py'", "helper.py")
    written(folder / "main.py", "import helper\n")
    assert inspect_path(folder).files == ("bot.toml", "helper.py", "main.py")


def test_a_link_within_the_folder_is_followed(tmp_path: Path) -> None:
    folder = a_folder(tmp_path / "fisher", "command = 'main.py'", "main.py")
    (folder / "again.py").symlink_to("main.py")
    assert "again.py" in inspect_path(folder).files


@pytest.mark.parametrize(
    ("stem", "name"),
    [("my bot", "my-bot"), ("Tablić", "Tabli"), ("--x--", "x"), ("a.b_c-d", "a.b_c-d")],
)
def test_a_file_name_becomes_a_name_for_the_bot(tmp_path: Path, stem: str, name: str) -> None:
    assert inspect_path(written(tmp_path / f"{stem}.py", "print()\n")).name == name


@pytest.mark.parametrize("name", ["a", "7", "fisher-2.0_b", "x" * 40])
def test_names_are_letters_digits_dots_dashes_and_underscores(name: str) -> None:
    assert check_name(name) == name


def test_a_file_can_be_named_from_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path / "fisher.py", "print()\n")
    monkeypatch.chdir(tmp_path)
    assert os.fspath(inspect_path(Path("fisher.py")).root) == "."


def test_a_folder_and_an_option_can_say_that_a_program_speaks_lines(tmp_path: Path) -> None:
    toml = "command = 'perl'\narguments = ['bot.pl']\n"
    folder = a_folder(tmp_path / "fisher", f"{toml}protocol = 'stdio'\n", "bot.pl")
    bridged = (PYTHON, *BRIDGE, "perl", "bot.pl")
    assert inspect_path(folder).command == bridged
    assert inspect_path(folder, stdio=True).command == bridged
    written(folder / "bot.toml", f"{toml}protocol = 'grpc'\n")
    assert inspect_path(folder).command == ("perl", "bot.pl")
    script = written(tmp_path / "bot.sh", "echo hello\n")
    assert inspect_path(script, stdio=True).command == (PYTHON, *BRIDGE, "sh", "bot.sh")


def test_a_script_that_speaks_lines_is_another_content(tmp_path: Path) -> None:
    contents = Contents(tmp_path / "contents")
    script = written(tmp_path / "bot.sh", "echo hello\n")
    assert contents.add(inspect_path(script)) != contents.add(inspect_path(script, stdio=True))
